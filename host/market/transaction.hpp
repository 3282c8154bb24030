// SPDX-License-Identifier: Apache-2.0
// One change of the store, from the lock to its last step: the records and what goes with them (StoreChange) are before
// or after, wherever the process is killed. Writing installed_plugins.json is the commit point; what comes with it
// stands in the journal first, and whoever begins next finishes or undoes what was left. One object, one thread; it
// holds the store's lock while it lives.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "market/credentials.hpp"
#include "market/install_records.hpp"
#include "market/journal.hpp"
#include "market/store.hpp"
#include "os/file_lock.hpp"
#include "os/file_system.hpp"
#include "settings/settings.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// What changes with the store and belongs to others. Empty functions: nothing.
struct MarketCompanions {
    /// The settings files that hold the plugin's member of `enabledPlugins` at a scope, the one that counts first; none
    /// holds it: the one that would get it. Never empty; each may be one that must not be written. `project` is that of
    /// the scopes project and local, this one or another.
    std::function<std::vector<Result<Path>>(std::string_view plugin_id, Scope scope, const Path& project)> flag_files;
    /// Keeps the highest versions that were ever installed: those of a change at once, so that no kill comes between.
    std::function<Result<>(const std::vector<PluginVersion>& versions)> remember_versions;
    /// Forgets the option values of a plugin whose data goes.
    std::function<Result<>(std::string_view plugin_id)> forget_options;
    /// Takes the option values of a plugin along to the id that it has now, which keeps those of its own.
    std::function<Result<>(std::string_view from, std::string_view to, OptionCarry how)> carry_options;
    /// Hears what is being done, one line a step and, in a long one, again with how far it is.
    std::function<void(std::string_view step)> progress;
    /// Hears what beginning a change says of an interrupted one: also when the change itself is then an error.
    std::function<void(const Diagnostic& found)> ended;
};

/// What a transaction works with; the references outlive it.
struct StoreTools {
    const FileReader& reader;
    FileWriter& writer;
    const Path& plugins_dir;
    const MarketCompanions& companions;
};

[[nodiscard]] inline Path records_file(const Path& plugins_dir) {
    return plugins_dir / "installed_plugins.json";
}
[[nodiscard]] inline Path registry_file(const Path& plugins_dir) {
    return plugins_dir / "known_marketplaces.json";
}

/// The name of a plugin's folder below `data/`: the id with everything but letters, digits, `_` and `-` as `-`.
[[nodiscard]] std::string data_folder(std::string_view plugin_id);

/// A staged copy and where it goes.
struct Placing {
    StagedPlugin staged;
    StoreTarget target;
};

class Transaction {
public:
    /// Takes the lock, finishes or undoes what an interrupted process left, and says so in `found`. Errors: of the lock
    /// and of the files.
    [[nodiscard]] static Result<Transaction> begin(const StoreTools& tools, Diagnostics& found);

    /// For those that change them, or what goes with them.
    [[nodiscard]] Result<> load_records(Diagnostics& found);
    [[nodiscard]] Store& store() { return store_; }
    [[nodiscard]] const Store& store() const { return store_; }
    [[nodiscard]] InstallRecords& records() { return records_; }
    [[nodiscard]] const InstallRecords& records() const { return records_; }
    /// Of what an earlier process had left in the staging place.
    [[nodiscard]] std::uint64_t swept_bytes() const { return swept_bytes_; }

    /// Writes the records as they are now, with everything that `change` names. An error: nothing was changed, as far
    /// as the disk lets it be undone. After the commit nothing is an error; what could not be done is in `left`, and
    /// the next run tries it once more.
    [[nodiscard]] Result<> commit(StoreChange change, std::span<const Placing* const> placings, Diagnostics& left);

    /// Removes the files of fetched marketplaces that the registry does not name.
    [[nodiscard]] Result<> sweep_clones();

private:
    Transaction(const StoreTools& tools, FileLock lock, Store store);

    [[nodiscard]] static Result<Transaction> begin_silently(const StoreTools& tools, Diagnostics& found);
    [[nodiscard]] Result<> recover(Diagnostics& found);
    [[nodiscard]] Result<> set_damaged_journal_aside(const std::string& why, Diagnostics& found);
    [[nodiscard]] Result<> keep_copy();
    [[nodiscard]] bool is_committed(const JournalEntry& entry) const;
    void undo(const StoreChange& change, Diagnostics& left);
    void finish(const StoreChange& change, Diagnostics& left);
    void forget_marketplace(const std::string& name, Diagnostics& left);
    void change_flags(const std::vector<FlagChange>& flags, Diagnostics& left);
    void remove_directory(const Path& directory, Diagnostics& left);
    void remove_data(const std::string& id, Diagnostics& left);
    void carry_over(const StoreChange::Rename& rename, Diagnostics& left);
    [[nodiscard]] bool may_hold_flag(const FlagChange& flag) const;
    void refuse(std::string_view what, Diagnostics& left) const;

    StoreTools tools_;
    FileLock lock_;
    Store store_;
    Journal journal_;
    InstallRecords records_;
    std::uint64_t swept_bytes_ = 0;
    std::optional<StoreChange> unfinished_;  ///< committed by this object, with something left to do
};

/// Why a plugin's member of `enabledPlugins` stays as it is: the error, with the member.
[[nodiscard]] Diagnostic flag_problem(const Error& why, std::string_view plugin_id);

/// The change that a process that is dead left half done; nothing when there is none, or its process is at it.
[[nodiscard]] std::optional<Diagnostic> interrupted_change(const FileReader& reader, const Path& plugins_dir);

}  // namespace skilldeck
