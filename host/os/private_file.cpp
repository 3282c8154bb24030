// SPDX-License-Identifier: Apache-2.0
#include "os/private_file.hpp"

namespace skilldeck {

Result<> replace_with_mode(FileWriter& writer, const Path& file, std::string_view text, std::uint32_t mode) {
    const Path fresh(file.string() + ".new");
    if (auto removed = writer.remove_tree(fresh); !removed) return removed;
    if (auto written = writer.write_atomically(fresh, text, mode); !written) return written;
    if (auto moved = writer.rename(fresh, file); !moved) return moved;
    return writer.sync_directory(file.parent_path());
}

}  // namespace skilldeck
