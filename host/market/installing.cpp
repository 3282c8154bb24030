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
    return {changes.hooks, changes.mcp_servers, changes.native};
}

PackageOptions Market::options_for(const MarketplaceEntry& entry) const {
    auto options = package_options_;
    options.entry = entry.package;
    options.given_name = entry.name;
    return options;
}

/// For what is stored already: the marketplace's entry may be gone, and is not asked.
PackageOptions Market::options_of(const InstallRecord& record) const {
    auto options = package_options_;
    options.given_name = name_half(record.id);
    return options;
}

Result<Transaction> Market::begin(Diagnostics& warnings) {
    auto work = Transaction::begin(tools(), warnings);
    if (!work) return work;
    if (auto loaded = work->load_records(warnings); !loaded) return loaded.error();
    if (auto writable = work->records().writable(); !writable) return writable.error();
    return work;
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

Result<std::vector<FlagChange>> Market::flag_change(std::string_view id, Scope scope, std::optional<bool> value) const {
    if (!companions_.flag_file) return std::vector<FlagChange>{};
    const auto file = companions_.flag_file(id, scope);
    if (!file) return file.error();
    const auto project = is_of_project(scope) ? places_.project_dir : Path{};
    return std::vector{FlagChange{std::string(id), std::string(scope_word(scope)), project, *file, value}};
}

Result<PackageChanges> Market::link_in(const Found& found, const Path& source, InstallRecord& record) const {
    const auto package = read_package(reader_, source, options_for(found.entry));
    if (!package) return about(package.error(), found.id);
    record.version = package->version.empty() ? "linked" : package->version;
    record.path = source;
    return package_changes(reader_, nullptr, *package);
}

Result<Placing> Market::copy_in(Transaction& work, const Found& found, const Path& source,
                                const std::optional<std::string>& version, InstallRecord& record,
                                Diagnostics& warnings) const {
    auto& store = work.store();
    auto staged = store.stage(source, options_for(found.entry));
    if (!staged) return about(staged.error(), found.id);
    append(warnings, staged->warnings);
    auto fits = version ? Result<>() : check_not_older(found.id, staged->version, {}, warnings);
    if (version && *version != staged->version) {
        fits = make_error(code::version_unavailable, found.id, {found.id, staged->version, *version});
    }
    if (!fits) {
        (void)store.discard(*staged);  // what stays is swept by the next one; why it does not fit is what matters
        return fits.error();
    }
    auto target = store.target_for(*staged, market_half(found.id), name_half(found.id),
                                   [&](const Path& directory) { return work.records().refers_to(directory); });
    if (!target) return about(target.error(), found.id);
    record.version = staged->version;
    record.digest = staged->digest;
    record.path = target->directory;
    return Placing{std::move(*staged), std::move(*target)};
}

/// The record with what goes with it; directories that it alone named leave.
Result<> Market::commit(Transaction& work, const InstallRecord& record, StoreChange change, const Placing* placing,
                        Diagnostics& warnings) {
    if (const auto* before = work.records().find(record.id, record.scope, record.project)) {
        for (const auto& directory : {before->path, before->previous_path}) {
            const bool stays = directory.empty() || directory == record.path || directory == record.previous_path;
            if (!stays && work.store().version_path(directory)) change.leaving.push_back(directory);
        }
    }
    work.records().set(record);
    return work.commit(std::move(change), placing, warnings);
}

Result<MarketAction> Market::install(const InstallRequest& request) {
    const std::string scope(scope_word(request.scope));
    if (!is_installable(request.scope)) return make_error(code::scope_not_writable, request.plugin, {scope});
    const auto found = find_entry(request.plugin);
    if (!found) return found.error();
    if (auto allowed = may_install(*found, found->id); !allowed) return allowed.error();
    const auto source = resolve_plugin_source(reader_, found->entry.source, found->marketplace.root, found->entry.name);
    if (!source) return about(source.error(), found->id);
    auto flags = flag_change(found->id, request.scope, true);
    if (!flags) return flags.error();

    MarketAction action;
    action.id = found->id;
    action.scope = scope;
    action.warnings = found->warnings;
    auto work = begin(action.warnings);
    if (!work) return work.error();
    const Path project = is_of_project(request.scope) ? places_.project_dir : Path{};
    const auto* there = work->records().find(found->id, scope, project);
    const bool usable = there != nullptr && !there->rebuilt && reader_.is_directory(there->path);
    if (usable && (there->linked || work->store().owns(there->path))) {
        if (request.version && *request.version != there->version) {
            return make_error(code::version_unavailable, found->id, {found->id, there->version, *request.version});
        }
        action.outcome = MarketAction::Outcome::already;
        action.version = there->version;
        action.path = there->path;
        action.message = found->id + " is already installed (scope " + scope + ", version " + there->version + ")";
        return action;
    }
    if (auto free = check_data_folder(work->records(), found->id); !free) return free.error();

    InstallRecord record;
    record.id = found->id;
    record.scope = scope;
    record.project = project;
    record.linked = request.placement == InstallRequest::Placement::link;
    record.source = found->entry.source.to_record();
    record.installed_at = record.updated_at = to_iso8601(clock_.now());
    PackageChanges changes;
    std::optional<Placing> placing;
    if (record.linked) {
        auto linked = link_in(*found, *source, record);
        if (!linked) return linked.error();
        changes = std::move(*linked);
    } else {
        auto copied = copy_in(*work, *found, *source, request.version, record, action.warnings);
        if (!copied) return copied.error();
        changes = package_changes(reader_, nullptr, copied->staged.package);
        placing = std::move(*copied);
    }
    StoreChange change;
    change.operation = "install of " + found->id;
    change.flags = std::move(*flags);
    change.versions.push_back({found->id, record.version});
    auto committed = commit(*work, record, std::move(change), placing ? &*placing : nullptr, action.warnings);
    if (!committed) return about(committed.error(), found->id);
    action.version = record.version;
    action.path = record.path;
    action.changed = as_changed(changes);
    action.message =
        (record.linked ? "linked " : "installed ") + found->id + " " + record.version + " (scope " + scope + ")";
    return action;
}

}  // namespace skilldeck
