// SPDX-License-Identifier: Apache-2.0
// What the operations of Market share. For the sources of market/ only; pure values, any thread.
#pragma once

#include "market/market.hpp"
#include "market/package_changes.hpp"

#include <optional>

namespace skilldeck {

/// A problem on the way to an install, as one of that plugin.
[[nodiscard]] Error about(Error error, std::string_view id);

/// Of a marketplace that was added once: how to go on is another matter than when it is added.
[[nodiscard]] Error of_registered(Error error, std::string_view name);
[[nodiscard]] Error unknown_marketplace(const KnownMarketplaces& known, std::string_view name);

/// What the marketplace said of the plugin when it was installed; nothing in records of before it was kept. `file` is
/// what its problems are said of.
[[nodiscard]] std::optional<PackageEntry> recorded_entry(const InstallRecord& record, const Path& file);
void record_entry(const MarketplaceEntry& entry, InstallRecord& record);
/// Whether the entry is what it was then, as far as the record tells.
[[nodiscard]] bool has_entry(const InstallRecord& record, const MarketplaceEntry& entry);

[[nodiscard]] ContributionChanges as_changed(const PackageChanges& changes);

/// ` with q@shop 1.0.0; enabled r@shop`; empty when nothing came along.
[[nodiscard]] std::string with_dependencies(const MarketAction& action);

}  // namespace skilldeck
