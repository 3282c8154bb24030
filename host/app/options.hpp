// SPDX-License-Identifier: Apache-2.0
// The global options of the command line, before anything is resolved. A plain value.
#pragma once

#include "os/file_system.hpp"

#include <optional>
#include <string>
#include <vector>

namespace skilldeck {

enum class ColorMode { automatic, always, never };

struct GlobalOptions {
    std::optional<Path> project, config_dir, managed_dir;
    std::optional<std::string> settings;  ///< a file or inline JSON
    std::vector<Path> add_dirs, plugin_dirs;
    std::vector<std::string> sources;
    bool trust_project = false;
    bool no_compat = false;
    bool json = false;
    ColorMode color = ColorMode::automatic;
    int verbosity = 0;
};

}  // namespace skilldeck
