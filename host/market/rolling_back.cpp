// SPDX-License-Identifier: Apache-2.0
// Market::rollback: back to the version before, and forward again.
#include "market/codes.hpp"
#include "market/installing.hpp"

#include <span>
#include <utility>

namespace skilldeck {

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
    const auto kept = record->previous.path;
    if (kept.empty() || !store.owns(kept) || !reader_.is_directory(kept)) {
        return make_error(code::rollback_unavailable, record->id, {record->id});
    }
    const auto digest = store.digest_of(kept);
    if (!digest || *digest != record->previous.digest) {
        return make_error(code::rollback_damaged, kept.string(), {record->id, record->previous.version});
    }
    const bool there = store.owns(record->path) && reader_.is_directory(record->path);
    Installing installing;
    auto& back = installing.record;
    back = *record;
    static_cast<RecordedVersion&>(back) = record->previous;
    back.updated_at = to_iso8601(clock_.now());
    back.previous = there ? RecordedVersion(*record) : RecordedVersion();
    // Its files and its entry are those that were installed; reading them only says what changes.
    const auto after = read_package(reader_, kept, options_of(back));
    const auto before = there ? read_package(reader_, record->path, options_of(*record))
                              : Result<PluginPackage>(make_error(code::store_path_missing, record->id, {record->id}));
    if (auto suits = check_dependents(*work, std::span(&installing, 1)); !suits) return suits.error();
    StoreChange change;
    change.operation = "rollback of " + record->id;
    auto committed = commit(*work, std::span(&installing, 1), std::move(change), action.warnings);
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
