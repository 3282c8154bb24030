// SPDX-License-Identifier: Apache-2.0
// Cleaned text is UTF-8, holds nothing that was to be kept away, and cleaning it again changes nothing.
#include "base/display_text.hpp"
#include "base/text.hpp"
#include "property.hpp"

#include <algorithm>
#include <string>

using namespace skilldeck;

namespace {

void check_terminal(std::string_view text) {
    const auto clean = clean_for_terminal(text);
    MUST_HOLD(is_valid_utf8(clean));
    MUST_HOLD(clean_for_terminal(clean) == clean);
    auto without_breaks = clean;
    std::replace_if(
        without_breaks.begin(), without_breaks.end(), [](char c) { return c == '\n' || c == '\t'; }, 'x');
    MUST_HOLD(clean_for_terminal(without_breaks) == without_breaks);
    MUST_HOLD(without_breaks.find_first_of("\x1b\r\x7f") == std::string::npos);
}

void check_line(std::string_view text) {
    const auto line = clean_for_line(text);
    MUST_HOLD(is_valid_utf8(line));
    MUST_HOLD(!has_unsafe_characters(line));
    MUST_HOLD(clean_for_line(line) == line);
    MUST_HOLD(display_width(line) <= 2 * count_code_points(line));
    if (!has_unsafe_characters(text)) MUST_HOLD(line == text);  // a path is shown as it is, blanks and all
    const auto listed = clean_for_listing(text);
    MUST_HOLD(is_valid_utf8(listed));
    MUST_HOLD(!has_unsafe_characters(listed));
    MUST_HOLD(clean_for_listing(listed) == listed);
    MUST_HOLD(listed.find("  ") == std::string::npos);
    MUST_HOLD(trim(listed) == listed);
    auto lower = listed;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    MUST_HOLD(lower.find("<system-reminder") == std::string::npos);
    MUST_HOLD(lower.find("</system-reminder") == std::string::npos);
}

void check_text(std::string_view text) {
    const auto repaired = repair_utf8(text);
    MUST_HOLD(is_valid_utf8(repaired));
    MUST_HOLD(is_valid_utf8(text) == (repaired == text));
    MUST_HOLD(count_code_points(repaired) == count_code_points(text));
    const auto half = count_code_points(text) / 2;
    MUST_HOLD(count_code_points(first_code_points(text, half)) == half);
    const auto composed = to_nfc(text);
    MUST_HOLD(is_valid_utf8(composed) && to_nfc(composed) == composed);
    const auto folded = fold_name(text);
    MUST_HOLD(is_valid_utf8(folded) && fold_name(folded) == folded);
    MUST_HOLD(fold_name(composed) == folded);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = fuzz::as_text(data, size);
    check_terminal(text);
    check_line(text);
    check_text(text);
    return 0;
}
