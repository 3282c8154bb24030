// SPDX-License-Identifier: Apache-2.0
// The arguments of a call inside a shell block: which variable stands for a placeholder, and whether the block would
// run what such a variable holds (D14). Inside skill/ only. Pure functions, safe from any thread.
#pragma once

#include "base/shell_quoting.hpp"
#include "permission/evaluated_variables.hpp"
#include "skill/body_tokens.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace skilldeck {

inline constexpr std::string_view kArgumentsVariable = "ARGUMENTS";  ///< the raw string
inline constexpr std::string_view kArgumentAsWord =
    "give it to a command as a word: expr \"$0\" + 1, [ \"$0\" -gt 1 ], sh -c '...' sh \"$0\"";

/// What stands for a token, which begins `rest`; nothing where it is none of the arguments, as `$1` of an awk program.
[[nodiscard]] std::optional<ShellReference> argument_reference(const BodyToken& token, std::string_view rest,
                                                               ShellQuoting quoting);

/// The part of a block's command that would run what one of `arguments` holds, with the placeholder in it as a skill
/// spells it; nothing: they are words.
[[nodiscard]] std::optional<std::string> argument_as_code(std::string_view command,
                                                          const ShellVariableNames& arguments);

/// The same of a block as it is written, for any arguments. `names`: of the declared ones.
[[nodiscard]] std::optional<std::string> argument_as_code_in(std::string_view written,
                                                             std::span<const std::string> names);

}  // namespace skilldeck
