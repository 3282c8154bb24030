// SPDX-License-Identifier: Apache-2.0
// `${user_config.NAME}`: how the texts of a plugin refer to the options that its user sets, and what the option is
// called in the environment of a child. What a value is and where it may go is not decided here. Pure functions, safe
// from any thread.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

inline constexpr std::string_view kOptionReferencePrefix = "user_config.";
inline constexpr std::array<std::string_view, 2> kOptionVariablePrefixes{"CLAUDE_PLUGIN_OPTION_",
                                                                         "SKILLDECK_PLUGIN_OPTION_"};

/// `[A-Za-z_][A-Za-z0-9_]*`.
[[nodiscard]] bool is_option_name(std::string_view name);
/// The name behind the prefix of the variables: upper case.
[[nodiscard]] std::string option_variable_name(std::string_view name);

struct OptionReference {
    std::string_view name;
    std::size_t length = 0;  ///< of the whole reference
};
/// `${user_config.NAME}` at the beginning of `text`; whether NAME can be an option is not asked.
[[nodiscard]] std::optional<OptionReference> option_reference_at_start(std::string_view text);

/// The options that a text refers to, each once, in the order of the text.
[[nodiscard]] std::vector<std::string> options_in(std::string_view text);

/// `text` with each reference replaced by what `value` says, once, from left to right; nothing: it stays.
[[nodiscard]] std::string replace_option_references(
    std::string_view text, const std::function<std::optional<std::string>(std::string_view name)>& value);

}  // namespace skilldeck
