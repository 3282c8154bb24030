// SPDX-License-Identifier: Apache-2.0
#include "base/frontmatter_places.hpp"

#include "base/codes.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

/// Where YAML lets a comment begin behind a value.
int comment_column(const SourceLines& lines, int number) {
    const auto line = lines.line(number);
    const auto value = static_cast<std::size_t>(lines.value_column(number));
    const auto mark = std::min(line.find(" #", value), line.find("\t#", value));
    return mark == std::string_view::npos ? lines.value_column(number) : static_cast<int>(mark) + 2;
}

bool is_about_the_line(Code code) {
    return code == code::frontmatter_repeated_key || code == code::frontmatter_colon ||
           code == code::frontmatter_tabs || code == code::frontmatter_line_dropped ||
           code == code::frontmatter_restriction_swallowed;
}

}  // namespace

void add_front_matter_column(Diagnostic& finding, const SourceLines& lines) {
    if (!finding.line || finding.column) return;
    const auto number = *finding.line;
    if (finding.code == code::frontmatter_value_cut || finding.code == code::frontmatter_comment_kept) {
        finding.column = comment_column(lines, number);
    } else {
        finding.column = is_about_the_line(finding.code) ? lines.first_column(number) : lines.value_column(number);
    }
}

}  // namespace skilldeck
