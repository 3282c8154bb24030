// SPDX-License-Identifier: Apache-2.0
#include "settings/policy.hpp"

#include "base/json.hpp"
#include "base/plugin_id.hpp"
#include "base/text.hpp"
#include "settings/codes.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kEnabledPlugins = "enabledPlugins";
constexpr std::string_view kDisableAllHooks = "disableAllHooks";
constexpr std::string_view kManagedHooksOnly = "allowManagedHooksOnly";
constexpr std::string_view kDisableSkillShell = "disableSkillShellExecution";
constexpr std::string_view kCommandSources = "disableCommandPluginSources";
constexpr std::string_view kPluginOnly = "strictPluginOnlyCustomization";

struct CustomizationWord {
    std::string_view word;
    Customization what;
};
constexpr std::array kCustomizations{
    CustomizationWord{"skills", Customization::skills}, CustomizationWord{"agents", Customization::agents},
    CustomizationWord{"hooks", Customization::hooks}, CustomizationWord{"mcp", Customization::mcp}};

/// Reads the demands of one managed file into the policy.
class DemandReader {
public:
    DemandReader(const SettingsLayer& layer, ManagedPolicy& policy) : layer_(layer), policy_(policy) {}

    void read() {
        read_plugins();
        demand("disableSideloadFlags", policy_.sideload_flags_disabled);
        demand(kDisableAllHooks, policy_.all_hooks_disabled);
        demand(kManagedHooksOnly, policy_.managed_hooks_only);
        demand(kDisableSkillShell, policy_.skill_shell_disabled);
        demand("allowManagedPermissionRulesOnly", policy_.managed_rules_only);
        read_command_sources();
        read_plugin_only();
        read_known();
        read_blocked();
    }

private:
    const boost::json::value* find(std::string_view key) const { return layer_.values.if_contains(key); }

    [[nodiscard]] Place place_of(std::string_view key) const { return Place(layer_.file.string()) / key; }

    void strictest(std::string_view key, const boost::json::value& value, std::string_view wanted,
                   std::string_view counts_as) {
        strictest(place_of(key), key, value, wanted, counts_as);
    }
    void strictest(const Place& place, std::string_view name, const boost::json::value& value, std::string_view wanted,
                   std::string_view counts_as) {
        policy_.diagnostics.push_back(
            make_diagnostic(code::policy_value_strict, place.value(), {name, json_kind(value), wanted, counts_as}));
    }

    void demand(std::string_view key, bool& demanded) {
        const auto* value = find(key);
        if (value == nullptr) return;
        if (!value->is_bool()) strictest(key, *value, "true or false", "true");
        const bool on = !value->is_bool() || value->get_bool();
        if (on) policy_.demanded_by.try_emplace(std::string(key), layer_.file);
        demanded = demanded || on;
    }

    /// Of two files `true` holds.
    void read_command_sources() {
        const auto* value = find(kCommandSources);
        if (value == nullptr) return;
        bool disabled = policy_.command_sources.value_or(false);
        demand(kCommandSources, disabled);
        policy_.command_sources = disabled;
    }

    void read_plugins() {
        const auto* plugins = find(kEnabledPlugins);
        if (plugins == nullptr) return;
        if (!plugins->is_object()) {
            policy_.no_plugin_enabled = layer_.file;
            return strictest(kEnabledPlugins, *plugins, "a map", "false for every plugin");
        }
        for (const auto& item : plugins->get_object()) {
            const std::string id(item.key().data(), item.key().size());
            const auto& value = item.value();
            if (!value.is_bool())
                strictest(place_of(kEnabledPlugins) / id, "enabledPlugins." + id, value, "true or false", "false");
            const bool enabled = value.is_bool() && value.get_bool();
            const auto [place, added] = policy_.plugins.try_emplace(id, ManagedPlugin{enabled, layer_.file});
            if (!added && !enabled) place->second = {false, layer_.file};
        }
    }

    void read_plugin_only() {
        const auto* value = find(kPluginOnly);
        if (value == nullptr || *value == false) return;
        policy_.demanded_by.try_emplace(std::string(kPluginOnly), layer_.file);
        if (!value->is_array()) {
            if (!value->is_bool()) strictest(kPluginOnly, *value, "true or a list", "true");
            return reserve_all();
        }
        const auto& list = value->get_array();
        for (std::size_t i = 0; i < list.size(); ++i) {
            read_customization(list[i], i);
        }
    }

    void reserve_all() {
        for (const auto& entry : kCustomizations) policy_.plugin_only.insert(entry.what);
    }

    /// A word that is not known may stand for any.
    void read_customization(const boost::json::value& item, std::size_t index) {
        const auto known = std::ranges::find(kCustomizations, json_text(item), &CustomizationWord::word);
        if (known != kCustomizations.end()) {
            policy_.plugin_only.insert(known->what);
            return;
        }
        reserve_all();
        std::vector<std::string> words;
        for (const auto& entry : kCustomizations) words.emplace_back(entry.word);
        const auto found = item.is_string() ? "\"" + std::string(json_text(item)) + "\"" : std::string(json_kind(item));
        const auto path = std::string(kPluginOnly) + "[" + std::to_string(index) + "]";
        policy_.diagnostics.push_back(make_diagnostic(code::policy_value_strict,
                                                      (place_of(kPluginOnly) / index).value(),
                                                      {path, found, "one of " + join(words, ", "), "all of them"}));
        if (auto hint = did_you_mean(json_text(item), words, 1); !hint.empty())
            policy_.diagnostics.back().hint = std::move(hint);
    }

    void read_known() {
        std::string_view key = "strictKnownMarketplaces";
        const auto* value = find(key);
        if (value == nullptr) value = find(key = "allowedMarketplaces");
        if (value == nullptr) return;
        read_allowed_marketplaces({*value, key, layer_.file}, policy_.marketplaces, policy_.diagnostics);
    }

    void read_blocked() {
        constexpr std::string_view key = "blockedMarketplaces";
        if (const auto* value = find(key)) {
            read_blocked_marketplaces({*value, key, layer_.file}, policy_.marketplaces, policy_.diagnostics);
        }
    }

    const SettingsLayer& layer_;
    ManagedPolicy& policy_;
};

bool is_project(Scope scope) {
    return scope == Scope::local || scope == Scope::project;
}

bool says_true(const SettingsLayer& layer, std::string_view key) {
    const auto* value = layer.values.if_contains(key);
    return value != nullptr && *value == true;
}

std::string reason(std::string_view key, const Path& file) {
    return std::string(key) + " in " + settings_file_name(file);
}

}  // namespace

bool ManagedPolicy::names_plugin(std::string_view plugin_name) const {
    return std::ranges::any_of(plugins, [&](const auto& item) { return name_half(item.first) == plugin_name; });
}

std::optional<std::string> ManagedPolicy::switches_off(std::string_view plugin_id) const {
    const auto found = plugins.find(plugin_id);
    if (found != plugins.end() && !found->second.enabled) return plugin_rule(plugin_id, found->second.file);
    if (no_plugin_enabled) return reason(kEnabledPlugins, *no_plugin_enabled);
    return std::nullopt;
}

std::string ManagedPolicy::rule(std::string_view key) const {
    const auto found = demanded_by.find(key);
    return reason(key, found == demanded_by.end() ? Path("managed settings") : found->second);
}

std::string ManagedPolicy::command_sources_rule() const {
    return rule(command_sources ? kCommandSources : kManagedHooksOnly);
}

std::string plugin_rule(std::string_view plugin_id, const Path& file) {
    return reason(std::string(kEnabledPlugins) + "[\"" + std::string(plugin_id) + "\"]", file);
}

ManagedPolicy read_managed_policy(const Settings& settings) {
    ManagedPolicy policy;
    for (const auto& layer : settings.layers()) {
        if (layer.scope == Scope::managed) DemandReader(layer, policy).read();
    }
    return policy;
}

HookStop hook_stop(const Settings& settings, const ManagedPolicy& policy) {
    using Reach = HookStop::Reach;
    if (policy.all_hooks_disabled) return {Reach::everybody, policy.rule(kDisableAllHooks)};
    if (policy.managed_hooks_only) return {Reach::all_but_managed, policy.rule(kManagedHooksOnly)};
    for (const auto& layer : settings.layers()) {
        if (layer.scope == Scope::managed || is_project(layer.scope)) continue;
        const auto* value = layer.values.if_contains(kDisableAllHooks);
        if (value == nullptr) continue;
        if (*value == true) return {Reach::all_but_managed, reason(kDisableAllHooks, layer.file)};
        break;  // --settings speaks before the user
    }
    for (const auto& layer : settings.layers()) {
        if (is_project(layer.scope) && says_true(layer, kDisableAllHooks)) {
            return {Reach::project, reason(kDisableAllHooks, layer.file)};
        }
    }
    return {};
}

bool stops_hooks_of(const HookStop& stop, Scope scope) {
    switch (stop.reach) {
        case HookStop::Reach::nobody: return false;
        case HookStop::Reach::project: return is_project(scope);
        case HookStop::Reach::all_but_managed: return scope != Scope::managed;
        case HookStop::Reach::everybody: return true;
    }
    return true;
}

bool skill_shell_disabled(const Settings& settings, const ManagedPolicy& policy) {
    if (policy.skill_shell_disabled) return true;
    const auto untrusted_forbids = [](const SettingsLayer& layer) {
        return !layer.effective && says_true(layer, kDisableSkillShell);
    };
    return settings.flag(kDisableSkillShell) || std::ranges::any_of(settings.layers(), untrusted_forbids);
}

}  // namespace skilldeck
