// SPDX-License-Identifier: Apache-2.0
// Marketplaces: add, update and list them, and find what they offer.
#include "market/market.hpp"

#include "base/json.hpp"
#include "base/plugin_id.hpp"
#include "base/text.hpp"
#include "market/codes.hpp"
#include "market/installing.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

bool is_same_source(const Source& a, const Source& b) {
    return a.kind == b.kind && a.to_record() == b.to_record();
}

/// What a person recognises a source by.
std::string source_text(const Source& source) {
    if (!source.path.empty()) return source.path;
    for (const std::string_view key : {"url", "repo", "package"}) {
        if (const auto text = json_text(source.fields, key); !text.empty()) return std::string(text);
    }
    return source.word;
}

std::vector<std::string> names_of(const KnownMarketplaces& known) {
    std::vector<std::string> names;
    for (const auto& registration : known.all()) names.push_back(registration.name);
    return names;
}

}  // namespace

Error unknown_marketplace(const KnownMarketplaces& known, std::string_view name) {
    if (auto unusable = known.unusable("marketplace \"" + std::string(name) + "\"")) return *unusable;
    auto error = make_error(code::marketplace_unknown, name, {name});
    if (auto hint = did_you_mean(name, names_of(known)); !hint.empty()) error.hint = std::move(hint);
    return error;
}

Market::Market(const FileReader& reader, FileWriter& writer, const Clock& clock, MarketPlaces places,
               PackageOptions package_options, MarketPolicy policy, MarketCompanions companions)
    : reader_(reader),
      writer_(writer),
      clock_(clock),
      places_(std::move(places)),
      package_options_(std::move(package_options)),
      policy_(std::move(policy)),
      companions_(std::move(companions)) {}

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

Result<Marketplace> Market::open_marketplace(const Source& source) const {
    const auto location = resolve_marketplace_source(reader_, source);
    if (!location) return location.error();
    return read_marketplace(reader_, *location);
}

Result<MarketAction> Market::add_marketplace(std::string_view text, const std::optional<std::string>& name) {
    const auto source = read_source_argument(reader_, text, places_.working_directory);
    if (!source) return source.error();
    if (policy_.refuse_marketplace) {  // before anything of it is read
        if (auto refused = policy_.refuse_marketplace(*source, name.value_or(source_text(*source)))) return *refused;
    }
    const auto marketplace = open_marketplace(*source);
    if (!marketplace) return marketplace.error();
    const auto& registered = name ? *name : marketplace->name;
    const auto file = marketplace->file.generic_string();
    if (!is_plugin_name(registered)) return make_error(code::marketplace_name_invalid, file, {registered});
    const bool pretends =
        is_bundled_marketplace_name(registered) && policy_.is_bundled && !policy_.is_bundled(*marketplace);
    if (pretends || is_reserved_marketplace_name(registered))
        return make_error(code::marketplace_name_reserved, file, {registered});

    MarketAction action;
    const auto work = Transaction::begin(tools(), action.warnings);
    if (!work) return work.error();
    auto known = load_known(action.warnings);
    if (!known) return known.error();
    if (auto writable = known->writable(); !writable) return writable.error();
    if (const auto* there = known->find(registered)) {
        if (!is_same_source(there->source, *source)) {
            return make_error(code::marketplace_name_taken, file, {registered, source_text(there->source)});
        }
        action.outcome = MarketAction::Outcome::already;
    }
    known->set({registered, *source, marketplace->root, to_iso8601(clock_.now())});
    if (auto saved = known->save(writer_); !saved) return saved.error();

    action.id = registered;
    action.path = marketplace->root;
    action.version = marketplace->version;
    action.message = action.outcome == MarketAction::Outcome::already
                         ? "marketplace " + registered + " was already added; read it again"
                         : "added marketplace " + registered + ", " + counted(marketplace->entries.size(), "plugin");
    action.warnings.insert(action.warnings.end(), marketplace->diagnostics.begin(), marketplace->diagnostics.end());
    for (const auto& entry : marketplace->entries) {
        action.warnings.insert(action.warnings.end(), entry.diagnostics.begin(), entry.diagnostics.end());
    }
    return action;
}

Result<KnownMarketplaces> Market::known_with(std::string_view name, Diagnostics& diagnostics) const {
    auto known = load_known(diagnostics);
    if (!known) return known;
    if (auto writable = known->writable(); !writable) return writable.error();
    if (known->find(name) == nullptr) return unknown_marketplace(*known, name);
    return known;
}

Result<MarketAction> Market::update_marketplace(std::string_view name) {
    MarketAction action;
    const auto work = Transaction::begin(tools(), action.warnings);
    if (!work) return work.error();
    auto known = known_with(name, action.warnings);
    if (!known) return known.error();
    auto registration = *known->find(name);
    if (policy_.refuse_marketplace) {
        if (auto refused = policy_.refuse_marketplace(registration.source, name)) return *refused;
    }
    const auto marketplace = open_marketplace(registration.source);
    if (!marketplace) return marketplace.error();
    registration.location = marketplace->root;
    registration.updated_at = to_iso8601(clock_.now());
    known->set(registration);
    if (auto saved = known->save(writer_); !saved) return saved.error();

    action.id = name;
    action.path = marketplace->root;
    action.version = marketplace->version;
    action.message = "updated marketplace " + action.id + ", " + counted(marketplace->entries.size(), "plugin");
    return action;
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
        auto marketplace = refused ? Result<Marketplace>(*refused) : open_marketplace(item.source);
        if (marketplace) {
            item.diagnostics = marketplace->diagnostics;
            item.location = marketplace->root;
            item.marketplace = std::move(*marketplace);
        } else {
            item.diagnostics.push_back(to_diagnostic(marketplace.error()));
        }
        list.push_back(std::move(item));
    }
    return list;
}

/// An entry reads well and still cannot be installed when its files are not there or must be fetched.
void Market::judge_source(const Marketplace& marketplace, const MarketplaceEntry& entry,
                          AvailablePlugin& plugin) const {
    if (!entry.valid) return;
    const auto source = resolve_plugin_source(reader_, entry.source, marketplace.root, entry.name);
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
    auto marketplace = open_marketplace(registration.source);
    if (!marketplace) return marketplace.error();
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
                                         : open_marketplace(registration.source);
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
        if (hint.empty()) hint = "see `skilldeck plugin list --available`, or add its marketplace";
        return make_error(code::plugin_unknown, name, {name, "any marketplace", hint});
    }
    std::vector<std::string> ids;
    for (const auto& found : all) ids.push_back(found.id);
    return make_error(code::plugin_ambiguous, name, {name, join(ids, ", ")});
}

}  // namespace skilldeck
