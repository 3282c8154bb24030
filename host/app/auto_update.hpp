// SPDX-License-Identifier: Apache-2.0
// `autoUpdate: true` in user or managed settings, for all marketplaces or in the `extraKnownMarketplaces` entry of one:
// a session begins with what they have now. [loop thread]
#pragma once

#include "app/commands.hpp"

namespace skilldeck {

/// Updates the installed copies of the marketplaces for which the settings say so, as `marketplace update` and `plugin
/// update` would, without a question: what adds rights stops there. What was updated, and what could not be, is said;
/// nothing else is.
void auto_update(CommandContext& context);

}  // namespace skilldeck
