// SPDX-License-Identifier: Apache-2.0
// A file that is missing is one thing, a link to nothing in its place another: somebody put it there, and what it
// should say is not known. Asked where file_not_found would otherwise count as "says nothing". Safe from any thread.
#pragma once

#include "os/file_system.hpp"

#include <optional>

namespace skilldeck {

/// file_unreadable when `path`, or the folder it is in, is a link that leads nowhere; nothing when it is just not
/// there.
[[nodiscard]] std::optional<Error> dangling_link(const FileReader& files, const Path& path);

}  // namespace skilldeck
