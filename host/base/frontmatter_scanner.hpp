// SPDX-License-Identifier: Apache-2.0
// Reads the shapes that nearly all front matter has, a hundred times faster than a YAML parser: maps of plain, quoted
// and block scalars, lists of scalars, comments on lines of their own. Anything else is left to frontmatter_yaml, and
// so is everything that YAML might read differently or refuse.
// A part of frontmatter. Pure functions, safe from any thread.
#pragma once

#include "base/frontmatter.hpp"

#include <optional>
#include <string_view>

namespace skilldeck {

/// The fields just as strict YAML gives them, sources and lines included, with nothing to be said about them; or
/// nothing. `text` is well-formed UTF-8 with LF line ends; its first line counts as `first_line`.
[[nodiscard]] std::optional<FrontMatterValue::Map> scan_header(std::string_view text, int first_line);

}  // namespace skilldeck
