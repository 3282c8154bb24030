// SPDX-License-Identifier: Apache-2.0
// What is done to plugins and marketplaces, as values: the commands answer with them, the plugin manager shows them.
// Questions go through the context. An Error: nothing was done; an Action may hold one too, of its own plugin.
// [loop thread]
#pragma once

#include "app/action.hpp"
#include "app/commands.hpp"

#include <span>
#include <string>
#include <vector>

namespace skilldeck {

class ContributionWatch;
class Dependents;

[[nodiscard]] Result<Action> install_plugin(CommandContext& context, const PluginInstallArguments& arguments);
[[nodiscard]] Result<Action> uninstall_plugin(CommandContext& context, const PluginUninstallArguments& arguments);
/// One action a record that was looked at.
[[nodiscard]] Result<std::vector<Action>> update_plugins(CommandContext& context,
                                                         const PluginUpdateArguments& arguments);
/// Of these ids, whatever `arguments.plugin` is.
[[nodiscard]] Result<std::vector<Action>> update_plugins(CommandContext& context,
                                                         const PluginUpdateArguments& arguments,
                                                         std::span<const std::string> ids);
[[nodiscard]] Result<Action> roll_back_plugin(CommandContext& context, const PluginRollbackArguments& arguments);
/// `arguments.plugin` is set.
[[nodiscard]] Result<Action> switch_plugin(CommandContext& context, Switch to, const PluginSwitchArguments& arguments);
[[nodiscard]] Result<Action> trust_plugin(CommandContext& context, const PluginTrustArguments& arguments);
[[nodiscard]] Result<Action> refresh_marketplace(CommandContext& context, const std::string& name);
[[nodiscard]] Result<Action> forget_marketplace(CommandContext& context, const std::string& name);

/// After the market's change: reads everything again and adds what came and went, and who misses it.
[[nodiscard]] Result<Action> finish_change(CommandContext& context, const ContributionWatch& before,
                                           const Dependents& dependents, Action action);

/// One action, or why there is none, as a command answers.
ExitStatus answer_result(CommandContext& context, const Result<Action>& done);

}  // namespace skilldeck
