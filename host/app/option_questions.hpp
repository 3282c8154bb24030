// SPDX-License-Identifier: Apache-2.0
// Asks on the terminal for the options of a plugin, a secret without showing it; and what an action says of those that
// have no value. The commands that do so are in plugin_option_commands.cpp. [loop thread]
#pragma once

#include "app/action.hpp"
#include "app/commands.hpp"
#include "app/option_changes.hpp"

#include <cstdint>

namespace skilldeck {

enum class OptionQuestions : std::uint8_t {
    all,      ///< Enter keeps what there is
    unset,    ///< those for which nobody has said anything
    missing,  ///< those that are required and have no value
};

/// Whether questions can be asked and answered here.
[[nodiscard]] bool can_ask_options(const CommandContext& context);

/// The answers become changes; what does not fit is said and asked again. False: the user left (end of input).
[[nodiscard]] bool ask_for_options(CommandContext& context, const Plugin& plugin, OptionQuestions which,
                                   OptionChanges& changes);

/// Warnings for required options without a value, and how to set the others.
void add_unset_options(const Plugin& plugin, Action& action);

/// One row an option: name, type, value (never of a secret), where it comes from, title.
[[nodiscard]] std::string option_table(const Plugin& plugin, std::size_t columns);

/// After an install: what the arguments give, then, on a terminal, what they leave out. A fault is a warning.
void configure_installed(CommandContext& context, const PluginInstallArguments& arguments, Action& action);
/// After a plugin was switched on: what it cannot do without.
void configure_enabled(CommandContext& context, Action& action);

}  // namespace skilldeck
