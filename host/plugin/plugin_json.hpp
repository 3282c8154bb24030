// SPDX-License-Identifier: Apache-2.0
// `plugin list` and `plugin explain` as data and as the JSON of the interface. Reads snapshots only.
// Pure functions, safe from any thread.
#pragma once

#include "base/json_writer.hpp"
#include "plugin/plugin_registry.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace skilldeck {

/// The names a plugin contributes, whether it is enabled or not.
struct ContributionNames {
    std::vector<std::string> skills, commands, agents;
    std::map<std::string, std::size_t> hooks;  ///< handlers by event
    std::vector<std::string> mcp_servers, unsupported;
};
[[nodiscard]] ContributionNames contribution_names(const Plugin& plugin);

/// The native state as of now: the snapshot's, or what became of the module since. Nothing without a module.
[[nodiscard]] std::optional<NativeState> native_state(const Plugin& plugin, const NativeStatusSource& modules);
/// The snapshot's diagnostics and those of the module since.
[[nodiscard]] Diagnostics plugin_diagnostics(const Plugin& plugin, const NativeStatusSource& modules);

/// The object of `plugin list --json`.
void write_plugin(JsonWriter& out, const Plugin& plugin, const NativeStatusSource& modules);

/// Unavailable plugins are in neither the enabled nor the disabled list: only `everything` has them.
enum class PluginListing { usable, everything };
[[nodiscard]] std::vector<const Plugin*> listed_plugins(const PluginSet& plugins, PluginListing listing);
void write_plugin_list(JsonWriter& out, const PluginSet& plugins, PluginListing listing,
                       const NativeStatusSource& modules);

/// Skills and commands of one plugin that another of its own hides: by file, the whole name of that one.
using ShadowedFiles = std::map<std::string, std::string, std::less<>>;

/// One contribution, for `plugin explain`.
struct ExplainedContribution {
    std::string kind;  ///< skill, command, agent, hook, mcpServer, unsupported
    std::string name;
    std::string origin;  ///< the plugin id
    Path file;
    std::string
        state;  ///< active, disabled, unavailable, replaced, refused, shadowed, not-approved, failed, unsupported
    std::string reason;  ///< empty when active
};
[[nodiscard]] std::vector<ExplainedContribution> explain_contributions(const Plugin& plugin,
                                                                       const NativeStatusSource& modules,
                                                                       const ShadowedFiles& shadowed = {});

/// The object of `plugin explain --json`.
void write_plugin_explanation(JsonWriter& out, const PluginSet& plugins, const Plugin& plugin,
                              const NativeStatusSource& modules, const ShadowedFiles& shadowed = {});

}  // namespace skilldeck
