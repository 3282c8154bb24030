// SPDX-License-Identifier: Apache-2.0
// Market::install, and what it shares with updating.
#include "market/installing.hpp"

#include "base/append.hpp"
#include "base/plugin_id.hpp"
#include "base/semver.hpp"
#include "base/text.hpp"
#include "market/codes.hpp"

#include <utility>

namespace skilldeck {

namespace {

bool is_installable(Scope scope) {
    return scope == Scope::user || scope == Scope::project || scope == Scope::local;
}

/// An entry that cannot be installed: the first thing that is wrong with it.
Error entry_refusal(const MarketplaceEntry& entry) {
    for (const auto& diagnostic : entry.diagnostics) {
        if (diagnostic.severity != Severity::error) continue;
        return Error{diagnostic.code, diagnostic.message, diagnostic.file, diagnostic.hint};
    }
    return make_error(code::entry_name_invalid, entry.package.file.string(), {entry.name});
}

bool is_of_project(Scope scope) {
    return scope == Scope::project || scope == Scope::local;
}

bool is_older(std::string_view version, std::string_view than) {
    const auto a = parse_version(version);
    const auto b = parse_version(than);
    return a && b && *a < *b;
}

}  // namespace

Error about(Error error, std::string_view id) {
    error.what = std::string(id) + ": " + error.what;
    return error;
}

ContributionChanges as_changed(const PackageChanges& changes) {
    return {changes.hooks.size(), changes.mcp_servers, changes.native};
}

PackageOptions Market::options_for(const MarketplaceEntry& entry) const {
    auto options = package_options_;
    options.entry = entry.package;
    options.given_name = entry.name;
    return options;
}

/// For what is stored already, as its entry was then.
PackageOptions Market::options_of(const InstallRecord& record) const {
    auto options = package_options_;
    options.given_name = name_half(record.id);
    options.entry = recorded_entry(record, records_file(places_.plugins_dir));
    if (options.entry) return options;
    const auto found = find_entry(record.id);  // a record of before the entry was kept
    return found ? options_for(found->entry) : options;
}

std::optional<PackageEntry> recorded_entry(const InstallRecord& record, const Path& file) {
    if (record.entry.empty()) return std::nullopt;
    return PackageEntry{std::string(name_half(record.id)), record.entry, file, record.entry_is_root};
}

bool has_entry(const InstallRecord& record, const MarketplaceEntry& entry) {
    return record.entry.empty() ||
           (record.entry == entry.package.fields && record.entry_is_root == entry.package.root_is_marketplace);
}

void record_entry(const MarketplaceEntry& entry, InstallRecord& record) {
    record.source = entry.source.to_record();
    record.entry = entry.package.fields;
    record.entry_is_root = entry.package.root_is_marketplace;
}

Result<Transaction> Market::begin(Diagnostics& warnings) {
    auto work = Transaction::begin(tools(), warnings);
    if (!work) return work;
    if (auto loaded = work->load_records(warnings); !loaded) return loaded.error();
    if (auto writable = work->records().writable(); !writable) return writable.error();
    return work;
}

Result<> Market::check_data_folder(const InstallRecords& records, std::string_view id, std::string_view before) const {
    const auto folder = fold_name(data_folder(id));
    for (const auto& record : records.all()) {
        if (record.id == id || record.id == before || fold_name(data_folder(record.id)) != folder) continue;
        return make_error(code::plugin_folder_taken, id, {id, record.id});
    }
    return {};
}

/// Policy first, then what the catalogue says of the entry.
Result<> Market::may_install(const Found& found, std::string_view id) const {
    if (policy_.refuse_plugin) {
        if (auto refused = policy_.refuse_plugin(id)) return *refused;
    }
    if (policy_.refuse_source) {
        if (auto refused = policy_.refuse_source(found.entry.source, id)) return *refused;
    }
    if (!found.entry.valid) return entry_refusal(found.entry);
    return {};
}

/// A record of trust that cannot be read is a warning: it protects nothing, and must not stop every install either.
Result<> Market::check_not_older(std::string_view id, std::string_view version, std::string_view installed,
                                 Diagnostics& warnings) const {
    // Only a semantic version can be compared: one that is none does not hide those before it.
    std::string highest(parse_version(installed) ? installed : std::string_view());
    const auto ever = policy_.highest_version ? policy_.highest_version(id) : Result<std::string>(std::string{});
    if (!ever) warnings.push_back(to_diagnostic(ever.error()));
    if (ever && (is_older(highest, *ever) || highest.empty())) highest = *ever;
    if (!highest.empty() && !parse_version(version))
        warnings.push_back(make_diagnostic(code::version_incomparable, std::string(id), {id, highest, version}));
    if (!is_older(version, highest)) return {};
    auto error = make_error(code::version_older, id, {id, highest, version});
    // What is not installed has no version before to go back to.
    if (installed.empty()) error.hint = "install it on purpose with --version " + std::string(version);
    return error;
}

Result<std::vector<FlagChange>> Market::flag_change(std::string_view id, Scope scope, bool value) const {
    if (!companions_.flag_files) return std::vector<FlagChange>{};
    const auto file = companions_.flag_files(id, scope, places_.project_dir).front();
    if (!file) return file.error();
    const auto project = is_of_project(scope) ? places_.project_dir : Path{};
    return std::vector{FlagChange{std::string(id), std::string(scope_word(scope)), project, *file, value}};
}

std::vector<FlagChange> Market::flag_removals(const Path& project, std::string_view id, Scope scope,
                                              Diagnostics& warnings) const {
    std::vector<FlagChange> flags;
    if (!companions_.flag_files) return flags;
    const auto whose = is_of_project(scope) ? project : Path{};
    for (const auto& file : companions_.flag_files(id, scope, project)) {
        if (file) {
            flags.push_back({std::string(id), std::string(scope_word(scope)), whose, *file, std::nullopt});
        } else {
            warnings.push_back(flag_problem(file.error(), id));
        }
    }
    return flags;
}

/// Its version is what its files say; it is never what a lock pins.
Result<Market::Chosen> Market::choose_link(const Found& found, const Wanted& wanted, const Rules& rules) const {
    if (!wanted.lock.empty()) return make_error(code::lock_linked, found.id, {found.id});
    const auto files = files_of(found, rules);
    if (!files) return about(files.error(), found.id);
    auto package = read_package(reader_, files->directory, options_for(found.entry));
    if (!package) return about(package.error(), found.id);
    Chosen chosen;
    chosen.version = package->version.empty() ? "linked" : package->version;
    chosen.kept = files->directory;
    chosen.package = std::move(*package);
    if (!wanted.is(chosen.version, {})) {
        return make_error(code::version_unavailable, found.id, {found.id, chosen.version, wanted.version});
    }
    return chosen;
}

void Market::set_records(std::span<const Installing> all, InstallRecords& records) {
    for (const auto& plugin : all) {
        if (plugin.replaced && plugin.replaced->id != plugin.record.id) records.remove(*plugin.replaced);
        records.set(plugin.record);
    }
}

/// The records with what goes with them; directories that only what they replace named leave.
Result<> Market::commit(Transaction& work, std::span<const Installing> all, StoreChange change, Diagnostics& warnings) {
    std::vector<const Placing*> placings;
    for (const auto& plugin : all) {
        const auto& record = plugin.record;
        if (plugin.placing) placings.push_back(&*plugin.placing);
        const auto* before =
            plugin.replaced ? &*plugin.replaced : work.records().find(record.id, record.scope, record.project);
        if (before == nullptr) continue;
        for (const auto& directory : {before->path, before->previous.path}) {
            const bool stays = directory.empty() || directory == record.path || directory == record.previous.path;
            if (!stays && work.store().version_path(directory)) change.leaving.push_back(directory);
        }
    }
    set_records(all, work.records());
    return work.commit(std::move(change), placings, warnings);
}

Result<MarketAction> Market::install(const InstallRequest& request) {
    const std::string scope(scope_word(request.scope));
    if (!is_installable(request.scope)) return make_error(code::scope_not_writable, request.plugin, {scope});
    const auto found = find_entry(request.plugin);
    if (!found) return found.error();
    if (auto allowed = may_install(*found, found->id); !allowed) return allowed.error();
    const bool link = request.placement == InstallRequest::Placement::link;
    if (link && comes_by_git(*found)) return make_error(code::fetched_not_linked, found->id, {found->id});
    auto rules = rules_of(request.lock, request.consent);
    if (!rules) return rules.error();
    const auto wanted = wanted_version(found->id, request.version, *rules);
    if (!wanted) return wanted.error();
    if (auto fetched = fetch_all(*found, *rules); !fetched) return fetched.error();

    MarketAction action;
    action.id = found->id;
    action.scope = scope;
    action.warnings = found->warnings;
    auto work = begin(action.warnings);
    if (!work) return work.error();
    InstallRecord record;
    record.id = found->id;
    record.scope = scope;
    record.project = is_of_project(request.scope) ? places_.project_dir : Path{};
    record.linked = link;
    record_entry(found->entry, record);
    record.installed_at = record.updated_at = to_iso8601(clock_.now());

    const auto* there = work->records().find(found->id, scope, record.project);
    const bool usable = there != nullptr && !there->rebuilt && reader_.is_directory(there->path) &&
                        (there->linked || work->store().owns(there->path));
    if (!usable) return install_new(*work, *found, std::move(record), *wanted, *rules, std::move(action));
    const auto installed = *there;
    const bool comparable = wanted->digest.empty() || !installed.linked;
    if (comparable && wanted->is(installed.version, installed.digest)) {
        return complete(*work, *found, installed, *rules, std::move(action));
    }
    auto moved = update_record(*work, *found, installed, *wanted, *rules);
    if (moved) moved->warnings.insert(moved->warnings.begin(), action.warnings.begin(), action.warnings.end());
    return moved;
}

/// Its files, linked to or as a copy that has its place: the record says so then.
Result<PluginPackage> Market::take_in(Transaction& work, const Found& found, const Wanted& wanted, const Rules& rules,
                                      Installing& plugin, Diagnostics& warnings) const {
    auto chosen =
        plugin.record.linked ? choose_link(found, wanted, rules) : choose(work, found, wanted, rules, warnings);
    if (!chosen) return chosen.error();
    auto fits = wanted.any() ? Result<>() : check_not_older(found.id, chosen->version, {}, warnings);
    if (!fits) return fits.error();
    auto package = chosen->package;
    plugin.changes = package_changes(reader_, nullptr, package);
    auto placing = place_of(work, std::move(*chosen), plugin.record);
    if (!placing) return placing.error();
    plugin.placing = std::move(*placing);
    return package;
}

Result<MarketAction> Market::install_new(Transaction& work, const Found& found, InstallRecord record,
                                         const Wanted& wanted, const Rules& rules, MarketAction action) {
    const auto known = check_old_names(work.records(), found, record.scope, record.project);
    if (!known) return known.error();
    if (auto free = check_data_folder(work.records(), found.id); !free) return free.error();
    StoreChange change;
    auto flags = flag_change(found.id, parse_scope(record.scope).value_or(Scope::user), true);
    if (!flags) return flags.error();
    change.flags = std::move(*flags);
    change.operation = "install of " + found.id;

    std::vector<Installing> all(1);
    all.front().record = std::move(record);
    const auto package = take_in(work, found, wanted, rules, all.front(), action.warnings);
    const auto now = all.front().record;  // the list grows
    change.versions.push_back({found.id, now.version});
    action.changed = as_changed(all.front().changes);
    auto added = package ? add_needed(work, now, *package, rules, all, change, action) : Result<>(package.error());
    if (added) added = check_dependents(work, all);  // it may count instead of one of another scope
    if (!added) {
        (void)work.store().sweep();  // what stays is swept by the next one; why it does not fit is what matters
        return added.error();
    }
    auto committed = commit(work, all, std::move(change), action.warnings);
    if (!committed) return about(committed.error(), found.id);
    action.version = now.version;
    action.path = now.path;
    action.message = (now.linked ? "linked " : "installed ") + found.id + " " + now.version + " (scope " + now.scope +
                     ")" + with_dependencies(action);
    return action;
}

/// Of what is installed already only what it needs may be missing.
Result<MarketAction> Market::complete(Transaction& work, const Found& found, const InstallRecord& record,
                                      const Rules& rules, MarketAction action) {
    action.outcome = MarketAction::Outcome::already;
    action.version = record.version;
    action.path = record.path;
    action.message = record.id + " is already installed (scope " + record.scope + ", version " + record.version + ")";
    const auto package = read_package(reader_, record.path, options_for(found.entry));
    if (!package || package->dependencies.empty()) return action;  // what cannot be read is the plugin's own diagnostic
    if (is_off(record.id)) return action;
    std::vector<Installing> all;
    StoreChange change;
    change.operation = "install of what " + record.id + " needs";
    if (auto added = add_needed(work, record, *package, rules, all, change, action); !added) {
        (void)work.store().sweep();
        action.warnings.push_back(to_diagnostic(added.error()));
        return action;
    }
    if (all.empty() && change.flags.empty()) return action;
    auto committed = commit(work, all, std::move(change), action.warnings);
    if (!committed) return about(committed.error(), record.id);
    action.outcome = MarketAction::Outcome::done;
    action.message += with_dependencies(action);
    return action;
}

Result<> Market::switch_on(std::span<const SwitchRequest> requests, std::string_view operation, Diagnostics& found) {
    auto work = begin(found);
    if (!work) return work.error();
    StoreChange change;
    change.operation = operation;
    for (const auto& request : requests) {
        auto flags = flag_change(request.plugin_id, request.scope, true);
        if (!flags) return flags.error();
        append(change.flags, std::move(*flags));
    }
    return work->commit(std::move(change), {}, found);
}

}  // namespace skilldeck
