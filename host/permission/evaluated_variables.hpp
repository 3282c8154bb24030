// SPDX-License-Identifier: Apache-2.0
// Variables whose value a command line runs as code, although it only names them: `$((n))` runs `a[$(rm x)]`, `eval`
// and `sh -c "$text"` run anything. What takes its value from such a variable is one too. Where the reader of lines
// does not know, it counts as run. Pure functions, safe from any thread.
#pragma once

#include "permission/shell_syntax.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace skilldeck {

using ShellVariableNames = std::set<std::string, std::less<>>;

/// The part of the line that is code and holds the value of one of these variables, as it is written; nothing: none.
[[nodiscard]] std::optional<std::string> code_with_variables(std::string_view line, ShellVariableNames variables);

}  // namespace skilldeck
