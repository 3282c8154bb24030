// SPDX-License-Identifier: Apache-2.0
#include "base/restriction_keys.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace skilldeck {

namespace {

constexpr std::array<std::string_view, 3> kRestrictions{"disable-model-invocation", "user-invocable",
                                                        "disallowed-tools"};
/// The last one is the colon of Chinese and Japanese keyboards.
constexpr std::array<std::string_view, 3> kSeparators{":", "=", "\xEF\xBC\x9A"};

char folded(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool joins_words(char c) {
    return c == '-' || c == '_' || c == ' ';
}

bool is_spelling_of(std::string_view key, std::string_view restriction) {
    std::size_t at = 0;
    for (const char c : key) {
        if (joins_words(c)) continue;
        while (at < restriction.size() && restriction[at] == '-') ++at;
        if (at == restriction.size() || folded(c) != restriction[at]) return false;
        ++at;
    }
    return at == restriction.size();
}

std::string letters_of(std::string_view text) {
    std::string letters;
    for (const char c : text) {
        if (!joins_words(c)) letters += folded(c);
    }
    return letters;
}

}  // namespace

std::string_view restriction_of(std::string_view key) {
    const auto found = std::find_if(kRestrictions.begin(), kRestrictions.end(),
                                    [&](std::string_view restriction) { return is_spelling_of(key, restriction); });
    return found == kRestrictions.end() ? std::string_view() : *found;
}

bool mentions_restriction(std::string_view text) {
    const auto letters = letters_of(text);
    return std::any_of(kRestrictions.begin(), kRestrictions.end(), [&](std::string_view restriction) {
        return letters.find(letters_of(restriction)) != std::string::npos;
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
