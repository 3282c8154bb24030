// SPDX-License-Identifier: Apache-2.0
// `/plugin` alone on a terminal: shows the plugin manager (terminal/plugin_manager) on the alternate screen until the
// user leaves, and does what they choose with the functions of the commands. The terminal is as before when it returns,
// and what was done is said again there. [loop thread]
#pragma once

#include "app/commands.hpp"
#include "app/terminal_keys.hpp"

namespace skilldeck {

/// The exit status is the worst of what was done.
ExitStatus run_plugin_manager(CommandContext& context, TerminalKeys& keys);

}  // namespace skilldeck
