// SPDX-License-Identifier: Apache-2.0
// What managed settings demand, as one value: of two managed files the stricter demand holds, and a demand that cannot
// be read counts as its strictest form. Whose hooks and shell blocks are stopped, by whatever layer, is answered here
// too. Immutable once read; safe from any thread.
#pragma once

#include "settings/marketplace_rules.hpp"
#include "settings/settings.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace skilldeck {

/// What `strictPluginOnlyCustomization` can reserve for plugins, managed and bundled sources.
enum class Customization : std::uint8_t { skills, agents, hooks, mcp };

struct ManagedPlugin {
    bool enabled = false;
    Path file;  ///< the managed file that says so
};

struct ManagedPolicy {
    std::map<std::string, ManagedPlugin, std::less<>> plugins;  ///< `enabledPlugins`: ids that are forced on or off
    std::optional<Path> no_plugin_enabled;  ///< the file whose `enabledPlugins` cannot be read: none is on
    bool sideload_flags_disabled = false;   ///< `disableSideloadFlags`: no --plugin-dir
    MarketplaceRules marketplaces;
    std::set<Customization> plugin_only;
    bool all_hooks_disabled = false;
    bool managed_hooks_only = false;
    bool skill_shell_disabled = false;
    std::optional<bool> command_sources;                   ///< `disableCommandPluginSources`; nothing: nobody says
    bool managed_rules_only = false;                       ///< `allowManagedPermissionRulesOnly`: nobody else allows
    std::map<std::string, Path, std::less<>> demanded_by;  ///< of each switch that is on: the first file that says so
    Diagnostics diagnostics;                               ///< demands that could not be read as written

    [[nodiscard]] bool only_plugins_customize(Customization what) const { return plugin_only.contains(what); }
    /// Whether an id with this plugin name is named, on or off: such a plugin is not replaced by a --plugin-dir copy.
    [[nodiscard]] bool names_plugin(std::string_view plugin_name) const;
    /// Whether no plugin may come from the output of a command: unless said, where only managed hooks run.
    [[nodiscard]] bool command_sources_disabled() const { return command_sources.value_or(managed_hooks_only); }
    /// The rule that decides on such sources.
    [[nodiscard]] std::string command_sources_rule() const;
    /// `disableSideloadFlags in /etc/skilldeck/settings.json`: what a refusal names, of a switch that is on.
    [[nodiscard]] std::string rule(std::string_view key) const;
    /// The rule that switches a plugin off, as an id or as one of all; nothing when none does.
    [[nodiscard]] std::optional<std::string> switches_off(std::string_view plugin_id) const;
};

[[nodiscard]] ManagedPolicy read_managed_policy(const Settings& settings);

/// `enabledPlugins["a@m"] in FILE`.
[[nodiscard]] std::string plugin_rule(std::string_view plugin_id, const Path& file);

/// Whose hooks do not run, by `disableAllHooks` and `allowManagedHooksOnly` of every layer.
struct HookStop {
    enum class Reach : std::uint8_t { nobody, project, all_but_managed, everybody } reach = Reach::nobody;
    std::string reason;  ///< `disableAllHooks in /path`; empty for nobody
};

[[nodiscard]] HookStop hook_stop(const Settings& settings, const ManagedPolicy& policy);

/// Whether a hook that `scope` carries or enabled is stopped. A plugin that managed settings force on counts as
/// managed.
[[nodiscard]] bool stops_hooks_of(const HookStop& stop, Scope scope);

/// `disableSkillShellExecution`: managed `true` stands; else the highest layer that speaks; before workspace trust a
/// project can only forbid. Bundled and managed skills are not concerned.
[[nodiscard]] bool skill_shell_disabled(const Settings& settings, const ManagedPolicy& policy);

}  // namespace skilldeck
