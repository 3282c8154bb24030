// SPDX-License-Identifier: Apache-2.0
// The directories of installed versions, `cache/<marketplace>/<plugin>/<version>/`: staged beside them, verified, and
// moved to their place in one step. It knows no records: what a directory is for is decided by whoever writes them,
// after it is in place. Below the plugins' directory it changes nothing
// through a link. Every call but the reading ones needs the lock of `take_lock`.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "market/tree_copy.hpp"
#include "os/file_lock.hpp"
#include "os/file_system.hpp"
#include "package/package.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace skilldeck {

/// A verified copy that is not in its place yet.
struct StagedPlugin {
    Path directory;
    PluginPackage package;
    std::string version;        ///< the manifest's, the entry's, or 12 digits of the commit or the digest
    bool says_version = false;  ///< it is one of the first two
    std::string digest;         ///< of its files.sha256
    Diagnostics warnings;
};

/// Where the files that are staged come from, beyond the directory that they stand in.
struct Provenance {
    std::string shown;   ///< what messages name in place of that directory; empty: it itself
    std::string commit;  ///< gives the version when nobody says one; empty: the digest does
};

/// The directory that a version goes to.
struct StoreTarget {
    Path directory;
    bool there = false;  ///< with the same content already
};

class Store {
public:
    Store(const FileReader& reader, FileWriter& writer, Path plugins_dir);

    [[nodiscard]] Path cache() const { return plugins_dir_ / "cache"; }
    [[nodiscard]] Path data() const { return plugins_dir_ / "data"; }

    /// Makes the store's folders if needed.
    [[nodiscard]] Result<FileLock> take_lock();
    /// Empties the staging place of what an earlier process left there; nothing when there was nothing.
    struct Swept {
        std::uint64_t bytes = 0;
    };
    [[nodiscard]] Result<std::optional<Swept>> sweep();

    /// Hears how many files of those that are staged are copied.
    void on_progress(CopyProgress progress) { progress_ = std::move(progress); }

    /// Copies `source` (a real path), reads it as a package and writes its files.sha256. What is wrong is said of the
    /// files of `source`: nobody knows the staging place, and it is gone by then.
    [[nodiscard]] Result<StagedPlugin> stage(const Path& source, const PackageOptions& options,
                                             const Provenance& provenance = {});
    /// `in_use` says whether a directory is recorded: such a one is never changed; the same version with other content
    /// gets a directory beside it. What nobody records is cleared away.
    [[nodiscard]] Result<StoreTarget> target_for(const StagedPlugin& staged, std::string_view marketplace,
                                                 std::string_view plugin,
                                                 const std::function<bool(const Path&)>& in_use);
    /// Pushes the copy to the disk and moves it to its new directory in one step.
    [[nodiscard]] Result<> place(const StagedPlugin& staged, const Path& target);
    [[nodiscard]] Result<> discard(const StagedPlugin& staged);

    /// Whether a recorded path may be used: below the cache, links resolved, and not the cache itself.
    [[nodiscard]] bool owns(const Path& path) const;
    /// A path as that of a version here, `cache/<marketplace>/<plugin>/<version>`; nothing when it is none, by its text
    /// or, written in another way, by where it leads.
    [[nodiscard]] std::optional<Path> version_path(const Path& path) const;
    /// Removes the directory of a version, and those above it that are empty then. What is none is left
    /// alone.
    [[nodiscard]] Result<> remove(const Path& directory);
    /// Removes a folder of `data/`.
    [[nodiscard]] Result<> remove_data(std::string_view folder);
    /// Gives a folder of `data/` another name, unless that is taken; a missing one is fine.
    [[nodiscard]] Result<> move_data(std::string_view from, std::string_view to);
    /// The content digest of a directory in the store, by its files as they are now.
    [[nodiscard]] Result<std::string> digest_of(const Path& directory) const;
    /// The list of its files as they are now, in the form of files.sha256, which is not in it.
    [[nodiscard]] Result<std::string> manifest_of(const Path& directory) const;

private:
    [[nodiscard]] Path staging() const { return cache() / ".staging"; }
    [[nodiscard]] Path new_staging_path();
    [[nodiscard]] Result<StagedPlugin> stage_in(const Path& directory, const Path& source,
                                                const PackageOptions& options);
    [[nodiscard]] Result<> set_aside_and_remove(const Path& directory);

    const FileReader& reader_;
    FileWriter& outer_writer_;            ///< for the way to the store
    std::unique_ptr<FileWriter> writer_;  ///< from there on: no link is followed, nothing outside is changed
    Path plugins_dir_;
    CopyProgress progress_;
    int next_ = 0;
};

/// The bytes of all regular files below a directory; links are not followed, what cannot be read counts nothing.
[[nodiscard]] std::uint64_t tree_bytes(const FileReader& files, const Path& directory);

/// A version as the name of a directory: characters that are not safe in one become `-`.
[[nodiscard]] std::string version_directory(std::string_view version);

}  // namespace skilldeck
