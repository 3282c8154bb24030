// SPDX-License-Identifier: Apache-2.0
// Which directories can be a trusted workspace at all: never the root of the file system, the home directory or a place
// that everybody may write to. Pure function of the files, safe from any thread.
#pragma once

#include "base/result.hpp"
#include "os/file_system.hpp"

namespace skilldeck {

/// An absolute path as a record writes it: normal, without a slash at its end.
[[nodiscard]] Path as_recorded(const Path& directory);

/// The real path of `directory` if trust can be given to it. Errors: trust_refused, those of reading.
[[nodiscard]] Result<Path> trustable_workspace(const FileReader& files, const Path& directory, const Path& home);

}  // namespace skilldeck
