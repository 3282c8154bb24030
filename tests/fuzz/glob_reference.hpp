// SPDX-License-Identifier: Apache-2.0
// Globs as a reader of their text would take them, for comparison: it walks pattern and path side by side by recursion
// with a memory, and shares nothing with host/base but the decoding of UTF-8. Written after the behaviour of git.
#pragma once

#include "base/utf8.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck::fuzz {

constexpr std::size_t kPatternBytes = 1024, kAlternatives = 256, kExpandedBytes = 16 * 1024;

inline std::string_view without_trailing_blanks(std::string_view text) {
    while (text.ends_with(' ')) {
        std::size_t backslashes = 0;
        while (backslashes + 1 < text.size() && text[text.size() - 2 - backslashes] == '\\') ++backslashes;
        if (backslashes % 2 == 1) break;
        text.remove_suffix(1);
    }
    return text;
}

/// Nothing where they stand for more than is allowed.
class BraceReader {
public:
    std::optional<std::vector<std::string>> read(const std::string& text) {
        expand(text);
        if (all_.size() > kAlternatives || bytes_ > kExpandedBytes) return std::nullopt;
        return all_;
    }

private:
    /// The end of the group that opens at `open` and the places of its commas; none when it is text.
    static std::vector<std::size_t> group(const std::string& text, std::size_t open) {
        std::vector<std::size_t> marks;
        int depth = 0;
        for (auto at = open; at < text.size(); ++at) {
            if (text[at] == '\\') {
                ++at;
                continue;
            }
            if (text[at] == '{') ++depth;
            if (text[at] == ',' && depth == 1) marks.push_back(at);
            if (text[at] != '}' || --depth > 0) continue;
            if (!marks.empty()) marks.push_back(at);
            return marks;
        }
        return {};
    }

    void expand(const std::string& text) {
        if (all_.size() > kAlternatives || bytes_ > kExpandedBytes) return;
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (text[at] == '\\') {
                ++at;
                continue;
            }
            if (text[at] != '{') continue;
            const auto marks = group(text, at);
            auto begin = at + 1;
            for (const auto mark : marks) {
                expand(text.substr(0, at) + text.substr(begin, mark - begin) + text.substr(marks.back() + 1));
                begin = mark + 1;
            }
            if (!marks.empty()) return;
        }
        all_.push_back(text);
        bytes_ += text.size();
    }

    std::vector<std::string> all_;
    std::size_t bytes_ = 0;
};

inline std::optional<std::vector<std::string>> expanded_braces(std::string_view text) {
    return BraceReader().read(std::string(text));
}

inline std::u32string code_points(std::string_view text) {
    std::u32string out;
    for_each_code_point(text, [&](const DecodedCodePoint& decoded, std::string_view) { out += decoded.value; });
    return out;
}

/// One pattern without braces, `!` and blanks at its end.
class ReferenceGlob {
public:
    explicit ReferenceGlob(std::string_view pattern) {
        if (pattern.ends_with('/')) {
            directory_only_ = true;
            pattern.remove_suffix(1);
        }
        anchored_ = pattern.find('/') != std::string_view::npos;
        if (pattern.starts_with('/')) pattern.remove_prefix(1);
        pattern_ = code_points(pattern);
        plain_ = std::min(pattern_.find_first_of(U"*?[\\"), pattern_.size());
        if (!anchored_) plain_ = 0;
    }

    [[nodiscard]] bool valid() const {
        if (pattern_.empty()) return false;
        for (std::size_t at = 0; at < pattern_.size();) {
            if (pattern_[at] == U'\\') {
                if (at + 1 == pattern_.size()) return false;
                at += 2;
                continue;
            }
            const auto read = pattern_[at] == U'[' ? read_class(at, U'\0') : Class{at + 1, false};
            if (!read) return false;
            at = read->end;
        }
        return true;
    }

    [[nodiscard]] bool matches(std::string_view path, bool directory) const {
        if (directory_only_ && !directory) return false;
        text_ = code_points(anchored_ ? path : path.substr(path.rfind('/') + 1));
        // The whole path is below `**` too, whatever slashes it has.
        if (!anchored_ && pattern_.find_first_not_of(U'*') == std::u32string::npos && pattern_.size() > 1) return true;
        if (text_.substr(0, plain_) != pattern_.substr(0, plain_) || text_.size() < plain_) return false;
        memory_.assign((pattern_.size() + 1) * (text_.size() + 1), 0);
        return from(plain_, plain_);
    }

private:
    struct Class {
        std::size_t end;  ///< behind the `]`
        bool holds;
    };

    static bool in_named_class(std::u32string_view name, char32_t c, bool& known) {
        const bool ascii = c < 128;
        const auto is = [&](int (*test)(int)) { return ascii && test(static_cast<int>(c)) != 0; };
        known = true;
        if (name == U"alnum") return is(isalnum);
        if (name == U"alpha") return is(isalpha);
        if (name == U"blank") return is(isblank);
        if (name == U"cntrl") return is(iscntrl);
        if (name == U"digit") return is(isdigit);
        if (name == U"graph") return is(isgraph);
        if (name == U"lower") return is(islower);
        if (name == U"print") return is(isprint);
        if (name == U"punct") return is(ispunct);
        if (name == U"space") return is(isspace);
        if (name == U"upper") return is(isupper);
        if (name == U"xdigit") return is(isxdigit);
        known = false;
        return false;
    }

    /// The class that opens at `at`, and whether it holds `c`; nothing when it is none.
    [[nodiscard]] std::optional<Class> read_class(std::size_t at, char32_t c) const {
        const auto size = pattern_.size();
        const auto character = [&](std::size_t i) { return i < size ? pattern_[i] : U'\0'; };
        ++at;
        const bool inverted = character(at) == U'!' || character(at) == U'^';
        if (inverted) ++at;
        bool holds = false;
        std::optional<char32_t> before;  // what a range may begin with
        for (bool first = true; first || character(at) != U']'; first = false, ++at) {
            if (at >= size) return std::nullopt;
            auto member = pattern_[at];
            if (member == U'[' && character(at + 1) == U':') {
                const auto close = pattern_.find(U']', at + 2);
                if (close == std::u32string::npos) return std::nullopt;
                if (close > at + 2 && pattern_[close - 1] == U':') {
                    bool known = false;
                    const std::u32string_view name = std::u32string_view(pattern_).substr(at + 2, close - at - 3);
                    holds = in_named_class(name, c, known) || holds;
                    if (!known) return std::nullopt;
                    at = close;
                    before.reset();
                    continue;
                }
            }
            const bool range = member == U'-' && before && at + 1 < size && pattern_[at + 1] != U']';
            if (range) member = pattern_[++at];
            if (member == U'\\') {
                if (++at >= size) return std::nullopt;
                member = pattern_[at];
            }
            holds = holds || (range ? c >= *before && c <= member : c == member);
            before = range ? std::nullopt : std::optional(member);
            if (at + 1 >= size) return std::nullopt;
        }
        return Class{at + 1, holds != inverted && c != U'/'};
    }

    [[nodiscard]] bool from(std::size_t p, std::size_t t) const {
        auto& known = memory_[p * (text_.size() + 1) + t];
        if (known == 0) known = walk(p, t) ? 2 : 1;
        return known == 2;
    }

    [[nodiscard]] bool walk(std::size_t p, std::size_t t) const {
        if (p == pattern_.size()) return t == text_.size();
        if (pattern_[p] == U'*') return star(p, t);
        if (t == text_.size()) return false;
        const auto c = text_[t];
        if (pattern_[p] == U'?') return c != U'/' && from(p + 1, t + 1);
        if (pattern_[p] == U'[') {
            const auto read = read_class(p, c);
            return read->holds && from(read->end, t + 1);
        }
        if (pattern_[p] == U'\\') return pattern_[p + 1] == c && from(p + 2, t + 1);
        return pattern_[p] == c && from(p + 1, t + 1);
    }

    [[nodiscard]] bool star(std::size_t p, std::size_t t) const {
        const auto end = std::min(pattern_.find_first_not_of(U'*', p), pattern_.size());
        const bool starts = p == plain_ || p == 0 || pattern_[p - 1] == U'/';
        const bool slash = end < pattern_.size() && pattern_[end] == U'/';
        const bool escaped_slash = pattern_.compare(end, 2, U"\\/") == 0;
        const bool spans = end - p > 1 && starts && (end == pattern_.size() || slash || escaped_slash);
        if (spans && slash && from(end + 1, t)) return true;  // no directory at all
        for (auto rest = t;; ++rest) {
            if (from(end, rest)) return true;
            if (rest == text_.size() || (text_[rest] == U'/' && !spans)) return false;
        }
    }

    bool directory_only_ = false, anchored_ = false;
    std::u32string pattern_;
    std::size_t plain_ = 0;  ///< of a pattern with a slash: the text before the first character with a meaning
    mutable std::u32string text_;
    mutable std::vector<std::uint8_t> memory_;
};

/// The whole text by bytes: `\*` and `\\` are literal.
inline bool star_matches(std::string_view pattern, std::string_view text) {
    std::vector<bool> reached(text.size() + 1, false);
    reached[0] = true;
    for (std::size_t p = 0; p < pattern.size(); ++p) {
        if (pattern[p] == '*') {
            for (std::size_t t = 0; t < text.size(); ++t) reached[t + 1] = reached[t + 1] || reached[t];
            continue;
        }
        const bool escaped =
            pattern[p] == '\\' && p + 1 < pattern.size() && (pattern[p + 1] == '*' || pattern[p + 1] == '\\');
        const char wanted = escaped ? pattern[++p] : pattern[p];
        for (std::size_t t = text.size() + 1; t-- > 0;) reached[t] = t > 0 && reached[t - 1] && text[t - 1] == wanted;
    }
    return reached[text.size()];
}

}  // namespace skilldeck::fuzz
