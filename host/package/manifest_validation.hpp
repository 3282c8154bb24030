// SPDX-License-Identifier: Apache-2.0
// The strict judge of a manifest: fields that are missing, misspelled or moved, and options that cannot be asked for.
// A part of validation. Pure functions of the files, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "os/file_system.hpp"
#include "package/package.hpp"

namespace skilldeck {

void judge_manifest(const FileReader& files, const PluginPackage& package, Diagnostics& findings);

}  // namespace skilldeck
