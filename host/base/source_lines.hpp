// SPDX-License-Identifier: Apache-2.0
// The lines of a text somebody wrote, and where on a line a `key: value` has its key and its value: what validation
// needs to point at a place. It knows no YAML beyond that. Views into the text. Immutable, safe from any thread.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace skilldeck {

/// Line and column from 1, the column in bytes.
struct TextPosition {
    int line = 1, column = 1;

    friend auto operator<=>(const TextPosition&, const TextPosition&) = default;
};

class SourceLines {
public:
    /// Lines end in LF or CR LF; in a text without any LF a CR ends them, as the reader of front matter has it.
    explicit SourceLines(std::string_view text);

    [[nodiscard]] int count() const { return static_cast<int>(lines_.size()); }
    /// Without its end; empty beyond the text.
    [[nodiscard]] std::string_view line(int number) const;
    /// The byte where a line begins; the end of the text beyond it.
    [[nodiscard]] std::size_t offset(int number) const;
    [[nodiscard]] TextPosition position(std::size_t byte) const;

    /// The column of the first character that is no blank.
    [[nodiscard]] int first_column(int number) const;
    /// The column of the value on a line `key: value` or `- value`; where it has none, first_column().
    [[nodiscard]] int value_column(int number) const;

private:
    std::string_view text_;
    std::vector<std::string_view> lines_;
};

}  // namespace skilldeck
