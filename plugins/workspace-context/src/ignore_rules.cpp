// SPDX-License-Identifier: Apache-2.0
#include "ignore_rules.hpp"

#include <algorithm>

namespace workspace_context {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

/// Blanks at the end do not count, unless the last one is escaped.
std::string_view without_trailing_blanks(std::string_view line) {
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t')) {
        if (line.size() > 1 && line[line.size() - 2] == '\\') break;
        line.remove_suffix(1);
    }
    return line;
}

/// A bracket expression at `pattern[at]`: whether it takes `c`, and where it ends. Without an end it is no bracket.
struct Bracket {
    bool is_bracket = false;
    bool takes = false;
    std::size_t end = 0;
};

Bracket read_bracket(std::string_view pattern, std::size_t at, char c) {
    Bracket bracket;
    std::size_t i = at + 1;
    const bool negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
    if (negated) ++i;
    for (bool first = true; i < pattern.size(); first = false) {
        if (pattern[i] == ']' && !first) {
            bracket.is_bracket = true;
            bracket.takes = bracket.takes != negated;
            bracket.end = i + 1;
            return bracket;
        }
        const char from = pattern[i];
        const bool is_range = i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']';
        const char to = is_range ? pattern[i + 2] : from;
        if (c >= from && c <= to) bracket.takes = true;
        i += is_range ? 3 : 1;
    }
    return {};
}

/// How many bytes of the pattern at `at` take the character `c`; 0 if they do not.
std::size_t takes(std::string_view pattern, std::size_t at, char c) {
    if (pattern[at] == '?') return 1;
    if (pattern[at] == '[') {
        const Bracket bracket = read_bracket(pattern, at, c);
        if (bracket.is_bracket) return bracket.takes ? bracket.end - at : 0;
    }
    if (pattern[at] == '\\' && at + 1 < pattern.size()) return pattern[at + 1] == c ? 2 : 0;
    return pattern[at] == c ? 1 : 0;
}

/// Pattern parts against path parts, with `**` for any number of them: one row of reachable positions for each part.
bool matches_parts(const std::vector<std::string>& pattern, const std::vector<std::string_view>& path) {
    std::vector<bool> reached(path.size() + 1, false);
    reached[0] = true;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        std::vector<bool> next(path.size() + 1, false);
        const bool any = pattern[i] == "**";
        const bool is_last = i + 1 == pattern.size();
        for (std::size_t at = 0; at <= path.size(); ++at) {
            if (!reached[at]) continue;
            if (any) {
                // at the end `a/**` wants something below a; elsewhere it may stand for nothing
                for (std::size_t to = is_last ? at + 1 : at; to <= path.size(); ++to) next[to] = true;
            } else if (at < path.size() && matches_component(pattern[i], path[at])) {
                next[at + 1] = true;
            }
        }
        reached = std::move(next);
    }
    return reached[path.size()];
}

}  // namespace

bool matches_component(std::string_view pattern, std::string_view text) {
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t after_star = std::string_view::npos;
    std::size_t retry = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            after_star = ++p;
            retry = t;
            continue;
        }
        const std::size_t step = p < pattern.size() ? takes(pattern, p, text[t]) : 0;
        if (step > 0) {
            p += step;
            ++t;
        } else if (after_star != std::string_view::npos) {
            p = after_star;
            t = ++retry;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

void IgnoreRules::add(std::string_view directory, std::string_view text) {
    for (std::string_view line : split(text, '\n')) {
        line = without_trailing_blanks(line);
        if (line.empty() || line.front() == '#') continue;
        if (rules_.size() >= kMaximumRules) return;
        Rule rule;
        rule.directory = directory;
        rule.negated = line.front() == '!';
        if (rule.negated) line.remove_prefix(1);
        rule.directories_only = line.ends_with('/');
        if (rule.directories_only) line.remove_suffix(1);
        const bool anchored = line.find('/') != std::string_view::npos;
        if (line.starts_with('/')) line.remove_prefix(1);
        if (line.empty()) continue;
        if (!anchored) rule.parts.emplace_back("**");
        for (const std::string_view part : split(line, '/')) {
            const bool repeats = part == "**" && !rule.parts.empty() && rule.parts.back() == "**";
            if (!repeats) rule.parts.emplace_back(part);
        }
        rules_.push_back(std::move(rule));
    }
}

bool IgnoreRules::ignores(std::string_view path, EntryKind kind) const {
    for (auto rule = rules_.rbegin(); rule != rules_.rend(); ++rule) {
        if (rule->directories_only && kind != EntryKind::directory) continue;
        std::string_view below = path;
        if (!rule->directory.empty()) {
            const bool is_below = below.size() > rule->directory.size() && below.starts_with(rule->directory) &&
                                  below[rule->directory.size()] == '/';
            if (!is_below) continue;
            below.remove_prefix(rule->directory.size() + 1);
        }
        if (matches_parts(rule->parts, split(below, '/'))) return !rule->negated;
    }
    return false;
}

}  // namespace workspace_context
