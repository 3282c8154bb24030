// SPDX-License-Identifier: Apache-2.0
#include "base/restriction_keys.hpp"

#include "base/documented_fields.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <string>

namespace skilldeck {

namespace {

struct Restriction {
    std::string_view key, letters;
};
constexpr std::array<Restriction, 3> kRestrictions{{{"disable-model-invocation", "disablemodelinvocation"},
                                                    {kUserInvocable, "userinvocable"},
                                                    {kDisallowedTools, "disallowedtools"}}};
constexpr std::size_t kMostSlips = 2;
/// The last one is the colon of Chinese and Japanese keyboards.
constexpr std::array<std::string_view, 3> kSeparators{":", "=", "\xEF\xBC\x9A"};

char folded(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool joins_words(char c) {
    return c == '-' || c == '_' || c == ' ';
}

/// Those that fold_name() leaves: hyphens, dashes and minus signs, and a blank.
bool joins_words(char32_t code_point) {
    constexpr char32_t kMinus = 0x2212, kHyphenBullet = 0x2043, kModifierMinus = 0x02D7;
    if (code_point == kMinus || code_point == kHyphenBullet || code_point == kModifierMinus) return true;
    const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(code_point));
    return category == UTF8PROC_CATEGORY_PD || category == UTF8PROC_CATEGORY_ZS;
}

/// What is left without that which joins words and what cannot be seen.
std::string letters_of(std::string_view text) {
    std::string letters;
    if (count_ascii(text) == text.size()) {
        for (const char c : text) {
            if (!joins_words(c)) letters += folded(c);
        }
        return letters;
    }
    for_each_code_point(fold_name(text), [&](const DecodedCodePoint& decoded, std::string_view bytes) {
        if (bytes != "_" && !joins_words(decoded.value)) letters += bytes;
    });
    return letters;
}

/// Whether another documented field is at least as near.
bool is_rather_another(std::string_view letters, std::size_t distance) {
    return std::ranges::any_of(documented_fields(), [&](std::string_view field) {
        const auto other = letters_of(field);
        const auto restricts = std::ranges::find(kRestrictions, other, &Restriction::letters) != kRestrictions.end();
        return !restricts && edit_distance(letters, other) <= distance;
    });
}

std::string_view nearest_restriction(std::string_view letters) {
    for (const auto& [key, wanted] : kRestrictions) {
        const auto most = wanted.size() + kMostSlips, least = wanted.size() - kMostSlips;
        const auto length = count_code_points(letters);
        if (length > most || length < least) continue;
        const auto distance = edit_distance(letters, wanted);
        if (distance <= kMostSlips && !is_rather_another(letters, distance)) return key;
    }
    return {};
}

}  // namespace

std::string_view restriction_of(std::string_view key) {
    const auto letters = letters_of(key);
    const auto same = std::ranges::find(kRestrictions, letters, &Restriction::letters);
    return same != kRestrictions.end() ? same->key : nearest_restriction(letters);
}

bool mentions_restriction(std::string_view text) {
    const auto letters = letters_of(text);
    return std::ranges::any_of(kRestrictions, [&](const Restriction& restriction) {
        return letters.find(restriction.letters) != std::string::npos;
    });
}

GluedKey take_glued_apart(std::string_view text) {
    auto at = std::string_view::npos;
    std::size_t size = 0;
    for (const auto separator : kSeparators) {
        const auto found = text.find(separator);
        if (found >= at) continue;
        at = found;
        size = separator.size();
    }
    if (at == std::string_view::npos) return {};
    return {trim(text.substr(0, at)), trim(text.substr(at + size))};
}

}  // namespace skilldeck
