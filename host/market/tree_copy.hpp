// SPDX-License-Identifier: Apache-2.0
// Copies a plugin's directory into the store's staging place, and refuses what must not get in: links that leave it,
// devices and fifos, set-id files, names that some file systems take for one, and anything beyond the limits.
// The source is only read; nothing is followed.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "os/file_system.hpp"

#include <cstddef>
#include <cstdint>

namespace skilldeck {

struct TreeLimits {
    std::size_t entries = 100'000;
    std::uint64_t file_bytes = 512ULL * 1024 * 1024;
    std::uint64_t total_bytes = 1024ULL * 1024 * 1024;
};

/// The list of a stored tree, at its root; one of that name in a plugin is left out with a warning.
inline constexpr std::string_view kStoredManifest = "files.sha256";

/// `from` is a real path; `to` is new. Executable for the owner stays so (0755, else 0644); `.git` is left out.
/// Errors: of FileReader and FileWriter, and the tree_* codes, each naming the entry.
[[nodiscard]] Result<> copy_plugin_tree(const FileReader& files, FileWriter& writer, const Path& from, const Path& to,
                                        Diagnostics& warnings, TreeLimits limits = {});

}  // namespace skilldeck
