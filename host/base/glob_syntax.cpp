// SPDX-License-Identifier: Apache-2.0
#include "base/glob_syntax.hpp"

#include "base/codes.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace skilldeck {

namespace {

using namespace std::string_view_literals;
using Kind = GlobToken::Kind;
constexpr std::size_t kMaxPatternBytes = 1024;
constexpr std::size_t kMaxAlternatives = 256;
constexpr std::size_t kMaxExpandedBytes = 16 * 1024;  // of all alternatives: a match looks at each

/// Blanks at the end do not count, unless a backslash stands before one.
std::string_view without_trailing_blanks(std::string_view text) {
    std::size_t end = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == ' ') continue;
        if (text[at] == '\\') ++at;
        end = std::min(at + 1, text.size());
    }
    return text.substr(0, end);
}

struct BraceGroup {
    std::size_t open, close;
    std::vector<std::size_t> commas;  ///< between its choices
};

/// The first brace from `from` on that closes and holds a comma of its own; one look at each character.
std::optional<BraceGroup> first_brace_group(std::string_view text, std::size_t from) {
    std::vector<BraceGroup> open;  // each inside the one before
    std::optional<BraceGroup> first;
    for (auto at = from; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '\\') {
            ++at;
        } else if (c == '{') {
            open.push_back({at, at, {}});
        } else if (c == ',' && !open.empty()) {
            open.back().commas.push_back(at);
        } else if (c == '}' && !open.empty()) {
            auto group = std::move(open.back());
            open.pop_back();
            group.close = at;
            if (!group.commas.empty() && (!first || group.open < first->open)) first = std::move(group);
            if (first && open.empty()) return first;
        }
    }
    return first;
}

/// False when there would be too many, or too much text.
bool expand_braces(std::string_view text, std::vector<std::string>& out) {
    std::vector<std::pair<std::string, std::size_t>> open{{std::string(text), 0}};  // text, expanded so far
    std::size_t bytes = 0;
    while (!open.empty()) {
        const auto [pattern, done] = std::move(open.back());
        open.pop_back();
        auto group = first_brace_group(pattern, done);
        if (!group) {
            bytes += pattern.size();
            out.push_back(pattern);
            if (out.size() > kMaxAlternatives || bytes > kMaxExpandedBytes) return false;
            continue;
        }
        const std::string_view whole = pattern;
        group->commas.push_back(group->close);
        for (auto end = group->commas.size(); end-- > 0;) {
            const auto begin = end == 0 ? group->open : group->commas[end - 1];
            std::string chosen(whole.substr(0, group->open));
            chosen += whole.substr(begin + 1, group->commas[end] - begin - 1);
            chosen += whole.substr(group->close + 1);
            open.emplace_back(std::move(chosen), group->open);
        }
    }
    return true;
}

/// The classes of POSIX, in ASCII: pairs of first and last character.
struct NamedClass {
    std::string_view name, bounds;
};
constexpr std::array<NamedClass, 12> kNamedClasses{{{"alnum", "09AZaz"},
                                                    {"alpha", "AZaz"},
                                                    {"blank", "  \t\t"},
                                                    {"cntrl", "\0\x1F\x7F\x7F"sv},
                                                    {"digit", "09"},
                                                    {"graph", "!~"},
                                                    {"lower", "az"},
                                                    {"print", " ~"},
                                                    {"punct", "!/:@[`{~"},
                                                    {"space", "  \t\r"},
                                                    {"upper", "AZ"},
                                                    {"xdigit", "09AFaf"}}};

/// Reads one pattern without braces from left to right.
class PatternReader {
public:
    PatternReader(std::string_view text, bool has_slash) : text_(text), has_slash_(has_slash) {}

    /// The problem, or nothing.
    [[nodiscard]] std::optional<std::string_view> read(std::vector<GlobToken>& tokens) {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '*') {
                tokens.push_back(read_stars());
            } else if (c == '?') {
                ++at_;
                tokens.push_back({Kind::any, 0, {}, false});
            } else if (c == '[') {
                auto token = read_class();
                if (!token) return "a [ is not closed or names an unknown class";
                tokens.push_back(std::move(*token));
            } else {
                const auto literal = read_character();
                if (!literal) return "nothing follows the last backslash";
                tokens.push_back({Kind::literal, *literal, {}, false});
            }
        }
        return std::nullopt;
    }

private:
    /// `**` spans directories only as a whole segment. git compares the plain text at the start of a pattern with a
    /// slash first and takes what is left for a pattern of its own, so there `ab**/c` spans them too.
    GlobToken read_stars() {
        const auto start = at_;
        while (at_ < text_.size() && text_[at_] == '*') ++at_;
        const bool several = at_ - start > 1;
        const bool begins_rest = has_slash_ && text_.substr(0, start).find_first_of("*?[\\") == std::string_view::npos;
        const bool begins_segment = start == 0 || text_[start - 1] == '/' || begins_rest;
        GlobToken token{Kind::star, 0, {}, false};
        const bool slash_is_escaped = text_.substr(at_).starts_with("\\/");  // git: any text, then the slash
        if (several && begins_segment && (at_ == text_.size() || slash_is_escaped)) {
            token.kind = Kind::rest;
        } else if (several && begins_segment && text_[at_] == '/') {
            ++at_;
            token.kind = Kind::directories;
        }
        return token;
    }

    std::optional<char32_t> read_character() {
        if (text_[at_] == '\\' && ++at_ == text_.size()) return std::nullopt;
        const auto decoded = decode_code_point(text_, at_);
        at_ += decoded.length;
        return decoded.value;
    }

    std::optional<GlobToken> read_class() {
        GlobToken token{Kind::character_class, 0, {}, false};
        ++at_;
        if (at_ < text_.size() && (text_[at_] == '!' || text_[at_] == '^')) {
            token.inverted = true;
            ++at_;
        }
        for (bool first = true; at_ < text_.size(); first = false) {
            if (text_[at_] == ']' && !first) {
                ++at_;
                return token;
            }
            if (!read_class_member(token)) return std::nullopt;
        }
        return std::nullopt;
    }

    /// Of the parts of git's matcher that nobody writes down: `[:` names a class only if the next `]` has a `:` before
    /// it, and a range that runs backwards still stands for its first character.
    bool read_class_member(GlobToken& token) {
        if (text_.substr(at_).starts_with("[:")) {
            const auto end = text_.find(']', at_ + 2);
            if (end == std::string_view::npos) return false;
            if (end > at_ + 2 && text_[end - 1] == ':') return read_named_class(token, end - 1);
        }
        const auto low = read_character();
        if (!low) return false;
        token.ranges.emplace_back(*low, *low);
        const bool range = at_ + 1 < text_.size() && text_[at_] == '-' && text_[at_ + 1] != ']';
        if (!range) return true;
        ++at_;
        const auto high = read_character();
        if (!high) return false;
        token.ranges.emplace_back(*low, *high);
        return true;
    }

    bool read_named_class(GlobToken& token, std::size_t end) {
        const auto name = text_.substr(at_ + 2, end - at_ - 2);
        at_ = end + 2;
        const auto* known = std::find_if(kNamedClasses.begin(), kNamedClasses.end(),
                                         [&](const NamedClass& named) { return named.name == name; });
        if (known == kNamedClasses.end()) return false;
        const auto character = [](char c) { return static_cast<char32_t>(static_cast<unsigned char>(c)); };
        for (std::size_t i = 0; i < known->bounds.size(); i += 2) {
            token.ranges.emplace_back(character(known->bounds[i]), character(known->bounds[i + 1]));
        }
        return true;
    }

    std::string_view text_;
    bool has_slash_;
    std::size_t at_ = 0;
};

std::optional<std::string_view> read_alternative(std::string_view pattern, GlobAlternative& alternative) {
    if (pattern.ends_with('/')) {
        alternative.directory_only = true;
        pattern.remove_suffix(1);
    }
    const bool anchored = pattern.find('/') != std::string_view::npos;
    if (pattern.starts_with('/')) pattern.remove_prefix(1);
    if (pattern.empty()) return "it is empty";
    if (!anchored) alternative.tokens.push_back({Kind::directories, 0, {}, false});
    return PatternReader(pattern, anchored).read(alternative.tokens);
}

}  // namespace

Result<GlobSyntax> read_glob(std::string_view pattern, Braces braces) {
    const auto invalid = [&](std::string_view problem) {
        return make_error(code::glob_invalid, "", {pattern, problem});
    };
    if (pattern.size() > kMaxPatternBytes)
        return make_error(code::glob_invalid, "", {pattern.substr(0, 64), "it is too long"});
    auto text = without_trailing_blanks(pattern);
    if (text.empty()) return invalid("it is empty");
    if (text.front() == '#') return invalid("it is a comment");
    GlobSyntax syntax;
    if (text.front() == '!') {
        syntax.negated = true;
        text.remove_prefix(1);
    }
    std::vector<std::string> expanded;
    if (braces == Braces::literal) {
        expanded.emplace_back(text);
    } else if (!expand_braces(text, expanded)) {
        return invalid("its braces stand for too many patterns");
    }
    for (const auto& one : expanded) {
        GlobAlternative alternative;
        if (const auto problem = read_alternative(one, alternative)) return invalid(*problem);
        syntax.alternatives.push_back(std::move(alternative));
    }
    return syntax;
}

}  // namespace skilldeck
