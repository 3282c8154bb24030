// SPDX-License-Identifier: Apache-2.0
// Asking for, giving and taking back the approval of a plugin's native code. The approval is bound to the digest of
// everything below dev.skilldeck/; the question says what is asked for. [loop thread]
#pragma once

#include "app/action.hpp"
#include "app/commands.hpp"

#include <string>

namespace skilldeck {

enum class Asking { on_terminal, never };

/// What the person is told before they say yes: code, permissions, and what approval means in this version.
[[nodiscard]] std::string approval_question(const Plugin& plugin);

/// After an install or update: asks on a terminal; where nobody can be asked, the message names `plugin trust`.
/// Does nothing for a plugin without a native module or with an approved one.
void ask_for_approval(CommandContext& context, const Plugin& plugin, Asking asking, Action& action);

}  // namespace skilldeck
