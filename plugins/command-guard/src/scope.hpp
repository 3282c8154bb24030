// SPDX-License-Identifier: Apache-2.0
// What is known while a command line is walked: where it would run, and the variables and functions that the line
// itself has set so far. Plain values; a subshell works on a copy.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "shell_syntax.hpp"

namespace command_guard {

/// Stands inside a text for a part that only the running shell knows. It cannot be typed: no file name starts with it
/// in practice, and a line that holds it literally is judged as unknown there, which only makes the guard ask.
inline constexpr char kUnknown = '\x01';

/// Stands for a part of a path that a walk below the part before it comes across. As kUnknown it cannot be typed, and
/// is in the text so that it is still there after "$1", an assignment or a command line in a command line.
inline constexpr char kWalked = '\x02';

/// One argument after expansion.
struct Text {
    std::string value;
    bool is_pattern = false;  ///< holds an unquoted * ? or [

    [[nodiscard]] bool is_known() const { return value.find(kUnknown) == std::string::npos; }
    [[nodiscard]] static Text unknown() { return {std::string(1, kUnknown), false}; }
};

/// Where the command would run. Absolute, normalised paths.
struct Place {
    std::string directory;  ///< the working directory of the session
    std::string project;    ///< its project; the working directory where the host says nothing else
    std::string home;
};

struct Scope {
    std::optional<std::string> directory;  ///< after the `cd`s so far; nothing when one could not be followed
    std::map<std::string, std::optional<std::string>> variables;  ///< set by the line; nothing = set, but to what?
    std::map<std::string, std::shared_ptr<const List>> functions;
    std::map<std::string, std::shared_ptr<const List>> aliases;  ///< with "$@" behind them
    std::optional<std::vector<Text>> positional;                 ///< $1 … of a function or of `sh -c`
    std::set<std::string> downloads;                             ///< files the line has fetched
};

}  // namespace command_guard
