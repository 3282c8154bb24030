// SPDX-License-Identifier: Apache-2.0
#include "permission/tools.hpp"

#include "base/glob.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>

namespace skilldeck {

namespace {

constexpr std::array kTools{
    ToolKind{"Bash", "", RuleSubject::command, "command"},
    ToolKind{"Read", "Read", RuleSubject::path, "file_path"},
    ToolKind{"Grep", "Read", RuleSubject::path, "path", true},
    ToolKind{"Glob", "Read", RuleSubject::path, "path", true},
    ToolKind{"LS", "Read", RuleSubject::path, "path", true},
    ToolKind{"NotebookRead", "Read", RuleSubject::path, "notebook_path"},
    ToolKind{"Edit", "Edit", RuleSubject::path, "file_path"},
    ToolKind{"Write", "Edit", RuleSubject::path, "file_path"},
    ToolKind{"MultiEdit", "Edit", RuleSubject::path, "file_path"},
    ToolKind{"NotebookEdit", "Edit", RuleSubject::path, "notebook_path"},
    ToolKind{"WebFetch", "", RuleSubject::domain, "url"},
    ToolKind{"WebSearch", "", RuleSubject::members, ""},
    ToolKind{"Skill", "", RuleSubject::skill, "skill"},
    ToolKind{"Agent", "Agent", RuleSubject::agent, "subagent_type"},
    ToolKind{"Task", "Agent", RuleSubject::agent, "subagent_type"},
    ToolKind{"AskUserQuestion", "", RuleSubject::members, ""},
    ToolKind{"ExitPlanMode", "", RuleSubject::members, ""},
    ToolKind{"TodoWrite", "", RuleSubject::members, ""},
    ToolKind{"PowerShell", "", RuleSubject::members, "command"},
};

constexpr std::string_view kMcpPrefix = "mcp__";

}  // namespace

const ToolKind* find_tool(std::string_view name) {
    const auto found = std::ranges::find(kTools, name, &ToolKind::name);
    return found == kTools.end() ? nullptr : &*found;
}

bool is_known_tool(std::string_view name) {
    return find_tool(name) != nullptr;
}

bool is_path_tool(std::string_view name) {
    const auto* tool = find_tool(name);
    return tool != nullptr && tool->subject == RuleSubject::path;
}

bool is_member_specifier(std::string_view tool, std::string_view specifier) {
    const auto colon = specifier.find(':');
    if (colon == std::string_view::npos) return false;
    // Of a tool that runs commands `rm:*` is none: it is meant as a prefix.
    const auto* known = find_tool(tool);
    const bool any = known == nullptr || known->subject != RuleSubject::members || known->member.empty();
    return any || specifier.substr(0, colon) == known->member;
}

std::vector<std::string> tools_near(std::string_view name) {
    std::vector<std::string> names;
    for (const auto& tool : kTools) {
        if (fold_name(tool.name) == fold_name(name)) return {std::string(tool.name)};
        names.emplace_back(tool.name);
    }
    return nearest(name, names);
}

bool rule_covers_tool(std::string_view rule_tool, std::string_view tool) {
    if (rule_tool == tool) return true;
    if (rule_tool.find('*') != std::string_view::npos) return StarPattern(rule_tool).matches(tool);
    if (rule_tool.starts_with(kMcpPrefix)) {
        return tool.size() > rule_tool.size() + 2 && tool.starts_with(rule_tool) &&
               tool.substr(rule_tool.size(), 2) == "__";
    }
    const auto* called = find_tool(tool);
    const auto* ruled = find_tool(rule_tool);
    if (called == nullptr || ruled == nullptr || called->group.empty() || called->group != ruled->group) return false;
    // The one name speaks for its group; the old and the new name of the agent tool for each other.
    return ruled->name == ruled->group || ruled->subject == RuleSubject::agent;
}

}  // namespace skilldeck
