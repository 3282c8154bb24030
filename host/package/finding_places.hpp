// SPDX-License-Identifier: Apache-2.0
// Line and column for findings about JSON files. The readers of manifests know values and the way to
// them (base/place.hpp); where these stand is looked up in the text of the file. It reads the files. Safe from any
// thread.
#pragma once

#include "base/diagnostic.hpp"
#include "os/file_system.hpp"

namespace skilldeck {

/// Findings that have a line, or no JSON file, stay as they are. One without a pointer is about the document.
void add_json_places(const FileReader& files, Diagnostics& findings);

}  // namespace skilldeck
