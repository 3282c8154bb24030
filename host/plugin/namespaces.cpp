// SPDX-License-Identifier: Apache-2.0
#include "plugin/namespaces.hpp"

#include "plugin/codes.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

namespace skilldeck {

namespace {

/// The host's own, then what somebody named for this run, then what the administrator put there.
int rank_of(PluginPlace place) {
    switch (place) {
        case PluginPlace::builtin: return 0;
        case PluginPlace::plugin_dir: return 1;
        case PluginPlace::system: return 2;
        case PluginPlace::store: return 3;
    }
    return 3;
}

/// Less owns the name. A time that is not known counts as now.
auto claim_of(const Plugin& plugin, const ManagedPolicy& policy) {
    const auto& installed = plugin.installed;
    const bool named = policy.plugins.contains(installed.id) && plugin.enablement.decided_by == DecidedBy::managed;
    return std::tuple(rank_of(installed.place), !named, installed.first_installed_at.empty(),
                      std::string_view(installed.first_installed_at), std::string_view(installed.id));
}

/// What was named for this run only owns a name while it is used, and what was replaced does not.
bool may_own(const Plugin& plugin) {
    if (plugin.installed.place == PluginPlace::plugin_dir) return plugin.active();
    return plugin.replaced_by.empty();
}

}  // namespace

void settle_namespaces(std::vector<Plugin>& plugins, const ManagedPolicy& policy) {
    std::map<std::string_view, const Plugin*> owners;
    for (const auto& plugin : plugins) {
        if (!may_own(plugin)) continue;
        auto& owner = owners[plugin.component_name()];
        if (owner == nullptr || claim_of(plugin, policy) < claim_of(*owner, policy)) owner = &plugin;
    }
    for (auto& plugin : plugins) {
        const auto found = owners.find(plugin.component_name());
        if (found == owners.end() || found->second->id() == plugin.id()) continue;
        const auto* owner = found->second;
        plugin.namespace_of = owner->id();
        if (!plugin.active()) continue;
        auto diagnostic = make_diagnostic(code::plugin_namespace_taken, plugin.installed.path.string(),
                                          {owner->id(), plugin.component_name(), plugin.installed.marketplace});
        diagnostic.plugin = plugin.id();
        plugin.diagnostics.push_back(std::move(diagnostic));
    }
}

bool owns_namespace(const Plugin& plugin) {
    return may_own(plugin) && plugin.namespace_of.empty();
}

void order_by_claim(std::vector<SkillSource>& skills, const std::vector<Plugin>& plugins, const ManagedPolicy& policy) {
    std::map<std::string_view, const Plugin*> by_id;
    for (const auto& plugin : plugins) by_id[plugin.id()] = &plugin;
    const auto comes_before = [&](const SkillSource& a, const SkillSource& b) {
        return claim_of(*by_id.at(a.origin.plugin), policy) < claim_of(*by_id.at(b.origin.plugin), policy);
    };
    if (!std::ranges::is_sorted(skills, comes_before)) std::ranges::stable_sort(skills, comes_before);
}

}  // namespace skilldeck
