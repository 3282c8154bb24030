// SPDX-License-Identifier: Apache-2.0
// Finds what expansion replaces: argument placeholders, variables, escapes and live shell blocks, in one pass from left
// to right over the original text; and splits the argument string. It replaces nothing itself. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

enum class BodyTokenKind : std::uint8_t {
    all_arguments,  ///< `$ARGUMENTS`
    indexed,        ///< `$N`, `$ARGUMENTS[N]`: `index`
    named,          ///< `$name` of a declared argument: `index` is its position
    variable,       ///< `${NAME}`: `text` is the name
    escape,         ///< the backslash of `\$1`: it goes, the rest of the token is plain text
    inline_shell,   ///< `` !`command` ``: `text` is the command
    fenced_shell,   ///< a fence tagged `!`: `text` is its content
};

struct BodyToken {
    BodyTokenKind kind{};
    std::size_t begin = 0, end = 0;  ///< bytes of the body
    std::size_t index = 0;
    std::string_view text;  ///< into the body
};

enum class ShellTokens : std::uint8_t { find, ignore };

/// Tokens in order, none overlapping. Inside a shell block nothing else is a token.
[[nodiscard]] std::vector<BodyToken> find_body_tokens(std::string_view body,
                                                      std::span<const std::string> argument_names,
                                                      ShellTokens shell = ShellTokens::find);

/// The placeholder or variable at the beginning of `text`, or nothing.
[[nodiscard]] std::optional<BodyToken> reference_at_start(std::string_view text,
                                                          std::span<const std::string> argument_names);

}  // namespace skilldeck
