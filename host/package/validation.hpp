// SPDX-License-Identifier: Apache-2.0
// The strict judge of a plugin directory, for `plugin validate`: everything read_package reports, and beyond it what
// loads but should be mended. It only reads. Marketplaces are judged by market/marketplace_validation.hpp.
// Pure functions of the files, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "os/file_system.hpp"
#include "package/package.hpp"

#include <boost/json/object.hpp>

namespace skilldeck {

/// Whether warnings fail too (`--strict`).
enum class Strictness { errors_fail, warnings_fail };

/// The findings about the plugin at `directory`, in the order of the files; a plugin that cannot be read at all is one
/// error. `options.entry` is judged with it when it is there.
[[nodiscard]] Diagnostics validate_plugin(const FileReader& files, const Path& directory,
                                          const PackageOptions& options);

/// Whether a validation with these findings passed.
[[nodiscard]] bool validation_passed(const Diagnostics& findings, Strictness strictness);

}  // namespace skilldeck
