// SPDX-License-Identifier: Apache-2.0
// What the store's list of a copy tells about the copy as it is now, where somebody relies on it: whether hooks were
// lost, and whether native code is what was installed. Reads the list and looks at few files; what else was changed is
// for Market::changed_copies(). Safe from any thread.
#pragma once

#include "os/file_system.hpp"
#include "package/installed_plugin.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// Those of the files in which a plugin can declare hooks that were installed and are gone, relative to it. Nothing for
/// what has no list: linked, from --plugin-dir, or recorded without its digest. A list that cannot be read is itself
/// among them.
[[nodiscard]] std::vector<std::string> lost_declarations(const FileReader& files, const InstalledPlugin& installed);

/// Whether dev.skilldeck/ is as it was installed; `manifest` is tree_manifest() of that folder. False also where that
/// cannot be known.
[[nodiscard]] bool native_code_is_as_installed(const FileReader& files, const InstalledPlugin& installed,
                                               std::string_view manifest);

}  // namespace skilldeck
