// SPDX-License-Identifier: Apache-2.0
// What the text of a JSON file holds that its values do not show: a byte order mark, members that stand twice. A part
// of validation. Pure functions of the files, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "os/file_system.hpp"

namespace skilldeck {

/// A file that cannot be read or is no JSON is left to who reads its values.
void judge_json_text(const FileReader& files, const Path& file, Diagnostics& findings);

}  // namespace skilldeck
