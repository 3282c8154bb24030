// SPDX-License-Identifier: Apache-2.0
// The numbers of the Agent Skills specification (agentskills.io, "Frontmatter") that more than one folder judges by.
#pragma once

#include <cstddef>

namespace skilldeck {

/// In characters (code points).
inline constexpr std::size_t kSkillNameLength = 64, kSkillDescriptionLength = 1024, kSkillCompatibilityLength = 500;

}  // namespace skilldeck
