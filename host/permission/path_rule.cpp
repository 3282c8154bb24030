// SPDX-License-Identifier: Apache-2.0
#include "permission/path_rule.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

/// A gitignore pattern and the folder it is about.
struct PlacedPattern {
    Path base;
    std::string pattern;
};

bool starts_with(std::string_view text, std::string_view prefix) {
    return text.substr(0, prefix.size()) == prefix;
}

/// A pattern of one line, in which `!` and `#` at the start mean themselves.
std::string as_plain(std::string_view pattern) {
    const bool special = starts_with(pattern, "!") || starts_with(pattern, "#");
    return (special ? "\\" : "") + std::string(pattern);
}

PlacedPattern place(std::string_view pattern, const PermissionPlaces& places) {
    if (starts_with(pattern, "//")) return {places.working_directory.root_path(), std::string(pattern.substr(1))};
    if (pattern == "~") return {places.home, "/**"};
    if (starts_with(pattern, "~/")) return {places.home, std::string(pattern.substr(1))};
    if (starts_with(pattern, "/")) return {places.project_dir, std::string(pattern)};
    if (starts_with(pattern, "./")) return {places.working_directory, std::string(pattern.substr(1))};
    return {places.working_directory, as_plain(pattern)};
}

constexpr unsigned kLinkLimit = 40;  ///< links of one path, as systems have it

/// Where an absolute path leads: part by part, so that `..` is what stands above where a link leads, also behind what
/// is not there yet.
Path followed(const FileReader& files, const Path& path) {
    if (auto real = files.real_path(path)) return *std::move(real);
    std::vector<Path> parts;  // still to go, the next one last
    const auto add = [&parts](const Path& more) {
        const std::vector<Path> added(more.begin(), more.end());
        parts.insert(parts.end(), added.rbegin(), added.rend());
    };
    add(path.relative_path());
    Path at = path.root_path();
    for (unsigned links = 0; !parts.empty();) {
        const auto part = std::exchange(parts.back(), {});
        parts.pop_back();
        if (part.empty() || part == ".") continue;
        if (part == "..") {
            at = at.parent_path();
            continue;
        }
        const auto link = links < kLinkLimit ? files.read_link(at / part) : Result<Path>(Path());
        if (!link || link->empty()) {
            at /= part;
            continue;
        }
        ++links;
        if (link->is_absolute()) at = link->root_path();
        add(link->relative_path());
    }
    return at;
}

Path without_end_slash(Path path) {
    return path.has_filename() || !path.has_relative_path() ? path : path.parent_path();
}

/// Without `..` by its text alone, where that leads, and where the path itself leads.
std::vector<Path> names_of(const Path& path, const PermissionPlaces& places) {
    std::vector<Path> names{without_end_slash(path.lexically_normal())};
    if (places.files == nullptr || !path.is_absolute()) return names;
    const bool climbs = std::ranges::find(path, Path("..")) != path.end();
    for (const auto& name : climbs ? std::vector<Path>{names.front(), path} : std::vector<Path>{names.front()}) {
        auto real = without_end_slash(followed(*places.files, name));
        if (std::ranges::find(names, real) == names.end()) names.push_back(std::move(real));
    }
    return names;
}

bool matches_below(const GlobSet& glob, const Path& base, const Path& path, PathKind kind) {
    const auto relative = path.lexically_relative(base).generic_string();
    if (relative.empty() || relative == ".." || starts_with(relative, "../")) return false;
    if (kind == PathKind::file) return relative != "." && glob.matches(relative, kind);
    const auto inside = relative == "." ? std::string("_") : relative + "/_";
    return (relative != "." && glob.matches(relative, kind)) || glob.matches(inside, PathKind::file);
}

}  // namespace

bool is_computed_path(const Path& path, const PermissionPlaces& places) {
    const auto text = path.generic_string();
    if (text == "~" || text.starts_with("~/")) return places.home.empty();
    return text.starts_with('~') || text.starts_with('$');
}

Result<> check_path_pattern(std::string_view pattern) {
    const auto glob = Glob::parse(place(pattern, {}).pattern, Braces::expand);
    return glob ? Result<>() : Result<>(glob.error());
}

bool path_rule_matches(std::string_view pattern, const Path& path, PathKind kind, PathNames names,
                       const PermissionPlaces& places) {
    const auto placed = place(pattern, places);
    if (placed.base.empty()) return false;
    Diagnostics ignored;  // the pattern was checked when the rule was read
    const auto glob = GlobSet::from_patterns(std::span(&placed.pattern, 1), {}, ignored);
    const auto bases = names_of(placed.base, places);
    const auto matches = [&](const Path& name) {
        return std::ranges::any_of(bases, [&](const Path& base) { return matches_below(glob, base, name, kind); });
    };
    auto candidates = names_of(places.working_directory / path, places);
    const auto text = path.generic_string();
    if (!places.home.empty() && (text == "~" || text.starts_with("~/"))) {
        const auto at_home = names_of(places.home / text.substr(std::min<std::size_t>(text.size(), 2)), places);
        candidates.insert(candidates.end(), at_home.begin(), at_home.end());
    }
    return names == PathNames::any_name ? std::ranges::any_of(candidates, matches)
                                        : std::ranges::all_of(candidates, matches);
}

}  // namespace skilldeck
