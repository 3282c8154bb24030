// SPDX-License-Identifier: Apache-2.0
// The strict judge of a SKILL.md: the Agent Skills specification, and what the lenient reader repairs or guesses. Every
// finding has file, line and column. It only reads; skill_repair.hpp mends. Safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "os/file_system.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace skilldeck {

/// Whose format the skill is written for. In the Claude layout every field is optional and a name may differ from its
/// folder: what only the specification forbids is a warning there.
enum class SkillStandard : std::uint8_t { agent_skills, claude_layout };

/// One file to judge, and the name of the folder that the name must equal.
struct SkillToJudge {
    Path file;
    std::string folder;
};

/// The skills that a path means: a file, the folder of a skill, a folder of such, or one with `skills/` in it.
/// Errors: those of FileReader, skill_file_missing.
[[nodiscard]] Result<std::vector<SkillToJudge>> skills_to_judge(const FileReader& files, const Path& path);

/// A command is read like a skill, and needs nothing of what the specification asks; that it has no front matter is no
/// finding here. `name` is what its file makes it.
[[nodiscard]] Diagnostics validate_command(const FileReader& files, const Path& file, const std::string& name);

/// The findings in the order of the file.
[[nodiscard]] Diagnostics validate_skill(const FileReader& files, const SkillToJudge& skill, SkillStandard standard);

}  // namespace skilldeck
