// SPDX-License-Identifier: Apache-2.0
#include "base/source_lines.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

std::size_t skip_blanks(std::string_view line, std::size_t at) {
    while (at < line.size() && is_blank(line[at])) ++at;
    return at;
}

/// One past the colon that ends a key, or 0. A key may be in quotes.
std::size_t end_of_key(std::string_view line, std::size_t at) {
    if (at < line.size() && (line[at] == '"' || line[at] == '\'')) {
        const auto closing = line.find(line[at], at + 1);
        at = closing == std::string_view::npos ? at : closing + 1;
    }
    for (auto colon = line.find(':', at); colon != std::string_view::npos; colon = line.find(':', colon + 1)) {
        if (colon + 1 == line.size() || is_blank(line[colon + 1])) return colon + 1;
    }
    return 0;
}

}  // namespace

SourceLines::SourceLines(std::string_view text) : text_(text) {
    const char end = text.find('\n') == std::string_view::npos ? '\r' : '\n';
    for (std::size_t at = 0; at < text.size();) {
        const auto stop = std::min(text.find(end, at), text.size());
        auto line = text.substr(at, stop - at);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines_.push_back(line);
        at = stop + 1;
    }
}

std::string_view SourceLines::line(int number) const {
    return number >= 1 && number <= count() ? lines_[static_cast<std::size_t>(number) - 1] : std::string_view();
}

std::size_t SourceLines::offset(int number) const {
    if (number < 1) return 0;
    if (number > count()) return text_.size();
    return static_cast<std::size_t>(lines_[static_cast<std::size_t>(number) - 1].data() - text_.data());
}

TextPosition SourceLines::position(std::size_t byte) const {
    const auto* place = text_.data() + std::min(byte, text_.size());
    const auto after = std::upper_bound(lines_.begin(), lines_.end(), place,
                                        [](const char* at, std::string_view line) { return at < line.data(); });
    if (after == lines_.begin()) return {};
    const auto& line = *(after - 1);
    return {static_cast<int>(after - lines_.begin()), static_cast<int>(place - line.data()) + 1};
}

int SourceLines::first_column(int number) const {
    const auto text = line(number);
    const auto at = skip_blanks(text, 0);
    return at < text.size() ? static_cast<int>(at) + 1 : 1;
}

int SourceLines::value_column(int number) const {
    const auto text = line(number);
    auto at = skip_blanks(text, 0);
    while (at + 1 < text.size() && text[at] == '-' && is_blank(text[at + 1])) at = skip_blanks(text, at + 1);
    if (const auto key = end_of_key(text, at); key != 0) at = skip_blanks(text, key);
    return at < text.size() ? static_cast<int>(at) + 1 : first_column(number);
}

}  // namespace skilldeck
