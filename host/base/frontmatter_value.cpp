// SPDX-License-Identifier: Apache-2.0
#include "base/frontmatter.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>

namespace skilldeck {

namespace {

const std::string* text_of(const FrontMatterValue& value) {
    return value.null ? nullptr : std::get_if<std::string>(&value.value);
}

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_quote(char c) {
    return c == '"' || c == '\'';
}

/// Without a pair around it, or one alone: that of a value whose other quote is missing.
std::string_view without_quotes(std::string_view text) {
    if (text.empty()) return text;
    const bool quoted = text.size() >= 2 && text.front() == text.back() && is_quote(text.front());
    if (quoted) return text.substr(1, text.size() - 2);
    if (is_quote(text.front()) && text.find(text.front(), 1) == std::string_view::npos) return text.substr(1);
    if (is_quote(text.back()) && text.find(text.back()) == text.size() - 1) return text.substr(0, text.size() - 1);
    return text;
}

/// What text is split on, and between which brackets it never is.
struct Splitting {
    char open, close;
    bool (*separates)(char);
};

bool is_comma(char c) {
    return c == ',';
}

std::vector<std::string_view> split_outside_brackets(std::string_view text, const Splitting& splitting) {
    std::vector<std::string_view> items;
    items.reserve(1 + static_cast<std::size_t>(std::count_if(text.begin(), text.end(), splitting.separates)));
    int depth = 0;
    std::size_t start = 0;
    const auto finish = [&](std::size_t end) {
        const auto item = without_quotes(trim(text.substr(start, end - start)));
        if (!item.empty()) items.push_back(item);
        start = end + 1;
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == splitting.open) ++depth;
        if (text[at] == splitting.close && depth > 0) --depth;
        if (depth == 0 && splitting.separates(text[at])) finish(at);
    }
    if (start <= text.size()) finish(text.size());
    return items;
}

std::string_view without_outer_brackets(std::string_view text) {
    text = trim(text);
    const bool bracketed = text.size() >= 2 && text.front() == '[' && text.back() == ']';
    if (bracketed) return trim(text.substr(1, text.size() - 2));
    const bool open = text.starts_with('[') && text.find(']') == std::string_view::npos;
    return open ? trim(text.substr(1)) : text;
}

/// The items of a list. `- Bash(git log: x)` is a map to YAML; what was written is what was meant.
std::vector<std::string_view> items_of(const FrontMatterValue& value) {
    std::vector<std::string_view> items;
    const auto* list = std::get_if<FrontMatterValue::List>(&value.value);
    if (list == nullptr) return items;
    for (const auto& item : *list) {
        if (item.null) continue;
        const auto* text = text_of(item);
        items.push_back(text != nullptr ? *text : item.source);
    }
    return items;
}

std::vector<std::string> copies(const std::vector<std::string_view>& items) {
    return {items.begin(), items.end()};
}

}  // namespace

FrontMatterValue::FrontMatterValue() = default;
FrontMatterValue::FrontMatterValue(const FrontMatterValue&) = default;
FrontMatterValue::FrontMatterValue(FrontMatterValue&&) noexcept = default;
FrontMatterValue& FrontMatterValue::operator=(const FrontMatterValue&) = default;
FrontMatterValue& FrontMatterValue::operator=(FrontMatterValue&&) noexcept = default;
FrontMatterValue::~FrontMatterValue() = default;

bool operator==(const FrontMatterValue& a, const FrontMatterValue& b) {
    return a.value == b.value && a.source == b.source && a.line == b.line && a.null == b.null;
}

std::optional<std::string> front_matter_text(const FrontMatterValue& value) {
    const auto* text = text_of(value);
    return text != nullptr ? std::optional(*text) : std::nullopt;
}

std::optional<bool> front_matter_bool(const FrontMatterValue& value) {
    const auto text = front_matter_text(value);
    if (!text) return std::nullopt;
    constexpr std::array<std::string_view, 4> kTrue{"true", "yes", "on", "1"};
    constexpr std::array<std::string_view, 4> kFalse{"false", "no", "off", "0"};
    // Not folded as a name: an invisible character in the word makes it another one.
    std::string word(trim(*text));
    for (auto& c : word) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    }
    if (std::find(kTrue.begin(), kTrue.end(), word) != kTrue.end()) return true;
    if (std::find(kFalse.begin(), kFalse.end(), word) != kFalse.end()) return false;
    return std::nullopt;
}

std::size_t front_matter_comma(std::string_view text) {
    int depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '(') ++depth;
        if (text[at] == ')' && depth > 0) --depth;
        if (text[at] == ',' && depth == 0) return at;
    }
    return std::string_view::npos;
}

std::vector<std::string> front_matter_list(const FrontMatterValue& value) {
    return copies(front_matter_list_view(value));
}

std::vector<std::string> front_matter_tools(const FrontMatterValue& value) {
    std::vector<std::string> tools;
    for (const auto item : front_matter_list_view(value)) {
        const auto open = item.find('(');
        const auto name = trim(item.substr(0, open));
        const bool one_word = open != std::string_view::npos && std::none_of(name.begin(), name.end(), is_blank);
        if (open == 0 && !tools.empty() && tools.back().find('(') == std::string::npos) {
            tools.back() += item;
        } else if (one_word) {
            tools.push_back(std::string(name).append(item.substr(open)));
        } else {
            tools.emplace_back(item);
        }
    }
    return tools;
}

std::vector<std::string> front_matter_paths(const FrontMatterValue& value) {
    return copies(front_matter_paths_view(value));
}

std::vector<std::string_view> front_matter_list_view(const FrontMatterValue& value) {
    const auto* text = text_of(value);
    if (text == nullptr) return items_of(value);
    const auto inner = without_outer_brackets(*text);
    return split_outside_brackets(
        inner, {'(', ')', front_matter_comma(inner) != std::string_view::npos ? is_comma : is_blank});
}

std::vector<std::string_view> front_matter_paths_view(const FrontMatterValue& value) {
    const auto* text = text_of(value);
    return text != nullptr ? split_outside_brackets(*text, {'{', '}', is_comma}) : items_of(value);
}

}  // namespace skilldeck
