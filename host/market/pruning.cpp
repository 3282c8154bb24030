// SPDX-License-Identifier: Apache-2.0
// Market::prune: the stored versions that nobody needs any more. Data folders stay: uninstall removes them, or was told
// to keep them.
#include "base/plugin_id.hpp"
#include "market/codes.hpp"
#include "market/market.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kStagingFolder = ".staging";

/// The folders in one of the cache. What is none, or a link, is no work of the store.
std::vector<std::string> folders_in(const FileReader& files, const Path& folder, Diagnostics& left) {
    std::vector<std::string> names;
    const auto entries = files.list(folder);
    for (const auto& entry : entries ? *entries : std::vector<DirectoryEntry>{}) {
        if (entry.kind == FileKind::directory) {
            names.push_back(entry.name);
        } else {
            const auto* what = entry.kind == FileKind::link ? "a link" : "no folder";
            left.push_back(make_diagnostic(code::prune_left, (folder / entry.name).string(), {what}));
        }
    }
    if (!entries) left.push_back(to_diagnostic(entries.error()));
    return names;
}

/// Everything that a record loads or could go back to, however its path is written.
std::set<Path> needed_versions(const InstallRecords& records, const Store& store) {
    std::set<Path> needed;
    for (const auto& record : records.all()) {
        for (const auto& directory : {record.path, record.previous.path}) {
            const auto version = directory.empty() ? std::nullopt : store.version_path(directory);
            if (version) needed.insert(*version);
        }
    }
    return needed;
}

}  // namespace

std::uint64_t PruneReport::bytes() const {
    auto sum = staging_bytes;
    for (const auto& version : removed) sum += version.bytes;
    return sum;
}

Result<PruneReport> Market::prune() {
    PruneReport report;
    auto work = begin(report.warnings);
    if (!work) return work.error();
    const auto& records = work->records();
    auto& store = work->store();
    report.staging_bytes = work->swept_bytes();
    if (records.rebuilt()) {
        return make_error(code::records_unknown, records.file().string(),
                          {"the records are damaged or missing",
                           "change a plugin first, which writes them anew: skilldeck plugin update"});
    }
    const auto needed = needed_versions(records, store);
    StoreChange change;
    change.operation = "prune";
    for (const auto& marketplace : folders_in(reader_, store.cache(), report.warnings)) {
        if (marketplace == kStagingFolder) continue;
        const auto folder = store.cache() / marketplace;
        for (const auto& plugin : folders_in(reader_, folder, report.warnings)) {
            const auto id = plugin + "@" + marketplace;
            if (std::ranges::find(records.unreadable(), id) != records.unreadable().end()) {
                report.warnings.push_back(make_diagnostic(code::prune_left, (folder / plugin).string(),
                                                          {"the record of " + id + " cannot be read"}));
                continue;
            }
            for (const auto& version : folders_in(reader_, folder / plugin, report.warnings)) {
                const auto directory = folder / plugin / version;
                const auto path = store.version_path(directory);
                if (!path || needed.contains(*path)) continue;
                report.removed.push_back({id, version, directory, tree_bytes(reader_, directory)});
                change.leaving.push_back(directory);
            }
        }
    }
    if (change.leaving.empty()) return report;
    if (!reader_.info(records.file())) {
        return make_error(
            code::records_unknown, records.file().string(),
            {"there are no records", "bring the file back, or remove the cache by hand if nothing was installed"});
    }
    if (auto committed = work->commit(std::move(change), {}, report.warnings); !committed) return committed.error();
    std::erase_if(report.removed, [this](const PruneReport::Version& version) {
        return reader_.info(version.path, Links::keep).has_value();  // commit() has said why
    });
    return report;
}

}  // namespace skilldeck
