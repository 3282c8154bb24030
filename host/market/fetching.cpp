// SPDX-License-Identifier: Apache-2.0
// What Market gets before it takes the store's lock: the files of marketplaces, of entries and of what those need, as
// far as they are fetched.
#include "base/append.hpp"
#include "base/plugin_id.hpp"
#include "market/codes.hpp"
#include "market/dependencies.hpp"
#include "market/installing.hpp"
#include "market/named_instead.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace skilldeck {

Result<std::pair<FetchPlace, FetchedTree>> Market::fetch(const GitAddress& address) {
    auto place = FetchPlace::make(reader_, writer_, places_.plugins_dir);
    if (!place) return place.error();
    say("fetching " + address.shown);
    auto tree = fetcher_->fetch(address, place->path());
    if (!tree) {
        auto error = tree.error();
        name_instead(error, place->path().generic_string(), address.shown);
        return error;
    }
    return std::pair(std::move(*place), std::move(*tree));
}

/// Whether the files of such an entry come over git, here: without a fetcher they come not at all.
bool Market::is_fetched(const Source& source) const {
    return fetcher_ != nullptr && is_git_source(source.kind);
}

Result<Market::PluginFiles> Market::fetch_files(const Found& found) {
    const auto address = plugin_git_address(found.entry.source, found.entry.name);
    if (!address) return address.error();
    auto fetched = fetch(*address);
    if (!fetched) return fetched.error();
    PluginFiles files;
    files.directory = fetched->second.directory;
    files.provenance = {address->shown, fetched->second.commit};
    files.warnings = std::move(fetched->second.warnings);
    files.place = std::make_shared<const FetchPlace>(std::move(fetched->first));
    return files;
}

Result<> Market::fetch_entry(const Found& found, Rules& rules) {
    if (!is_fetched(found.entry.source)) return {};
    auto files = fetch_files(found);
    if (!files && files.error().code == code::fetch_interrupted) return about(files.error(), found.id);
    rules.fetched.insert_or_assign(found.id, FetchedFiles{found.entry.source, std::move(files)});
    return {};
}

/// Where they lie, or as they were fetched before the lock was taken.
Result<Market::PluginFiles> Market::files_of(const Found& found, const Rules& rules) const {
    const auto& source = found.entry.source;
    if (!is_fetched(source)) {
        auto directory = resolve_plugin_source(reader_, source, found.marketplace.root, found.entry.name);
        if (!directory) return directory.error();
        PluginFiles files;
        files.directory = std::move(*directory);
        files.provenance.commit = found.registration.commit;
        return files;
    }
    const auto fetched = rules.fetched.find(found.id);
    if (fetched != rules.fetched.end() && fetched->second.source.to_record() == source.to_record())
        return fetched->second.files;
    auto error = make_error(code::git_fetch_failed, found.id, {"its files", "something was changed meanwhile"});
    error.hint = "try it again";
    return error;
}

/// The plugins of its marketplace that a package needs. What cannot be read is said where it is wanted.
std::vector<std::string> Market::needs_in(const Path& directory, const PackageOptions& options,
                                          std::string_view id) const {
    std::vector<std::string> ids;
    const std::string market(market_half(id));
    const auto package = read_package(reader_, directory, options);
    if (!package) return ids;
    for (const auto& dependency : package->dependencies) {
        const bool here = dependency.marketplace.empty() || dependency.marketplace == market;
        const bool given = policy_.is_given && policy_.is_given(dependency.name);
        if (here && !given) ids.push_back(dependency.name + "@" + market);
    }
    return ids;
}

Result<> Market::fetch_all(const Found& found, Rules& rules) {
    if (auto fetched = fetch_entry(found, rules); !fetched) return fetched;
    const auto& offered = found.marketplace.entries;
    if (std::ranges::none_of(offered, [&](const auto& entry) { return is_fetched(entry.source); })) return {};
    Diagnostics said_under_the_lock;
    const auto records = load_records(said_under_the_lock);
    if (!records) return {};
    const Store store(reader_, writer_, places_.plugins_dir);
    std::vector<std::string> open;
    const auto look_in = [&](const Path& directory, const PackageOptions& options, const std::string& id) {
        append(open, needs_in(directory, options, id));
    };
    if (const auto files = files_of(found, rules)) look_in(files->directory, options_for(found.entry), found.id);
    for (const auto& record : records->of(found.id)) {
        if (record.applies_to(places_.project_dir)) look_in(record.path, options_for(found.entry), record.id);
    }
    std::set<std::string> seen{found.id};
    while (!open.empty() && seen.size() <= kMostDependencies) {
        const auto id = std::move(open.back());
        open.pop_back();
        if (!seen.insert(id).second) continue;
        if (const auto* record = record_that_counts(*records, store, id)) {
            if (is_off(id)) look_in(record->path, options_of(*record), id);
            continue;
        }
        const auto needed = find_entry(id);
        if (!needed || needed->id != id || !may_install(*needed, id)) continue;
        if (auto fetched = fetch_entry(*needed, rules); !fetched) return fetched;
        if (const auto files = files_of(*needed, rules)) look_in(files->directory, options_for(needed->entry), id);
    }
    return {};
}

/// Those of all that needs it here, as they may have to go along with it.
Result<> Market::fetch_dependents(std::string_view id, Rules& rules) {
    Diagnostics said_under_the_lock;
    const auto records = load_records(said_under_the_lock);
    if (!records) return {};
    for (const auto& dependent : dependents_of(*records, id)) {
        const auto found = find_entry(dependent);
        if (!found || found->id != dependent || !may_install(*found, dependent)) continue;
        if (auto fetched = fetch_all(*found, rules); !fetched) return fetched;
    }
    return {};
}

Result<Market::Obtained> Market::obtain_marketplace(const Source& source) {
    Obtained obtained;
    const bool fetched = is_fetched(source);
    std::string shown;
    if (fetched) {
        const auto address = marketplace_git_address(source, {});
        if (!address) return address.error();
        auto got = fetch(*address);
        if (!got) return got.error();
        obtained.place = std::move(got->first);
        obtained.tree = std::move(got->second);
        shown = address->shown;
    }
    const auto location = fetched ? locate_in_clone(reader_, source, obtained.tree.directory)
                                  : resolve_marketplace_source(reader_, source);
    auto marketplace = location ? read_marketplace(reader_, *location) : Result<Marketplace>(location.error());
    if (!marketplace) {
        auto error = marketplace.error();
        if (fetched) name_instead(error, obtained.tree.directory.generic_string(), shown);
        return error;
    }
    obtained.marketplace = std::move(*marketplace);
    return obtained;
}

}  // namespace skilldeck
