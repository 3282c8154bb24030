// SPDX-License-Identifier: Apache-2.0
// The front matter of a Markdown file: a YAML map between two `---` lines at the very start.
// Strict YAML first, then lenient repair of single lines; one bad line never takes its neighbours along.
// Pure functions, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace skilldeck {

/// One value: a scalar with its source text, a list, or a map.
struct FrontMatterValue {
    using List = std::vector<FrontMatterValue>;
    using Map = std::vector<std::pair<std::string, FrontMatterValue>>;

    // Written out and defined in the .cpp: a value holds lists of its own, still incomplete, type.
    FrontMatterValue();
    FrontMatterValue(const FrontMatterValue&);
    FrontMatterValue(FrontMatterValue&&) noexcept;
    FrontMatterValue& operator=(const FrontMatterValue&);
    FrontMatterValue& operator=(FrontMatterValue&&) noexcept;
    ~FrontMatterValue();

    std::variant<std::string, List, Map> value;  ///< a scalar as text: a number or boolean keeps its spelling
    std::string source;  ///< as written, trimmed, without a comment; inside a field: its first line
    int line = 0;        ///< from 1, in the file; of the key where there is one
    bool null = false;   ///< empty, `null` or `~`

    friend bool operator==(const FrontMatterValue& a, const FrontMatterValue& b);
};

/// none: no header. unreadable: a header, but nothing in it could be used; the body is the text below it all the same.
enum class FrontMatterReading { none, strict, repaired, unreadable };

struct FrontMatter {
    FrontMatterReading reading = FrontMatterReading::none;
    FrontMatterValue::Map fields;  ///< in file order, a repeated key: the last
    std::size_t body_offset = 0;   ///< of the first byte after the closing fence's line end, in the given text
    int body_line = 1;             ///< line of that byte
    bool body_found = true;        ///< false: a head that lies within its header, which is too large
    bool goes_on = false;          ///< a head that ends before its header does: nothing was read

    [[nodiscard]] const FrontMatterValue* find(std::string_view key) const;
};

/// head: the file goes on behind the text, which ends with a line.
enum class TextExtent { whole, head };

/// `file` names the text in diagnostics. A UTF-8 BOM and CRLF are accepted. Of a head whose header is still open
/// nothing is read or said, unless it is too large already: then the whole head belongs to it. Limits: 64 KiB of
/// header, 16 levels, 4,096 values, no aliases expanded beyond 1,000 nodes.
[[nodiscard]] FrontMatter parse_front_matter(std::string_view text, std::string_view file, Diagnostics& diagnostics,
                                             TextExtent extent = TextExtent::whole);

/// A scalar as text; null, a list or a map give nothing.
[[nodiscard]] std::optional<std::string> front_matter_text(const FrontMatterValue& value);
/// true/false/yes/no/on/off/1/0 in any case; else nothing.
[[nodiscard]] std::optional<bool> front_matter_bool(const FrontMatterValue& value);
/// A list as it is; a string split on commas outside parentheses, or, without one, on blanks outside parentheses.
[[nodiscard]] std::vector<std::string> front_matter_list(const FrontMatterValue& value);
/// The same for tools: a rule whose parenthesis stands behind a blank, `Bash (git *)`, is one tool, without the blank.
[[nodiscard]] std::vector<std::string> front_matter_tools(const FrontMatterValue& value);
/// The first comma outside parentheses; npos: there is none.
[[nodiscard]] std::size_t front_matter_comma(std::string_view text);
/// For globs: a list as it is; a string split on commas outside braces, never on blanks.
[[nodiscard]] std::vector<std::string> front_matter_paths(const FrontMatterValue& value);
/// The same as views of the value.
[[nodiscard]] std::vector<std::string_view> front_matter_list_view(const FrontMatterValue& value);
[[nodiscard]] std::vector<std::string_view> front_matter_paths_view(const FrontMatterValue& value);

}  // namespace skilldeck
