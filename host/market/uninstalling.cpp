// SPDX-License-Identifier: Apache-2.0
// Market::uninstall and remove_marketplace, and how a record is found by what a person calls it.
#include "base/append.hpp"
#include "base/plugin_id.hpp"
#include "base/text.hpp"
#include "market/codes.hpp"
#include "market/installing.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

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

Result<InstallRecord> Market::find_record(const InstallRecords& records, std::string_view plugin,
                                          std::optional<Scope> scope) const {
    const auto id = find_recorded_id(records, plugin);
    if (!id) return id.error();
    std::vector<InstallRecord> candidates;
    std::vector<std::string> scopes;
    for (const auto& record : records.of(*id)) {
        const bool wanted = !scope || record.scope == scope_word(*scope);
        if (!wanted || !record.applies_to(places_.project_dir)) continue;
        candidates.push_back(record);
        scopes.push_back(record.scope);
    }
    if (candidates.size() == 1) {
        const auto& found = candidates.front();
        const bool managed = found.scope == scope_word(Scope::managed);
        return managed ? Result<InstallRecord>(make_error(code::scope_not_writable, *id, {found.scope})) : found;
    }
    if (!candidates.empty()) return make_error(code::plugin_scope_ambiguous, *id, {*id, join(scopes, ", ")});
    const auto where = scope ? "at the scope " + std::string(scope_word(*scope)) : "in this project";
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
                     " is damaged or missing, so what counts as installed was rebuilt: see `skilldeck plugin list`";
    }
    return error;
}

/// Takes a record away, with what nothing else needs: its directories, its flags in the project that it is of and, when
/// it was the last of its id, its data. A project that is gone took its settings along.
void Market::drop(Transaction& work, const InstallRecord& record, UninstallRequest::Data data, StoreChange& change,
                  MarketAction& action) const {
    work.records().remove(record);
    for (const auto& directory : {record.path, record.previous.path}) {
        const bool ours = !directory.empty() && !record.linked && work.store().version_path(directory);
        if (ours) change.leaving.push_back(directory);
    }
    if (data == UninstallRequest::Data::remove && work.records().of(record.id).empty())
        change.data.push_back(record.id);
    change.versions.push_back({record.id, record.version});
    action.removed.push_back({record.id, record.scope, record.project, record.version});
    const auto scope = parse_scope(record.scope);
    const bool here = record.applies_to(places_.project_dir);
    if (!scope || (!here && !reader_.is_directory(record.project))) return;
    append(change.flags,
           flag_removals(here ? places_.project_dir : record.project, record.id, *scope, action.warnings));
}

Result<MarketAction> Market::uninstall(const UninstallRequest& request) {
    MarketAction action;
    auto work = begin(action.warnings);
    if (!work) return work.error();
    const auto record = find_record(work->records(), request.plugin, request.scope);
    if (!record) return record.error();
    StoreChange change;
    change.operation = "uninstall of " + record->id;
    drop(*work, *record, request.data, change, action);
    auto committed = work->commit(std::move(change), {}, action.warnings);
    if (!committed) return committed.error();

    action.id = record->id;
    action.scope = record->scope;
    action.previous_version = record->version;
    action.path = record->path;
    action.message = "uninstalled " + record->id + " (scope " + record->scope + ")";
    return action;
}

Result<MarketAction> Market::remove_marketplace(std::string_view name) {
    MarketAction action;
    auto work = begin(action.warnings);
    if (!work) return work.error();
    auto known = known_with(name, action.warnings);
    if (!known) return known.error();
    action.path = known->find(name)->location;

    StoreChange change;
    change.operation = "removal of marketplace " + std::string(name);
    change.marketplace = name;
    const auto all = work->records().all();
    for (const auto& record : all) {
        if (market_half(record.id) == name) drop(*work, record, UninstallRequest::Data::remove, change, action);
    }
    if (action.removed.empty()) known->remove(name);  // one file, and so in one step
    auto done = action.removed.empty() ? known->save(writer_) : work->commit(std::move(change), {}, action.warnings);
    if (!done) return done.error();
    if (auto swept = work->sweep_clones(); !swept) action.warnings.push_back(to_diagnostic(swept.error()));

    action.id = name;
    action.message = "removed marketplace " + action.id;
    if (!action.removed.empty()) {
        std::vector<std::string> ids;
        for (const auto& removed : action.removed) ids.push_back(removed.id + " (" + removed.scope + ")");
        action.message += " and " + join(ids, ", ");
    }
    return action;
}

}  // namespace skilldeck
