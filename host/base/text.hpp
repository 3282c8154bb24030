// SPDX-License-Identifier: Apache-2.0
// Text as this project counts it: UTF-8, code points, Unicode normal forms.
// Pure functions, safe from any thread.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skilldeck {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

[[nodiscard]] bool is_valid_utf8(std::string_view text);
/// Ill-formed sequences become U+FFFD.
[[nodiscard]] std::string repair_utf8(std::string_view text);
[[nodiscard]] std::size_t count_code_points(std::string_view text);
/// The first `count` code points, never splitting one.
[[nodiscard]] std::string_view first_code_points(std::string_view text, std::size_t count);

[[nodiscard]] std::string to_nfc(std::string_view text);
/// NFKC and case folding: for names that must not look alike.
[[nodiscard]] std::string fold_name(std::string_view text);

/// Lines that end in LF: CR LF becomes one, and so does a lone CR where the text has no LF at all.
[[nodiscard]] std::string with_line_feeds(std::string text);

[[nodiscard]] std::string_view trim(std::string_view text);
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
/// The parts are views: those of a string that is gone before they are used do not compile.
template <std::same_as<std::string> Temporary>
void split(Temporary&& text, char separator) = delete;
[[nodiscard]] std::string join(std::span<const std::string> parts, std::string_view separator);
/// `1 hook`, `2 hooks`: for words whose plural ends in s.
[[nodiscard]] std::string counted(std::size_t count, std::string_view word);

/// Line and column, both from 1, of a byte offset.
[[nodiscard]] std::pair<int, int> line_and_column(std::string_view text, std::size_t offset);

/// How many insertions, deletions, substitutions and swaps of neighbouring code points lead from one to the other.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// Up to `most` of `candidates` that are near `word` (edit distance at most a third of its length, prefixes first).
[[nodiscard]] std::vector<std::string> nearest(std::string_view word, std::span<const std::string> candidates,
                                               std::size_t most = 3);

/// `did you mean a, b?`, or nothing when none is near: a hint.
[[nodiscard]] std::string did_you_mean(std::string_view word, std::span<const std::string> candidates,
                                       std::size_t most = 3);

}  // namespace skilldeck
