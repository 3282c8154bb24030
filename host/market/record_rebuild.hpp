// SPDX-License-Identifier: Apache-2.0
// What a damaged installed_plugins.json without a copy is rebuilt from: the stored versions with their files.sha256. It
// only reads. Scopes and links cannot be seen there, so each record says that it was rebuilt. Safe from any thread.
#pragma once

#include "market/install_records.hpp"
#include "os/file_system.hpp"

#include <string>
#include <vector>

namespace skilldeck {

struct RebuiltRecords {
    std::vector<InstallRecord>
        records;  ///< one a plugin, of user scope, sorted by id: the version stored last, then the one before
    std::vector<std::string> unusable;  ///< directories that hold no plugin that was installed whole
};

/// `cache` is the store, `cache/<marketplace>/<plugin>/<version>/`; links are not followed.
[[nodiscard]] RebuiltRecords rebuild_records(const FileReader& files, const Path& cache);

}  // namespace skilldeck
