// SPDX-License-Identifier: Apache-2.0
// ~/.skilldeck/trust.json (0600): trusted workspaces and approved native digests. Read on use, changed under a lock;
// unknown fields survive, a newer version is refused untouched.
#pragma once

#include "base/clock.hpp"
#include "base/result.hpp"
#include "os/file_system.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

enum class NativeApproval { none, isolated, in_process, first_party };

class TrustStore {
public:
    /// `first_party` are the digests built into the host: approved, in process, without a record.
    TrustStore(FileReader& reader, FileWriter& writer, const Clock& clock, Path file,
               std::span<const std::string_view> first_party);

    /// Whether the real path `directory` is trusted (exactly it, not its children).
    [[nodiscard]] Result<bool> workspace_trusted(const Path& directory) const;
    [[nodiscard]] Result<std::vector<std::string>> workspaces() const;
    /// Refused for `/`, the home directory and a directory others may write to.
    Result<> trust_workspace(const Path& directory, const Path& home);
    Result<bool> forget_workspace(const Path& directory);  ///< false: it was not trusted

    /// `digest` is the tree digest of the plugin's `dev.skilldeck/` folder.
    [[nodiscard]] Result<NativeApproval> native_approval(std::string_view plugin_id, std::string_view digest) const;
    Result<> approve_native(std::string_view plugin_id, std::string_view digest, NativeApproval approval);
    /// Removes every approval of the plugin; false: there was none.
    Result<bool> forget_native(std::string_view plugin_id);

private:
    FileReader& reader_;
    FileWriter& writer_;
    const Clock& clock_;
    Path file_;
    std::span<const std::string_view> first_party_;
};

}  // namespace skilldeck
