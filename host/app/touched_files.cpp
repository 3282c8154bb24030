// SPDX-License-Identifier: Apache-2.0
#include "app/touched_files.hpp"

#include "app/codes.hpp"

#include <vector>

namespace skilldeck {

Result<> touch_files(Host& host, std::span<const Path> given, Diagnostics& found) {
    if (given.empty()) return {};
    std::vector<Path> files;
    for (const auto& path : given) {
        if (path.empty()) return make_error(code::usage_wrong, "--touch", {"the file's path is empty"});
        const auto file = (host.places().start_directory / path).lexically_normal();
        if (!file.has_filename() || host.world().files.is_directory(file)) {
            return make_error(code::touched_directory, path.string());
        }
        files.push_back(file);
    }
    return host.touch(files, found);
}

}  // namespace skilldeck
