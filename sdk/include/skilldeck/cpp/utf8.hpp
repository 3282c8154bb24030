// SPDX-License-Identifier: Apache-2.0
// Is this text well-formed UTF-8? Rule R2 of plugin_abi.h, for the wrapper and for the fake host. Callable anywhere.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace skd {

/// The length of the well-formed sequence at `text[at]`, 0 if there is none (overlong forms and surrogates are not).
[[nodiscard]] constexpr std::size_t utf8_sequence(std::string_view text, std::size_t at) noexcept {
    const auto byte = [text](std::size_t i) constexpr { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(at);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() - at < length) return 0;
    const unsigned second = byte(at + 1);
    const unsigned lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < lowest || second > highest) return 0;
    for (std::size_t i = 2; i < length; ++i) {
        if ((byte(at + i) & 0xC0U) != 0x80U) return 0;
    }
    return length;
}

[[nodiscard]] constexpr bool is_utf8(std::string_view text) noexcept {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8_sequence(text, at);
        if (length == 0) return false;
        at += length;
    }
    return true;
}

/// `text` with every byte that belongs to no well-formed sequence replaced by '?'.
[[nodiscard]] inline std::string clean_utf8(std::string_view text) {
    std::string clean;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8_sequence(text, at);
        if (length == 0) {
            clean += '?';
            ++at;
        } else {
            clean.append(text.substr(at, length));
            at += length;
        }
    }
    return clean;
}

}  // namespace skd
