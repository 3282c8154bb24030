// SPDX-License-Identifier: Apache-2.0
// The one place where third-party text is made safe to show. Control characters, escape sequences,
// bidirectional and zero-width characters never reach a terminal, a log or a listing.
// Pure functions, safe from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace skilldeck {

/// C0, DEL and C1 (U+0000–1F, U+007F–9F).
[[nodiscard]] bool is_control_character(char32_t code_point);
/// The characters that reorder what stands around them (marks, embeddings, overrides, isolates).
[[nodiscard]] bool is_bidirectional_control(char32_t code_point);

/// For a terminal or log: those characters become \u{XXXX}; tab and line feed stay, CR LF becomes LF; ill-formed UTF-8
/// becomes U+FFFD.
[[nodiscard]] std::string clean_for_terminal(std::string_view text);

/// As above on one line: a line break or tab becomes one blank, with the blanks around it, and goes at the ends. Other
/// blanks stay, for a path is to be usable as it is shown. For table cells and error lines.
[[nodiscard]] std::string clean_for_line(std::string_view text);

/// A name or path that is to be told from others in a message: tab and the line breaks become `\t`, `\n` and `\r`.
[[nodiscard]] std::string with_breaks_shown(std::string_view name);

/// For the listing the model sees: also every run of blanks becomes one, none stand at the ends, and the host's own
/// tags (`<system-reminder>` and its like) are escaped.
[[nodiscard]] std::string clean_for_listing(std::string_view text);

/// Whether a name holds a character that is refused in names.
[[nodiscard]] bool has_unsafe_characters(std::string_view name);

/// Columns of a terminal the text takes (East Asian wide = 2, combining = 0).
[[nodiscard]] std::size_t display_width(std::string_view text);

}  // namespace skilldeck
