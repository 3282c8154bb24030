// SPDX-License-Identifier: Apache-2.0
// ~/.skilldeck/trust.json (0600): trusted workspaces, approved native digests and project servers, the highest version
// of each plugin. Read on use, changed under a lock; unknown fields survive, a newer version grants nothing and is
// never written, a damaged file is copied aside before a write, and both are said. A file that others may write to is
// no trust at all. Safe from any thread and process.
#pragma once

#include "base/clock.hpp"
#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "os/file_system.hpp"

#include <boost/json/object.hpp>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skilldeck {

enum class NativeApproval { none, isolated, in_process, first_party };

/// A version of the plugin `id` that is, or was, installed.
struct PluginVersion {
    std::string id, version;
};

class TrustStore {
public:
    /// `first_party` are the digests built into the host: approved, in process, without a record.
    TrustStore(FileReader& reader, FileWriter& writer, const Clock& clock, Path file,
               std::span<const std::string_view> first_party);

    /// Called after a change has begun a damaged file anew: trust_file_replaced. Set before threads share this.
    void on_replaced(std::function<void(const Diagnostic&)> replaced) { on_replaced_ = std::move(replaced); }

    /// Whether the real path of `directory` is trusted (exactly it, not its children), and still no place that others
    /// may write to. Errors of every query: those of reading; trust_file_exposed. Whoever gets one must act as if
    /// untrusted.
    [[nodiscard]] Result<bool> workspace_trusted(const Path& directory) const;
    [[nodiscard]] Result<std::vector<std::string>> workspaces() const;
    /// Refused (trust_refused) for `/`, the home directory and a directory others may write to.
    /// Errors of every change: also state_version_newer, lock_busy, file_unwritable.
    Result<> trust_workspace(const Path& directory, const Path& home);
    /// False: it was not trusted. A damaged file is an error of this and of forget_native(): what it says is not known.
    Result<bool> forget_workspace(const Path& directory);

    /// The recorded yes for a server of the project at `workspace`; `digest` is of its configuration, so that a changed
    /// server asks again.
    [[nodiscard]] Result<bool> server_approved(const Path& workspace, std::string_view server,
                                               std::string_view digest) const;
    Result<> approve_server(const Path& workspace, std::string_view server, std::string_view digest);

    /// `digest` is the tree digest of the plugin's `dev.skilldeck/` folder.
    [[nodiscard]] Result<NativeApproval> native_approval(std::string_view plugin_id, std::string_view digest) const;
    /// `isolated` or `in_process`; the others are no answer to record (trust_refused).
    Result<> approve_native(std::string_view plugin_id, std::string_view digest, NativeApproval approval);
    /// Removes every approval of the plugin; false: there was none.
    Result<bool> forget_native(std::string_view plugin_id);

    /// The highest version of the plugin that was ever installed here; empty: none that can be compared.
    [[nodiscard]] Result<std::string> highest_version(std::string_view plugin_id) const;
    /// Keeps the higher one of each plugin, all in one write. What is no semantic version cannot be compared and is not
    /// kept.
    Result<> remember_versions(const std::vector<PluginVersion>& versions);

private:
    struct Document;
    [[nodiscard]] Result<Document> read_document() const;
    [[nodiscard]] Result<Document> read() const;
    Result<> keep_damaged_copy(const Document& document);
    Result<> write(const Document& document);
    /// Under the lock. `change` says whether anything is different; without that nothing is written.
    Result<bool> change(const std::function<bool(boost::json::object&)>& change);

    FileReader& reader_;
    FileWriter& writer_;
    const Clock& clock_;
    Path file_;
    std::span<const std::string_view> first_party_;
    std::function<void(const Diagnostic&)> on_replaced_;
};

}  // namespace skilldeck
