// SPDX-License-Identifier: Apache-2.0
// The interactive session: reads lines, runs what they mean, until the end of input or `/exit`. On a terminal lines are
// edited, with history and completion; piped input works as typed input, one line at a time. [loop thread]
#pragma once

#include "app/commands.hpp"

namespace skilldeck {

/// The exit status is that of the session itself: a line that fails says so and the session goes on.
ExitStatus run_session(CommandContext& context);

}  // namespace skilldeck
