// SPDX-License-Identifier: Apache-2.0
// Plugin variables in a hook's command line: quoted for the shell, never spliced into its text. Pure functions, safe
// from any thread.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace skilldeck {

/// Names of variables and their values.
using HookVariables = std::map<std::string, std::string, std::less<>>;

/// `command` with each `${NAME}` and `$NAME` of `variables` inside double quotes, so that the exported value stays one
/// word whatever it holds, also where the author wrote it bare or inside single quotes. Here-documents keep their text.
[[nodiscard]] std::string quote_variables(std::string_view command, const HookVariables& variables);

/// `text` with each `${NAME}` of `variables` replaced by its value, once, from left to right.
[[nodiscard]] std::string replace_variables(std::string_view text, const HookVariables& variables);

}  // namespace skilldeck
