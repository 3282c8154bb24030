// SPDX-License-Identifier: Apache-2.0
// From one plugin to its contributions: what it declares, and what of that its origin and the policy let it have.
// Used by the registry. Pure functions, safe from any thread.
#pragma once

#include "plugin/contributions.hpp"
#include "plugin/plugin.hpp"
#include "settings/policy.hpp"

#include <optional>
#include <vector>

namespace skilldeck {

/// The handlers of all hooks documents. Entries that cannot be used are diagnostics of the plugin.
[[nodiscard]] std::vector<HookConfig> read_plugin_hooks(Plugin& plugin);

/// Of a native handler in a plugin without native code, which is no hook at all.
[[nodiscard]] std::optional<Diagnostic> native_hook_problem(const HookConfig& hook, const PluginPackage& package);

/// The skills and commands that are files of a package, or texts in its manifest; `prototype` says the rest.
[[nodiscard]] std::vector<SkillSource> file_skill_sources(const PluginPackage& package, const SkillSource& prototype);

/// The entries of skills.json that module.json declares.
[[nodiscard]] std::vector<const boost::json::object*> declared_native_skills(const NativeModule& module);
/// What is described and not declared, or declared and not described.
[[nodiscard]] Diagnostics judge_native_skills(const NativeModule& module);

/// Adds what an active plugin contributes; what it does not get is added to `plugin.refused`.
void add_contributions(Plugin& plugin, const HookStop& stop, Contributions& contributions);

/// How refusals name a contribution: `hook PreToolUse[0].hooks[1]`, `mcpServer db`, `skill summary`.
[[nodiscard]] std::string refusal_name(std::string_view kind, std::string_view name);

}  // namespace skilldeck
