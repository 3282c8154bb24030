// SPDX-License-Identifier: Apache-2.0
#include "settings/policy.hpp"

#include "base/json.hpp"
#include "base/plugin_id.hpp"
#include "settings/codes.hpp"
#include "settings/setting_keys.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kDisableAllHooks = "disableAllHooks";
constexpr std::string_view kManagedHooksOnly = "allowManagedHooksOnly";
constexpr std::string_view kDisableSkillShell = "disableSkillShellExecution";
constexpr std::string_view kPluginOnly = "strictPluginOnlyCustomization";

struct CustomizationWord {
    std::string_view word;
    Customization what;
};
constexpr std::array kCustomizations{
    CustomizationWord{"skills", Customization::skills}, CustomizationWord{"agents", Customization::agents},
    CustomizationWord{"hooks", Customization::hooks}, CustomizationWord{"mcp", Customization::mcp}};

const boost::json::value* member(const boost::json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    return value == nullptr || value->is_null() ? nullptr : value;
}

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
    const boost::json::value* find(std::string_view key) const { return member(layer_.values, key); }

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
        demanded = demanded || !value->is_bool() || value->get_bool();
    }

    /// Of two files `true` holds.
    void read_command_sources() {
        const auto* value = find("disableCommandPluginSources");
        if (value == nullptr) return;
        bool disabled = policy_.command_sources.value_or(false);
        demand("disableCommandPluginSources", disabled);
        policy_.command_sources = disabled;
    }

    void read_plugins() {
        const auto* plugins = find("enabledPlugins");
        if (plugins == nullptr) return;
        if (!plugins->is_object()) return strictest("enabledPlugins", *plugins, "a map", "false for every plugin");
        for (const auto& item : plugins->get_object()) {
            const std::string id(item.key().data(), item.key().size());
            const auto& value = item.value();
            if (!value.is_bool())
                strictest(place_of("enabledPlugins") / id, "enabledPlugins." + id, value, "true or false", "false");
            const bool enabled = value.is_bool() && value.get_bool();
            const auto [place, added] = policy_.plugins.try_emplace(id, ManagedPlugin{enabled, layer_.file});
            if (!added && !enabled) place->second = {false, layer_.file};
        }
    }

    void read_plugin_only() {
        const auto* value = find(kPluginOnly);
        if (value == nullptr || *value == false) return;
        if (!value->is_array()) {
            if (!value->is_bool()) strictest(kPluginOnly, *value, "true or a list", "true");
            for (const auto& entry : kCustomizations) policy_.plugin_only.insert(entry.what);
            return;
        }
        const auto& list = value->get_array();
        for (std::size_t i = 0; i < list.size(); ++i) {
            read_customization(list[i], i);
        }
    }

    /// A word that is not known restricts nothing, which must not go unseen.
    void read_customization(const boost::json::value& item, std::size_t index) {
        const auto word = item.is_string() ? std::string_view(item.get_string()) : std::string_view();
        const auto known = std::ranges::find(kCustomizations, word, &CustomizationWord::word);
        if (known != kCustomizations.end()) {
            policy_.plugin_only.insert(known->what);
            return;
        }
        std::vector<std::string> words;
        for (const auto& entry : kCustomizations) words.emplace_back(entry.word);
        const auto found = item.is_string() ? std::string(word) : std::string(json_kind(item));
        const auto path = std::string(kPluginOnly) + "[" + std::to_string(index) + "]";
        policy_.diagnostics.push_back(unknown_word(path, found, words, place_of(kPluginOnly) / index));
    }

    /// A rule that cannot be read allows nothing.
    void read_known() {
        const auto* value = find("strictKnownMarketplaces");
        if (value == nullptr) value = find("allowedMarketplaces");
        if (value == nullptr) return;
        auto& rules = policy_.known_marketplaces.emplace_back();
        if (!value->is_array()) return strictest("strictKnownMarketplaces", *value, "a list", "an empty list");
        for (const auto& item : value->get_array()) {
            if (item.is_object()) {
                rules.push_back(item.get_object());
            } else {
                strictest("strictKnownMarketplaces", item, "a list of maps", "no marketplace");
            }
        }
    }

    /// A rule that cannot be read blocks everything.
    void read_blocked() {
        const auto* value = find("blockedMarketplaces");
        if (value == nullptr) return;
        const auto block_all = [&](const boost::json::value& found) {
            policy_.all_marketplaces_blocked = true;
            strictest("blockedMarketplaces", found, "a list of maps", "every marketplace");
        };
        if (!value->is_array()) return block_all(*value);
        for (const auto& item : value->get_array()) {
            if (item.is_object()) {
                policy_.blocked_marketplaces.push_back(item.get_object());
            } else {
                block_all(item);
            }
        }
    }

    const SettingsLayer& layer_;
    ManagedPolicy& policy_;
};

/// `kind` as this host writes it, `source` as settings do.
std::string kind_of(const boost::json::object& source) {
    const auto kind = json_text(source, "kind");
    return std::string(kind.empty() ? json_text(source, "source") : kind);
}

bool is_local(std::string_view kind) {
    return kind == "directory" || kind == "file";
}

/// Kinds of rules that cannot mean a directory or file.
bool means_remote_only(std::string_view kind) {
    constexpr std::array<std::string_view, 7> kRemote{"github",      "git",      "url",       "npm",
                                                      "hostPattern", "settings", "skills-dir"};
    return std::ranges::find(kRemote, kind) != kRemote.end();
}

std::string comparable_path(const boost::json::object& source) {
    auto path = Path(json_text(source, "path")).lexically_normal().generic_string();
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    return path;
}

enum class Match { yes, no, cannot_tell };

Match match(const boost::json::object& rule, const boost::json::object& source) {
    const auto rule_kind = kind_of(rule);
    const auto kind = kind_of(source);
    if (is_local(rule_kind) && is_local(kind)) {
        const auto path = comparable_path(rule);
        if (path.empty()) return Match::cannot_tell;
        return rule_kind == kind && path == comparable_path(source) ? Match::yes : Match::no;
    }
    if (is_local(kind)) return means_remote_only(rule_kind) ? Match::no : Match::cannot_tell;
    return is_local(rule_kind) || rule_kind == "skills-dir" ? Match::no : Match::cannot_tell;
}

bool is_project(Scope scope) {
    return scope == Scope::local || scope == Scope::project;
}

bool says_true(const SettingsLayer& layer, std::string_view key) {
    const auto* value = member(layer.values, key);
    return value != nullptr && *value == true;
}

std::string reason(std::string_view key, const Path& file) {
    return std::string(key) + " in " + (file.empty() ? "--settings" : file.string());
}

/// The first managed file that makes the demand; the demand itself was read already.
std::string managed_reason(const Settings& settings, std::string_view key) {
    for (const auto& layer : settings.layers()) {
        const auto* value = layer.scope == Scope::managed ? member(layer.values, key) : nullptr;
        if (value != nullptr && *value != false) return reason(key, layer.file);
    }
    return reason(key, "managed settings");
}

}  // namespace

bool ManagedPolicy::names_plugin(std::string_view plugin_name) const {
    return std::ranges::any_of(plugins, [&](const auto& item) { return name_half(item.first) == plugin_name; });
}

bool ManagedPolicy::limits_marketplaces() const {
    return all_marketplaces_blocked || !known_marketplaces.empty() || !blocked_marketplaces.empty();
}

ManagedPolicy read_managed_policy(const Settings& settings) {
    ManagedPolicy policy;
    for (const auto& layer : settings.layers()) {
        if (layer.scope == Scope::managed) DemandReader(layer, policy).read();
    }
    return policy;
}

std::optional<Error> marketplace_refusal(const ManagedPolicy& policy, std::string_view name,
                                         const boost::json::object& source) {
    const auto blocks = [&](const auto& rule) { return match(rule, source) != Match::no; };
    const auto allows = [&](const auto& rule) { return match(rule, source) == Match::yes; };
    if (policy.all_marketplaces_blocked || std::ranges::any_of(policy.blocked_marketplaces, blocks)) {
        return make_error(code::marketplace_blocked, {}, {name});
    }
    for (const auto& rules : policy.known_marketplaces) {
        if (std::ranges::none_of(rules, allows)) return make_error(code::marketplace_not_known, {}, {name});
    }
    return std::nullopt;
}

HookStop hook_stop(const Settings& settings, const ManagedPolicy& policy) {
    using Reach = HookStop::Reach;
    if (policy.all_hooks_disabled) return {Reach::everybody, managed_reason(settings, kDisableAllHooks)};
    if (policy.managed_hooks_only) return {Reach::all_but_managed, managed_reason(settings, kManagedHooksOnly)};
    for (const auto& layer : settings.layers()) {
        if (layer.scope == Scope::managed || is_project(layer.scope)) continue;
        const auto* value = member(layer.values, kDisableAllHooks);
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
