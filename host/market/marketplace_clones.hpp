// SPDX-License-Identifier: Apache-2.0
// The files of fetched marketplaces, `plugins/marketplaces/<name>/<commit>/`: placed whole beside the ones before, and
// in use from the moment that the registry names them; what it does not name goes. Below the plugins' directory nothing
// is changed through a link. Every call but the reading ones needs the store's lock.
#pragma once

#include "base/result.hpp"
#include "market/known_marketplaces.hpp"
#include "os/file_system.hpp"

#include <memory>
#include <string_view>

namespace skilldeck {

class MarketplaceClones {
public:
    MarketplaceClones(const FileReader& reader, FileWriter& writer, const Path& plugins_dir);

    /// Whether there is nothing to sweep.
    [[nodiscard]] bool empty() const { return !reader_.info(folder()); }
    /// Where the files of a registration are: only what this program would have put there counts. Error:
    /// marketplace_clone_missing.
    [[nodiscard]] Result<Path> directory_of(const MarketplaceRegistration& registration) const;
    /// Pushes a fetched tree of the same file system to the disk and moves it to a new directory in one step.
    [[nodiscard]] Result<Path> place(const Path& tree, std::string_view name, std::string_view commit);
    /// Removes what the registry does not name. Of what it cannot say nothing goes.
    [[nodiscard]] Result<> sweep(const KnownMarketplaces& known);

private:
    [[nodiscard]] Path folder() const { return plugins_dir_ / "marketplaces"; }
    [[nodiscard]] Result<> sweep_one(const Path& clones, const Path& kept);

    const FileReader& reader_;
    std::unique_ptr<FileWriter> writer_;
    Path plugins_dir_;
};

}  // namespace skilldeck
