// SPDX-License-Identifier: Apache-2.0
#include "terminal/text_rows.hpp"

#include "base/display_text.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

constexpr std::string_view kCutMark = "…";
/// The widest character: a row that is narrower can hold none.
constexpr std::size_t kFewestColumns = 2;

/// The longest start of the text that fits; what has no width stays with the character before it.
std::string_view start_within(std::string_view text, std::size_t columns) {
    std::size_t bytes = 0, width = 0;
    while (bytes < text.size()) {
        const auto character = first_code_points(text.substr(bytes), 1);
        width += display_width(character);
        if (width > columns) break;
        bytes += character.size();
    }
    return text.substr(0, bytes);
}

/// Takes one row off the front of a line.
std::string_view take_row(std::string_view& line, std::size_t columns) {
    auto row = start_within(line, columns);
    const bool breaks_word = row.size() < line.size() && line[row.size()] != ' ';
    const auto indent = std::min(line.find_first_not_of(' '), line.size());
    const auto blank = breaks_word ? row.rfind(' ') : std::string_view::npos;
    if (blank != std::string_view::npos && blank > indent) row = row.substr(0, blank);
    line.remove_prefix(row.size());
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    return row.substr(0, row.find_last_not_of(' ') + 1);
}

}  // namespace

std::string cut_to_columns(std::string_view text, std::size_t columns) {
    if (display_width(text) <= columns) return std::string(text);
    if (columns == 0) return {};
    return std::string(start_within(text, columns - 1)) + std::string(kCutMark);
}

std::string padded_to_columns(std::string_view text, std::size_t columns) {
    auto cell = cut_to_columns(text, columns);
    cell.append(columns - display_width(cell), ' ');
    return cell;
}

std::vector<std::string> wrapped_to_columns(std::string_view text, std::size_t columns) {
    columns = std::max(columns, kFewestColumns);
    std::vector<std::string> rows;
    for (auto line : split(text, '\n')) {
        do {
            rows.emplace_back(take_row(line, columns));
        } while (!line.empty());
    }
    return rows;
}

}  // namespace skilldeck
