// SPDX-License-Identifier: Apache-2.0
// Restrictions that the rules of text would take away: a line that begins with a restricting key and was joined to the
// value above it, became an item of its list or a key of its block, or belongs to no field at all. Lines inside a block
// scalar, a quoted text or a real map are what they say they are.
// A part of frontmatter. Pure functions, safe from any thread.
#pragma once

#include "base/frontmatter.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

struct SwallowedRestriction {
    std::string_view key;  ///< as it is documented
    std::string written;   ///< as it stands on the line
    int line = 0;          ///< of the file
    std::string header;    ///< a header that has this field alone, on the same line of the file
};

/// `header` has LF line ends, its first line counts as `first_line`; `fields` is what was read of it.
[[nodiscard]] std::vector<SwallowedRestriction> find_swallowed_restrictions(std::string_view header, int first_line,
                                                                            const FrontMatterValue::Map& fields);

/// Puts a restriction beside what the fields say already: whatever restricts more stays.
void add_restriction(FrontMatterValue::Map& fields, std::string_view key, FrontMatterValue value);

}  // namespace skilldeck
