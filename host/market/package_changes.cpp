// SPDX-License-Identifier: Apache-2.0
#include "market/package_changes.hpp"

#include "base/frontmatter.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "os/digest.hpp"
#include "package/native_module.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include <map>
#include <set>

namespace skilldeck {

namespace {

namespace json = boost::json;

constexpr std::size_t kHeaderBytes = 96 * 1024;

/// Every handler with its event and matcher: two that read the same are the same.
std::multiset<std::string> handlers_of(const PluginPackage& package) {
    std::multiset<std::string> handlers;
    for (const auto& document : package.hooks) {
        for (const auto& event : document.events) {
            const auto* groups = event.value().if_array();
            for (const auto& group : groups != nullptr ? *groups : json::array{}) {
                const auto* fields = group.if_object();
                const auto* hooks = fields != nullptr ? json_array(*fields, "hooks") : nullptr;
                if (hooks == nullptr) continue;
                json::object rest = *fields;
                rest.erase("hooks");
                const std::string place = std::string(event.key()) + json::serialize(rest);
                for (const auto& handler : *hooks) handlers.insert(place + json::serialize(handler));
            }
        }
    }
    return handlers;
}

std::map<std::string, std::string> servers_of(const PluginPackage& package) {
    std::map<std::string, std::string> servers;
    for (const auto& document : package.mcp) {
        for (const auto& server : document.servers) servers[server.key()] = json::serialize(server.value());
    }
    if (package.native) {
        for (const auto& name : package.native->mcp_servers) servers.emplace(name, "native");
    }
    return servers;
}

/// What an approval of native code is bound to: every byte below the folder, whatever module.json says about them.
std::string native_identity(const FileReader& files, const PluginPackage& package) {
    if (!package.native) return {};
    const auto digest = tree_digest(files, package.root / kOurDirectory);
    return digest ? *digest : to_line(digest.error());
}

void add_tools(const FileReader& files, const Path& file, std::set<std::string>& tools) {
    const auto head = files.read_head(file, kHeaderBytes);
    if (!head) return;
    Diagnostics ignored;  // validation and loading report them
    const auto header = parse_front_matter(*head, file.string(), ignored);
    if (const auto* allowed = header.find("allowed-tools")) {
        for (auto& tool : front_matter_tools(*allowed)) tools.insert(std::move(tool));
    }
}

std::set<std::string> tools_of(const FileReader& files, const PluginPackage& package) {
    std::set<std::string> tools;
    for (const auto& skill : package.skills) add_tools(files, skill.file, tools);
    for (const auto& command : package.commands) add_tools(files, command.file, tools);
    return tools;
}

}  // namespace

bool PackageChanges::adds_rights() const {
    return hooks > 0 || !mcp_servers.empty() || native_added || !allowed_tools.empty() || old_author != new_author;
}

std::string PackageChanges::summary() const {
    std::vector<std::string> parts;
    if (hooks > 0) parts.push_back(counted(hooks, "hook"));
    if (!mcp_servers.empty()) parts.push_back("MCP server " + join(mcp_servers, ", "));
    if (native_added) parts.emplace_back("native code");
    if (!allowed_tools.empty()) parts.push_back("allowed tool " + join(allowed_tools, ", "));
    if (old_author != new_author) parts.push_back("author \"" + new_author + "\" instead of \"" + old_author + "\"");
    return join(parts, ", ");
}

PackageChanges package_changes(const FileReader& files, const PluginPackage* before, const PluginPackage& after) {
    const PluginPackage nothing;
    const auto& old = before != nullptr ? *before : nothing;
    PackageChanges changes;
    changes.new_author = after.author;
    changes.old_author = before != nullptr ? before->author : after.author;

    auto old_handlers = handlers_of(old);
    for (const auto& handler : handlers_of(after)) {
        const auto known = old_handlers.find(handler);
        if (known == old_handlers.end()) {
            ++changes.hooks;
        } else {
            old_handlers.erase(known);
        }
    }
    const auto old_servers = servers_of(old);
    for (const auto& [name, configuration] : servers_of(after)) {
        const auto known = old_servers.find(name);
        if (known == old_servers.end() || known->second != configuration) changes.mcp_servers.push_back(name);
    }
    changes.native = after.native && native_identity(files, after) != native_identity(files, old);
    changes.native_added = after.native && !old.native;
    if (before == nullptr) return changes;  // nobody asks what a first version may do, and the heads stay unread
    const auto old_tools = tools_of(files, old);
    for (const auto& tool : tools_of(files, after)) {
        if (!old_tools.contains(tool)) changes.allowed_tools.push_back(tool);
    }
    return changes;
}

}  // namespace skilldeck
