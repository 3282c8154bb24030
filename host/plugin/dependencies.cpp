// SPDX-License-Identifier: Apache-2.0
#include "plugin/dependencies.hpp"

#include "base/semver.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

bool is_of_session(const Plugin& plugin) {
    return plugin.installed.place == PluginPlace::plugin_dir;
}

/// As it would be without the plugin `without`.
DependencyState state_of(const PackageDependency& dependency, const Plugin& dependent, std::span<const Plugin> plugins,
                         const Plugin* without = nullptr) {
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
        if (&plugin == without || plugin.component_name() != dependency.name) continue;
        if (!session && plugin.installed.marketplace != market) continue;
        if (!session && !range_accepts(dependency.range, plugin.installed.version)) {
            becomes(Kind::other_version, plugin,
                    "installed as " + plugin.installed.version + ", wanted " + dependency.range);
        } else if (!plugin.active()) {
            const bool on = plugin.enabled();
            becomes(on ? Kind::unusable : Kind::disabled, plugin, on ? "not usable" : "disabled");
        } else {
            becomes(Kind::met, plugin, {});
            return state;
        }
    }
    return state;
}

void add_needed_and_off(const Plugin& plugin, std::span<const Plugin> plugins, std::vector<const Plugin*>& found) {
    if (!plugin.package) return;
    for (const auto& dependency : plugin.package->dependencies) {
        const auto state = state_of(dependency, plugin, plugins);
        const bool off = state.kind == DependencyState::Kind::disabled;
        if (!off || std::ranges::find(found, state.plugin) != found.end()) continue;
        found.push_back(state.plugin);
        add_needed_and_off(*state.plugin, plugins, found);
    }
}

/// The active plugins a need of which this one meets and no other would.
std::vector<const Plugin*> who_would_miss(const Plugin& plugin, std::span<const Plugin> plugins) {
    std::vector<const Plugin*> found;
    for (const auto* other : needed_by(plugin, plugins)) {
        const bool would = std::ranges::any_of(other->package->dependencies, [&](const PackageDependency& dependency) {
            return state_of(dependency, *other, plugins).plugin == &plugin &&
                   state_of(dependency, *other, plugins, &plugin).kind != DependencyState::Kind::met;
        });
        if (would) found.push_back(other);
    }
    return found;
}

/// Of a chain: a plugin, and the one that it needs.
struct Link {
    const Plugin* plugin;
    std::size_t needs;  ///< where that one stands; the first needs none
};

std::string chain_from(std::span<const Link> links, std::size_t from) {
    auto text = links[from].plugin->id();
    for (auto at = from; at != 0;) {
        at = links[at].needs;
        text += " -> " + links[at].plugin->id();
    }
    return text;
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

Hold hold_on(const Plugin& plugin, std::span<const Plugin> plugins) {
    std::vector<Link> links{{&plugin, 0}};
    Hold hold;
    for (std::size_t at = 0; at < links.size(); ++at) {
        const auto missed_by = who_would_miss(*links[at].plugin, plugins);
        const auto known = links.size();
        for (const auto* other : missed_by) {
            if (std::ranges::find(links, other, &Link::plugin) == links.end()) links.push_back({other, at});
        }
        if (at == 0 || links.size() != known) continue;
        hold.chains.push_back(chain_from(links, at));
        if (hold.outermost.empty() && missed_by.empty()) hold.outermost = links[at].plugin->id();
    }
    if (hold.outermost.empty() && links.size() > 1) hold.outermost = links.back().plugin->id();  // of a circle
    return hold;
}

std::vector<const Plugin*> needed_and_off(const Plugin& plugin, std::span<const Plugin> plugins) {
    std::vector<const Plugin*> found;
    add_needed_and_off(plugin, plugins, found);
    std::erase(found, &plugin);  // of a circle
    return found;
}

}  // namespace skilldeck
