// SPDX-License-Identifier: Apache-2.0
// Whether the bytes of a file are the UTF-8 that everything here reads, and where they are not. What stands in their
// place: repair_utf8(). Pure functions, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace skilldeck {

/// The first byte that is no part of well-formed UTF-8.
[[nodiscard]] std::optional<std::size_t> first_ill_formed(std::string_view text);

/// By its byte order mark, or by the zeros that ASCII has in it.
[[nodiscard]] bool is_utf16(std::string_view text);

/// Says text_utf16, or text_not_utf8 as a warning with line and column of the first bad byte of `part`, a view into
/// `text`. False: there is nothing to say.
bool report_encoding(std::string_view text, std::string_view part, std::string_view file, Diagnostics& diagnostics);

}  // namespace skilldeck
