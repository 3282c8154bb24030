// SPDX-License-Identifier: Apache-2.0
// Copies a plugin's directory into the store's staging place, and refuses what tree_rules.hpp refuses.
// The source is only read; nothing is followed.
#pragma once

#include "market/tree_rules.hpp"

#include <cstddef>
#include <functional>

namespace skilldeck {

/// Hears now and then how many files are copied.
using CopyProgress = std::function<void(std::size_t files)>;

/// `from` is a real path; `to` is new. Executable for the owner stays so (0755, else 0644); `.git` is left out.
/// Errors: of FileReader and FileWriter, and the tree_* codes, each naming the entry.
[[nodiscard]] Result<> copy_plugin_tree(const FileReader& files, FileWriter& writer, const Path& from, const Path& to,
                                        Diagnostics& warnings, TreeLimits limits = {},
                                        const CopyProgress& progress = {});

}  // namespace skilldeck
