// SPDX-License-Identifier: Apache-2.0
// Market::update, and the way of a record from one version to another.
#include "base/append.hpp"
#include "base/plugin_id.hpp"
#include "base/text.hpp"
#include "market/codes.hpp"
#include "market/installing.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace skilldeck {

namespace {

bool is_allowed(const PackageChanges& changes, Consent consent) {
    if (!changes.adds_rights() || consent == Consent::everything) return true;
    return consent == Consent::additions && !changes.native_added;
}

/// What is left as it is.
MarketAction unchanged(const InstallRecord& record, std::string message) {
    MarketAction action;
    action.outcome = MarketAction::Outcome::already;
    action.id = record.id;
    action.scope = record.scope;
    action.version = action.previous_version = record.version;
    action.path = record.path;
    action.message = std::move(message);
    return action;
}

enum class Updated { entry, stored_copy, version };

std::string update_message(const InstallRecord& before, const InstallRecord& now, Updated what) {
    if (what == Updated::entry) return "updated " + now.id + ": what its marketplace says of it changed";
    const auto at_scope = " (scope " + before.scope + ")";
    if (before.id != now.id) {
        return before.id + " is called " + now.id + " now and was carried over, version " + now.version + at_scope;
    }
    if (what == Updated::stored_copy)
        return "stored " + now.id + " " + now.version + " again: its stored copy was damaged";
    if (before.version == now.version)
        return "updated " + now.id + ", version " + now.version + " as before" + at_scope;
    return "updated " + now.id + " from " + before.version + " to " + now.version + at_scope;
}

}  // namespace

/// Of these plugins those that bring more than is allowed; empty: none.
std::string Market::added_rights(std::span<const Installing> plugins, Consent consent) {
    std::vector<std::string> added;
    for (const auto& plugin : plugins) {
        if (is_allowed(plugin.changes, consent)) continue;
        added.push_back(plugin.record.id + ", which " + plugin.changes.summary());
    }
    return added.empty() ? std::string() : "brings " + join(added, "; ");
}

bool Market::is_updated(const InstallRecord& record, const UpdateRequest& request) const {
    const bool wanted = !request.scope || record.scope == scope_word(*request.scope);
    return wanted && record.applies_to(places_.project_dir);
}

/// Whether its stored copy is what was installed.
bool Market::is_intact(const Store& store, const InstallRecord& record) const {
    if (record.linked || !store.owns(record.path) || !reader_.is_directory(record.path)) return false;
    const auto digest = store.digest_of(record.path);
    return digest && *digest == record.digest;
}

/// Before the lock is taken. What else is in the way is said under it.
Result<> Market::fetch_for_update(const UpdateRequest& request, Rules& rules) {
    Diagnostics said_under_the_lock;
    const auto records = load_records(said_under_the_lock);
    if (fetcher_ == nullptr || !records) return {};
    const auto id = find_recorded_id(*records, request.plugin);
    if (!id) return {};
    const auto recorded = records->of(*id);
    const bool any = std::ranges::any_of(recorded, [&](const InstallRecord& record) {
        const bool follows = !record.linked || rules.pins;  // a link is left alone, but not by a lock
        return follows && is_updated(record, request);
    });
    const auto found = any ? find_entry(*id) : Result<Found>(Error{});
    if (!found || !may_install(*found, found->id)) return {};
    return fetch_all(*found, rules);
}

Result<std::vector<MarketAction>> Market::update(const UpdateRequest& request) {
    auto rules = rules_of(request.lock, request.consent);
    if (!rules) return rules.error();
    rules->update = request;
    if (auto fetched = fetch_for_update(request, *rules); !fetched) return fetched.error();
    auto updated = update_with(request, *rules);
    const bool again = !updated && updated.error().code == code::dependents_left_behind && fetcher_ != nullptr &&
                       request.dependents == UpdateRequest::Dependents::go_along;
    if (!again) return updated;
    // Rarely does anything have to go along, so its files are fetched only then.
    if (auto fetched = fetch_dependents(request.plugin, *rules); !fetched) return fetched.error();
    return update_with(request, *rules);
}

Result<std::vector<MarketAction>> Market::update_with(const UpdateRequest& request, const Rules& rules) {
    Diagnostics warnings;
    auto work = begin(warnings);
    if (!work) return work.error();
    const auto& records = work->records();
    const auto id = find_recorded_id(records, request.plugin);
    if (!id) return id.error();

    std::vector<MarketAction> actions;
    std::optional<Found> found;
    for (const auto& record : records.of(*id)) {
        if (!is_updated(record, request)) continue;
        if (!found) {
            auto entry = find_entry(*id);
            if (!entry) return no_entry(*id, entry.error());
            found = std::move(*entry);
        }
        auto action = update_one(*work, *found, record, rules);
        if (!action) return action.error();
        action->warnings.insert(action->warnings.begin(), found->warnings.begin(), found->warnings.end());
        action->warnings.insert(action->warnings.begin(), warnings.begin(), warnings.end());
        auto along = std::exchange(action->along, {});
        actions.push_back(std::move(*action));
        append(actions, std::move(along));
    }
    if (actions.empty()) {
        const auto where =
            request.scope ? "at the scope " + std::string(scope_word(*request.scope)) : "in this project";
        return not_installed(records, *id, where);
    }
    return actions;
}

/// To what the lock pins or, without one, to what the marketplace has.
Result<MarketAction> Market::update_one(Transaction& work, const Found& found, const InstallRecord& record,
                                        const Rules& rules) {
    // A lock that pins it under the name that it has here keeps it there, whatever its marketplace calls it by now.
    const bool new_name = rules.pins && found.id != record.id && rules.pins->find(found.id) == nullptr;
    const auto* pin = new_name ? rules.pins->find(record.id) : nullptr;
    const bool as_pinned = pin != nullptr && pin->version == record.version && pin->digest == record.digest;
    if (as_pinned && is_intact(work.store(), record))
        return unchanged(record, record.id + " is already installed as wanted (" + record.version + ")");
    const auto wanted = wanted_version(found.id, std::nullopt, rules);
    if (!wanted) return wanted.error();
    return update_record(work, found, record, *wanted, rules);
}

Result<MarketAction> Market::update_record(Transaction& work, const Found& found, const InstallRecord& record,
                                           const Wanted& wanted, const Rules& rules) {
    const bool renamed = found.id != record.id, follows = !record.linked || wanted.any();
    if (!follows && !renamed)
        return unchanged(record, record.id + " is linked to " + record.path.generic_string() + " and always current");
    for (const auto& id : {found.id, record.id}) {
        if (auto allowed = may_install(found, id); !allowed) return allowed.error();
    }
    const auto free = renamed ? may_rename(work.records(), record, found) : Result<>();
    if (!free) return free.error();
    if (!follows) return rename_linked(work, found, record, rules);

    auto action = unchanged(
        record, record.id +
                    (wanted.any() ? " is already installed as wanted (" : " is already at the latest version (") +
                    record.version + ")");
    auto chosen = choose(work, found, wanted, rules, action.warnings);
    if (!chosen) return chosen.error();
    const bool intact = is_intact(work.store(), record);
    // A version that is only that of a commit says nothing where the files are the same.
    const bool says_nothing = chosen->staged && !chosen->staged->says_version && !wanted.any();
    const bool same_content = chosen->digest == record.digest && (says_nothing || chosen->version == record.version);
    const bool same_entry = has_entry(record, found.entry);
    if (same_content && same_entry && intact && !renamed) {
        auto gone = chosen->staged ? work.store().discard(*chosen->staged) : Result<>();
        return gone ? Result<MarketAction>(std::move(action)) : gone.error();
    }
    const auto give_up = [&work](const Error& why) -> Result<MarketAction> {
        (void)work.store().sweep();  // what stays is swept by the next one; why it is given up is what matters
        return why;
    };
    const auto package = chosen->package;
    const auto shown = chosen->shown;
    auto next = next_version(work, found, record, std::move(*chosen), wanted, rules, action.warnings);
    if (!next) return give_up(next.error());
    const bool only_entry = same_content && intact && !renamed;  // the version before stays the one before
    if (!only_entry) keep_previous(work.store(), record, next->record);
    const auto now = next->record;
    auto done = commit_update(work, record, std::move(*next), package, rules, std::move(action));
    if (!done) return give_up(done.error());
    const auto what = only_entry ? Updated::entry : same_content ? Updated::stored_copy : Updated::version;
    done->message = update_message(record, now, what) + with_dependencies(*done);
    if (!renamed && !same_content && now.version == record.version) {
        done->warnings.push_back(make_diagnostic(code::same_version_other_content, shown, {record.id, record.version}));
    }
    return done;
}

/// To go back to, if it is what was installed.
void Market::keep_previous(const Store& store, const InstallRecord& before, InstallRecord& now) const {
    const bool kept = before.path != now.path && is_intact(store, before);
    now.previous = kept ? RecordedVersion(before) : RecordedVersion();
}

/// The record as it will be, and its copy: if it may be that, with what it adds and as new as it is.
Result<Market::Installing> Market::next_version(Transaction& work, const Found& found, const InstallRecord& record,
                                                Chosen chosen, const Wanted& wanted, const Rules& rules,
                                                Diagnostics& warnings) const {
    if (!wanted.any()) {
        auto newer = check_not_older(record.id, chosen.version, record.version, warnings);
        if (newer && found.id != record.id) newer = check_not_older(found.id, chosen.version, {}, warnings);
        if (!newer) return newer.error();
    }
    const bool there = record.linked || (work.store().owns(record.path) && reader_.is_directory(record.path));
    const auto before = there ? read_package(reader_, record.path, options_of(record))
                              : Result<PluginPackage>(make_error(code::store_path_missing, record.id, {record.id}));
    Installing next;
    next.changes = package_changes(reader_, before ? &*before : nullptr, chosen.package);
    // A damaged copy that is stored again gets back what was said yes to before.
    const bool restores = !record.linked && chosen.digest == record.digest && has_entry(record, found.entry);
    if (before && !restores && !is_allowed(next.changes, rules.consent)) {
        return make_error(code::update_adds_rights, record.id, {record.id, chosen.version, next.changes.summary()});
    }
    next.package = chosen.package;
    next.replaced = record;
    next.record = record;
    next.record.id = found.id;
    next.record.linked = false;
    next.record.updated_at = to_iso8601(clock_.now());
    record_entry(found.entry, next.record);
    auto placing = place_of(work, std::move(chosen), next.record);
    if (!placing) return placing.error();
    next.placing = std::move(*placing);
    return next;
}

Result<> Market::take_needed(Transaction& work, Installing next, const PluginPackage& package, const Rules& rules,
                             std::vector<Installing>& all, StoreChange& change, MarketAction& action) const {
    const auto now = next.record;  // the list grows
    change.versions.push_back({now.id, now.version});
    all.push_back(std::move(next));
    const auto before = all.size();
    if (auto added = add_needed(work, now, package, rules, all, change, action); !added) return added;
    const auto rights = added_rights(std::span(all).subspan(before), rules.consent);
    if (!rights.empty()) return make_error(code::update_adds_rights, now.id, {now.id, now.version, rights});
    return {};
}

/// With what it takes along under another name, what it needs and what needs it.
Result<MarketAction> Market::commit_update(Transaction& work, const InstallRecord& record, Installing next,
                                           const PluginPackage& package, const Rules& rules, MarketAction action) {
    const auto now = next.record;
    StoreChange change;
    change.operation = "update of " + record.id;
    const auto carried =
        now.id == record.id ? Result<>() : carry_over(work.records(), record, now.id, change, action.warnings);
    if (!carried) return about(carried.error(), record.id);
    action.outcome = MarketAction::Outcome::done;
    action.id = now.id;
    action.version = now.version;
    action.path = now.path;
    action.changed = as_changed(next.changes);
    std::vector<Installing> all;
    auto taken = take_needed(work, std::move(next), package, rules, all, change, action);
    if (taken) taken = bring_dependents(work, rules, all, change, action);
    if (!taken) return taken.error();
    auto committed = commit(work, all, std::move(change), action.warnings);
    if (!committed) return about(committed.error(), record.id);
    return action;
}

}  // namespace skilldeck
