// SPDX-License-Identifier: Apache-2.0
// An installed plugin whose entry has another name by now: what its update takes along. An approval of native code is
// bound to the id that it was given to, and is not.
#include "base/append.hpp"
#include "base/json.hpp"
#include "base/plugin_id.hpp"
#include "market/catalogue_change.hpp"
#include "market/codes.hpp"
#include "market/installing.hpp"
#include "os/codes.hpp"

#include <array>
#include <span>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kFlags = "enabledPlugins";
constexpr std::size_t kSettingsBytes = 16 * 1024 * 1024;
constexpr std::array kFlagScopes{Scope::user, Scope::project, Scope::local};

/// What a settings file says of a plugin. Error: it cannot be read.
Result<std::optional<bool>> switch_in(const FileReader& files, const Path& file, std::string_view id) {
    const auto text = files.read(file, kSettingsBytes);
    if (!text && text.error().code == code::file_not_found) return std::optional<bool>{};
    if (!text) return text.error();
    if (text->find_first_not_of(" \t\r\n") == std::string::npos) return std::optional<bool>{};
    const auto root = parse_json_object(*text, file.string());
    if (!root) return root.error();
    const auto* flags = json_object(*root, kFlags);
    return flags != nullptr ? json_bool(*flags, id) : std::nullopt;
}

}  // namespace

/// An installed plugin is not unknown: what became of it, where its marketplace says so.
Error Market::no_entry(std::string_view id, Error error) const {
    Diagnostics ignored;
    const auto known = load_known(ignored);
    const auto* registration = known ? known->find(market_half(id)) : nullptr;
    if (error.code != code::plugin_unknown || registration == nullptr) return error;
    const auto marketplace = open_marketplace(*registration);
    const auto change = marketplace ? catalogue_change(*marketplace, id) : std::nullopt;
    return change ? Error{change->code, change->message, change->file, change->hint} : error;
}

bool Market::was_called(const Found& found, std::string_view id) {
    const auto name = name_half(id);
    if (market_half(id) != found.registration.name || name == found.entry.name) return false;
    return found.marketplace.find(name) == nullptr && found.marketplace.renamed(name) == found.entry.name;
}

/// An entry that is installed here under the name that it had before is not installed beside itself.
Result<> Market::check_old_names(const InstallRecords& records, const Found& found, std::string_view scope,
                                 const Path& project) {
    for (const auto& record : records.all()) {
        if (record.is_at(scope, project) && was_called(found, record.id))
            return make_error(code::plugin_renamed_here, found.id, {found.id, record.id});
    }
    return {};
}

Result<> Market::may_rename(const InstallRecords& records, const InstallRecord& record, const Found& found) const {
    if (records.find(found.id, record.scope, record.project) != nullptr)
        return make_error(code::plugin_rename_taken, record.id, {record.id, found.id});
    return check_data_folder(records, found.id, record.id);
}

/// There is no directory to link to.
bool Market::comes_by_git(const Found& found) {
    return is_git_source(found.entry.source.kind) || is_git_source(found.registration.source.kind);
}

Result<MarketAction> Market::rename_linked(Transaction& work, const Found& found, const InstallRecord& record,
                                           const Rules& rules) {
    if (comes_by_git(found)) return make_error(code::fetched_not_linked, found.id, {found.id});
    const auto files = files_of(found, rules);
    if (!files) return about(files.error(), record.id);
    Installing linked;
    linked.replaced = record;
    linked.record = record;
    auto& updated = linked.record;
    updated.id = found.id;
    updated.path = files->directory;
    updated.updated_at = to_iso8601(clock_.now());
    record_entry(found.entry, updated);
    MarketAction action;
    StoreChange change;
    change.operation = "update of " + record.id;
    auto carried = carry_over(work.records(), record, found.id, change, action.warnings);
    if (!carried) return about(carried.error(), record.id);
    auto committed = commit(work, std::span(&linked, 1), std::move(change), action.warnings);
    if (!committed) return about(committed.error(), record.id);
    action.id = updated.id;
    action.scope = updated.scope;
    action.version = action.previous_version = updated.version;
    action.path = updated.path;
    action.message = record.id + " is called " + found.id + " now and was carried over, linked to " +
                     updated.path.generic_string() + " (scope " + record.scope + ")";
    return action;
}

Result<> Market::carry_over(const InstallRecords& records, const InstallRecord& record, const std::string& id,
                            StoreChange& change, Diagnostics& warnings) const {
    const bool last = records.of(record.id).size() == 1;
    for (const auto scope : kFlagScopes) {
        auto carried = carry_switch(record, id, scope, last, change);
        if (carried) continue;
        if (scope_word(scope) == record.scope) return carried;
        warnings.push_back(to_diagnostic(carried.error()));
    }
    const auto before = data_directory(record.id), after = data_directory(id);
    const bool has_data = before != after && reader_.info(before, Links::keep);
    const bool data_goes = has_data && last && !reader_.info(after, Links::keep);
    change.renamed.push_back({record.id, id, data_goes});
    if (has_data && !data_goes) {
        warnings.push_back(
            make_diagnostic(code::data_folder_stays, before.string(), {id, before.string(), after.string()}));
    }
    return {};
}

/// The files of the record's own scope say it of the new name instead, and others, which may be other people's or that
/// of other records too, of both.
Result<> Market::carry_switch(const InstallRecord& record, const std::string& id, Scope scope, bool last_of_its_id,
                              StoreChange& change) const {
    if (!companions_.flag_files) return {};
    const Path project = scope == Scope::user ? Path{} : places_.project_dir;
    const std::string word(scope_word(scope));
    std::vector<FlagChange> flags;
    for (const auto& file : companions_.flag_files(record.id, scope, places_.project_dir)) {
        if (!file) return file.error();
        const auto says = switch_in(reader_, *file, record.id);
        if (!says) return says.error();
        const auto has_new = switch_in(reader_, *file, id);
        if (!*says || !has_new) continue;
        if (!*has_new) flags.push_back({id, word, project, *file, **says});
        if (last_of_its_id && word == record.scope) flags.push_back({record.id, word, project, *file, std::nullopt});
    }
    append(change.flags, std::move(flags));
    return {};
}

}  // namespace skilldeck
