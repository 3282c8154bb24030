// SPDX-License-Identifier: Apache-2.0
// The shell blocks of one call: judged by the permission rules before any of them runs, then run one after the other.
// What stands in them is rewritten by expansion.hpp; it never puts a value into a command's text. [loop thread]
#pragma once

#include "base/cancel.hpp"
#include "base/diagnostic.hpp"
#include "os/process.hpp"
#include "permission/decision.hpp"
#include "permission/evaluated_variables.hpp"
#include "skill/skill.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

inline constexpr std::chrono::seconds kShellBlockTimeout{30};
inline constexpr std::size_t kShellBlockOutput = 1024 * 1024;  ///< bytes that are kept of each stream

/// What the blocks of a call run with, and who allows them.
struct ShellAccess {
    ProcessRunner* processes = nullptr;  ///< null: nothing here runs commands
    Environment environment;             ///< child_environment()
    std::vector<PermissionRule> rules;   ///< of the settings; the skill's own are added by expand()
    PermissionPlaces places;             ///< commands run in its working directory
    /// Asks where no rule decides; without it that is a refusal.
    std::function<bool(std::string_view question)> ask;
};

struct ShellBlock {
    std::string written;           ///< as it stands in the skill, for messages
    std::string command;           ///< with its placeholders as variables
    Environment variables;         ///< their values, and those of the skill
    ShellVariableNames arguments;  ///< those of them that hold what the caller said
    int line = 0;                  ///< in the skill's file
};

struct ShellRun {
    std::string command;
    int exit_code = 0;
    std::chrono::milliseconds elapsed{0};
};

/// What stands in the place of a block.
struct ShellOutput {
    std::string text;
    ShellRun run;
    Diagnostics warnings;
};

/// `done` runs once, with the outputs in the order of the blocks. Errors: call_denied for the first block that is not
/// allowed, or would run an argument as code (then none runs); shell_command_invalid, shell_command_failed,
/// shell_command_ended, shell_command_timed_out, shell_command_not_started for the first that fails (then no later one
/// runs).
void run_shell_blocks(const FileReader& files, std::shared_ptr<const Skill> skill, ShellAccess access,
                      std::vector<ShellBlock> blocks, CancelToken cancel,
                      std::function<void(Result<std::vector<ShellOutput>>)> done);

}  // namespace skilldeck
