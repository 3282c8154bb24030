// SPDX-License-Identifier: Apache-2.0
// ~/.skilldeck/state/usage.json: how often each skill was used. Read for the listing, changed under a lock, one use at
// a time. It is a convenience: damage counts as never used, and nothing that fails here fails a call. Any thread.
#pragma once

#include "base/clock.hpp"
#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "os/file_system.hpp"
#include "skill/usage.hpp"

namespace skilldeck {

/// Damage and a file that cannot be read are diagnostics. A newer version is read as far as it can be.
[[nodiscard]] SkillUsage read_skill_usage(const FileReader& files, const Path& state_dir, Diagnostics& diagnostics);

/// Counts one use. Errors: state_file_newer, lock_busy, file_unwritable and those of reading; the file is then as it
/// was. A damaged file is copied aside first, and reported.
Result<> record_skill_use(FileSystem& files, const Clock& clock, const Path& state_dir, const CatalogueEntry& entry,
                          Diagnostics& diagnostics);

}  // namespace skilldeck
