// SPDX-License-Identifier: Apache-2.0
// Two hundred made-up skills whose shapes are those of real ones: long and short descriptions, when-to-use, several
// scripts, colons and quotes, none at all, hostile ones. The same on every machine; written into a workspace as files.
#pragma once

#include "skill/usage.hpp"
#include "skill_samples.hpp"

#include <string>
#include <vector>

namespace skilldeck::test {

/// Writes the skills of user, project and commands below the workspace, and returns the sources of plugins and
/// bundled skills: 200 that the model is shown, in all.
[[nodiscard]] std::vector<SkillSource> write_synthetic_skills(const Workspace& workspace);

/// The record of some of them, so that every rule of the listing meets somebody.
[[nodiscard]] SkillUsage synthetic_usage(const Catalogue& catalogue);

}  // namespace skilldeck::test
