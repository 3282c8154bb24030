// SPDX-License-Identifier: Apache-2.0
#include "base/text.hpp"

#include "base/utf8.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <tuple>

namespace skilldeck {

namespace {

constexpr std::size_t kMaxComparedCodePoints = 64;

std::string map_with(std::string_view text, int options) {
    // utf8proc refuses ill-formed input as a whole, so it is repaired first.
    std::string repaired;
    if (!is_valid_utf8(text)) {
        repaired = repair_utf8(text);
        text = repaired;
    }
    utf8proc_uint8_t* mapped = nullptr;
    const auto length =
        utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()), static_cast<utf8proc_ssize_t>(text.size()),
                     &mapped, static_cast<utf8proc_option_t>(options));
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
    if (length < 0) return std::string(text);
    return {reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(length)};
}

bool is_ascii(std::string_view text) {
    return count_ascii(text) == text.size();
}

std::u32string decode(std::string_view text) {
    std::u32string points;
    for_each_code_point(text, [&](const DecodedCodePoint& decoded, std::string_view) { points += decoded.value; });
    return points;
}

/// Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment).
std::size_t edit_distance(const std::u32string& a, const std::u32string& b) {
    std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        current[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            current[j] = std::min({previous[j] + 1, current[j - 1] + 1, changed});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) current[j] = std::min(current[j], before[j - 2] + 1);
        }
        before.swap(previous);
        previous.swap(current);
    }
    return previous[b.size()];
}

}  // namespace

bool is_valid_utf8(std::string_view text) {
    for (std::size_t at = count_ascii(text); at < text.size(); at += count_ascii(text.substr(at))) {
        const auto decoded = decode_code_point(text, at);
        if (!decoded.well_formed) return false;
        at += decoded.length;
    }
    return true;
}

std::string repair_utf8(std::string_view text) {
    std::string repaired;
    repaired.reserve(text.size());
    for_each_code_point(text, [&](const DecodedCodePoint& decoded, std::string_view bytes) {
        if (decoded.well_formed) {
            repaired += bytes;
        } else {
            append_code_point(repaired, kReplacementCharacter);
        }
    });
    return repaired;
}

std::size_t count_code_points(std::string_view text) {
    std::size_t count = count_ascii(text);
    for_each_code_point(text.substr(count), [&](const DecodedCodePoint&, std::string_view) { ++count; });
    return count;
}

std::string_view first_code_points(std::string_view text, std::size_t count) {
    std::size_t at = 0;
    while (count > 0 && at < text.size()) {
        at += decode_code_point(text, at).length;
        --count;
    }
    return text.substr(0, at);
}

std::string to_nfc(std::string_view text) {
    if (is_ascii(text)) return std::string(text);
    return map_with(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

std::string fold_name(std::string_view text) {
    // NFKC_Casefold: invisible characters (default ignorables) do not tell two names apart either.
    constexpr int kOptions = UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE;
    if (is_ascii(text)) return map_with(text, kOptions);
    // Folding before the canonical order is made would tell equivalent spellings apart (U+0345 folds to a letter).
    return map_with(map_with(text, UTF8PROC_STABLE | UTF8PROC_DECOMPOSE), kOptions);
}

std::string with_line_feeds(std::string text) {
    if (text.find('\r') == std::string::npos) return text;
    if (text.find('\n') == std::string::npos) {
        std::replace(text.begin(), text.end(), '\r', '\n');
        return text;
    }
    std::string mended;
    mended.reserve(text.size());
    for (const char c : text) {
        if (c == '\n' && mended.ends_with('\r')) mended.pop_back();
        mended += c;
    }
    return mended;
}

std::string_view trim(std::string_view text) {
    const auto is_blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

std::string counted(std::size_t count, std::string_view word) {
    return std::to_string(count) + " " + std::string(word) + (count == 1 ? "" : "s");
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
    std::string joined;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) joined += separator;
        joined += parts[i];
    }
    return joined;
}

std::pair<int, int> line_and_column(std::string_view text, std::size_t offset) {
    const auto before = text.substr(0, std::min(offset, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const auto line_start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
    return {static_cast<int>(line), static_cast<int>(before.size() - line_start) + 1};
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
    return edit_distance(decode(a), decode(b));
}

std::vector<std::string> nearest(std::string_view word, std::span<const std::string> candidates, std::size_t most) {
    const auto folded_word = decode(fold_name(first_code_points(word, kMaxComparedCodePoints)));
    if (folded_word.empty()) return {};
    using Ranked = std::tuple<bool, std::size_t, std::size_t>;  // not a prefix, distance, position: smaller is nearer
    std::vector<Ranked> ranked;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const auto folded = decode(fold_name(first_code_points(candidates[i], kMaxComparedCodePoints)));
        const auto distance = edit_distance(folded_word, folded);
        const bool prefix = folded.starts_with(folded_word);
        if (prefix || distance <= folded_word.size() / 3) ranked.emplace_back(!prefix, distance, i);
    }
    std::sort(ranked.begin(), ranked.end());
    std::vector<std::string> near;
    for (const auto& entry : ranked) {
        const auto& candidate = candidates[std::get<2>(entry)];
        if (near.size() == most) break;
        if (std::find(near.begin(), near.end(), candidate) == near.end()) near.push_back(candidate);
    }
    return near;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates, std::size_t most) {
    const auto near = nearest(word, candidates, most);
    return near.empty() ? std::string() : "did you mean " + join(near, ", ") + "?";
}

}  // namespace skilldeck
