// SPDX-License-Identifier: Apache-2.0
// Market::update and rollback: from one version to another.
#include "base/append.hpp"
#include "base/plugin_id.hpp"
#include "market/codes.hpp"
#include "market/installing.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

bool is_allowed(const PackageChanges& changes, Consent consent) {
    if (!changes.adds_rights() || consent == Consent::everything) return true;
    return consent == Consent::additions && !changes.native_added;
}

/// What the record is by then; the version before is kept for a rollback where it is whole.
InstallRecord next_record(const InstallRecord& record, const StagedPlugin& staged, const Path& directory,
                          bool keeps_previous) {
    auto next = record;
    next.path = directory;
    next.version = staged.version;
    next.digest = staged.digest;
    next.previous_path = keeps_previous ? record.path : Path{};
    next.previous_version = keeps_previous ? record.version : std::string{};
    next.previous_digest = keeps_previous ? record.digest : std::string{};
    next.previous_commit = keeps_previous ? record.commit : std::string{};
    return next;
}

std::string update_message(const InstallRecord& before, const InstallRecord& now, bool same_content) {
    const auto at_scope = " (scope " + before.scope + ")";
    if (before.id != now.id) {
        return before.id + " is called " + now.id + " now and was carried over, version " + now.version + at_scope;
    }
    if (same_content) return "stored " + now.id + " " + now.version + " again: its stored copy was damaged";
    if (before.version == now.version)
        return "updated " + now.id + ": its content changed, its version is still " + now.version;
    return "updated " + now.id + " from " + before.version + " to " + now.version + at_scope;
}

}  // namespace

bool Market::is_updated(const InstallRecord& record, const UpdateRequest& request) const {
    const bool wanted = !request.scope || record.scope == scope_word(*request.scope);
    return wanted && record.applies_to(places_.project_dir);
}

/// Before the lock is taken. What else is in the way is said under it.
Result<std::optional<Market::FetchedFiles>> Market::fetch_for_update(const UpdateRequest& request) {
    Diagnostics said_under_the_lock;
    const auto records = load_records(said_under_the_lock);
    if (fetcher_ == nullptr || !records) return std::optional<FetchedFiles>{};
    const auto id = find_recorded_id(*records, request.plugin);
    if (!id) return std::optional<FetchedFiles>{};
    const auto wanted = records->of(*id);
    const bool any = std::ranges::any_of(
        wanted, [&](const InstallRecord& record) { return !record.linked && is_updated(record, request); });
    const auto found = any ? find_entry(*id) : Result<Found>(Error{});
    if (!found || !is_git_source(found->entry.source.kind) || !may_install(*found, found->id))
        return std::optional<FetchedFiles>{};
    auto files = obtain_files(*found);
    if (!files) return about(files.error(), *id);
    return std::optional(FetchedFiles{found->entry.source, std::move(*files)});
}

Result<std::vector<MarketAction>> Market::update(const UpdateRequest& request) {
    auto fetched = fetch_for_update(request);
    if (!fetched) return fetched.error();
    Diagnostics warnings;
    auto work = begin(warnings);
    if (!work) return work.error();
    const auto& records = work->records();
    const auto id = find_recorded_id(records, request.plugin);
    if (!id) return id.error();

    std::vector<MarketAction> actions;
    std::optional<Found> found;
    std::optional<PluginFiles> files;
    for (const auto& record : records.of(*id)) {
        if (!is_updated(record, request)) continue;
        if (!found) {
            auto entry = find_entry(*id);
            if (!entry) return no_entry(*id, entry.error());
            found = std::move(*entry);
        }
        const bool stays = record.linked && found->id == record.id;
        if (!stays && !files) {
            auto ready = files_for_update(*found, record.id, *fetched);
            if (!ready) return ready.error();
            files = std::move(*ready);
        }
        auto action = stays ? Result<MarketAction>(linked_action(record))
                            : update_record(*work, *found, *files, record, request.consent);
        if (!action) return action.error();
        action->warnings.insert(action->warnings.begin(), found->warnings.begin(), found->warnings.end());
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
Result<Market::PluginFiles> Market::files_for_update(const Found& found, std::string_view id,
                                                     std::optional<FetchedFiles>& fetched) {
    for (const auto& checked : {std::string_view(found.id), id}) {
        if (auto allowed = may_install(found, checked); !allowed) return allowed.error();
    }
    const auto& source = found.entry.source;
    const bool needs_fetch = fetcher_ != nullptr && is_git_source(source.kind);
    const bool has_it = fetched && fetched->source.to_record() == source.to_record();
    if (needs_fetch && !has_it)
        return make_error(code::git_fetch_failed, id, {id, "its marketplace was changed meanwhile"});
    if (needs_fetch) return std::move(fetched->files);
    auto files = obtain_files(found);
    if (!files) return about(files.error(), id);
    return files;
}

MarketAction Market::linked_action(const InstallRecord& record) {
    MarketAction action;
    action.outcome = MarketAction::Outcome::already;
    action.id = record.id;
    action.scope = record.scope;
    action.version = action.previous_version = record.version;
    action.path = record.path;
    action.message = record.id + " is linked to " + record.path.generic_string() + " and always current";
    return action;
}

Result<MarketAction> Market::update_record(Transaction& work, const Found& found, const PluginFiles& files,
                                           const InstallRecord& record, Consent consent) {
    const bool renamed = found.id != record.id;
    if (auto allowed = renamed ? may_rename(work.records(), record, found) : Result<>(); !allowed)
        return allowed.error();
    if (record.linked) return rename_linked(work, found, files, record);
    auto& store = work.store();
    MarketAction action;
    action.id = found.id;
    action.scope = record.scope;
    action.version = action.previous_version = record.version;
    action.path = record.path;
    auto staged = store.stage(files.directory, options_for(found.entry), files.provenance);
    if (!staged) return about(staged.error(), record.id);
    append(action.warnings, files.warnings);
    append(action.warnings, staged->warnings);
    const bool there = store.owns(record.path) && reader_.is_directory(record.path);
    const auto stored_digest = there ? store.digest_of(record.path) : Result<std::string>(std::string{});
    const bool intact = there && stored_digest && *stored_digest == record.digest;
    // A version that is only that of the commit says nothing where the files are the same.
    const bool same_content =
        staged->digest == record.digest && (staged->version == record.version || !staged->says_version);
    if (same_content && intact && !renamed) {
        action.outcome = MarketAction::Outcome::already;
        action.message = record.id + " is already at the latest version (" + record.version + ")";
        if (auto gone = store.discard(*staged); !gone) return gone.error();
        return action;
    }
    const auto give_up = [&](Error why) -> Result<MarketAction> {
        auto gone = store.discard(*staged);
        return gone ? std::move(why) : gone.error();
    };
    auto newer = check_not_older(record.id, staged->version, record.version, action.warnings);
    if (newer && renamed) newer = check_not_older(found.id, staged->version, {}, action.warnings);
    if (!newer) return give_up(newer.error());

    const auto old_package = there
                                 ? read_package(reader_, record.path, options_for(found.entry))
                                 : Result<PluginPackage>(make_error(code::store_path_missing, record.id, {record.id}));
    const auto changes = package_changes(reader_, old_package ? &*old_package : nullptr, staged->package);
    if (old_package && !is_allowed(changes, consent))
        return give_up(
            make_error(code::update_adds_rights, record.id, {record.id, staged->version, changes.summary()}));
    auto target = store.target_for(*staged, market_half(found.id), name_half(found.id),
                                   [&](const Path& directory) { return work.records().refers_to(directory); });
    if (!target) return about(target.error(), record.id);

    auto updated = next_record(record, *staged, target->directory, intact && record.path != target->directory);
    updated.id = found.id;
    updated.commit = files.provenance.commit;
    updated.updated_at = to_iso8601(clock_.now());
    updated.source = found.entry.source.to_record();
    StoreChange change;
    change.operation = "update of " + record.id;
    change.versions.push_back({found.id, updated.version});
    const auto carried = renamed ? carry_over(work.records(), record, found.id, change, action.warnings) : Result<>();
    if (!carried) return give_up(about(carried.error(), record.id));
    const Placing placing{std::move(*staged), std::move(*target)};
    auto committed = commit(work, updated, &record, std::move(change), &placing, action.warnings);
    if (!committed) return about(committed.error(), record.id);

    action.version = updated.version;
    action.path = updated.path;
    action.changed = as_changed(changes);
    action.message = update_message(record, updated, same_content);
    if (!renamed && !same_content && updated.version == record.version) {
        const auto& shown = files.provenance.shown;
        action.warnings.push_back(make_diagnostic(code::same_version_other_content,
                                                  shown.empty() ? files.directory.string() : shown,
                                                  {record.id, record.version}));
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
    // Its files are those that were installed; reading them only says what changes. Without its marketplace a plugin
    // that its entry defines cannot be read: it is rolled back all the same.
    const auto found = find_entry(record->id);
    const auto options = found ? options_for(found->entry) : options_of(*record);
    const auto after = read_package(reader_, kept, options);
    const bool there = store.owns(record->path) && reader_.is_directory(record->path);
    const auto before = there ? read_package(reader_, record->path, options)
                              : Result<PluginPackage>(make_error(code::store_path_missing, record->id, {record->id}));

    auto back = *record;
    back.path = kept;
    back.version = record->previous_version;
    back.digest = record->previous_digest;
    back.commit = record->previous_commit;
    back.updated_at = to_iso8601(clock_.now());
    back.previous_path = there ? record->path : Path{};
    back.previous_version = there ? record->version : std::string{};
    back.previous_digest = there ? record->digest : std::string{};
    back.previous_commit = there ? record->commit : std::string{};
    StoreChange change;
    change.operation = "rollback of " + record->id;
    auto committed = commit(*work, back, nullptr, std::move(change), nullptr, action.warnings);
    if (!committed) return about(committed.error(), record->id);

    action.id = back.id;
    action.scope = back.scope;
    action.version = back.version;
    action.previous_version = record->version;
    action.path = back.path;
    if (after) action.changed = as_changed(package_changes(reader_, before ? &*before : nullptr, *after));
    action.message =
        "rolled " + back.id + " back from " + record->version + " to " + back.version + " (scope " + back.scope + ")";
    return action;
}

}  // namespace skilldeck
