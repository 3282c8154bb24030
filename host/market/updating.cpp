// SPDX-License-Identifier: Apache-2.0
// Market::update and rollback: from one version to another.
#include "base/plugin_id.hpp"
#include "base/text.hpp"
#include "market/codes.hpp"
#include "market/installing.hpp"

#include <utility>

namespace skilldeck {

namespace {

bool is_allowed(const PackageChanges& changes, Consent consent) {
    if (!changes.adds_rights() || consent == Consent::everything) return true;
    return consent == Consent::additions && !changes.native_added;
}

/// Of the plugins that come with another, those that bring more than is allowed; empty: none.
std::string added_rights(std::span<const std::pair<std::string, PackageChanges>> dependencies, Consent consent) {
    std::vector<std::string> added;
    for (const auto& [id, changes] : dependencies) {
        if (!is_allowed(changes, consent)) added.push_back(id + " with " + changes.summary());
    }
    return join(added, ", ");
}

}  // namespace

Result<std::vector<MarketAction>> Market::update(const UpdateRequest& request) {
    Diagnostics warnings;
    auto work = begin(warnings);
    if (!work) return work.error();
    const auto rules = rules_of(request.lock, request.consent);
    if (!rules) return rules.error();
    const auto& records = work->records();
    const auto id = find_recorded_id(records, request.plugin);
    if (!id) return id.error();

    std::vector<MarketAction> actions;
    std::optional<Found> found;
    for (const auto& record : records.of(*id)) {
        const bool meant = !request.scope || record.scope == scope_word(*request.scope);
        if (!meant || !record.applies_to(places_.project_dir)) continue;
        if (!found) {
            auto entry = find_entry(*id);
            if (!entry) return entry.error();
            found = std::move(*entry);
        }
        const auto wanted = wanted_version(*id, std::nullopt, *rules);
        if (!wanted) return wanted.error();
        auto action = update_record(*work, *found, record, *wanted, *rules);
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
                                           const Wanted& wanted, const Rules& rules) {
    auto& store = work.store();
    MarketAction action;
    action.id = record.id;
    action.scope = record.scope;
    action.version = action.previous_version = record.version;
    action.path = record.path;
    action.warnings = found.warnings;
    if (record.linked && !wanted.any()) {
        action.outcome = MarketAction::Outcome::already;
        action.message = record.id + " is linked to " + record.path.generic_string() + " and always current";
        return action;
    }
    if (auto allowed = may_install(found, record.id); !allowed) return allowed.error();
    auto chosen = choose(work, found, wanted, action.warnings);
    if (!chosen) return chosen.error();
    const auto refuse = [&store](Error why) {
        (void)store.sweep();  // what stays is swept by the next one; why it is refused is what matters
        return why;
    };
    const bool there = !record.linked && store.owns(record.path) && reader_.is_directory(record.path);
    const auto stored_digest = there ? store.digest_of(record.path) : Result<std::string>(std::string{});
    const bool intact = there && stored_digest && *stored_digest == record.digest;
    const bool same_content = chosen->digest == record.digest && chosen->version == record.version;
    if (same_content && intact) {
        action.outcome = MarketAction::Outcome::already;
        action.message = record.id +
                         (wanted.any() ? " is already installed as wanted (" : " is already at the latest version (") +
                         record.version + ")";
        if (chosen->staged) {
            if (auto gone = store.discard(*chosen->staged); !gone) return gone.error();
        }
        return action;
    }
    if (!wanted.any()) {
        auto newer = check_not_older(record.id, chosen->version, record.version, action.warnings);
        if (!newer) return refuse(newer.error());
    }

    const auto old_package = there || record.linked
                                 ? read_package(reader_, record.path, options_for(found.entry))
                                 : Result<PluginPackage>(make_error(code::store_path_missing, record.id, {record.id}));
    const auto package = chosen->package;
    const auto changes = package_changes(reader_, old_package ? &*old_package : nullptr, package);
    if (old_package && !is_allowed(changes, rules.consent)) {
        return refuse(make_error(code::update_adds_rights, record.id, {record.id, chosen->version, changes.summary()}));
    }

    auto updated = record;
    updated.linked = false;
    updated.updated_at = to_iso8601(clock_.now());
    updated.source = found.entry.source.to_record();
    auto placing = place_of(work, std::move(*chosen), updated);
    if (!placing) return refuse(placing.error());
    const bool keeps_previous = intact && record.path != updated.path;
    updated.previous_path = keeps_previous ? record.path : Path{};
    updated.previous_version = keeps_previous ? record.version : std::string{};
    updated.previous_digest = keeps_previous ? record.digest : std::string{};
    StoreChange change;
    change.operation = "update of " + record.id;
    change.versions.push_back({record.id, updated.version});
    std::vector<Installing> all{{updated, std::move(*placing), changes}};
    if (auto added = add_needed(work, updated, package, rules, all, change, action); !added) {
        return refuse(added.error());
    }
    std::vector<std::pair<std::string, PackageChanges>> new_ones;
    for (std::size_t i = 1; i < all.size(); ++i) new_ones.emplace_back(all[i].record.id, all[i].changes);
    if (auto added = added_rights(new_ones, rules.consent); !added.empty()) {
        return refuse(make_error(code::update_adds_rights, record.id, {record.id, updated.version, added}));
    }
    auto committed = commit(work, all, std::move(change), action.warnings);
    if (!committed) return about(committed.error(), record.id);

    action.version = updated.version;
    action.path = updated.path;
    action.changed = as_changed(changes);
    action.message =
        "updated " + record.id + " from " + record.version + " to " + updated.version + " (scope " + record.scope + ")";
    if (same_content && !record.linked) {
        action.message = "stored " + record.id + " " + record.version + " again: its stored copy was damaged";
    } else if (updated.version == record.version) {
        action.message = "updated " + record.id + ": its content changed, its version is still " + record.version;
        action.warnings.push_back(make_diagnostic(code::same_version_other_content, found.marketplace.file.string(),
                                                  {record.id, record.version}));
    }
    action.message += with_dependencies(action);
    return action;
}

/// The kept version becomes the current one and the current one the kept one: at once, and without its marketplace.
Result<MarketAction> Market::rollback(const RollbackRequest& request) {
    MarketAction action;
    auto work = begin(action.warnings);
    if (!work) return work.error();
    const auto record = find_record(work->records(), request.plugin, request.scope);
    if (!record) return record.error();
    if (record->scope == scope_word(Scope::managed)) {
        return make_error(code::scope_not_writable, record->id, {record->scope});
    }
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
    const std::vector<Installing> all{{back, std::nullopt, {}}};
    auto committed = commit(*work, all, std::move(change), action.warnings);
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
