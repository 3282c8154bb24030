// SPDX-License-Identifier: Apache-2.0
// Where a damaged file of the host's own is kept: beside it, named by its content, so that a message can name the copy
// before it is there and one damage is kept once. A pure function; safe from any thread.
#pragma once

#include "os/file_system.hpp"

#include <string_view>

namespace skilldeck {

/// `<stem>.damaged.<digits of the text's digest><extension>`.
[[nodiscard]] Path damaged_copy_path(const Path& file, std::string_view text);

}  // namespace skilldeck
