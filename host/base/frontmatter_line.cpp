// SPDX-License-Identifier: Apache-2.0
#include "base/frontmatter_line.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace skilldeck {

namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

constexpr auto kKeyCharacters = [] {
    std::array<bool, 256> table{};
    for (int c = 0; c < 256; ++c) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        table.at(static_cast<std::size_t>(c)) = letter || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
    }
    return table;
}();

bool is_key_character(char c) {
    return kKeyCharacters[static_cast<unsigned char>(c)];
}

std::size_t skip_blanks(std::string_view line, std::size_t at) {
    while (at < line.size() && is_blank(line[at])) ++at;
    return at;
}

}  // namespace

std::string_view leading_key(std::string_view text) {
    const auto first = text.empty() ? ' ' : text.front();
    if (!is_key_character(first) || first == '-' || first == '.' || (first >= '0' && first <= '9')) return {};
    const auto size = std::find_if_not(text.begin(), text.end(), is_key_character) - text.begin();
    const auto colon = static_cast<std::size_t>(size);
    if (colon >= text.size() || text[colon] != ':') return {};
    if (colon + 1 < text.size() && !is_blank(text[colon + 1])) return {};
    return text.substr(0, colon);
}

HeaderLine take_line_apart(std::string_view line) {
    HeaderLine parts;
    auto at = skip_blanks(line, 0);
    parts.column = at;
    while (at < line.size() && line[at] == '-' && (at + 1 == line.size() || is_blank(line[at + 1]))) {
        parts.dash = true;
        parts.column = at;
        at = skip_blanks(line, at + 1);
    }
    parts.key = leading_key(line.substr(at));
    if (!parts.key.empty()) {
        parts.column = at;
        at = skip_blanks(line, at + parts.key.size() + 1);
    }
    parts.value_at = at;
    parts.value = trim(line.substr(at));
    return parts;
}

std::size_t end_of_quoted(std::string_view text) {
    const char quote = text.empty() ? ' ' : text.front();
    if (quote != '"' && quote != '\'') return std::string_view::npos;
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (quote == '"' && text[at] == '\\') {
            ++at;
        } else if (text[at] == quote) {
            const bool doubled = quote == '\'' && at + 1 < text.size() && text[at + 1] == quote;
            if (!doubled) return at + 1;
            ++at;
        }
    }
    return std::string_view::npos;
}

std::size_t end_of_brackets(std::string_view text) {
    std::string open;
    char before = '[';  // the last character that is not a blank
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (is_blank(c) || c == '\n') continue;
        if (c == '[' || c == '{') {
            open += c == '[' ? ']' : '}';
        } else if (c == ']' || c == '}') {
            if (open.empty() || open.back() != c) return std::string_view::npos;
            open.pop_back();
            if (open.empty()) return at + 1;
        } else if ((c == '"' || c == '\'') && std::string_view("[{,:").find(before) != std::string_view::npos) {
            const auto end = end_of_quoted(text.substr(at));
            if (end == std::string_view::npos) return end;
            at += end - 1;
        }
        if (open.empty()) return std::string_view::npos;
        before = c;
    }
    return std::string_view::npos;
}

bool has_key_at_or_left_of(std::string_view inside, std::size_t column) {
    for (auto at = inside.find('\n'); at != std::string_view::npos;) {
        const auto next = inside.find('\n', at + 1);
        const auto line = take_line_apart(inside.substr(at + 1, next - at - 1));
        if (!line.key.empty() && line.column <= column) return true;
        at = next;
    }
    return false;
}

bool is_block_header(std::string_view value) {
    if (value.empty() || (value.front() != '|' && value.front() != '>')) return false;
    value.remove_prefix(1);
    const auto indicators = std::min(value.find_first_not_of("+-123456789"), value.size());
    if (indicators > 2) return false;
    const auto rest = value.substr(indicators);
    return trim(rest).empty() || (is_blank(rest.front()) && trim(rest).front() == '#');
}

std::string_view inner_source(std::string_view text, std::size_t begin, YamlStyle style) {
    const bool in_flow = style == YamlStyle::flow;
    int brackets = 0;
    char quote = 0;
    std::size_t end = begin;
    for (; end < text.size() && text[end] != '\n'; ++end) {
        const char c = text[end];
        if (quote != 0) {
            if (c == quote) quote = 0;
        } else if ((c == '"' || c == '\'') && end == begin) {
            quote = c;
        } else if (c == '[' || c == '{') {
            ++brackets;
        } else if (c == ']' || c == '}') {
            if (in_flow && brackets == 0) break;
            --brackets;
        } else if (c == ',' && in_flow && brackets == 0) {
            break;
        } else if (c == '#' && end > begin && text[end - 1] == ' ') {
            break;
        }
    }
    while (end > begin && (text[end - 1] == ' ' || text[end - 1] == '\t')) --end;
    return text.substr(begin, end - begin);
}

}  // namespace skilldeck
