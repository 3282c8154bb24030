// SPDX-License-Identifier: Apache-2.0
#include "base/glob.hpp"

#include "base/glob_syntax.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

using Kind = GlobToken::Kind;

bool accepts(const GlobToken& token, char32_t character) {
    if (token.kind == Kind::literal) return token.literal == character;
    if (character == U'/') return false;
    if (token.kind == Kind::any) return true;
    const bool listed = std::any_of(token.ranges.begin(), token.ranges.end(), [&](const auto& range) {
        return character >= range.first && character <= range.second;
    });
    return listed != token.inverted;
}

/// All places in the pattern where a match may stand, moved on character by character: no pattern is slower than its
/// length times the text's.
class Matching {
public:
    explicit Matching(std::span<const GlobToken> tokens)
        : tokens_(tokens), now_(tokens.size() + 1), next_(tokens.size() + 1) {
        enter(now_, 0);
    }

    /// False: nothing that follows can match any more.
    bool feed(char32_t character) {
        alive_ = false;
        for (std::size_t at = 0; at < tokens_.size(); ++at) {
            if (now_[at]) step(at, character);
        }
        now_.swap(next_);
        std::fill(next_.begin(), next_.end(), false);
        return alive_;
    }
    [[nodiscard]] bool complete() const { return now_.back(); }

private:
    /// Arriving at a token that may stand for nothing, a match also arrives behind it.
    void enter(std::vector<bool>& places, std::size_t at) {
        alive_ = true;
        places[at] = true;
        while (at < tokens_.size() && tokens_[at].may_be_empty()) places[++at] = true;
    }

    void step(std::size_t at, char32_t character) {
        switch (tokens_[at].kind) {
            case Kind::star:
                if (character != U'/') enter(next_, at);
                break;
            case Kind::rest: enter(next_, at); break;
            case Kind::directories:
                alive_ = next_[at] = true;  // still inside: it can be left only behind a slash
                if (character == U'/') enter(next_, at + 1);
                break;
            default:
                if (accepts(tokens_[at], character)) enter(next_, at + 1);
        }
    }

    std::span<const GlobToken> tokens_;
    std::vector<bool> now_, next_;
    bool alive_ = false;
};

/// A character that is one byte in every text, also among bytes that are no text.
bool is_plain(const GlobToken& token) {
    return token.kind == Kind::literal && token.literal < 0x80;
}

/// Plain text at both ends is compared as it is, so that most paths are refused at a glance.
bool match(std::span<const GlobToken> tokens, std::string_view path) {
    while (!tokens.empty() && is_plain(tokens.front())) {
        if (path.empty() || path.front() != static_cast<char>(tokens.front().literal)) return false;
        tokens = tokens.subspan(1);
        path.remove_prefix(1);
    }
    while (!tokens.empty() && is_plain(tokens.back())) {
        if (path.empty() || path.back() != static_cast<char>(tokens.back().literal)) return false;
        tokens = tokens.first(tokens.size() - 1);
        path.remove_suffix(1);
    }
    if (tokens.empty()) return path.empty();
    Matching matching(tokens);
    for (std::size_t at = 0; at < path.size();) {
        const auto decoded = decode_code_point(path, at);
        if (!matching.feed(decoded.value)) return false;
        at += decoded.length;
    }
    return matching.complete();
}

}  // namespace

Result<Glob> Glob::parse(std::string_view pattern, Braces braces) {
    auto syntax = read_glob(pattern, braces);
    if (!syntax) return syntax.error();
    Glob glob;
    glob.negated_ = syntax->negated;
    glob.alternatives_ = std::move(syntax->alternatives);
    return glob;
}

bool Glob::matches(std::string_view path, PathKind kind) const {
    return std::any_of(alternatives_.begin(), alternatives_.end(), [&](const GlobAlternative& alternative) {
        if (alternative.directory_only && kind != PathKind::directory) return false;
        return match(alternative.tokens, path);
    });
}

GlobSet GlobSet::from_patterns(std::span<const std::string> patterns, std::string_view file, Diagnostics& diagnostics) {
    GlobSet set;
    for (const auto& pattern : patterns) {
        auto glob = Glob::parse(pattern, Braces::expand);
        if (glob) {
            set.globs_.push_back(std::move(*glob));
        } else {
            diagnostics.push_back(to_diagnostic(glob.error()));
            diagnostics.back().file = file;
        }
    }
    return set;
}

GlobSet GlobSet::from_gitignore(std::string_view text) {
    GlobSet set;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    for (auto line : split(text, '\n')) {
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (auto glob = Glob::parse(line, Braces::literal)) set.globs_.push_back(std::move(*glob));
    }
    return set;
}

GlobVerdict GlobSet::verdict_on_itself(std::string_view path, PathKind kind) const {
    const auto last =
        std::find_if(globs_.rbegin(), globs_.rend(), [&](const Glob& glob) { return glob.matches(path, kind); });
    if (last == globs_.rend()) return GlobVerdict::unmatched;
    return last->negated() ? GlobVerdict::negated : GlobVerdict::matched;
}

GlobVerdict GlobSet::verdict(std::string_view path, PathKind kind) const {
    if (globs_.empty() || path.empty()) return GlobVerdict::unmatched;
    for (auto slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1)) {
        if (verdict_on_itself(path.substr(0, slash), PathKind::directory) == GlobVerdict::matched)
            return GlobVerdict::matched;
    }
    return verdict_on_itself(path, kind);
}

StarPattern::StarPattern(std::string_view pattern) {
    pieces_.emplace_back();
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const bool escaped =
            pattern[at] == '\\' && at + 1 < pattern.size() && (pattern[at + 1] == '*' || pattern[at + 1] == '\\');
        if (escaped) {
            pieces_.back() += pattern[++at];
        } else if (pattern[at] == '*') {
            pieces_.emplace_back();
        } else {
            pieces_.back() += pattern[at];
        }
    }
}

bool StarPattern::matches(std::string_view text) const {
    if (!has_star()) return text == pieces_.front();
    const auto& head = pieces_.front();
    const auto& tail = pieces_.back();
    if (text.size() < head.size() + tail.size() || !text.starts_with(head) || !text.ends_with(tail)) return false;
    auto middle = text.substr(head.size(), text.size() - head.size() - tail.size());
    for (std::size_t i = 1; i + 1 < pieces_.size(); ++i) {
        const auto found = middle.find(pieces_[i]);
        if (found == std::string_view::npos) return false;
        middle.remove_prefix(found + pieces_[i].size());
    }
    return true;
}

}  // namespace skilldeck
