// SPDX-License-Identifier: Apache-2.0
// Makes the prompt of one call: one pass over the original body finds every token (body_tokens.hpp), each is replaced
// once, nothing inserted is looked at again. Inside a shell block nothing is put in: values travel in variables. A
// native skill answers through its contributor, one with shell blocks when they have ended, every other before expand()
// returns. [loop thread]
#pragma once

#include "base/cancel.hpp"
#include "skill/shell_block.hpp"
#include "skill/skill.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// What stands in the place of a shell block that must not run.
inline constexpr std::string_view kShellDisabledByPolicy = "[shell command execution disabled by policy]";
inline constexpr std::string_view kShellNotWanted = "[shell command not run: called without shell commands]";
inline constexpr std::string_view kShellNotTrusted = "[shell command not run: the workspace is not trusted]";
inline constexpr std::string_view kShellNeverRuns = "[shell command not run: skills from there never run commands]";

/// not_wanted: `--no-shell`. disabled_by_policy: the setting disableSkillShellExecution.
enum class ShellBlocks : std::uint8_t { allowed, not_wanted, disabled_by_policy };

/// ignored: managed settings leave allowing to themselves.
enum class AllowedTools : std::uint8_t { honoured, ignored };

struct ExpandRequest {
    std::optional<std::string> arguments;  ///< the raw string; nothing: called without arguments
    std::string session_id;                ///< empty: `${CLAUDE_SESSION_ID}` stays as it is
    Path project_dir;                      ///< empty: `${CLAUDE_PROJECT_DIR}` stays as it is
    Path base_directory;  ///< where a bundled skill's files were written; empty: the skill's own folder
    ShellBlocks shell_blocks = ShellBlocks::allowed;
    AllowedTools allowed_tools = AllowedTools::honoured;
    ShellAccess shell;
    CancelToken cancel;
};

struct ExpandedSkill {
    std::string name;  ///< Skill::call_name()
    std::string text;  ///< the whole prompt
    std::vector<std::string> allowed_tools;
    std::string model, effort;
    SkillContext context = SkillContext::in_line;
    std::string base_directory;
    std::vector<ShellRun> shell;
    Diagnostics warnings;
};

/// `done` runs exactly once. Errors: those of read_skill_body and run_shell_blocks; skill_render_failed,
/// skill_render_denied and skill_unavailable for a native skill. `files` outlives the call.
void expand(const FileReader& files, std::shared_ptr<const Skill> skill, ExpandRequest request,
            std::function<void(Result<ExpandedSkill>)> done);

}  // namespace skilldeck
