// SPDX-License-Identifier: Apache-2.0
// Whether a SKILL.md is what the Agent Skills specification asks for. A reader that is kinder can use far more; this
// puts into words what base/agent_skills finds. Pure function, safe from any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// Each departure in words, in the order of the specification; none: the skill conforms. `text` is the file, `folder`
/// the name of the directory that holds it.
[[nodiscard]] std::vector<std::string> skill_conformance_faults(std::string_view text, std::string_view folder);

}  // namespace skilldeck
