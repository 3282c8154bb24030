// SPDX-License-Identifier: Apache-2.0
// Commands that run other commands: sudo, env, xargs, find -exec, sh -c, eval, ssh and their like. What they would run
// is handed back to be judged in its turn. Pure but for findings, any thread.
#pragma once

#include <optional>
#include <vector>

#include "invocation.hpp"

namespace command_guard {

/// A command inside a command.
struct Nested {
    enum class Kind { argv, text } kind = Kind::argv;
    enum class Where { here, elsewhere } where = Where::here;  ///< elsewhere: another machine, or another directory
    std::vector<Text> argv;
    Text text;                                                 ///< a command line of its own
    std::optional<std::vector<Text>> positional;               ///< $1 … of that command line
    std::optional<Text> program;                               ///< and its $0
    enum class InputOf { outer, own } input = InputOf::outer;  ///< whether it reads what the wrapper is given
};

/// What the command would run; empty where it runs nothing else. Reports sudo by itself.
[[nodiscard]] std::vector<Nested> unwrap(const Invocation& invocation, const Input& input);

/// Its part for git: bisect run, submodule foreach, rebase -x, grep -O, -c core.pager=… and their like.
[[nodiscard]] std::vector<Nested> unwrap_git(const Invocation& invocation);

}  // namespace command_guard
