// SPDX-License-Identifier: Apache-2.0
// Commands of the shell itself that take a name and compute what stands in its brackets, `a[$(rm x)]`, though it is
// quoted: what such a name runs is not known. Inside permission/ only. Pure functions, safe from any thread.
#pragma once

#include "permission/shell_syntax.hpp"

namespace skilldeck {

/// Says so in ShellCommand::unreadable, unless that is known already. Whether it is such a command.
bool note_computed_names(ShellCommand& command);

}  // namespace skilldeck
