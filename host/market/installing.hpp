// SPDX-License-Identifier: Apache-2.0
// What the operations of Market share. For the sources of market/ only; pure values, any thread.
#pragma once

#include "market/market.hpp"
#include "market/package_changes.hpp"

#include <optional>

namespace skilldeck {

/// A problem on the way to an install, as one of that plugin.
[[nodiscard]] Error about(Error error, std::string_view id);

[[nodiscard]] Error unknown_marketplace(const KnownMarketplaces& known, std::string_view name);

/// What the marketplace said of the plugin when it was installed; nothing in records of before it was kept. `file` is
/// what its problems are said of.
[[nodiscard]] std::optional<PackageEntry> recorded_entry(const InstallRecord& record, const Path& file);
void record_entry(const MarketplaceEntry& entry, InstallRecord& record);
/// `record` takes the place of `before`, which can be gone back to.
void keep_previous(const InstallRecord& before, InstallRecord& record);

[[nodiscard]] ContributionChanges as_changed(const PackageChanges& changes);

}  // namespace skilldeck
