// SPDX-License-Identifier: Apache-2.0
// How a project is built and tested, concluded from the files that build tools look for. Nothing is run. Any thread.
#pragma once

#include <string>
#include <vector>

#include "workspace.hpp"

namespace workspace_context {

struct BuildSystem {
    std::string file;  ///< relative to the root
    std::string tool;
    std::string build;  ///< a command, to be run in the folder of the file; empty if there is none
    std::string test;
};

/// Those at most two folders down, the nearest first.
[[nodiscard]] std::vector<BuildSystem> find_build_systems(const Workspace& workspace);

/// Continuous integration, containers and the like: files that tell how the project is really run.
[[nodiscard]] std::vector<std::string> find_automation(const Workspace& workspace);

}  // namespace workspace_context
