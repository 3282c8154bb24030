// SPDX-License-Identifier: Apache-2.0
// Which skills, commands and agents of one plugin hide behind another of its own, as the catalogue decides it: for
// validation and `plugin explain`. It reads files and runs no code of the plugin. [loop thread]
#pragma once

#include "package/validation.hpp"
#include "plugin/plugin_json.hpp"

#include <vector>

namespace skilldeck {

[[nodiscard]] std::vector<ShadowedPart> shadowed_parts(const FileReader& files, const PluginPackage& package);

/// For explain_contributions(): of an active plugin the skills and commands among them, by their whole names.
[[nodiscard]] ShadowedFiles shadowed_files(const FileReader& files, const Plugin& plugin);

}  // namespace skilldeck
