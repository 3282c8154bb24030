// SPDX-License-Identifier: Apache-2.0
// The characters and words that a shell tells apart. Inside permission/ only. Pure functions, safe from any thread.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace skilldeck {

inline constexpr std::string_view kShellMetacharacters = " \t\n;&|<>()";  ///< each ends a word

[[nodiscard]] constexpr bool is_shell_digit(char c) {
    return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool is_shell_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
[[nodiscard]] constexpr bool is_shell_name_part(char c) {
    return is_shell_name_start(c) || is_shell_digit(c);
}
/// The name of a variable or function.
[[nodiscard]] constexpr bool is_shell_name(std::string_view text) {
    return !text.empty() && is_shell_name_start(text.front()) && std::ranges::all_of(text, is_shell_name_part);
}

[[nodiscard]] constexpr bool is_one_of(std::span<const std::string_view> list, std::string_view word) {
    return std::ranges::find(list, word) != list.end();
}

}  // namespace skilldeck
