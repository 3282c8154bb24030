// SPDX-License-Identifier: Apache-2.0
// What became of an installed plugin in its marketplace: renamed, no longer listed, or taken out on purpose.
// Pure functions, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "market/marketplace.hpp"

#include <optional>
#include <string_view>

namespace skilldeck {

/// plugin_rename_waits, plugin_delisted or plugin_withdrawn, with the plugin's id; nothing while the marketplace lists
/// it.
[[nodiscard]] std::optional<Diagnostic> catalogue_change(const Marketplace& marketplace, std::string_view plugin_id);

}  // namespace skilldeck
