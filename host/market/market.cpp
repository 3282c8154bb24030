// SPDX-License-Identifier: Apache-2.0
// Marketplaces: list them, and find what they offer.
#include "market/market.hpp"

#include "base/json.hpp"
#include "base/plugin_id.hpp"
#include "base/text.hpp"
#include "market/codes.hpp"
#include "market/installing.hpp"
#include "market/marketplace_clones.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

std::vector<std::string> names_of(const KnownMarketplaces& known) {
    std::vector<std::string> names;
    for (const auto& registration : known.all()) names.push_back(registration.name);
    return names;
}

}  // namespace

Error of_registered(Error error, std::string_view name) {
    if (error.code != code::marketplace_file_missing) return error;
    error.what = "marketplace \"" + std::string(name) + "\": " + error.what;
    error.hint = "put it back, or say where it is now: skilldeck marketplace add DIRECTORY --name " + std::string(name);
    return error;
}

Error unknown_marketplace(const KnownMarketplaces& known, std::string_view name) {
    if (auto unusable = known.unusable("marketplace \"" + std::string(name) + "\"")) return *unusable;
    auto error = make_error(code::marketplace_unknown, name, {name});
    if (auto hint = did_you_mean(name, names_of(known)); !hint.empty()) error.hint = std::move(hint);
    return error;
}

Market::Market(const FileReader& reader, FileWriter& writer, const Clock& clock, MarketPlaces places,
               PackageOptions package_options, MarketPolicy policy, MarketCompanions companions, SourceFetcher* fetcher)
    : reader_(reader),
      writer_(writer),
      clock_(clock),
      places_(std::move(places)),
      package_options_(std::move(package_options)),
      policy_(std::move(policy)),
      companions_(std::move(companions)),
      fetcher_(fetcher) {}

void Market::say(std::string_view step) const {
    if (companions_.progress) companions_.progress(step);
}

StoreTools Market::tools() {
    return {reader_, writer_, places_.plugins_dir, companions_};
}

Path Market::data_directory(std::string_view plugin_id) const {
    return places_.plugins_dir / "data" / data_folder(plugin_id);
}

std::vector<Path> Market::record_files() const {
    return {registry_file(places_.plugins_dir), records_file(places_.plugins_dir)};
}

std::optional<Diagnostic> Market::interrupted() const {
    return interrupted_change(reader_, places_.plugins_dir);
}

Result<> Market::settle(Diagnostics& found) {
    if (!reader_.info(Journal(places_.plugins_dir).file())) return {};
    const auto work = Transaction::begin(tools(), found);
    return work ? Result<>() : Result<>(work.error());
}

Diagnostics KnownMarketplace::all_diagnostics() const {
    auto all = diagnostics;
    if (!marketplace) return all;
    for (const auto& entry : marketplace->entries) {
        all.insert(all.end(), entry.diagnostics.begin(), entry.diagnostics.end());
    }
    return all;
}

Result<KnownMarketplaces> Market::load_known(Diagnostics& diagnostics) const {
    return KnownMarketplaces::load(reader_, registry_file(places_.plugins_dir), diagnostics);
}

Result<InstallRecords> Market::load_records(Diagnostics& diagnostics) const {
    return InstallRecords::load(reader_, records_file(places_.plugins_dir), diagnostics);
}

Result<MarketplaceLocation> Market::locate(const MarketplaceRegistration& registration) const {
    const auto& source = registration.source;
    if (!is_git_source(source.kind)) return resolve_marketplace_source(reader_, source);
    if (auto address = marketplace_git_address(source, registration.name); !address) return address.error();
    const auto clone = MarketplaceClones(reader_, writer_, places_.plugins_dir).directory_of(registration);
    if (!clone) return clone.error();
    return locate_in_clone(reader_, source, *clone);
}

Result<Marketplace> Market::open_marketplace(const MarketplaceRegistration& registration) const {
    const auto location = locate(registration);
    if (!location) return location.error();
    return read_marketplace(reader_, *location);
}

Result<KnownMarketplaces> Market::known_with(std::string_view name, Diagnostics& diagnostics) const {
    auto known = load_known(diagnostics);
    if (!known) return known;
    if (auto writable = known->writable(); !writable) return writable.error();
    if (known->find(name) == nullptr) return unknown_marketplace(*known, name);
    return known;
}

std::optional<Error> Market::registry_problem() const {
    Diagnostics with_the_list;
    const auto known = load_known(with_the_list);
    return known ? known->unusable("a marketplace") : std::optional(known.error());
}

std::vector<KnownMarketplace> Market::marketplaces(Diagnostics& diagnostics) const {
    std::vector<KnownMarketplace> list;
    const auto known = load_known(diagnostics);
    if (!known) {
        diagnostics.push_back(to_diagnostic(known.error()));
        return list;
    }
    for (const auto& registration : known->all()) {
        KnownMarketplace item;
        item.name = registration.name;
        item.source = registration.source;
        item.location = registration.location;
        item.updated_at = registration.updated_at;
        const auto refused =
            policy_.refuse_marketplace ? policy_.refuse_marketplace(item.source, item.name) : std::optional<Error>{};
        auto marketplace = refused ? Result<Marketplace>(*refused) : open_marketplace(registration);
        if (marketplace) {
            item.diagnostics = marketplace->diagnostics;
            item.location = marketplace->root;
            item.marketplace = std::move(*marketplace);
        } else {
            item.diagnostics.push_back(to_diagnostic(of_registered(marketplace.error(), item.name)));
        }
        list.push_back(std::move(item));
    }
    return list;
}

Result<> Market::check_source(const Marketplace& marketplace, const MarketplaceEntry& entry) const {
    if (fetcher_ != nullptr && is_git_source(entry.source.kind)) {
        const auto address = plugin_git_address(entry.source, entry.name);
        return address ? Result<>() : Result<>(address.error());
    }
    const auto directory = resolve_plugin_source(reader_, entry.source, marketplace.root, entry.name);
    return directory ? Result<>() : Result<>(directory.error());
}

/// An entry reads well and still cannot be installed when its files are not there or must be fetched.
void Market::judge_source(const Marketplace& marketplace, const MarketplaceEntry& entry,
                          AvailablePlugin& plugin) const {
    if (!entry.valid) return;
    const auto source = check_source(marketplace, entry);
    if (source) return;
    auto diagnostic = to_diagnostic(source.error());
    diagnostic.plugin = plugin.id;
    diagnostic.file = marketplace.file.string();
    plugin.valid = false;
    plugin.diagnostics.push_back(std::move(diagnostic));
}

std::vector<AvailablePlugin> Market::available(Diagnostics& diagnostics) const {
    std::vector<AvailablePlugin> list;
    const auto records = load_records(diagnostics);
    for (const auto& known : marketplaces(diagnostics)) {
        if (!known.marketplace) {
            diagnostics.insert(diagnostics.end(), known.diagnostics.begin(), known.diagnostics.end());
            continue;
        }
        for (const auto& entry : known.marketplace->entries) {
            AvailablePlugin plugin;
            plugin.id = entry.name + "@" + known.name;
            plugin.name = entry.name;
            plugin.marketplace = known.name;
            plugin.version = entry.version;
            plugin.description = entry.description;
            plugin.source = entry.source;
            plugin.valid = entry.valid;
            plugin.diagnostics = entry.diagnostics;
            judge_source(*known.marketplace, entry, plugin);
            const auto recorded = records ? records->of(plugin.id) : std::vector<InstallRecord>{};
            plugin.installed = std::any_of(recorded.begin(), recorded.end(), [&](const InstallRecord& record) {
                return record.applies_to(places_.project_dir);
            });
            list.push_back(std::move(plugin));
        }
    }
    return list;
}

Result<Market::Found> Market::find_entry(std::string_view reference) const {
    Diagnostics diagnostics;
    const auto known = load_known(diagnostics);
    if (!known) return known.error();
    const auto at = reference.rfind('@');
    if (at == std::string_view::npos) return find_anywhere(*known, reference);
    const auto marketplace = reference.substr(at + 1);
    const auto* registration = known->find(marketplace);
    if (registration == nullptr) return unknown_marketplace(*known, marketplace);
    return find_in(*registration, reference.substr(0, at));
}

Result<Market::Found> Market::find_in(const MarketplaceRegistration& registration, std::string_view name) const {
    if (policy_.refuse_marketplace) {
        if (auto refused = policy_.refuse_marketplace(registration.source, registration.name)) return *refused;
    }
    auto marketplace = open_marketplace(registration);
    if (!marketplace) return of_registered(marketplace.error(), registration.name);
    Found found{registration, std::move(*marketplace), {}, {}, {}};
    const auto* entry = found.marketplace.find(name);
    if (entry == nullptr) {
        if (const auto renamed = found.marketplace.renamed(name)) {
            entry = found.marketplace.find(*renamed);
            found.warnings.push_back(
                make_diagnostic(code::plugin_renamed, found.marketplace.file.string(), {name, *renamed}));
        }
    }
    if (entry == nullptr) {
        std::vector<std::string> names;
        for (const auto& other : found.marketplace.entries) names.push_back(other.name);
        auto hint = did_you_mean(name, names);
        if (hint.empty()) hint = "see `skilldeck plugin list --available`";
        return make_error(code::plugin_unknown, found.marketplace.file.string(), {name, registration.name, hint});
    }
    found.entry = *entry;
    found.id = entry->name + "@" + registration.name;
    return found;
}

std::vector<std::string> Market::entry_names(const KnownMarketplaces& known) const {
    std::vector<std::string> names;
    for (const auto& registration : known.all()) {
        const bool refused =
            policy_.refuse_marketplace && policy_.refuse_marketplace(registration.source, registration.name);
        const auto marketplace = refused ? Result<Marketplace>(make_error(code::marketplace_unknown, registration.name))
                                         : open_marketplace(registration);
        if (!marketplace) continue;
        for (const auto& entry : marketplace->entries) names.push_back(entry.name);
    }
    return names;
}

Result<Market::Found> Market::find_anywhere(const KnownMarketplaces& known, std::string_view name) const {
    std::vector<Found> all;
    for (const auto& registration : known.all()) {
        if (auto found = find_in(registration, name)) all.push_back(std::move(*found));
    }
    if (all.size() == 1) return std::move(all.front());
    if (auto unusable = known.unusable("plugin \"" + std::string(name) + "\"")) return *unusable;
    if (all.empty()) {
        auto hint = did_you_mean(name, entry_names(known));
        if (name.find('/') != std::string_view::npos) {
            hint =
                "plugins are installed by name from a marketplace (`skilldeck marketplace add`); "
                "`skilldeck --plugin-dir DIR` loads a folder for one run";
        }
        if (hint.empty()) hint = "see `skilldeck plugin list --available`, or add its marketplace";
        return make_error(code::plugin_unknown, name, {name, "any marketplace", hint});
    }
    std::vector<std::string> ids;
    for (const auto& found : all) ids.push_back(found.id);
    return make_error(code::plugin_ambiguous, name, {name, join(ids, ", ")});
}

}  // namespace skilldeck
