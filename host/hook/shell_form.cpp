// SPDX-License-Identifier: Apache-2.0
#include "hook/shell_form.hpp"

#include "base/shell_quoting.hpp"

#include <algorithm>
#include <optional>

namespace skilldeck {

namespace {

constexpr std::string_view kNameCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

struct Reference {
    std::string_view name;
    std::size_t length = 0;  ///< of the whole reference
};

/// `${NAME}` at the beginning of `text`.
std::optional<Reference> braced_reference(std::string_view text) {
    if (!text.starts_with("${")) return std::nullopt;
    const auto end = text.find_first_not_of(kNameCharacters, 2);
    if (end == std::string_view::npos || text[end] != '}') return std::nullopt;
    return Reference{text.substr(2, end - 2), end + 1};
}

std::optional<Reference> any_reference(std::string_view text) {
    if (const auto braced = braced_reference(text)) return braced;
    if (!text.starts_with("$")) return std::nullopt;
    const auto end = std::min(text.find_first_not_of(kNameCharacters, 1), text.size());
    return Reference{text.substr(1, end - 1), end};
}

}  // namespace

std::string quote_variables(std::string_view command, const HookVariables& variables) {
    return rewrite_shell_references(command, [&](std::string_view rest, ShellQuoting) -> std::optional<ShellReference> {
        const auto reference = any_reference(rest);
        if (!reference || !variables.contains(reference->name)) return std::nullopt;
        return ShellReference{reference->length, std::string(reference->name)};
    });
}

std::string replace_variables(std::string_view text, const HookVariables& variables) {
    std::string replaced;
    while (!text.empty()) {
        const auto reference = braced_reference(text);
        const auto found = reference ? variables.find(reference->name) : variables.end();
        if (found == variables.end()) {
            replaced += text.front();
            text.remove_prefix(1);
        } else {
            replaced += found->second;
            text.remove_prefix(reference->length);
        }
    }
    return replaced;
}

}  // namespace skilldeck
