// SPDX-License-Identifier: Apache-2.0
// One rule against one call of a tool that runs no command line: paths, addresses, skills, agents, members of the
// input. Command lines are command_rule.hpp. Inside permission/ only. Pure functions, safe from any thread.
#pragma once

#include "permission/decision.hpp"
#include "permission/tools.hpp"

#include <string>
#include <string_view>

namespace skilldeck {

/// For deny and ask rules; the tools are known to fit.
[[nodiscard]] RuleFit call_fit(const PermissionRule& rule, const ToolCall& call, const PermissionPlaces& places);
/// For allow rules; the tools are known to fit.
[[nodiscard]] bool call_allowed(const PermissionRule& rule, const ToolCall& call, const PermissionPlaces& places);

/// For deny and ask rules about files, of a command line's words: a file, or a folder with all that is in it.
[[nodiscard]] RuleFit operand_fit(const PermissionRule& rule, const Path& path, const PermissionPlaces& places);

/// Whether a member of the input is there and a text.
[[nodiscard]] bool has_text(const ToolCall& call, std::string_view member);

/// The text of a member of the input, or empty.
[[nodiscard]] std::string input_text(const ToolCall& call, std::string_view member);

/// `deploy`, `deploy:*`, `deploy *` against a name; a leading `/` of either does not count.
[[nodiscard]] bool skill_rule_matches(std::string_view specifier, std::string_view name);

}  // namespace skilldeck
