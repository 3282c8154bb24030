// SPDX-License-Identifier: Apache-2.0
// The words of a command held against the table of programs that start others (code_programs.hpp): command lines among
// them, code that is not read, and what the command is without the options before its subcommand. A word that is only
// known when it runs may be any option. Inside permission/ only. Pure functions, safe from any thread.
#pragma once

#include "permission/shell_syntax.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

struct CodeInWords {
    std::vector<std::string> lines;      ///< command lines, or the names of programs
    bool code = false;                   ///< other code, or a word that may bring some
    std::vector<std::string> evaluated;  ///< words that are code, as far as they are known to be
    bool input = false;                  ///< it runs its input
};
[[nodiscard]] CodeInWords find_code(const ShellCommand& command);

/// `git -C d push` as `git push`: the words without the options before the subcommand.
[[nodiscard]] std::vector<ShellWord> without_global_options(const std::vector<ShellWord>& words);

/// `-`, `/dev/stdin`, `/dev/fd/0` and their kin.
[[nodiscard]] bool is_standard_input(std::string_view file);

/// The name of the program without its folder.
[[nodiscard]] std::string_view program_name(std::string_view program);

/// getopt takes the beginning of a long option for the whole.
[[nodiscard]] bool is_short_for(std::string_view option, std::string_view whole);

}  // namespace skilldeck
