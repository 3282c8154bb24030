// SPDX-License-Identifier: Apache-2.0
#include "base/text_encoding.hpp"

#include "base/codes.hpp"
#include "base/source_lines.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

namespace skilldeck {

namespace {

constexpr std::size_t kLookedAt = 4;  // two characters tell it

void say(Code code, Severity severity, std::string_view file, TextPosition at, Diagnostics& diagnostics) {
    diagnostics.push_back(make_diagnostic(code, file));
    diagnostics.back().severity = severity;
    diagnostics.back().line = at.line;
    diagnostics.back().column = at.column;
}

}  // namespace

std::optional<std::size_t> first_ill_formed(std::string_view text) {
    if (is_valid_utf8(text)) return std::nullopt;
    for (std::size_t at = 0; at < text.size();) {
        const auto decoded = decode_code_point(text, at);
        if (!decoded.well_formed) return at;
        at += decoded.length;
    }
    return std::nullopt;
}

bool is_utf16(std::string_view text) {
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return true;
    if (text.size() < kLookedAt || (text[0] != '\0' && text[1] != '\0')) return false;
    const bool little = text[0] != '\0' && text[1] == '\0' && text[2] != '\0' && text[3] == '\0';
    const bool big = text[0] == '\0' && text[1] != '\0' && text[2] == '\0' && text[3] != '\0';
    return little || big;
}

bool report_encoding(std::string_view text, std::string_view part, std::string_view file, Diagnostics& diagnostics) {
    if (is_utf16(text)) {
        say(code::text_utf16, Severity::error, file, {}, diagnostics);
        return true;
    }
    const auto at = first_ill_formed(part);
    if (!at) return false;
    const auto before = static_cast<std::size_t>(part.data() - text.data());
    say(code::text_not_utf8, Severity::warning, file, SourceLines(text).position(before + *at), diagnostics);
    return true;
}

}  // namespace skilldeck
