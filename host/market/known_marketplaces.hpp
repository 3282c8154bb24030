// SPDX-License-Identifier: Apache-2.0
// plugins/known_marketplaces.json, version 2: `{"version": 2, "marketplaces": {name: {source, installLocation,
// lastUpdated, …}}}`. The first shape, only the inner map and no version, is read and becomes this one at the next
// change. A bad registration is a diagnostic and stays in the file. A damaged file cannot be rebuilt: what the store
// shows of it is said. Callers hold the store's lock while they change it.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "market/source.hpp"
#include "market/state_file.hpp"
#include "os/file_system.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

struct MarketplaceRegistration {
    std::string name;
    Source source;
    Path location;
    std::string updated_at;
    std::string commit;  ///< of a fetched one: what `location` holds
};

class KnownMarketplaces {
public:
    [[nodiscard]] static Result<KnownMarketplaces> load(const FileReader& files, const Path& file,
                                                        Diagnostics& diagnostics);

    /// Sorted by name; those that can be read.
    [[nodiscard]] const std::vector<MarketplaceRegistration>& all() const { return registrations_; }
    [[nodiscard]] const MarketplaceRegistration* find(std::string_view name) const;

    /// Whether the file speaks of a marketplace, also in a way that cannot be read; true of every name when nothing
    /// can.
    [[nodiscard]] bool mentions(std::string_view name) const;

    [[nodiscard]] Result<> writable() const { return state_.writable(); }
    /// Why nothing can be looked up: marketplaces_damaged about `what`. Nothing while the file can be read.
    [[nodiscard]] std::optional<Error> unusable(std::string_view what) const;
    void set(const MarketplaceRegistration& registration);
    void remove(std::string_view name);
    [[nodiscard]] Result<> save(FileWriter& writer) { return save_state_file(writer, state_); }

private:
    [[nodiscard]] boost::json::object& members();

    StateFile state_;
    std::string next_step_;  ///< after damage
    std::vector<MarketplaceRegistration> registrations_;
};

}  // namespace skilldeck
