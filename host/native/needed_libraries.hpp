// SPDX-License-Identifier: Apache-2.0
// The libraries that a module asks the loader for, judged before the loader is asked: a name that is nowhere to be
// found, or only beside the module, where nobody looks, since a module is opened from a private copy. What cannot be
// known without the loader is left to it. Reads the disk only; any thread.
#pragma once

#include "base/result.hpp"
#include "os/file_system.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

struct NeededLibraries {
    std::vector<std::string> names;  ///< DT_NEEDED
    std::string search_path;         ///< DT_RUNPATH, else DT_RPATH: folders with `:` between them
};

/// Where the loader looks, whatever library asks.
struct LoaderPlaces {
    std::vector<Path> folders;  ///< of LD_LIBRARY_PATH, then the system's own
    Path cache;                 ///< the system's list of libraries; where there is none, nothing is judged
};

/// Of this system. `library_path` is the value of LD_LIBRARY_PATH.
[[nodiscard]] LoaderPlaces loader_places(std::string_view library_path);

/// Errors: native_load_failed for a library that is nowhere, native_side_library for one that lies beside `library`.
[[nodiscard]] Result<> check_needed(const FileReader& files, const NeededLibraries& needed, const Path& library,
                                    const LoaderPlaces& places);

}  // namespace skilldeck
