// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace skilldeck {

namespace {

/// What a lead byte promises (Unicode standard, table 3-7): how many bytes follow and the range of the first of them.
struct Lead {
    std::size_t following;
    std::uint8_t low, high;
    char32_t bits;
};

Lead lead_of(std::uint8_t byte) {
    if (byte >= 0xC2 && byte <= 0xDF) return {1, 0x80, 0xBF, byte & 0x1Fu};
    if (byte == 0xE0) return {2, 0xA0, 0xBF, 0};
    if (byte == 0xED) return {2, 0x80, 0x9F, 0xD};
    if (byte >= 0xE1 && byte <= 0xEF) return {2, 0x80, 0xBF, byte & 0xFu};
    if (byte == 0xF0) return {3, 0x90, 0xBF, 0};
    if (byte >= 0xF1 && byte <= 0xF3) return {3, 0x80, 0xBF, byte & 0x7u};
    if (byte == 0xF4) return {3, 0x80, 0x8F, 4};
    return {0, 0, 0, 0};
}

}  // namespace

std::size_t count_ascii(std::string_view text) {
    constexpr std::uint64_t kHighBits = 0x8080808080808080;
    std::size_t at = 0;
    for (std::uint64_t word = 0; at + sizeof word <= text.size(); at += sizeof word) {
        std::memcpy(&word, text.data() + at, sizeof word);
        if ((word & kHighBits) != 0) break;
    }
    while (at < text.size() && static_cast<std::uint8_t>(text[at]) < 0x80) ++at;
    return at;
}

DecodedCodePoint decode_code_point(std::string_view text, std::size_t offset) {
    const auto byte_at = [&](std::size_t at) { return static_cast<std::uint8_t>(text[at]); };
    const auto first = byte_at(offset);
    if (first < 0x80) return {first, 1, true};
    const auto lead = lead_of(first);
    if (lead.following == 0) return {};
    char32_t value = lead.bits;
    auto low = lead.low;
    auto high = lead.high;
    for (std::size_t taken = 1; taken <= lead.following; ++taken) {
        if (offset + taken >= text.size()) return {kReplacementCharacter, taken, false};
        const auto next = byte_at(offset + taken);
        if (next < low || next > high) return {kReplacementCharacter, taken, false};
        value = (value << 6) | (next & 0x3Fu);
        low = 0x80;
        high = 0xBF;
    }
    return {value, lead.following + 1, true};
}

void append_code_point(std::string& out, char32_t code_point) {
    const auto put = [&](char32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
    const auto follow = [&](int shift) { put(0x80 | ((code_point >> shift) & 0x3F)); };
    if (code_point < 0x80) {
        put(code_point);
    } else if (code_point < 0x800) {
        put(0xC0 | (code_point >> 6));
        follow(0);
    } else if (code_point < 0x10000) {
        put(0xE0 | (code_point >> 12));
        follow(6);
        follow(0);
    } else {
        put(0xF0 | (code_point >> 18));
        follow(12);
        follow(6);
        follow(0);
    }
}

}  // namespace skilldeck
