// SPDX-License-Identifier: Apache-2.0
// Makes the prompt of one call: one pass over the original body finds every token (body_tokens.hpp), each is replaced
// once, nothing inserted is looked at again. It knows no event loop: a native skill answers through its contributor,
// every other skill before expand() returns. [loop thread] for native skills, any thread for the others.
#pragma once

#include "base/cancel.hpp"
#include "skill/skill.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// Stands in the place of a shell block that would run: this build does not run them.
inline constexpr std::string_view kShellBlockNotRun =
    "[shell block not run: this build does not run shell blocks in skills]";
/// Stands in the place of one that policy, trust, its origin or `--no-shell` forbids.
inline constexpr std::string_view kShellBlockForbidden = "[shell block not run: disabled by policy]";

enum class ShellBlocks : std::uint8_t { allowed, forbidden };

struct ExpandRequest {
    std::optional<std::string> arguments;  ///< the raw string; nothing: called without arguments
    std::string session_id;                ///< empty: `${CLAUDE_SESSION_ID}` stays as it is
    Path project_dir;                      ///< empty: `${CLAUDE_PROJECT_DIR}` stays as it is
    Path base_directory;  ///< where a bundled skill's files were written; empty: the skill's own folder
    ShellBlocks shell_blocks =
        ShellBlocks::allowed;  ///< forbidden: the setting disableSkillShellExecution, `--no-shell`
    CancelToken cancel;
};

struct ShellRun {
    std::string command;
    int exit_code = 0;
    std::chrono::milliseconds elapsed{0};
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

/// `done` runs exactly once. Errors: those of read_skill_body; skill_render_failed, skill_render_denied and
/// skill_unavailable for a native skill.
void expand(const FileReader& files, std::shared_ptr<const Skill> skill, ExpandRequest request,
            std::function<void(Result<ExpandedSkill>)> done);

}  // namespace skilldeck
