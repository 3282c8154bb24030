// SPDX-License-Identifier: Apache-2.0
// A JSON object of the host's own on disk, as it survives damage: what cannot be read counts as empty and is copied
// aside before the first write; members that this host does not know stay. Callers hold the store's lock while they
// change it.
#pragma once

#include "base/clock.hpp"
#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "os/file_system.hpp"

#include <boost/json/object.hpp>

#include <string>

namespace skilldeck {

struct StateFile {
    Path file;
    boost::json::object root;
    bool damaged = false;
    std::string damaged_text;
};

/// A missing file is an empty object. Damage is a warning in `diagnostics`; a file that may not be read is an Error.
[[nodiscard]] Result<StateFile> load_state_file(const FileReader& files, const Path& file, Diagnostics& diagnostics);

/// Copies a damaged file aside first, to `<stem>.damaged.<time>.json` beside it.
[[nodiscard]] Result<> save_state_file(FileWriter& writer, const Clock& clock, StateFile& state);

}  // namespace skilldeck
