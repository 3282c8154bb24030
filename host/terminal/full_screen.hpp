// SPDX-License-Identifier: Apache-2.0
// Rows drawn on the whole screen, and the bytes that go there and back again: the alternate screen, so that what stood
// on the terminal is untouched. It only makes bytes. Pure functions, safe from any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace skilldeck {

enum class RowStyle : std::uint8_t { plain, strong, chosen, faint };

/// One row of the screen: clean text of at most its width.
struct ScreenRow {
    std::string text;
    RowStyle style = RowStyle::plain;

    friend bool operator==(const ScreenRow&, const ScreenRow&) = default;
};

/// The alternate screen, empty, without a cursor.
inline constexpr std::string_view kEnterFullScreen = "\x1b[?1049h\x1b[?25l\x1b[2J";
inline constexpr std::string_view kLeaveFullScreen = "\x1b[?25h\x1b[?1049l";

enum class Styles : std::uint8_t { shown, left_out };

/// The bytes that draw as many rows as the screen has, over whatever is there.
[[nodiscard]] std::string draw_rows(std::span<const ScreenRow> rows, Styles styles);

}  // namespace skilldeck
