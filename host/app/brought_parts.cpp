// SPDX-License-Identifier: Apache-2.0
#include "app/brought_parts.hpp"

#include "base/text.hpp"
#include "skill/body_tokens.hpp"

#include <algorithm>
#include <vector>

namespace skilldeck {

namespace {

constexpr std::size_t kSkillBytes = 1024 * 1024;

std::size_t hooks_of(const Plugin& plugin, HookHandlerType type) {
    return static_cast<std::size_t>(
        std::ranges::count_if(plugin.hooks, [type](const HookConfig& hook) { return hook.type == type; }));
}

std::vector<std::string> servers_of(const PluginPackage& package) {
    std::vector<std::string> names;
    for (const auto& document : package.mcp) {
        for (const auto& server : document.servers) names.emplace_back(server.key());
    }
    if (package.native)
        names.insert(names.end(), package.native->mcp_servers.begin(), package.native->mcp_servers.end());
    return names;
}

bool runs_shell(std::string_view body) {
    return std::ranges::any_of(find_body_tokens(body, {}), [](const BodyToken& token) {
        return token.kind == BodyTokenKind::inline_shell || token.kind == BodyTokenKind::fenced_shell;
    });
}

std::size_t shell_skills_of(const FileReader& files, const PluginPackage& package) {
    std::size_t count = 0;
    const auto read = [&](const Path& file) {
        const auto text = files.read(file, kSkillBytes);
        if (text && runs_shell(*text)) ++count;
    };
    for (const auto& skill : package.skills) read(skill.file);
    for (const auto& command : package.commands) {
        if (!command.text) {
            read(command.file);
        } else if (runs_shell(*command.text)) {
            ++count;
        }
    }
    return count;
}

}  // namespace

std::string brought_parts(const FileReader& files, const Plugin& plugin) {
    if (!plugin.package) return {};
    std::vector<std::string> parts;
    const auto commands = hooks_of(plugin, HookHandlerType::command);
    const auto natives = hooks_of(plugin, HookHandlerType::native);
    const auto others = plugin.hooks.size() - commands - natives;
    if (commands > 0)
        parts.push_back(counted(commands, "hook") + (commands == 1 ? " that runs commands" : " that run commands"));
    if (natives > 0) parts.push_back(counted(natives, "hook") + " in native code");
    if (others > 0) parts.push_back(counted(others, "hook") + " of other kinds");
    const auto servers = servers_of(*plugin.package);
    if (!servers.empty()) parts.push_back(counted(servers.size(), "MCP server") + " (" + join(servers, ", ") + ")");
    const auto shells = shell_skills_of(files, *plugin.package);
    if (shells > 0)
        parts.push_back(counted(shells, "skill") +
                        (shells == 1 ? " that runs shell commands" : " that run shell commands"));
    if (plugin.native) parts.emplace_back("native code");
    return join(parts, ", ");
}

}  // namespace skilldeck
