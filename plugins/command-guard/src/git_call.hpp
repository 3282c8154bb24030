// SPDX-License-Identifier: Apache-2.0
// A command line of git, with git's own options taken off. Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "scope.hpp"

namespace command_guard {

struct GitCall {
    std::string subcommand;
    std::vector<Text> argv;            ///< the subcommand first
    std::vector<Text> directories;     ///< of -C and --work-tree: where it works, each in the one before
    std::vector<Text> configurations;  ///< of -c: name=value
};

[[nodiscard]] GitCall git_call(const std::vector<Text>& argv);

}  // namespace command_guard
