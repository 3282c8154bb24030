// SPDX-License-Identifier: Apache-2.0
// Installed plugins: install, uninstall and update them. What is installed is market_installed.cpp.
#include "base/semver.hpp"
#include "base/text.hpp"
#include "market/codes.hpp"
#include "market/market.hpp"
#include "market/package_changes.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace skilldeck {

namespace {

std::string_view name_half(std::string_view id) {
    return id.substr(0, id.find('@'));
}

std::string_view market_half(std::string_view id) {
    return id.substr(id.find('@') + 1);
}

bool is_installable(Scope scope) {
    return scope == Scope::user || scope == Scope::project || scope == Scope::local;
}

bool is_of_project(Scope scope) {
    return scope == Scope::project || scope == Scope::local;
}

/// An entry that cannot be installed: the first thing that is wrong with it.
Error entry_refusal(const MarketplaceEntry& entry) {
    for (const auto& diagnostic : entry.diagnostics) {
        if (diagnostic.severity != Severity::error) continue;
        return Error{diagnostic.code, diagnostic.message, diagnostic.file, diagnostic.hint};
    }
    return make_error(code::entry_name_invalid, entry.package.file.string(), {entry.name});
}

/// A problem on the way to an install, as one of that plugin.
Error about(Error error, std::string_view id) {
    error.what = std::string(id) + ": " + error.what;
    return error;
}

ContributionChanges as_changed(const PackageChanges& changes) {
    return {changes.hooks, changes.mcp_servers, changes.native};
}

bool is_older(std::string_view version, std::string_view than) {
    const auto a = parse_version(version);
    const auto b = parse_version(than);
    return a && b && *a < *b;
}

bool is_allowed(const PackageChanges& changes, Consent consent) {
    if (!changes.adds_rights() || consent == Consent::everything) return true;
    return consent == Consent::additions && !changes.native_added;
}

}  // namespace

std::string plugin_suggestion(std::string_view reference, std::span<const std::string> ids) {
    std::vector<std::string> candidates;
    const bool whole = reference.find('@') != std::string_view::npos;
    for (const auto& id : ids) {
        const auto candidate = whole ? id : std::string(name_half(id));
        if (candidate != reference && std::find(candidates.begin(), candidates.end(), candidate) == candidates.end())
            candidates.push_back(candidate);
    }
    return did_you_mean(reference, candidates);
}

namespace {

std::string data_folder(std::string_view id) {
    std::string name(id);
    for (auto& c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '-') c = '-';
    }
    return name;
}

}  // namespace

Path Market::data_directory(std::string_view plugin_id) const {
    return places_.plugins_dir / "data" / data_folder(plugin_id);
}

PackageOptions Market::options_for(const MarketplaceEntry& entry) const {
    auto options = package_options_;
    options.entry = entry.package;
    options.given_name = entry.name;
    return options;
}

Result<> Market::check_data_folder(const InstallRecords& records, std::string_view id) const {
    const auto folder = fold_name(data_folder(id));
    for (const auto& record : records.all()) {
        if (record.id == id || fold_name(data_folder(record.id)) != folder) continue;
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

Result<MarketAction> Market::install(const InstallRequest& request) {
    const std::string scope(scope_word(request.scope));
    if (!is_installable(request.scope)) return make_error(code::scope_not_writable, request.plugin, {scope});
    const auto found = find_entry(request.plugin);
    if (!found) return found.error();
    if (auto allowed = may_install(*found, found->id); !allowed) return allowed.error();
    const auto source = resolve_plugin_source(reader_, found->entry.source, found->marketplace.root, found->entry.name);
    if (!source) return about(source.error(), found->id);

    MarketAction action;
    action.id = found->id;
    action.scope = scope;
    action.warnings = found->warnings;
    Store store(reader_, writer_, places_.plugins_dir);
    const auto lock = store.take_lock();
    if (!lock) return lock.error();
    auto records = load_records(action.warnings);
    if (!records) return records.error();
    if (auto writable = records->writable(); !writable) return writable.error();
    const Path project = is_of_project(request.scope) ? places_.project_dir : Path{};
    const auto* there = records->find(found->id, scope, project);
    if (there != nullptr && reader_.is_directory(there->path) && (there->linked || store.owns(there->path))) {
        if (request.version && *request.version != there->version) {
            return make_error(code::version_unavailable, found->id, {found->id, there->version, *request.version});
        }
        action.outcome = MarketAction::Outcome::already;
        action.version = there->version;
        action.path = there->path;
        action.message = found->id + " is already installed (scope " + scope + ", version " + there->version + ")";
        return action;
    }
    if (auto free = check_data_folder(*records, found->id); !free) return free.error();

    InstallRecord record;
    record.id = found->id;
    record.scope = scope;
    record.project = project;
    record.linked = request.placement == InstallRequest::Placement::link;
    record.source = found->entry.source.to_record();
    record.installed_at = record.updated_at = to_iso8601(clock_.now());
    PackageChanges changes;
    if (record.linked) {
        const auto package = read_package(reader_, *source, options_for(found->entry));
        if (!package) return about(package.error(), found->id);
        changes = package_changes(reader_, nullptr, *package);
        record.version = package->version.empty() ? "linked" : package->version;
        record.path = *source;
    } else {
        const auto staged = store.stage(*source, options_for(found->entry));
        if (!staged) return about(staged.error(), found->id);
        action.warnings.insert(action.warnings.end(), staged->warnings.begin(), staged->warnings.end());
        if (request.version && *request.version != staged->version) {
            if (auto gone = store.discard(*staged); !gone) return gone.error();
            return make_error(code::version_unavailable, found->id, {found->id, staged->version, *request.version});
        }
        const auto newer =
            request.version ? Result<>() : check_not_older(found->id, staged->version, {}, action.warnings);
        if (!newer) {
            if (auto gone = store.discard(*staged); !gone) return gone.error();
            return newer.error();
        }
        changes = package_changes(reader_, nullptr, staged->package);
        auto placed = store.place(*staged, market_half(found->id), name_half(found->id),
                                  [&](const Path& directory) { return records->refers_to(directory); });
        if (!placed) return about(placed.error(), found->id);
        record.version = staged->version;
        record.digest = staged->digest;
        record.path = std::move(*placed);
    }
    if (auto committed = commit(store, *records, record); !committed) return committed.error();
    action.version = record.version;
    action.path = record.path;
    action.changed = as_changed(changes);
    action.message =
        (record.linked ? "linked " : "installed ") + found->id + " " + record.version + " (scope " + scope + ")";
    return action;
}

/// A record of trust that cannot be read is a warning: it protects nothing, and must not stop every install either.
Result<> Market::check_not_older(std::string_view id, std::string_view version, std::string_view installed,
                                 Diagnostics& warnings) const {
    std::string highest(installed);
    const auto ever = policy_.highest_version ? policy_.highest_version(id) : Result<std::string>(std::string{});
    if (!ever) warnings.push_back(to_diagnostic(ever.error()));
    if (ever && (is_older(highest, *ever) || highest.empty())) highest = *ever;
    if (!is_older(version, highest)) return {};
    return make_error(code::version_older, id, {id, highest, version});
}

/// The record is the commit point; what no record refers to any more is removed after it.
Result<> Market::commit(Store& store, InstallRecords& records, const InstallRecord& record) {
    const auto* there = records.find(record.id, record.scope, record.project);
    const auto before = there != nullptr ? std::optional(*there) : std::nullopt;
    records.set(record);
    if (auto saved = records.save(writer_); !saved) return saved;
    if (!before) return {};
    for (const auto& directory : {before->path, before->previous_path}) {
        if (directory.empty() || records.refers_to(directory)) continue;
        if (auto removed = store.remove(directory); !removed) return removed;
    }
    return {};
}

Result<> Market::drop(Store& store, InstallRecords& records, const InstallRecord& record, UninstallRequest::Data data) {
    records.remove(record);
    if (auto saved = records.save(writer_); !saved) return saved;
    for (const auto& directory : {record.path, record.previous_path}) {
        if (directory.empty() || record.linked || records.refers_to(directory)) continue;
        if (auto removed = store.remove(directory); !removed) return removed;
    }
    if (data == UninstallRequest::Data::keep || !records.of(record.id).empty()) return {};
    return writer_.remove_tree(data_directory(record.id));
}

Result<std::string> Market::find_recorded_id(const InstallRecords& records, std::string_view reference) const {
    if (reference.find('@') != std::string_view::npos) return std::string(reference);
    std::vector<std::string> ids;
    for (const auto& record : records.all()) {
        if (name_half(record.id) != reference || !record.applies_to(places_.project_dir)) continue;
        if (std::find(ids.begin(), ids.end(), record.id) == ids.end()) ids.push_back(record.id);
    }
    if (ids.size() == 1) return ids.front();
    if (ids.empty()) return not_installed(records, reference, "in this project");
    return make_error(code::plugin_ambiguous, reference, {reference, join(ids, ", ")});
}

Result<InstallRecord> Market::find_record(const InstallRecords& records, const UninstallRequest& request) const {
    const auto id = find_recorded_id(records, request.plugin);
    if (!id) return id.error();
    std::vector<InstallRecord> candidates;
    std::vector<std::string> scopes;
    for (const auto& record : records.of(*id)) {
        const bool wanted = !request.scope || record.scope == scope_word(*request.scope);
        if (!wanted || !record.applies_to(places_.project_dir)) continue;
        candidates.push_back(record);
        scopes.push_back(record.scope);
    }
    if (candidates.size() == 1) return candidates.front();
    if (!candidates.empty()) return make_error(code::plugin_scope_ambiguous, *id, {*id, join(scopes, ", ")});
    const auto where = request.scope ? "at the scope " + std::string(scope_word(*request.scope)) : "in this project";
    return not_installed(records, *id, where);
}

Error Market::not_installed(const InstallRecords& records, std::string_view reference, std::string_view where) const {
    auto error = make_error(code::plugin_not_installed, reference, {reference, where});
    std::vector<std::string> ids;
    for (const auto& record : records.all()) {
        if (record.applies_to(places_.project_dir)) ids.push_back(record.id);
    }
    if (auto hint = plugin_suggestion(reference, ids); !hint.empty()) error.hint = std::move(hint);
    if (records.rebuilt()) {
        error.hint = records.file().string() +
                     " is damaged, so what counts as installed is what the store shows: see " +
                     "`skilldeck plugin list`";
    }
    return error;
}

Result<MarketAction> Market::uninstall(const UninstallRequest& request) {
    MarketAction action;
    Store store(reader_, writer_, places_.plugins_dir);
    const auto lock = store.take_lock();
    if (!lock) return lock.error();
    auto records = load_records(action.warnings);
    if (!records) return records.error();
    if (auto writable = records->writable(); !writable) return writable.error();
    const auto record = find_record(*records, request);
    if (!record) return record.error();
    if (record->scope == scope_word(Scope::managed)) {
        return make_error(code::scope_not_writable, record->id, {record->scope});
    }
    if (auto dropped = drop(store, *records, *record, request.data); !dropped) return dropped.error();

    action.id = record->id;
    action.scope = record->scope;
    action.previous_version = record->version;
    action.path = record->path;
    action.removed.push_back({record->id, record->scope, record->project, record->version});
    action.message = "uninstalled " + record->id + " (scope " + record->scope + ")";
    return action;
}

Result<std::vector<MarketAction>> Market::update(const UpdateRequest& request) {
    Diagnostics warnings;
    Store store(reader_, writer_, places_.plugins_dir);
    const auto lock = store.take_lock();
    if (!lock) return lock.error();
    auto records = load_records(warnings);
    if (!records) return records.error();
    if (auto writable = records->writable(); !writable) return writable.error();
    const auto id = find_recorded_id(*records, request.plugin);
    if (!id) return id.error();

    std::vector<MarketAction> actions;
    std::optional<Found> found;
    for (const auto& record : records->of(*id)) {
        const bool wanted = !request.scope || record.scope == scope_word(*request.scope);
        if (!wanted || !record.applies_to(places_.project_dir)) continue;
        if (!found) {
            auto entry = find_entry(*id);
            if (!entry) return entry.error();
            found = std::move(*entry);
        }
        auto action = update_record(store, *records, *found, record, request.consent);
        if (!action) return action.error();
        action->warnings.insert(action->warnings.begin(), warnings.begin(), warnings.end());
        actions.push_back(std::move(*action));
    }
    if (actions.empty()) {
        const auto where =
            request.scope ? "at the scope " + std::string(scope_word(*request.scope)) : "in this project";
        return not_installed(*records, *id, where);
    }
    return actions;
}

Result<MarketAction> Market::update_record(Store& store, InstallRecords& records, const Found& found,
                                           const InstallRecord& record, Consent consent) {
    MarketAction action;
    action.id = record.id;
    action.scope = record.scope;
    action.version = action.previous_version = record.version;
    action.path = record.path;
    action.warnings = found.warnings;
    if (record.linked) {
        action.outcome = MarketAction::Outcome::already;
        action.message = record.id + " is linked to " + record.path.generic_string() + " and always current";
        return action;
    }
    if (auto allowed = may_install(found, record.id); !allowed) return allowed.error();
    const auto source = resolve_plugin_source(reader_, found.entry.source, found.marketplace.root, found.entry.name);
    if (!source) return about(source.error(), record.id);
    const auto staged = store.stage(*source, options_for(found.entry));
    if (!staged) return about(staged.error(), record.id);
    action.warnings.insert(action.warnings.end(), staged->warnings.begin(), staged->warnings.end());
    const bool there = store.owns(record.path) && reader_.is_directory(record.path);
    const auto stored_digest = there ? store.digest_of(record.path) : Result<std::string>(std::string{});
    const bool intact = there && stored_digest && *stored_digest == record.digest;
    const bool same_content = staged->digest == record.digest && staged->version == record.version;
    if (same_content && intact) {
        action.outcome = MarketAction::Outcome::already;
        action.message = record.id + " is already at the latest version (" + record.version + ")";
        if (auto gone = store.discard(*staged); !gone) return gone.error();
        return action;
    }
    if (auto newer = check_not_older(record.id, staged->version, record.version, action.warnings); !newer) {
        if (auto gone = store.discard(*staged); !gone) return gone.error();
        return newer.error();
    }

    const auto old_package = there
                                 ? read_package(reader_, record.path, options_for(found.entry))
                                 : Result<PluginPackage>(make_error(code::store_path_missing, record.id, {record.id}));
    const auto changes = package_changes(reader_, old_package ? &*old_package : nullptr, staged->package);
    if (old_package && !is_allowed(changes, consent)) {
        if (auto gone = store.discard(*staged); !gone) return gone.error();
        return make_error(code::update_adds_rights, record.id, {record.id, staged->version, changes.summary()});
    }
    auto placed = store.place(*staged, market_half(record.id), name_half(record.id),
                              [&](const Path& directory) { return records.refers_to(directory); });
    if (!placed) return about(placed.error(), record.id);

    auto updated = record;
    updated.path = *placed;
    updated.version = staged->version;
    updated.digest = staged->digest;
    updated.updated_at = to_iso8601(clock_.now());
    updated.source = found.entry.source.to_record();
    const bool keeps_previous = intact && record.path != updated.path;
    updated.previous_path = keeps_previous ? record.path : Path{};
    updated.previous_version = keeps_previous ? record.version : std::string{};
    updated.previous_digest = keeps_previous ? record.digest : std::string{};
    if (auto committed = commit(store, records, updated); !committed) return committed.error();

    action.version = updated.version;
    action.path = updated.path;
    action.changed = as_changed(changes);
    action.message =
        "updated " + record.id + " from " + record.version + " to " + updated.version + " (scope " + record.scope + ")";
    if (same_content) {
        action.message = "stored " + record.id + " " + record.version + " again: its stored copy was damaged";
    } else if (updated.version == record.version) {
        action.message = "updated " + record.id + ": its content changed, its version is still " + record.version;
        action.warnings.push_back(
            make_diagnostic(code::same_version_other_content, source->string(), {record.id, record.version}));
    }
    return action;
}

}  // namespace skilldeck
