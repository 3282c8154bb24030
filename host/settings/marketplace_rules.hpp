// SPDX-License-Identifier: Apache-2.0
// The marketplaces that managed settings allow and block: `strictKnownMarketplaces` and `blockedMarketplaces` as rules,
// and how a rule is held against a marketplace's source. An allow rule means exactly what it says, a block rule every
// spelling of it; a rule that cannot be used allows nothing and blocks everything. Immutable once read; any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "base/search_pattern.hpp"
#include "os/file_system.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// One rule and where it stands: what a refusal names.
struct MarketplaceRule {
    boost::json::object fields;            ///< `{"source": kind, …}`
    std::optional<SearchPattern> pattern;  ///< of hostPattern and pathPattern
    std::string text;                      ///< `blockedMarketplaces[0] in /etc/skilldeck/settings.json`
};

struct MarketplaceRules {
    /// One list a file that has it: a source must be in every one.
    struct AllowList {
        std::string text;  ///< `strictKnownMarketplaces in FILE`
        std::vector<MarketplaceRule> rules;
    };
    std::vector<AllowList> allowed;
    std::vector<MarketplaceRule> blocked;
    std::string all_blocked;  ///< the text of a block rule that cannot be used; empty when there is none

    /// Whether marketplaces are limited at all: then a plugin of an unknown marketplace is not loaded.
    [[nodiscard]] bool limit() const;
};

/// A value of a managed file, and what its findings name.
struct WrittenRules {
    const boost::json::value& value;
    std::string_view key;
    Path file;
};

void read_allowed_marketplaces(const WrittenRules& written, MarketplaceRules& rules, Diagnostics& diagnostics);
void read_blocked_marketplaces(const WrittenRules& written, MarketplaceRules& rules, Diagnostics& diagnostics);

/// Whether a marketplace of this source may be used: nothing when it may, else marketplace_blocked or
/// marketplace_not_known, which name the rule. `source` is one of source_places.hpp. The block list speaks first.
[[nodiscard]] std::optional<Error> marketplace_refusal(const FileReader& files, const MarketplaceRules& rules,
                                                       std::string_view name, const boost::json::object& source);

/// The same of a marketplace whose source nobody knows.
[[nodiscard]] std::optional<Error> unknown_marketplace_refusal(const MarketplaceRules& rules, std::string_view name);

}  // namespace skilldeck
