// SPDX-License-Identifier: Apache-2.0
// Where an entry stands: its folder, open, and its name there. Below a confinement every component from its root down
// is opened on its own and none is followed if it is a link; without one (an empty root) folders are found as the
// system finds them. What is not open leaves the reason in errno. For the sources of os/ only; POSIX. Safe from any
// thread.
#pragma once

#include "os/descriptor.hpp"
#include "os/file_system.hpp"

#include <string>

namespace skilldeck {

struct EntryPlace {
    Descriptor folder;  ///< only a place (O_PATH): for the *at calls
    std::string name;   ///< empty when the path ends in no name
};

[[nodiscard]] EntryPlace entry_place(const Path& path, const Path& confined_to);

/// A directory for reading and syncing.
[[nodiscard]] Descriptor open_directory(const Path& directory, const Path& confined_to);

/// `relative` below `root`, component by component; the last one with `flags`. `..` and what is no directory are ELOOP
/// and ENOTDIR; `root` itself is opened as the system finds it.
[[nodiscard]] Descriptor open_below(const Path& root, const Path& relative, int flags);

/// The folder of a path as written: `.` for a bare name.
[[nodiscard]] Path folder_of(const Path& path);

}  // namespace skilldeck
