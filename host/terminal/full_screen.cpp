// SPDX-License-Identifier: Apache-2.0
#include "terminal/full_screen.hpp"

namespace skilldeck {

namespace {

std::string_view style_bytes(RowStyle style) {
    switch (style) {
        case RowStyle::plain: return {};
        case RowStyle::strong: return "\x1b[1m";
        case RowStyle::chosen: return "\x1b[7m";
        case RowStyle::faint: return "\x1b[2m";
    }
    return {};
}

}  // namespace

std::string draw_rows(std::span<const ScreenRow> rows, Styles styles) {
    std::string out = "\x1b[H";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& row = rows[i];
        const auto style = styles == Styles::shown ? style_bytes(row.style) : std::string_view();
        // Erased first: behind a full row the terminal stands on its last column and would erase that.
        out += i == 0 ? "\x1b[2K" : "\r\n\x1b[2K";
        out += style;
        out += row.text;
        if (!style.empty()) out += "\x1b[0m";
    }
    return out;
}

}  // namespace skilldeck
