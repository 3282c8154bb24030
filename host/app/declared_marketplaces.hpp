// SPDX-License-Identifier: Apache-2.0
// Marketplaces that settings declare (`extraKnownMarketplaces`): a team names in its project where its plugins come
// from. A declaration that counts adds nothing by itself; it is registered when something of it is asked for. Those of
// a project count after workspace trust. [loop thread]
#pragma once

#include "app/commands.hpp"
#include "market/source.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

inline constexpr std::string_view kDeclaredMarketplaces = "extraKnownMarketplaces";

struct DeclaredMarketplace {
    std::string name;
    Source source;  ///< a relative path is resolved: from the project, in the user's own settings from their folder
    Scope scope = Scope::user;
    Path file;
};

/// One a name, the whole entry of the highest layer that has it; sorted by name. An entry that cannot be used is a
/// diagnostic at its place and hides what lower layers say of the name.
[[nodiscard]] std::vector<DeclaredMarketplace> declared_marketplaces(Host& host, Diagnostics& found);

/// Those that are not registered, or from another source.
[[nodiscard]] Diagnostics undone_declarations(Host& host);

/// marketplace_source_undeclared if settings that count declare the name for another source; else nothing.
[[nodiscard]] std::optional<Error> refuse_undeclared_source(Host& host, const Source& source, std::string_view name);

/// The registered ones whose name `scope` declares for another source, each with the file that does.
[[nodiscard]] std::map<std::string, Path, std::less<>> marketplaces_from_elsewhere(Host& host, Scope scope);

/// Whether the settings of a project that is not trusted declare it: that does not count.
[[nodiscard]] bool waits_for_trust(const Host& host, std::string_view name);

/// Registers the marketplace of that name if settings declare it and nobody has; nothing when there is nothing to do.
/// Errors: of Market::add_marketplace.
[[nodiscard]] Result<std::optional<MarketAction>> add_declared_marketplace(Host& host, std::string_view name);

/// Writes the registered marketplace into `extraKnownMarketplaces` of a scope; a directory inside the project by its
/// path from there. Gives the file.
[[nodiscard]] Result<Path> declare_marketplace(Host& host, std::string_view name, Scope scope);

}  // namespace skilldeck
