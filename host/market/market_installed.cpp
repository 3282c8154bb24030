// SPDX-License-Identifier: Apache-2.0
// What is installed: the records with what stands where they say. Nothing is changed here.
#include "base/plugin_id.hpp"
#include "base/text.hpp"
#include "market/catalogue_change.hpp"
#include "market/codes.hpp"
#include "market/installing.hpp"
#include "market/market.hpp"
#include "market/tree_rules.hpp"
#include "os/codes.hpp"
#include "os/digest.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::array kPrecedence{Scope::managed, Scope::local, Scope::project, Scope::user};
constexpr std::size_t kNamedFiles = 3;  ///< of a changed copy

/// What is wrong with the directory of a record, as far as can be seen without reading the plugin.
std::optional<Diagnostic> directory_problem(const FileReader& files, const InstallRecord& record) {
    const auto info = files.info(record.path);
    const auto listed = info && info->kind == FileKind::directory
                            ? files.list(record.path)
                            : Result<std::vector<DirectoryEntry>>(std::vector<DirectoryEntry>{});
    const bool unreadable = (!info && info.error().code == code::file_unreadable) || !listed;
    if (!unreadable && info && info->kind == FileKind::directory) return std::nullopt;
    auto problem = make_diagnostic(code::store_path_missing, record.path.string(), {record.id});
    if (unreadable) {
        const auto& why = info ? listed.error().what : info.error().what;
        problem = make_diagnostic(code::store_path_unreadable, record.path.string(), {record.id, why});
    }
    problem.plugin = record.id;
    return problem;
}

/// Over all scopes that a project sees: a second record does not make a plugin a newcomer.
std::string first_installed(const InstallRecords& records, std::string_view id, const Path& project_dir) {
    std::string first;
    for (const auto& record : records.of(id)) {
        if (!record.applies_to(project_dir) || record.installed_at.empty()) continue;
        if (first.empty() || record.installed_at < first) first = record.installed_at;
    }
    return first;
}

/// The entries that stand in only one of two lists, or differently.
std::vector<std::string> differing_paths(const std::string& a, const std::string& b) {
    const auto lines = split(a, '\n'), others = split(b, '\n');
    const std::set<std::string_view> before(lines.begin(), lines.end()), now(others.begin(), others.end());
    std::vector<std::string_view> different;
    std::ranges::set_symmetric_difference(before, now, std::back_inserter(different));
    std::set<std::string> paths;
    for (const auto line : different) paths.emplace(manifest_path(line));
    return {paths.begin(), paths.end()};
}

std::string shortened(std::vector<std::string> names) {
    const auto more = names.size() > kNamedFiles ? names.size() - kNamedFiles : 0;
    if (more > 0) names.resize(kNamedFiles);
    return join(names, ", ") + (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

/// How the files differ from those that were installed; empty when they do not.
std::string change_of(const FileReader& files, const Store& store, const Path& directory, std::string_view digest) {
    const auto listed = files.read(directory / Path(kStoredManifest), kStoredManifestBytes);
    if (!listed) return std::string(kStoredManifest) + " " + listed.error().what;
    if (!digest.empty() && sha256(*listed) != digest) return std::string(kStoredManifest);
    const auto now = store.manifest_of(directory);
    if (!now) return now.error().what + " (" + now.error().where + ")";
    return *now == *listed ? std::string() : shortened(differing_paths(*listed, *now));
}

}  // namespace

InstalledPlugin Market::as_installed(const InstallRecord& record, Diagnostics& diagnostics) const {
    InstalledPlugin plugin;
    plugin.id = record.id;
    plugin.name = name_half(record.id);
    plugin.marketplace = market_half(record.id);
    plugin.scope = record.scope;
    plugin.version = record.version;
    plugin.path = record.path;
    plugin.place = PluginPlace::store;
    plugin.linked = record.linked;
    plugin.rebuilt = record.rebuilt;
    plugin.content_digest = record.digest;
    plugin.installed_at = record.installed_at;
    plugin.updated_at = record.updated_at;
    if (const auto source = parse_marketplace_source(record.source, {})) plugin.source = source->to_view();
    plugin.first_installed_at = record.installed_at;
    if (auto problem = directory_problem(reader_, record)) diagnostics.push_back(std::move(*problem));
    return plugin;
}

std::vector<InstalledPlugin> Market::records(std::string_view plugin_id, Diagnostics& diagnostics) const {
    std::vector<InstalledPlugin> list;
    const auto records = load_records(diagnostics);
    if (!records) {
        diagnostics.push_back(to_diagnostic(records.error()));
        return list;
    }
    for (const auto& record : records->of(plugin_id)) list.push_back(as_installed(record, diagnostics));
    return list;
}

std::vector<InstalledPlugin> Market::installed(Diagnostics& diagnostics) const {
    std::vector<InstalledPlugin> list;
    const auto records = load_records(diagnostics);
    if (!records) {
        diagnostics.push_back(to_diagnostic(records.error()));
        return list;
    }
    if (auto half_done = interrupted()) diagnostics.push_back(std::move(*half_done));
    const Store store(reader_, writer_, places_.plugins_dir);
    std::map<std::string, const InstallRecord*> seen;  // by id: the highest scope that this project sees
    for (const auto scope : kPrecedence) {
        for (const auto& record : records->all()) {
            if (record.scope == scope_word(scope) && record.applies_to(places_.project_dir))
                seen.emplace(record.id, &record);
        }
    }
    Diagnostics of_registry;  // those of single registrations are for marketplaces() to report
    const auto known = load_known(of_registry);
    for (auto& problem : of_registry) {
        if (problem.code == code::state_file_damaged) diagnostics.push_back(std::move(problem));
    }
    if (!known) diagnostics.push_back(to_diagnostic(known.error()));
    std::map<std::string, std::optional<Marketplace>> opened;
    for (const auto& [id, record] : seen) {
        if (!record->linked && !store.owns(record->path)) {
            diagnostics.push_back(make_diagnostic(code::store_path_outside, record->path.string(), {id}));
            diagnostics.back().plugin = id;
            continue;
        }
        auto plugin = as_installed(*record, diagnostics);
        plugin.first_installed_at = first_installed(*records, id, places_.project_dir);
        const auto* registration = known ? known->find(plugin.marketplace) : nullptr;
        if (registration != nullptr && !opened.contains(plugin.marketplace)) {
            auto marketplace = open_marketplace(*registration);
            opened[plugin.marketplace] = marketplace ? std::optional(std::move(*marketplace)) : std::nullopt;
        }
        const auto& marketplace = opened[plugin.marketplace];
        const auto* entry = marketplace ? marketplace->find(plugin.name) : nullptr;
        // What a marketplace says by now counts from an update on, but of what is linked it counts at once.
        const bool as_now = entry != nullptr && (record->linked || has_entry(*record, *entry));
        plugin.entry =
            as_now ? std::optional(entry->package) : recorded_entry(*record, records_file(places_.plugins_dir));
        if (plugin.source.empty() && entry != nullptr) plugin.source = entry->source.to_view();
        if (plugin.source.empty()) plugin.source = Source{}.to_view();
        auto change = marketplace ? catalogue_change(*marketplace, id) : std::nullopt;
        if (change) plugin.notices.push_back(*std::move(change));
        list.push_back(std::move(plugin));
    }
    return list;
}

Diagnostics Market::changed_copies() const {
    Diagnostics found;
    Diagnostics with_the_list;
    const auto records = load_records(with_the_list);
    if (!records) return found;
    const Store store(reader_, writer_, places_.plugins_dir);
    std::set<Path> checked;
    for (const auto& record : records->all()) {
        const bool ours = !record.linked && store.owns(record.path) && reader_.is_directory(record.path);
        if (!ours || !checked.insert(record.path).second) continue;
        const auto change = change_of(reader_, store, record.path, record.digest);
        if (change.empty()) continue;
        found.push_back(
            make_diagnostic(code::store_copy_changed, record.path.string(), {record.id, record.version, change}));
        found.back().plugin = record.id;
    }
    return found;
}

}  // namespace skilldeck
