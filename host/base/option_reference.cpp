// SPDX-License-Identifier: Apache-2.0
#include "base/option_reference.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

}  // namespace

bool is_option_name(std::string_view name) {
    const auto fits = [](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
    return !name.empty() && is_letter(name.front()) && std::ranges::all_of(name, fits);
}

std::string option_variable_name(std::string_view name) {
    std::string upper(name);
    for (auto& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return upper;
}

std::optional<OptionReference> option_reference_at_start(std::string_view text) {
    constexpr std::string_view open = "${";
    if (!text.starts_with(open) || !text.substr(open.size()).starts_with(kOptionReferencePrefix)) return std::nullopt;
    const auto start = open.size() + kOptionReferencePrefix.size();
    const auto end = text.find_first_of("}{$\"' \t\r\n", start);
    if (end == std::string_view::npos || end == start || text[end] != '}') return std::nullopt;
    return OptionReference{text.substr(start, end - start), end + 1};
}

std::vector<std::string> options_in(std::string_view text) {
    std::vector<std::string> names;
    for (auto at = text.find("${"); at != std::string_view::npos; at = text.find("${", at + 1)) {
        const auto reference = option_reference_at_start(text.substr(at));
        if (!reference || std::ranges::find(names, reference->name) != names.end()) continue;
        names.emplace_back(reference->name);
    }
    return names;
}

std::string replace_option_references(std::string_view text,
                                      const std::function<std::optional<std::string>(std::string_view)>& value) {
    std::string replaced;
    while (!text.empty()) {
        const auto reference = option_reference_at_start(text);
        const auto found = reference ? value(reference->name) : std::nullopt;
        if (found) replaced += *found;
        const auto length = reference ? reference->length : 1;
        if (!found) replaced += text.substr(0, length);
        text.remove_prefix(length);
    }
    return replaced;
}

}  // namespace skilldeck
