// SPDX-License-Identifier: Apache-2.0
// The judge of an agent's Markdown file: its front matter, as strictly as a skill's, and the fields that an agent of a
// plugin may have. This host runs no agents; it lists them for those that do. It only reads. Safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "os/file_system.hpp"

#include <string>

namespace skilldeck {

/// The findings in the order of the file; that it has no front matter or description is no finding here.
[[nodiscard]] Diagnostics validate_agent(const FileReader& files, const Path& file);

/// What an agent is called: the last part of the name that its file gives it makes way for its field "name".
[[nodiscard]] std::string agent_name(const FileReader& files, const Path& file, const std::string& name_of_file);

}  // namespace skilldeck
