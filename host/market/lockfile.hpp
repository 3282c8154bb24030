// SPDX-License-Identifier: Apache-2.0
// <project>/skilldeck.lock, version 1: `{"plugins": {id: {digest, marketplace?, source?, version}}, "version": 1}`, the
// same bytes for the same plugins on every machine: sorted, one member a line. It is strict, as what it does not say is
// not allowed: a member of a wrong type is damage. Unknown members survive; a newer version is refused untouched. It
// knows no store: only the file and its text.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "os/file_system.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

inline constexpr std::string_view kLockfile = "skilldeck.lock";

struct PinnedPlugin {
    std::string id, version;
    std::string digest;  ///< of the content (Store)
    boost::json::object
        marketplace;             ///< where its marketplace comes from, `{"source": …}`; empty: a place of one machine
    boost::json::object source;  ///< as the marketplace's entry says, `{"source": …}`
};

struct Lockfile {
    Path file;
    std::vector<PinnedPlugin> plugins;  ///< sorted by id
    boost::json::object root;           ///< as it was read: unknown members are kept

    [[nodiscard]] const PinnedPlugin* find(std::string_view id) const;
};

/// Errors: lock_missing, lock_damaged with line and column, state_file_newer, and those of reading.
[[nodiscard]] Result<Lockfile> read_lockfile(const FileReader& files, const Path& file);

/// What writing writes.
[[nodiscard]] std::string lockfile_text(const Lockfile& lock);

/// A source without what belongs to one machine or one person: headers, credentials, paths out of `project_dir`, from
/// which the others count. Empty when nothing is left but the kind.
[[nodiscard]] boost::json::object shared_source(const boost::json::object& source, const Path& project_dir);

}  // namespace skilldeck
