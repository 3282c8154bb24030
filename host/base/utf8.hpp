// SPDX-License-Identifier: Apache-2.0
// One code point of UTF-8 at a time, also out of bytes that are not UTF-8.
// Everything that looks into text goes through here; whole texts are text.hpp.
// Pure functions, safe from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace skilldeck {

inline constexpr char32_t kReplacementCharacter = U'\uFFFD';

struct DecodedCodePoint {
    char32_t value = kReplacementCharacter;  ///< U+FFFD for an ill-formed sequence
    std::size_t length = 1;                  ///< bytes taken: one code point, or the longest ill-formed prefix of one
    bool well_formed = false;
};

/// The code point at `offset`, which must be below the size. Surrogates and overlong forms are ill-formed.
[[nodiscard]] DecodedCodePoint decode_code_point(std::string_view text, std::size_t offset);

/// `code_point` must be a Unicode scalar value.
void append_code_point(std::string& out, char32_t code_point);

/// How many bytes at the start are ASCII.
[[nodiscard]] std::size_t count_ascii(std::string_view text);

/// Calls `visit(DecodedCodePoint, std::string_view bytes)` for each code point in order.
template <class Visit>
void for_each_code_point(std::string_view text, Visit&& visit) {
    for (std::size_t at = 0; at < text.size();) {
        const auto decoded = decode_code_point(text, at);
        visit(decoded, text.substr(at, decoded.length));
        at += decoded.length;
    }
}

}  // namespace skilldeck
