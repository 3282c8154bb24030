// SPDX-License-Identifier: Apache-2.0
// Text cut and wrapped to the columns of a terminal, wide characters counted as two. It expects clean text
// (base/display_text). Pure functions, safe from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// The text in at most `columns` columns; one that was longer ends in `…`.
[[nodiscard]] std::string cut_to_columns(std::string_view text, std::size_t columns);

/// The text with blanks behind it up to `columns`; one that is longer is cut.
[[nodiscard]] std::string padded_to_columns(std::string_view text, std::size_t columns);

/// The text as rows of at most `columns`, broken at its line feeds and at blanks, a longer word where the row ends.
/// Blanks at the start of a line stay. At least one row.
[[nodiscard]] std::vector<std::string> wrapped_to_columns(std::string_view text, std::size_t columns);

}  // namespace skilldeck
