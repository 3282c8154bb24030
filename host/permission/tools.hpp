// SPDX-License-Identifier: Apache-2.0
// The tools that permission rules speak of by name: which one rule covers several, and where a call says what it is
// about. Pure functions, safe from any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// What the specifier of a tool's rule is compared with.
enum class RuleSubject : std::uint8_t {
    command,  ///< Bash: every command of the line
    path,     ///< file tools: a gitignore pattern
    domain,   ///< WebFetch: `domain:example.com`
    skill,    ///< Skill: a name
    agent,    ///< Agent: the kind of agent
    members,  ///< any other: `member:value` of the input
};

struct ToolKind {
    std::string_view name;
    std::string_view group;  ///< the tool whose rules hold for it too; empty: none
    RuleSubject subject = RuleSubject::members;
    std::string_view member;  ///< of the input: the path, the address, …
    bool searches = false;    ///< the path is a folder that it looks through; the working directory when absent
};

[[nodiscard]] const ToolKind* find_tool(std::string_view name);
[[nodiscard]] bool is_known_tool(std::string_view name);
[[nodiscard]] bool is_path_tool(std::string_view name);
/// Whether what stands in parentheses names a member of the tool's input: `member:value`.
[[nodiscard]] bool is_member_specifier(std::string_view tool, std::string_view specifier);
/// Names of tools that look like `name`.
[[nodiscard]] std::vector<std::string> tools_near(std::string_view name);

/// Whether a rule for `rule_tool` holds for calls of `tool`: the same name, one for the group, a pattern, a server.
[[nodiscard]] bool rule_covers_tool(std::string_view rule_tool, std::string_view tool);

}  // namespace skilldeck
