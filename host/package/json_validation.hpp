// SPDX-License-Identifier: Apache-2.0
// What the text of a JSON file holds that its values do not show: members that stand twice, which every reader says,
// and a byte order mark, which validation says. Pure functions of the files, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "os/file_system.hpp"

#include <string_view>

namespace skilldeck {

/// Of the text of `file`, which is JSON.
void report_repeated_members(std::string_view text, const Path& file, Diagnostics& findings);

/// Both. A file that cannot be read or is no JSON is left to who reads its values.
void judge_json_text(const FileReader& files, const Path& file, Diagnostics& findings);

}  // namespace skilldeck
