// SPDX-License-Identifier: Apache-2.0
#include "plugin/dependencies.hpp"

#include "base/semver.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

bool is_of_session(const Plugin& plugin) {
    return plugin.installed.place == PluginPlace::plugin_dir;
}

bool version_fits(const Plugin& plugin, std::string_view range_text) {
    if (range_text.empty() || range_text == "*") return true;
    const auto range = VersionRange::parse(range_text);
    const auto version = parse_version(plugin.installed.version);
    return range && version && range->contains(*version);
}

DependencyState state_of(const PackageDependency& dependency, const Plugin& dependent,
                         std::span<const Plugin> plugins) {
    using Kind = DependencyState::Kind;
    const auto& market = dependency.marketplace.empty() ? dependent.installed.marketplace : dependency.marketplace;
    DependencyState state{Kind::missing, dependency.name + "@" + market, dependency.range, "not installed", nullptr};
    const auto becomes = [&state](Kind kind, const Plugin& plugin, std::string problem) {
        state.kind = kind;
        state.plugin = &plugin;
        state.problem = std::move(problem);
    };
    for (const auto& plugin : plugins) {
        const bool session = is_of_session(plugin);
        if (plugin.component_name() != dependency.name) continue;
        if (!session && plugin.installed.marketplace != market) continue;
        if (!plugin.active()) {
            const bool on = plugin.enabled();
            becomes(on ? Kind::unusable : Kind::disabled, plugin, on ? "not usable" : "disabled");
        } else if (session || version_fits(plugin, dependency.range)) {
            becomes(Kind::met, plugin, {});
            return state;
        } else {
            becomes(Kind::other_version, plugin,
                    "installed as " + plugin.installed.version + ", wanted " + dependency.range);
        }
    }
    return state;
}

void add_needed_and_off(const Plugin& plugin, std::span<const Plugin> plugins, std::vector<const Plugin*>& found) {
    if (!plugin.package) return;
    for (const auto& dependency : plugin.package->dependencies) {
        const auto state = state_of(dependency, plugin, plugins);
        const bool off = state.kind == DependencyState::Kind::disabled && version_fits(*state.plugin, state.range);
        if (!off || std::ranges::find(found, state.plugin) != found.end()) continue;
        found.push_back(state.plugin);
        add_needed_and_off(*state.plugin, plugins, found);
    }
}

}  // namespace

std::string_view dependency_word(DependencyState::Kind kind) {
    switch (kind) {
        case DependencyState::Kind::met: return "met";
        case DependencyState::Kind::missing: return "missing";
        case DependencyState::Kind::disabled: return "disabled";
        case DependencyState::Kind::unusable: return "unusable";
        case DependencyState::Kind::other_version: return "other-version";
    }
    return "missing";
}

std::vector<DependencyState> dependency_states(const Plugin& plugin, std::span<const Plugin> plugins) {
    std::vector<DependencyState> states;
    if (!plugin.package) return states;
    for (const auto& dependency : plugin.package->dependencies) {
        states.push_back(state_of(dependency, plugin, plugins));
    }
    return states;
}

std::string dependency_hint(const DependencyState& state) {
    switch (state.kind) {
        case DependencyState::Kind::met: return {};
        case DependencyState::Kind::missing: return "install it: skilldeck plugin install " + state.id;
        case DependencyState::Kind::disabled: return "enable it: skilldeck plugin enable " + state.id;
        case DependencyState::Kind::unusable: return "see why: skilldeck plugin explain " + state.id;
        case DependencyState::Kind::other_version:
            return "bring both up to date: skilldeck plugin update, or install the version: skilldeck plugin install " +
                   state.id + " --version VERSION";
    }
    return {};
}

std::vector<const Plugin*> needed_by(const Plugin& plugin, std::span<const Plugin> plugins) {
    std::vector<const Plugin*> dependents;
    for (const auto& other : plugins) {
        if (!other.active()) continue;
        const auto states = dependency_states(other, plugins);
        const bool needs = std::ranges::any_of(states, [&](const DependencyState& state) {
            return state.kind == DependencyState::Kind::met && state.plugin == &plugin;
        });
        if (needs) dependents.push_back(&other);
    }
    return dependents;
}

std::vector<const Plugin*> needed_and_off(const Plugin& plugin, std::span<const Plugin> plugins) {
    std::vector<const Plugin*> found;
    add_needed_and_off(plugin, plugins, found);
    std::erase(found, &plugin);  // of a circle
    return found;
}

}  // namespace skilldeck
