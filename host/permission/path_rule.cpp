// SPDX-License-Identifier: Apache-2.0
#include "permission/path_rule.hpp"

#include <algorithm>
#include <string>
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

/// Where the links of a path lead, as far as it exists.
Path followed(const FileReader& files, const Path& path) {
    Path rest;
    for (Path above = path;; above = above.parent_path()) {
        if (const auto real = files.real_path(above)) return rest.empty() ? *real : (*real / rest).lexically_normal();
        if (!above.has_relative_path()) return path;
        rest = rest.empty() ? above.filename() : above.filename() / rest;
    }
}

std::vector<Path> names_of(const Path& path, const PermissionPlaces& places) {
    std::vector<Path> names{path};
    if (places.files == nullptr) return names;
    auto real = followed(*places.files, path);
    if (real != path) names.push_back(std::move(real));
    return names;
}

bool matches_below(const GlobSet& glob, const Path& base, const Path& path, PathKind kind) {
    const auto relative = path.lexically_relative(base).generic_string();
    if (relative.empty() || relative == ".." || starts_with(relative, "../")) return false;
    if (kind == PathKind::file) return relative != "." && glob.matches(relative, kind);
    const auto inside = relative == "." ? std::string("_") : relative + "/_";
    return (relative != "." && glob.matches(relative, kind)) || glob.matches(inside, PathKind::file);
}

Path without_end_slash(Path path) {
    return path.has_filename() || !path.has_relative_path() ? path : path.parent_path();
}

}  // namespace

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
    const auto whole = without_end_slash((places.working_directory / path).lexically_normal());
    const auto bases = names_of(placed.base, places);
    const auto matches = [&](const Path& name) {
        return std::ranges::any_of(bases, [&](const Path& base) { return matches_below(glob, base, name, kind); });
    };
    const auto candidates = names_of(whole, places);
    return names == PathNames::any_name ? std::ranges::any_of(candidates, matches)
                                        : std::ranges::all_of(candidates, matches);
}

}  // namespace skilldeck
