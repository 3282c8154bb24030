// SPDX-License-Identifier: Apache-2.0
// The strict judge of a marketplace, and the entry of `plugin validate`, which takes either kind of directory.
// It only reads. Pure functions of the files, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "market/marketplace.hpp"
#include "package/validation.hpp"

#include <optional>
#include <vector>

namespace skilldeck {

/// Findings about the catalogue itself and, with each entry, about the plugin it names when that is in the marketplace.
[[nodiscard]] Diagnostics validate_marketplace(const FileReader& files, const Path& root, const PackageOptions& options,
                                               const ComponentJudge& components);

/// `path` is a plugin directory, a marketplace directory (one that is both is judged as both) or a marketplace.json.
/// Error: file_not_found.
[[nodiscard]] Result<Diagnostics> validate_path(const FileReader& files, const Path& path,
                                                const PackageOptions& options, const ComponentJudge& components);

/// The marketplace.json that a path means, if there is one.
[[nodiscard]] std::optional<Path> marketplace_file_at(const FileReader& files, const Path& path);
/// The plugin directories that validate_path judges, each once.
[[nodiscard]] std::vector<Path> plugins_at(const FileReader& files, const Path& path);

}  // namespace skilldeck
