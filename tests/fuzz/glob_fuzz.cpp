// SPDX-License-Identifier: Apache-2.0
// The last line is a path (one that ends in a slash is a directory), the lines before are patterns. A pattern matches
// what a plain reading of its text says, with braces and without; so does the list of them as an ignore file. What
// braces stand for has its limits, and no pattern is slow. An index of them finds what trying each finds.
#include "glob_reference.hpp"

#include "base/codes.hpp"
#include "base/glob.hpp"
#include "base/glob_index.hpp"
#include "base/text.hpp"
#include "property.hpp"

#include <ctime>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

using namespace skilldeck;

namespace {

constexpr std::size_t kMaxInput = 1'500;
constexpr std::clock_t kMaxTime = CLOCKS_PER_SEC;  // of the processor; some hundred times what the slowest takes

/// The text of a pattern without what stands before and behind it.
std::string_view bare(std::string_view pattern) {
    const auto text = fuzz::without_trailing_blanks(pattern);
    return text.starts_with('!') ? text.substr(1) : text;
}

std::optional<std::vector<std::string>> wanted_alternatives(std::string_view pattern, Braces braces) {
    if (pattern.size() > fuzz::kPatternBytes) return std::nullopt;
    const auto text = fuzz::without_trailing_blanks(pattern);
    if (text.empty() || text.front() == '#') return std::nullopt;
    if (braces == Braces::literal) return std::vector{std::string(bare(pattern))};
    return fuzz::expanded_braces(bare(pattern));
}

void check_pattern(std::string_view pattern, Braces braces, std::string_view path, PathKind kind) {
    const auto start = std::clock();
    const auto glob = Glob::parse(pattern, braces);
    const bool found = glob && glob->matches(path, kind);
    MUST_HOLD(std::clock() - start < kMaxTime);
    if (!glob) MUST_HOLD(glob.error().code == code::glob_invalid);
    const auto alternatives = wanted_alternatives(pattern, braces);
    bool valid = alternatives.has_value();
    bool matched = false;
    for (std::size_t i = 0; valid && i < alternatives->size(); ++i) {
        const fuzz::ReferenceGlob reference((*alternatives)[i]);
        valid = reference.valid();
        matched = matched || (valid && reference.matches(path, kind == PathKind::directory));
    }
    MUST_HOLD(glob.has_value() == valid);
    if (!valid) return;
    MUST_HOLD(glob->negated() == pattern.starts_with('!'));
    MUST_HOLD(found == matched);
}

/// What git does, line by line: a directory that is ignored takes what is in it along.
GlobVerdict reference_verdict(const std::vector<std::string_view>& lines, std::string_view path, PathKind kind) {
    const auto itself = [&](std::string_view part, PathKind part_kind) {
        auto verdict = GlobVerdict::unmatched;
        for (const auto line : lines) {
            const auto text =
                fuzz::without_trailing_blanks(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
            if (text.empty() || text.front() == '#' || line.size() > fuzz::kPatternBytes) continue;
            const fuzz::ReferenceGlob reference(bare(text));
            if (!reference.valid() || !reference.matches(part, part_kind == PathKind::directory)) continue;
            verdict = text.front() == '!' ? GlobVerdict::negated : GlobVerdict::matched;
        }
        return verdict;
    };
    for (std::size_t slash = 0; (slash = path.find('/', slash)) != std::string_view::npos; ++slash) {
        if (itself(path.substr(0, slash), PathKind::directory) == GlobVerdict::matched) return GlobVerdict::matched;
    }
    return itself(path, kind);
}

/// `*` stands for any text, and nothing else does.
void check_star_pattern(std::string_view pattern, std::string_view text) {
    const StarPattern star(pattern);
    MUST_HOLD(star.matches(text) == fuzz::star_matches(pattern, text));
}

void check_index(const std::vector<std::string_view>& patterns, std::string_view path, PathKind kind) {
    GlobIndex index;
    std::vector<std::size_t> matched;
    for (const auto line : patterns) {
        const std::string pattern(line);
        Diagnostics ignored;
        auto set = GlobSet::from_patterns(std::span(&pattern, 1), "", ignored);
        const bool matches = set.matches(path, kind);
        const auto number = index.add(std::move(set));
        if (matches) matched.push_back(number);
    }
    MUST_HOLD(index.matching(path, kind) == matched);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > kMaxInput) return 0;
    const auto whole = fuzz::as_text(data, size);
    auto lines = split(whole, '\n');
    if (lines.size() < 2 || lines.size() > 8) return 0;
    auto path = lines.back();
    lines.pop_back();
    const auto kind = path.ends_with('/') ? PathKind::directory : PathKind::file;
    if (kind == PathKind::directory) path.remove_suffix(1);
    for (const auto pattern : lines) {
        check_pattern(pattern, Braces::literal, path, kind);
        check_pattern(pattern, Braces::expand, path, kind);
        check_star_pattern(pattern, path);
    }
    check_index(lines, path, kind);
    const auto text = whole.substr(0, whole.rfind('\n'));
    if (!path.empty() && !text.starts_with("\xEF\xBB\xBF")) {
        MUST_HOLD(GlobSet::from_gitignore(text).verdict(path, kind) == reference_verdict(lines, path, kind));
    }
    return 0;
}
