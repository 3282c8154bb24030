// SPDX-License-Identifier: Apache-2.0
// The command line: words in, options and one command out. It touches nothing; the only user of CLI11.
// Pure function, safe from any thread.
#pragma once

#include "app/commands.hpp"
#include "app/options.hpp"

#include <optional>
#include <span>
#include <string>

namespace skilldeck {

struct CommandLine {
    GlobalOptions options;
    Command command;               ///< empty: no command was named
    std::string help;              ///< asked for: print it and be done
    std::string help_command;      ///< whose help that is: `skilldeck plugin install`
    bool version = false;          ///< asked for: print it and be done
    std::optional<Error> problem;  ///< wrong usage (usage_wrong), with the way to the help in its hint
};

[[nodiscard]] CommandLine parse_command_line(std::span<const std::string> words);

}  // namespace skilldeck
