// SPDX-License-Identifier: Apache-2.0
// A JSON object of the host's own on disk, as it survives damage: what cannot be read counts as empty, is reported with
// what is lost, and is copied aside before the first write; members that this host does not know stay, a newer version
// is never written. Callers hold the store's lock while they change it.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "os/file_system.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skilldeck {

inline constexpr std::uint32_t kStateMode = 0644;
inline constexpr std::uint32_t kPrivateStateMode = 0600;  ///< nobody else reads it, whatever it was before

/// What this host knows of a file's shape: the newest `version`, and what a file that says none is.
struct StateFormat {
    std::int64_t newest = 1;
    enum class WithoutVersion : std::uint8_t { oldest, unknown } without_version = WithoutVersion::unknown;
    std::string_view section;  ///< the member that holds everything: of another type than a map it is damage
    std::uint32_t mode = kStateMode;
};

/// A file that is there and is not of its shape.
struct StateDamage {
    std::string reason;
    std::string text;  ///< as it is in the file
    Path copy;         ///< where the first change keeps it: named by its content, so that it is known before
};

struct StateFile {
    Path file;
    boost::json::object root;
    std::uint32_t mode = kStateMode;  ///< of the file and of its damaged copy
    bool has_other_mode = false;      ///< the file that is there: the next write mends it
    std::optional<StateDamage> damage;
    std::optional<Error> newer;  ///< written by a version of this program that knows more: not to be changed

    /// Why the file must not be written; checked before anything is changed.
    [[nodiscard]] Result<> writable() const { return newer ? Result<>(*newer) : Result<>(); }
};

/// A missing file is an empty object. A version that is not known is an error in `diagnostics`; a file that may not be
/// read is an Error. Damage is the caller's to report: what is lost with it only that one knows.
[[nodiscard]] Result<StateFile> load_state_file(const FileReader& files, const Path& file, StateFormat format,
                                                Diagnostics& diagnostics);

/// What saving writes.
[[nodiscard]] std::string state_text(const StateFile& state);

/// `lost` completes "damaged, so …"; `next` is the hint. Of a file that is not damaged: nothing is added.
void report_damage(const StateFile& state, std::string_view lost, std::string_view next, Diagnostics& diagnostics);

/// Copies a damaged file aside first, to `<stem>.damaged.<digits of its digest>.json` beside it. Errors: that of
/// writable().
[[nodiscard]] Result<> save_state_file(FileWriter& writer, StateFile& state);

}  // namespace skilldeck
