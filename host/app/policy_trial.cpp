// SPDX-License-Identifier: Apache-2.0
#include "app/policy_trial.hpp"

#include "app/codes.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace skilldeck {

namespace {

/// What people have of their own, by what names it.
struct OwnParts {
    std::set<std::string> hooks, skills;
};

bool is_own(const Origin& origin) {
    return origin.plugin.empty() && origin.loaded_from != LoadedFrom::managed;
}

Result<OwnParts> own_parts(Host& host) {
    OwnParts parts;
    const auto stop = hook_stop(host.settings(), host.policy());
    for (const auto& hook : *host.hooks()) {
        const bool runs = is_own(hook.origin) && !stops_hooks_of(stop, hook.origin.scope);
        if (runs) parts.hooks.insert(hook.place + " of " + hook.file.string());
    }
    const auto catalogue = host.catalogue();
    if (!catalogue) return catalogue.error();
    for (const auto& entry : (*catalogue)->entries()) {
        if (is_own(entry.skill->origin())) parts.skills.insert(entry.qualified_name.string());
    }
    return parts;
}

/// Why a plugin is on or off, by the rule where a rule decides.
std::string decision_on(const Plugin& plugin) {
    if (!plugin.availability.available) return plugin.availability.reason;
    const auto& chain = plugin.enablement.chain;
    const auto step = std::ranges::find_if(chain, &EnablementStep::wins);
    if (step == chain.end()) return {};
    if (step->source == DecidedBy::managed) return plugin_rule(plugin.id(), step->file);
    return "decided by " + std::string(decided_by_word(step->source));
}

bool is_on(const Plugin* plugin) {
    return plugin != nullptr && plugin->enabled() && plugin->availability.available;
}

void compare_plugins(const PluginSet& before, const PluginSet& after, Diagnostics& effects) {
    for (const auto& plugin : after.plugins()) {
        const bool on = is_on(&plugin);
        if (on == is_on(before.find(plugin.id()))) continue;
        effects.push_back(make_diagnostic(code::policy_effect, {},
                                          {"plugin " + plugin.id(), on ? "on" : "off", decision_on(plugin)}));
        effects.back().plugin = plugin.id();
    }
}

void compare_names(std::string_view kind, const std::set<std::string>& before, const std::set<std::string>& after,
                   std::string_view rule, Diagnostics& effects) {
    for (const auto& name : before) {
        if (after.contains(name)) continue;
        effects.push_back(make_diagnostic(code::policy_effect, {}, {std::string(kind) + " " + name, "off", rule}));
    }
}

}  // namespace

Result<Diagnostics> try_policy(Host& host, const Path& file) {
    const auto plugins = host.plugins();
    const auto before = own_parts(host);
    if (!before) return before.error();
    if (auto tried = host.try_policy(file); !tried) return tried.error();
    const auto after = own_parts(host);
    if (!after) return after.error();

    Diagnostics effects;
    compare_plugins(*plugins, *host.plugins(), effects);
    const auto& policy = host.policy();
    const auto stop = hook_stop(host.settings(), policy);
    const auto reserved = policy.rule("strictPluginOnlyCustomization");
    compare_names("hook", before->hooks, after->hooks, stop.reach == HookStop::Reach::nobody ? reserved : stop.reason,
                  effects);
    compare_names("skill", before->skills, after->skills, reserved, effects);
    return effects;
}

}  // namespace skilldeck
