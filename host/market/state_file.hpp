// SPDX-License-Identifier: Apache-2.0
// A JSON object of the host's own on disk, as it survives damage: what cannot be read counts as empty and is copied
// aside before the first write; members that this host does not know stay, a newer version is never written. Callers
// hold the store's lock while they change it.
#pragma once

#include "base/clock.hpp"
#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "os/file_system.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace skilldeck {

/// What this host knows of a file's shape: the newest `version`, and what a file that says none is.
struct StateFormat {
    std::int64_t newest = 1;
    enum class WithoutVersion : std::uint8_t { oldest, unknown } without_version = WithoutVersion::unknown;
};

struct StateFile {
    Path file;
    boost::json::object root;
    bool damaged = false;
    std::string damaged_text;
    std::optional<Error> newer;  ///< written by a version of this program that knows more: not to be changed

    /// Why the file must not be written; checked before anything is changed.
    [[nodiscard]] Result<> writable() const { return newer ? Result<>(*newer) : Result<>(); }
};

/// A missing file is an empty object. Damage is a warning in `diagnostics`, a version that is not known an error there;
/// a file that may not be read is an Error.
[[nodiscard]] Result<StateFile> load_state_file(const FileReader& files, const Path& file, StateFormat format,
                                                Diagnostics& diagnostics);

/// Copies a damaged file aside first, to `<stem>.damaged.<time>.json` beside it. Errors: that of writable().
[[nodiscard]] Result<> save_state_file(FileWriter& writer, const Clock& clock, StateFile& state);

}  // namespace skilldeck
