// SPDX-License-Identifier: Apache-2.0
// Patterns, compiled once: gitignore globs (also with braces) for `paths` and ignore files, and the plain `*` patterns
// of permission rules. They look at text only, never at a file system; case matters.
// Immutable values, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "base/glob_syntax.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

enum class PathKind : std::uint8_t { file, directory };

/// One line of gitignore. `!` negates, a trailing `/` wants a directory, a `/` elsewhere ties the pattern to the place
/// it stands in, `*`, `?` and `[...]` stay within one segment, `**` as a whole segment spans them.
/// A path is relative to the place of the pattern, with `/` between segments and no `.` among them.
class Glob {
public:
    /// Error glob_invalid: also for an empty line or a comment, where there is nothing to match.
    [[nodiscard]] static Result<Glob> parse(std::string_view pattern, Braces braces);

    /// The path itself; what lies below a match is for GlobSet. Whether the pattern is negated plays no part.
    [[nodiscard]] bool matches(std::string_view path, PathKind kind) const;
    [[nodiscard]] bool negated() const { return negated_; }
    /// What its braces stand for; one of them without braces.
    [[nodiscard]] std::span<const GlobAlternative> alternatives() const { return alternatives_; }

private:
    std::vector<GlobAlternative> alternatives_;
    bool negated_ = false;
};

/// What the last pattern that speaks says of a path.
enum class GlobVerdict : std::uint8_t { unmatched, matched, negated };

/// Patterns in order, as in one ignore file: the last match wins, and what lies below a matched directory is matched,
/// whatever later patterns say.
class GlobSet {
public:
    GlobSet() = default;
    /// A list from settings or front matter. A bad pattern is a diagnostic for `file`, the others stay.
    [[nodiscard]] static GlobSet from_patterns(std::span<const std::string> patterns, std::string_view file,
                                               Diagnostics& diagnostics);
    /// The text of a .gitignore. Patterns that git would never match are left out silently, as git does.
    [[nodiscard]] static GlobSet from_gitignore(std::string_view text);

    [[nodiscard]] GlobVerdict verdict(std::string_view path, PathKind kind) const;
    /// Of the path alone, whatever the folders above it: for who goes down folder by folder and asks for each.
    [[nodiscard]] GlobVerdict verdict_on_itself(std::string_view path, PathKind kind) const;
    [[nodiscard]] bool matches(std::string_view path, PathKind kind) const {
        return verdict(path, kind) == GlobVerdict::matched;
    }
    [[nodiscard]] bool empty() const { return globs_.empty(); }
    [[nodiscard]] std::span<const Glob> globs() const { return globs_; }

private:
    std::vector<Glob> globs_;
};

/// A pattern in which `*` stands for any text, blanks and slashes included; `\*` and `\\` are literal.
/// It must match the whole text. For rules like `Bash(npm run *)` and tool names like `mcp__box__*`.
class StarPattern {
public:
    explicit StarPattern(std::string_view pattern);
    [[nodiscard]] bool matches(std::string_view text) const;
    [[nodiscard]] bool has_star() const { return pieces_.size() > 1; }

private:
    std::vector<std::string> pieces_;  ///< the literal texts between the stars
};

}  // namespace skilldeck
