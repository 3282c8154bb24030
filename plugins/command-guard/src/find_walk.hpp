// SPDX-License-Identifier: Apache-2.0
// What `find` and `fd` come across, as words of the commands that it is handed to: by -exec, through a pipe to xargs,
// by substitution. Pure functions, any thread.
#pragma once

#include <vector>

#include "invocation.hpp"

namespace command_guard {

/// How many directories of one walk are told apart; of more it is not known where they are.
inline constexpr std::size_t kMaximumStarts = 8;

/// What a `find` or `fd` comes across, a word for each directory that it starts from; see everything_below(). Empty for
/// any other command.
[[nodiscard]] std::vector<Text> found_by(const std::vector<Text>& argv, const Scope& scope);

/// What a command of a pipeline hands on of the paths that it is given: sort all of them, grep some, wc none.
[[nodiscard]] std::vector<Text> passed_on(const Invocation& invocation, const std::vector<Text>& paths);

/// Where the words of find's action at `at` end: at its `;` or `+`, or at argv.size().
[[nodiscard]] std::size_t end_of_action(const std::vector<Text>& argv, std::size_t at);

/// -exec, -execdir, -ok, -okdir.
[[nodiscard]] bool runs_command(std::string_view action);

/// The command that fd runs on what it finds (-x, -X); empty where it only lists.
[[nodiscard]] std::vector<Text> fd_command(const std::vector<Text>& argv);

}  // namespace command_guard
