// SPDX-License-Identifier: Apache-2.0
// What real front matter needs beyond YAML: values with a colon, brackets or quotes that YAML forbids, and headers that
// only a person can read. Works on lines and asks yaml_block whether the result stands.
// A part of frontmatter. Pure functions, safe from any thread.
#pragma once

#include "base/frontmatter.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// The text of a block again; its last line ends too, which a block scalar there needs.
[[nodiscard]] std::string join_header_lines(std::span<const std::string> lines);

struct RepairedValue {
    std::string key;  ///< of the field or list item that was rewritten
    int line = 0;
    bool alias = false;  ///< it refers to what could not be found: as text it is not what was meant
};

/// Each line that begins with a documented key and no colon with a blank behind it, `name:x`, written as that field. A
/// restriction is found in any spelling, also before ` :` and `=`.
struct ColonsMended {
    std::vector<std::string> lines;
    std::vector<RepairedValue> keys;
};
[[nodiscard]] ColonsMended mend_colons(std::span<const std::string> lines, int first_line);

/// Two blanks for each tab of an indentation. One in the text of a block scalar, behind its own, is text.
[[nodiscard]] std::vector<std::string> expand_tabs(std::span<const std::string> lines);

/// `*name`: what stands elsewhere as `&name`.
[[nodiscard]] bool is_alias(std::string_view value);

/// The header with as many lines as before: a value that joins several leaves empty ones behind.
struct RepairedHeader {
    std::vector<std::string> lines;
    std::vector<RepairedValue> values;
    int tab_line = 0;  ///< first line whose indentation had tabs, or 0
};

/// Puts quotes around what YAML cannot read, field by field: one that reads as it is stays as it is.
[[nodiscard]] RepairedHeader repair_header(std::span<const std::string> lines, int first_line);

struct RawHeader {
    FrontMatterValue::Map fields;
    std::vector<int> key_lines;
    std::vector<RepairedValue> values;
    std::vector<int> dropped_lines;  ///< belong to no field
};

/// The last resort: only documented keys at the start of a line begin a field, every other line goes on with the one
/// above. A field that reads as YAML alone, or after repair, keeps its structure. Of a repeated key the first counts.
[[nodiscard]] RawHeader read_raw_header(std::span<const std::string> lines, int first_line);

}  // namespace skilldeck
