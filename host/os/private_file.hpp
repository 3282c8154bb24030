// SPDX-License-Identifier: Apache-2.0
// A file that is there with another mode than the one its content needs: a new one, on the disk with its bytes, takes
// its place. Writers of one file hold its lock.
#pragma once

#include "os/file_system.hpp"

#include <cstdint>
#include <string_view>

namespace skilldeck {

/// Writing atomically keeps the mode of a file that is there; this does not. A link is replaced, not followed.
[[nodiscard]] Result<> replace_with_mode(FileWriter& writer, const Path& file, std::string_view text,
                                         std::uint32_t mode);

}  // namespace skilldeck
