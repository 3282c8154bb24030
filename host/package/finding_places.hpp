// SPDX-License-Identifier: Apache-2.0
// Line and column for findings about JSON files. The readers of manifests know values, not places; what a finding is
// about stands in its message, as a path (`Stop[0].hooks[1]`) or in quotes, and is looked up in the text of the file.
// It reads the files. Safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "os/file_system.hpp"

namespace skilldeck {

/// Findings that have a line, or no JSON file, stay as they are. What is found nowhere is about the document.
void add_json_places(const FileReader& files, Diagnostics& findings);

}  // namespace skilldeck
