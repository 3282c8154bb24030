// SPDX-License-Identifier: Apache-2.0
// plugins/journal.json: what a change of the store does besides writing installed_plugins.json, written before it. The
// file is there only while a change is on its way; whoever takes the store's lock and finds one finishes the change if
// the records are those it was to write, else undoes it (transaction.hpp). It knows no store: only the file and its
// text. Callers hold the store's lock while they change it.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "os/file_system.hpp"
#include "trust/trust_store.hpp"

#include <optional>
#include <string>
#include <vector>

namespace skilldeck {

/// A plugin's member of `enabledPlugins` in one settings file.
struct FlagChange {
    std::string id, scope;
    Path project;  ///< of the scopes project and local
    Path file;
    std::optional<bool> value;  ///< nothing: the member goes
};

/// What goes with a change of the records, in the order in which it is done.
struct StoreChange {
    std::string operation;          ///< for people: "install of p@shop"
    std::vector<Path> placed;       ///< new directories of the cache: they go if the change is undone
    std::vector<Path> leaving;      ///< directories of the cache that go when no record names them any more
    std::vector<std::string> data;  ///< ids whose data folders go
    std::string marketplace;        ///< whose registration goes; empty: none
    std::vector<FlagChange> flags;
    std::vector<PluginVersion> versions;  ///< to be remembered as installed once
    struct Rename {
        std::string from, to;
        bool data = true;  ///< whether the data folder goes along
    };
    std::vector<Rename> renamed;  ///< ids: the option values go along

    /// Whether writing the records is all.
    [[nodiscard]] bool only_records() const;
};

struct JournalEntry {
    std::string records_digest;  ///< of installed_plugins.json once the change is committed
    StoreChange change;
};

class Journal {
public:
    explicit Journal(const Path& plugins_dir) : file_(plugins_dir / "journal.json") {}

    [[nodiscard]] const Path& file() const { return file_; }
    /// Nothing when no change is on its way. A damaged file is Damaged. Errors: of reading, state_file_newer.
    struct Found {
        std::optional<JournalEntry> entry;
        std::string damage;  ///< why the file says nothing; empty when it does, or is not there
    };
    [[nodiscard]] Result<Found> read(const FileReader& files) const;
    [[nodiscard]] Result<> write(FileWriter& writer, const JournalEntry& entry) const;
    /// Gone for good: a later power cut does not bring it back.
    [[nodiscard]] Result<> clear(FileWriter& writer) const;

private:
    Path file_;
};

}  // namespace skilldeck
