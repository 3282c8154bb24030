// SPDX-License-Identifier: Apache-2.0
// What Market gets before it takes the store's lock: the files of entries and marketplaces that are fetched.
#include "base/append.hpp"
#include "market/codes.hpp"
#include "market/installing.hpp"
#include "market/named_instead.hpp"

#include <utility>

namespace skilldeck {

Result<std::pair<FetchPlace, FetchedTree>> Market::fetch(const GitAddress& address) {
    auto place = FetchPlace::make(reader_, writer_, places_.plugins_dir);
    if (!place) return place.error();
    auto tree = fetcher_->fetch(address, place->path());
    if (!tree) {
        auto error = tree.error();
        name_instead(error, place->path().generic_string(), address.shown);
        return error;
    }
    return std::pair(std::move(*place), std::move(*tree));
}

Result<Market::PluginFiles> Market::obtain_files(const Found& found) {
    const auto& source = found.entry.source;
    PluginFiles files;
    if (fetcher_ == nullptr || !is_git_source(source.kind)) {
        auto directory = resolve_plugin_source(reader_, source, found.marketplace.root, found.entry.name);
        if (!directory) return directory.error();
        files.directory = std::move(*directory);
        files.provenance.commit = found.registration.commit;
        return files;
    }
    const auto address = plugin_git_address(source, found.entry.name);
    if (!address) return address.error();
    auto fetched = fetch(*address);
    if (!fetched) return fetched.error();
    files.place = std::move(fetched->first);
    files.directory = fetched->second.directory;
    files.provenance = {address->shown, fetched->second.commit};
    files.warnings = std::move(fetched->second.warnings);
    return files;
}

Result<Market::Obtained> Market::obtain_marketplace(const Source& source) {
    Obtained obtained;
    const bool fetched = fetcher_ != nullptr && is_git_source(source.kind);
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
