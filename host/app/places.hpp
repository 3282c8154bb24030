// SPDX-License-Identifier: Apache-2.0
// Where everything is for this run: the configuration, the project, the managed directories. Resolved once from the
// options and the environment; a plain value.
#pragma once

#include "app/options.hpp"
#include "app/world.hpp"
#include "base/result.hpp"

#include <vector>

namespace skilldeck {

struct Places {
    Path home;             ///< empty when HOME is not set
    Path config_dir;       ///< ~/.skilldeck, or what replaces it
    Path project_dir;      ///< --project, else the repository root above the working directory, else that; real path
    Path start_directory;  ///< where discovery begins: --project, else the working directory; real path
    std::vector<Path> managed_dirs;
    std::vector<Path> added_dirs;
    std::vector<Path> plugin_dirs;

    [[nodiscard]] Path plugins_dir() const { return config_dir / "plugins"; }
    [[nodiscard]] Path trust_file() const { return config_dir / "trust.json"; }
    [[nodiscard]] Path credentials_file() const { return config_dir / "credentials.json"; }
    [[nodiscard]] Path state_dir() const { return config_dir / "state"; }
};

/// Errors: home_unknown or home_relative where HOME is no place and there is no --config-dir; file_not_found for a
/// --project that is not there.
[[nodiscard]] Result<Places> resolve_places(const World& world, const GlobalOptions& options);

}  // namespace skilldeck
