// SPDX-License-Identifier: Apache-2.0
// What a module answered, held to what module.json declares: the rest is dropped with a diagnostic each, and one bad
// item takes no neighbour along. Pure functions; each turns an ok reply into the one that goes on, others pass as they
// are.
#pragma once

#include "package/package.hpp"
#include "plugin/contributions.hpp"

#include <string>
#include <string_view>

namespace skilldeck {

/// Whether the module may answer for this skill.
[[nodiscard]] bool declares_skill(const NativeModule& module, std::string_view skill);

/// A JSON array of skills: only declared ones, and of each only the keys of skills.json.
[[nodiscard]] NativeReply judge_skill_list(const NativeModule& module, NativeReply reply);

/// `{blocks: [{type: "text", text}]}` with at least one block; what looks like a shell block in a text is defused.
[[nodiscard]] NativeReply judge_rendered_skill(const NativeModule& module, std::string_view skill, NativeReply reply);

/// `{mcpServers: {…}}`: only declared ones.
[[nodiscard]] NativeReply judge_server_list(const NativeModule& module, NativeReply reply);

/// The text with a backslash before every `!` that would open a shell block: at the start of a line or after a blank
/// before a backtick, or behind the backticks of a fence. The text reads the same; nothing in it runs.
[[nodiscard]] std::string defuse_shell_blocks(std::string_view text);

}  // namespace skilldeck
