// SPDX-License-Identifier: Apache-2.0
// `doctor --policy FILE`: what would change if a file were managed policy too. The host stays under that policy, so
// that everything it reads afterwards is as it would be; nothing is written. [loop thread]
#pragma once

#include "app/host.hpp"

namespace skilldeck {

/// A finding for each plugin, hook and skill that comes or goes, with the rule that decides. Errors: of reading the
/// file.
[[nodiscard]] Result<Diagnostics> try_policy(Host& host, const Path& file);

}  // namespace skilldeck
