// SPDX-License-Identifier: Apache-2.0
// A marketplace as its marketplace.json says, read entry by entry: a bad entry is kept as invalid with its diagnostics
// and never spoils its neighbours. It knows nothing of what is installed. Immutable once read; safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "market/source.hpp"
#include "os/file_system.hpp"
#include "package/package.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

struct MarketplaceEntry {
    std::string name;  ///< as written; may be unsafe when not `valid`
    std::string display_name, version, description, category;
    std::optional<bool> default_enabled;
    Source source;
    PackageEntry package;  ///< what read_package takes
    bool valid = false;    ///< can be installed as far as the catalogue tells
    Diagnostics diagnostics;
};

struct Marketplace {
    std::string name;  ///< what the file says; the name it is registered under may be another
    std::string owner, description, version;
    Path root;  ///< real path
    Path file;
    std::vector<MarketplaceEntry> entries;                      ///< in file order, invalid ones too
    std::map<std::string, std::optional<std::string>> renames;  ///< old -> new name, nothing: removed
    bool removes_deleted = false;  ///< forceRemoveDeletedPlugins: what it no longer lists it has withdrawn
    Diagnostics diagnostics;       ///< of the file as a whole; an entry's are with the entry

    /// The first entry of that name. A name that stands twice is invalid in both places.
    [[nodiscard]] const MarketplaceEntry* find(std::string_view entry_name) const;
    /// Where the renames lead from `entry_name`: a name, or nothing when they do not speak of it, end or go in circles.
    [[nodiscard]] std::optional<std::string> renamed(std::string_view entry_name) const;
    /// Whether they end at null: removed on purpose.
    [[nodiscard]] bool withdrawn(std::string_view entry_name) const;
};

/// Errors only where nothing can be used: no file, not JSON, no object, no usable `name`, no list `plugins`.
[[nodiscard]] Result<Marketplace> read_marketplace(const FileReader& files, const MarketplaceLocation& location);

/// Whether `name` is kept for the host's own origins, in any case and after NFKC: `inline`, `user`, `mcp`, …;
/// or is one of a device of Windows: `con`, `NUL.x`, `com1`, …
[[nodiscard]] bool is_reserved_marketplace_name(std::string_view name);

/// Whether `name` is that of the marketplace that comes with the host, in any case and after NFKC.
[[nodiscard]] bool is_bundled_marketplace_name(std::string_view name);

}  // namespace skilldeck
