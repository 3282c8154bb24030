// SPDX-License-Identifier: Apache-2.0
#include "terminal/screen.hpp"

#include "base/display_text.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

constexpr std::size_t kFewestColumns = 8;

struct Spot {
    std::size_t row = 0, column = 0;
};

/// Where the cursor stands after `text` was written from `from`: a wide character that does not fit starts the next
/// row.
Spot after_text(std::string_view text, Spot from, std::size_t columns) {
    while (!text.empty()) {
        const auto character = first_code_points(text, 1);
        const auto width = display_width(character);
        if (from.column + width > columns) from = Spot{from.row + 1, 0};
        from.column += width;
        text.remove_prefix(character.size());
    }
    if (from.column >= columns) from = Spot{from.row + 1, 0};
    return from;
}

std::string move(std::size_t count, char direction) {
    return count == 0 ? std::string() : "\x1b[" + std::to_string(count) + direction;
}

std::string list_choices(const std::vector<std::string>& choices, std::size_t columns) {
    std::size_t widest = 1;
    for (const auto& choice : choices) widest = std::max(widest, display_width(choice));
    const auto per_row = std::max<std::size_t>(1, columns / (widest + 2));
    std::string out;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        out += choices[i];
        const bool last_of_row = (i + 1) % per_row == 0 || i + 1 == choices.size();
        out += last_of_row ? std::string("\r\n") : std::string(widest + 2 - display_width(choices[i]), ' ');
    }
    return out;
}

}  // namespace

std::string Screen::draw(std::string_view prompt, const LineEditor& editor, std::size_t columns) {
    columns = std::max(columns, kFewestColumns);
    std::string out = move(cursor_row_, 'A') + "\r\x1b[J";
    if (!editor.choices().empty()) out += list_choices(editor.choices(), columns);
    const auto searching = editor.search_prompt();
    const auto shown_prompt = searching.empty() ? std::string(prompt) : searching;
    const auto& text = editor.text();
    out += shown_prompt + text;

    const auto start = after_text(shown_prompt, {}, columns);
    const auto cursor = after_text(std::string_view(text).substr(0, editor.cursor()), start, columns);
    const auto end = after_text(text, start, columns);
    // A terminal that has just filled its last column waits there: the blank makes it wrap now.
    if (end.column == 0 && end.row > 0) out += " \r";
    out += move(end.row - cursor.row, 'A') + "\r" + move(cursor.column, 'C');
    cursor_row_ = cursor.row;
    rows_ = end.row + 1;
    return out;
}

std::string Screen::finish() {
    auto out = move(rows_ - 1 - cursor_row_, 'B') + "\r\n";
    cursor_row_ = 0;
    rows_ = 1;
    return out;
}

std::string Screen::clear() {
    cursor_row_ = 0;
    rows_ = 1;
    return "\x1b[H\x1b[2J";
}

}  // namespace skilldeck
