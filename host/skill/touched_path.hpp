// SPDX-License-Identifier: Apache-2.0
// Where a file is that a session touches: it need not exist, and links may stand in its way. Inside skill/ and for who
// tells of touched files. Blocking reads; safe from any thread.
#pragma once

#include "os/file_system.hpp"

#include <optional>
#include <string>

namespace skilldeck {

/// The path with every link resolved that is on its way; what is not there yet is behind it as given. Nothing where it
/// cannot be said: a link that leads nowhere. `path` is absolute and without `.` and `..`.
[[nodiscard]] std::optional<Path> real_place(const FileReader& files, const Path& path);

/// The path as patterns see it: from the project directory (a real path), with `/`. The text decides, and only for a
/// path that is outside by its text the place where it really is. Nothing: it is outside.
[[nodiscard]] std::optional<std::string> path_in_project(const FileReader& files, const Path& path,
                                                         const Path& project_dir);

}  // namespace skilldeck
