// SPDX-License-Identifier: Apache-2.0
// plugins/installed_plugins.json, version 2: `{"version": 2, "plugins": {id: [{scope, installPath, version, …}]}}`, one
// record a scope and project. Writing it is the commit point of every change in the store. Unknown members survive; a
// newer version is read as far as it goes and never written; in place of a damaged or missing one the copy of the last
// change counts, and of a damaged one without it the store beside it (record_rebuild.hpp). Callers hold the store's
// lock while they change it.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "market/state_file.hpp"
#include "os/file_system.hpp"

#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

struct RecordedVersion {
    Path path;  ///< installPath
    std::string version, digest;
    std::string commit;          ///< that fetched files are of
    boost::json::object entry;   ///< the marketplace's at that time: what it says by now counts from an update on
    bool entry_is_root = false;  ///< the plugin is the whole marketplace
};

struct InstallRecord : RecordedVersion {
    std::string id;
    std::string scope;  ///< "user", "project", "local", "managed"
    Path project;       ///< of project and local records
    std::string installed_at, updated_at;
    bool linked = false;
    bool rebuilt = false;        ///< from the store, after damage: for whom it was installed is not known
    boost::json::object source;  ///< as the entry said, `{"source": …}`
    RecordedVersion previous;    ///< kept for a rollback; without a path: none

    /// Whether it is the record of that scope, for project and local ones of that project.
    [[nodiscard]] bool is_at(std::string_view wanted_scope, const Path& project_dir) const;
    /// Whether a session in that project sees it.
    [[nodiscard]] bool applies_to(const Path& project_dir) const;
};

class InstallRecords {
public:
    [[nodiscard]] static Result<InstallRecords> load(const FileReader& files, const Path& file,
                                                     Diagnostics& diagnostics);

    /// In the order of the file; those that can be read.
    [[nodiscard]] const std::vector<InstallRecord>& all() const { return records_; }
    [[nodiscard]] std::vector<InstallRecord> of(std::string_view id) const;
    [[nodiscard]] const InstallRecord* find(std::string_view id, std::string_view scope, const Path& project_dir) const;
    /// Whether any record loads from, or could roll back to, this directory.
    [[nodiscard]] bool refers_to(const Path& directory) const;

    /// The ids of records that are there and cannot be read.
    [[nodiscard]] const std::vector<std::string>& unreadable() const { return unreadable_; }

    [[nodiscard]] Result<> writable() const { return state_.writable(); }
    /// Whether the records are those of the copy, or those that the store shows, because the file is damaged or
    /// missing.
    [[nodiscard]] bool rebuilt() const { return state_.damage.has_value() || missing_; }
    [[nodiscard]] const Path& file() const { return state_.file; }
    /// What save() writes.
    [[nodiscard]] std::string text() const { return state_text(state_); }
    /// Replaces the record of that id, scope and project, or adds one.
    void set(const InstallRecord& record);
    void remove(const InstallRecord& record);
    [[nodiscard]] Result<> save(FileWriter& writer);

    /// Where the copy of `file` stands that counts when `file` is damaged or missing.
    [[nodiscard]] static Path copy_of(const Path& file);
    /// Brings the copy up to date with `file`; a missing, damaged or newer file leaves it alone.
    [[nodiscard]] static Result<> keep_copy(const FileReader& files, FileWriter& writer, const Path& file);

private:
    void read_all(Diagnostics& diagnostics);
    [[nodiscard]] bool take_copy(const FileReader& files, Diagnostics& diagnostics);
    void rebuild(const FileReader& files, Diagnostics& diagnostics);

    StateFile state_;
    bool missing_ = false;  ///< there is only the copy
    std::vector<InstallRecord> records_;
    std::vector<std::string> unreadable_;
};

}  // namespace skilldeck
