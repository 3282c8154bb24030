// SPDX-License-Identifier: Apache-2.0
// Market::update and rollback: from one version to another.
#include "base/plugin_id.hpp"
#include "market/codes.hpp"
#include "market/installing.hpp"

#include <utility>

namespace skilldeck {

namespace {

bool is_allowed(const PackageChanges& changes, Consent consent) {
    if (!changes.adds_rights() || consent == Consent::everything) return true;
    return consent == Consent::additions && !changes.native_added;
}

}  // namespace

Result<std::vector<MarketAction>> Market::update(const UpdateRequest& request) {
    Diagnostics warnings;
    auto work = begin(warnings);
    if (!work) return work.error();
    const auto& records = work->records();
    const auto id = find_recorded_id(records, request.plugin);
    if (!id) return id.error();

    std::vector<MarketAction> actions;
    std::optional<Found> found;
    for (const auto& record : records.of(*id)) {
        const bool wanted = !request.scope || record.scope == scope_word(*request.scope);
        if (!wanted || !record.applies_to(places_.project_dir)) continue;
        if (!found) {
            auto entry = find_entry(*id);
            if (!entry) return entry.error();
            found = std::move(*entry);
        }
        auto action = update_record(*work, *found, record, request.consent);
        if (!action) return action.error();
        action->warnings.insert(action->warnings.begin(), warnings.begin(), warnings.end());
        actions.push_back(std::move(*action));
    }
    if (actions.empty()) {
        const auto where =
            request.scope ? "at the scope " + std::string(scope_word(*request.scope)) : "in this project";
        return not_installed(records, *id, where);
    }
    return actions;
}

Result<MarketAction> Market::update_record(Transaction& work, const Found& found, const InstallRecord& record,
                                           Consent consent) {
    auto& store = work.store();
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
    auto staged = store.stage(*source, options_for(found.entry));
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
    auto target = store.target_for(*staged, market_half(record.id), name_half(record.id),
                                   [&](const Path& directory) { return work.records().refers_to(directory); });
    if (!target) return about(target.error(), record.id);

    auto updated = record;
    updated.path = target->directory;
    updated.version = staged->version;
    updated.digest = staged->digest;
    updated.updated_at = to_iso8601(clock_.now());
    updated.source = found.entry.source.to_record();
    const bool keeps_previous = intact && record.path != updated.path;
    updated.previous_path = keeps_previous ? record.path : Path{};
    updated.previous_version = keeps_previous ? record.version : std::string{};
    updated.previous_digest = keeps_previous ? record.digest : std::string{};
    StoreChange change;
    change.operation = "update of " + record.id;
    change.versions.push_back({record.id, updated.version});
    const Placing placing{std::move(*staged), std::move(*target)};
    auto committed = commit(work, updated, std::move(change), &placing, action.warnings);
    if (!committed) return about(committed.error(), record.id);

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

/// The kept version becomes the current one and the current one the kept one: at once, and without its marketplace.
Result<MarketAction> Market::rollback(const RollbackRequest& request) {
    MarketAction action;
    auto work = begin(action.warnings);
    if (!work) return work.error();
    const auto record = find_record(work->records(), request.plugin, request.scope);
    if (!record) return record.error();
    if (policy_.refuse_plugin) {
        if (auto refused = policy_.refuse_plugin(record->id)) return *refused;
    }
    const auto& store = work->store();
    const auto kept = record->previous_path;
    if (kept.empty() || !store.owns(kept) || !reader_.is_directory(kept)) {
        return make_error(code::rollback_unavailable, record->id, {record->id});
    }
    const auto digest = store.digest_of(kept);
    if (!digest || *digest != record->previous_digest) {
        return make_error(code::rollback_damaged, kept.string(), {record->id, record->previous_version});
    }
    const auto after = read_package(reader_, kept, options_of(*record));
    if (!after) return about(after.error(), record->id);
    const bool there = store.owns(record->path) && reader_.is_directory(record->path);
    const auto before = there ? read_package(reader_, record->path, options_of(*record))
                              : Result<PluginPackage>(make_error(code::store_path_missing, record->id, {record->id}));

    auto back = *record;
    back.path = kept;
    back.version = record->previous_version;
    back.digest = record->previous_digest;
    back.updated_at = to_iso8601(clock_.now());
    back.previous_path = there ? record->path : Path{};
    back.previous_version = there ? record->version : std::string{};
    back.previous_digest = there ? record->digest : std::string{};
    StoreChange change;
    change.operation = "rollback of " + record->id;
    auto committed = commit(*work, back, std::move(change), nullptr, action.warnings);
    if (!committed) return about(committed.error(), record->id);

    action.id = back.id;
    action.scope = back.scope;
    action.version = back.version;
    action.previous_version = record->version;
    action.path = back.path;
    action.changed = as_changed(package_changes(reader_, before ? &*before : nullptr, *after));
    action.message =
        "rolled " + back.id + " back from " + record->version + " to " + back.version + " (scope " + back.scope + ")";
    return action;
}

}  // namespace skilldeck
