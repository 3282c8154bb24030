// SPDX-License-Identifier: Apache-2.0
// What one line of a header consists of, and where a quoted or bracketed value in it ends. Knows no YAML beyond that;
// who decides what a value is: frontmatter_scanner, yaml_block, frontmatter_repair.
// A part of frontmatter. Pure functions, safe from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace skilldeck {

/// The key at the start of `text`: a word without blanks, then a colon, then a blank or the end; or empty.
[[nodiscard]] std::string_view leading_key(std::string_view text);

/// A line apart: `  - key: value`. Without key and dash it is something else.
struct HeaderLine {
    std::size_t column = 0;  ///< of the key, or of the last dash: continuation lines are indented deeper
    std::size_t value_at = 0;
    std::string_view key;    ///< empty for a list item
    std::string_view value;  ///< trimmed
    bool dash = false;

    [[nodiscard]] bool is_value() const { return dash || !key.empty(); }
};
[[nodiscard]] HeaderLine take_line_apart(std::string_view line);

/// Where the quoted text or the `[...]`/`{...}` that `text` begins with ends (one past), or npos.
[[nodiscard]] std::size_t end_of_quoted(std::string_view text);
[[nodiscard]] std::size_t end_of_brackets(std::string_view text);
/// Whether a line of it but the first begins with a key at this column or left of it: then the quote or bracket that it
/// begins with was not meant to go on so far.
[[nodiscard]] bool has_key_at_or_left_of(std::string_view inside, std::size_t column);
/// `|` or `>` with its indicators: the text is on the lines below.
[[nodiscard]] bool is_block_header(std::string_view value);

enum class YamlStyle : std::uint8_t { block, flow };
/// The value that begins at `begin` as it is written, up to the end of its line, without a comment. `style` is that of
/// the collection it is in: a flow collection also ends at its comma and bracket.
[[nodiscard]] std::string_view inner_source(std::string_view text, std::size_t begin, YamlStyle style);

}  // namespace skilldeck
