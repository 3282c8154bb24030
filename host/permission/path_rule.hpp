// SPDX-License-Identifier: Apache-2.0
// The patterns of rules about files: gitignore patterns from the root (`//`), the home (`~/`), the project (`/`) or the
// working directory. A path is judged as it is named and as where its links lead. Pure functions over the files they
// are given, safe from any thread.
#pragma once

#include "base/glob.hpp"
#include "base/result.hpp"
#include "os/file_system.hpp"

#include <cstdint>
#include <string_view>

namespace skilldeck {

/// Where a call takes place.
struct PermissionPlaces {
    Path working_directory;
    Path project_dir;
    Path home;                          ///< empty: unknown, then `~/` matches nothing
    const FileReader* files = nullptr;  ///< to follow links; without it names alone count
};

/// Errors: glob_invalid.
[[nodiscard]] Result<> check_path_pattern(std::string_view pattern);

/// any_name: one of the path's names matches, for rules that forbid. every_name: all do, for rules that allow.
enum class PathNames : std::uint8_t { any_name, every_name };

/// `~user/x`, `$HOME/x`: what it means is up to who opens it.
[[nodiscard]] bool is_computed_path(const Path& path, const PermissionPlaces& places);

/// `path` may be relative to the working directory, or below the home (`~/x`, which is also a name as it stands). A
/// folder that is searched is also what lies in it.
[[nodiscard]] bool path_rule_matches(std::string_view pattern, const Path& path, PathKind kind, PathNames names,
                                     const PermissionPlaces& places);

}  // namespace skilldeck
