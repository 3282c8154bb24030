// SPDX-License-Identifier: Apache-2.0
#include "app/places.hpp"

#include "app/codes.hpp"
#include "skill/discovery.hpp"

namespace skilldeck {

namespace {

constexpr const char* kSystemManagedDir = "/etc/skilldeck";

Path absolute(const World& world, const Path& path) {
    return (path.is_absolute() ? path : world.working_directory / path).lexically_normal();
}

/// Without the trailing slash that lexically_normal() keeps.
Path without_slash(const Path& path) {
    return path.has_filename() ? path : path.parent_path();
}

Result<Path> config_dir(const World& world, const GlobalOptions& options) {
    if (options.config_dir && options.config_dir->empty()) {
        return make_error(code::usage_wrong, "--config-dir", {"the directory is missing"});
    }
    if (options.config_dir) return absolute(world, *options.config_dir);
    if (const auto named = world.variable("SKILLDECK_CONFIG_DIR"); !named.empty()) return absolute(world, named);
    const auto home = world.variable("HOME");
    if (home.empty()) return make_error(code::home_unknown, "HOME");
    if (Path(home).is_relative()) return make_error(code::home_relative, "HOME", {home});
    return Path(home) / ".skilldeck";
}

}  // namespace

Result<Places> resolve_places(const World& world, const GlobalOptions& options) {
    Places places;
    places.home = world.variable("HOME");
    auto config = config_dir(world, options);
    if (!config) return config.error();
    places.config_dir = without_slash(*config);

    const auto start = options.project ? absolute(world, *options.project) : world.working_directory;
    auto real_start = world.files.real_path(start);
    if (!real_start) return real_start.error();
    if (!world.files.is_directory(*real_start)) return make_error(code::not_a_directory, real_start->string());
    places.start_directory = *real_start;
    places.project_dir = *real_start;
    if (!options.project) {
        if (const auto root = repository_root(world.files, *real_start)) places.project_dir = *root;
    }

    places.managed_dirs.emplace_back(kSystemManagedDir);
    if (options.managed_dir) places.managed_dirs.push_back(without_slash(absolute(world, *options.managed_dir)));
    if (const auto named = world.variable("SKILLDECK_MANAGED_DIR"); !named.empty()) {
        places.managed_dirs.push_back(without_slash(absolute(world, named)));
    }
    for (const auto& dir : options.add_dirs) places.added_dirs.push_back(without_slash(absolute(world, dir)));
    for (const auto& dir : options.plugin_dirs) places.plugin_dirs.push_back(without_slash(absolute(world, dir)));
    return places;
}

}  // namespace skilldeck
