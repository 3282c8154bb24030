// SPDX-License-Identifier: Apache-2.0
#include "market/package_changes.hpp"

#include "base/display_text.hpp"
#include "base/frontmatter.hpp"
#include "base/frontmatter_json.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "os/digest.hpp"
#include "package/native_module.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <cstddef>
#include <map>

namespace skilldeck {

namespace {

namespace json = boost::json;

constexpr std::size_t kHeaderBytes = 96 * 1024;
constexpr std::size_t kShownPoints = 80;  // of what a hook or server runs
constexpr std::size_t kShownHooks = 5;

/// What a handler or server runs or calls, in quotes; empty: it does not say.
std::string what_of(const json::value& configuration) {
    const auto* fields = configuration.if_object();
    if (fields == nullptr) return {};
    for (const std::string_view key : {"command", "url", "handler", "prompt", "tool"}) {
        std::string what(json_text(*fields, key));
        if (what.empty()) continue;
        if (const auto* arguments = json_array(*fields, "args")) {
            for (const auto& argument : *arguments) {
                if (argument.is_string()) what.append(" ").append(std::string_view(argument.get_string()));
            }
        }
        const auto shown = first_code_points(what, kShownPoints);
        return " \"" + clean_for_line(shown) + (shown.size() < what.size() ? "…" : "") + "\"";
    }
    return {};
}

std::string hook_in_words(std::string_view event, const json::object& group, const json::value& handler) {
    const auto matcher = json_text(group, "matcher");
    return clean_for_line(event) + (matcher.empty() ? "" : " of " + clean_for_line(matcher)) + what_of(handler);
}

/// Every handler with its event and matcher, and how it is shown: two that read the same are the same.
using Handlers = std::multimap<std::string, std::string>;

/// `whose`: the skill or command that has them; empty for those of the plugin.
void add_handlers(const json::object& events, const std::string& whose, Handlers& handlers) {
    for (const auto& event : events) {
        const auto* groups = event.value().if_array();
        for (const auto& group : groups != nullptr ? *groups : json::array{}) {
            const auto* fields = group.if_object();
            const auto* hooks = fields != nullptr ? json_array(*fields, "hooks") : nullptr;
            if (hooks == nullptr) continue;
            json::object rest = *fields;
            rest.erase("hooks");
            const std::string place = whose + std::string(event.key()) + json::serialize(rest);
            const auto words = whose.empty() ? std::string() : whose + ": ";
            for (const auto& handler : *hooks)
                handlers.emplace(place + json::serialize(handler),
                                 words + hook_in_words(event.key(), *fields, handler));
        }
    }
}

std::map<std::string, json::value> servers_of(const PluginPackage& package) {
    std::map<std::string, json::value> servers;
    for (const auto& document : package.mcp) {
        for (const auto& server : document.servers) servers[server.key()] = server.value();
    }
    if (package.native) {
        for (const auto& name : package.native->mcp_servers) servers.emplace(name, json::value("native"));
    }
    return servers;
}

/// What an approval of native code is bound to: every byte below the folder, whatever module.json says about them.
std::string native_identity(const FileReader& files, const PluginPackage& package) {
    if (!package.native) return {};
    const auto digest = tree_digest(files, package.root / kOurDirectory);
    return digest ? *digest : to_line(digest.error());
}

/// What the skills and commands of a package may do beyond their text.
struct SkillRights {
    std::map<std::string, std::string> tools;  ///< allowed, and who has it first
    Handlers handlers;
};

void add_list(const json::value* tools, const std::string& whose, SkillRights& rights) {
    if (tools == nullptr) return;
    FrontMatterValue value;
    if (const auto* items = tools->if_array()) {
        FrontMatterValue::List list;
        for (const auto& item : *items) list.emplace_back().value = std::string(json_text(item));
        value.value = std::move(list);
    } else {
        value.value = std::string(json_text(*tools));
    }
    for (auto& tool : front_matter_tools(value)) rights.tools.emplace(std::move(tool), whose);
}

void add_header(std::string_view head, const Path& file, const std::string& whose, SkillRights& rights) {
    Diagnostics ignored;  // validation and loading report them
    const auto header = parse_front_matter(head, file.string(), ignored);
    if (const auto* allowed = header.find("allowed-tools")) {
        for (auto& tool : front_matter_tools(*allowed)) rights.tools.emplace(std::move(tool), whose);
    }
    if (const auto* hooks = header.find("hooks")) {
        const auto events = front_matter_json(*hooks);
        if (events.is_object()) add_handlers(events.get_object(), whose, rights.handlers);
    }
}

void add_file(const FileReader& files, const Path& file, const std::string& whose, SkillRights& rights) {
    if (const auto head = files.read_head(file, kHeaderBytes)) add_header(*head, file, whose, rights);
}

SkillRights rights_of_skills(const FileReader& files, const PluginPackage& package) {
    SkillRights rights;
    for (const auto& skill : package.skills)
        add_file(files, skill.file, "skill " + skill.file.parent_path().filename().string(), rights);
    for (const auto& command : package.commands) {
        const auto whose = "command " + command.name;
        command.text ? add_header(*command.text, command.file, whose, rights)
                     : add_file(files, command.file, whose, rights);
        add_list(command.fields.if_contains("allowedTools"), whose, rights);
    }
    if (!package.native) return rights;
    for (const auto& item : package.native->skill_items)
        add_list(item.if_contains("allowedTools"), "skill " + std::string(json_text(item, "name")), rights);
    return rights;
}

Handlers handlers_of(const PluginPackage& package, const SkillRights& rights) {
    auto handlers = rights.handlers;
    for (const auto& document : package.hooks) add_handlers(document.events, {}, handlers);
    return handlers;
}

}  // namespace

bool PackageChanges::adds_rights() const {
    return !hooks.empty() || !mcp_servers.empty() || native_added || !allowed_tools.empty() || old_author != new_author;
}

std::string PackageChanges::summary() const {
    std::vector<std::string> parts;
    if (!hooks.empty()) {
        const std::vector<std::string> shown(
            hooks.begin(), hooks.begin() + static_cast<std::ptrdiff_t>(std::min(hooks.size(), kShownHooks)));
        const auto more = hooks.size() - shown.size();
        parts.push_back(counted(hooks.size(), "hook") + " (" + join(shown, "; ") +
                        (more == 0 ? "" : "; and " + std::to_string(more) + " more") + ")");
    }
    if (!servers.empty()) parts.push_back("MCP server " + join(servers, ", "));
    if (native_added) parts.emplace_back("native code");
    if (!allowed_tools.empty()) parts.push_back("allowed tool " + join(allowed_tools, ", "));
    auto all = parts.empty() ? std::string() : "adds " + join(parts, ", ");
    if (old_author == new_author) return all;
    const auto named = [](std::string_view author) {
        return author.empty() ? std::string("nobody") : "\"" + clean_for_line(author) + "\"";
    };
    return all + (all.empty() ? "is" : " and is") + " by " + named(new_author) + " instead of " + named(old_author);
}

PackageChanges package_changes(const FileReader& files, const PluginPackage* before, const PluginPackage& after) {
    const PluginPackage nothing;
    const auto& old = before != nullptr ? *before : nothing;
    PackageChanges changes;
    changes.new_author = after.author;
    changes.old_author = before != nullptr ? before->author : after.author;

    // Nobody asks what the skills of a first version may do: their heads stay unread.
    const auto old_rights = rights_of_skills(files, old);
    const auto rights = before != nullptr ? rights_of_skills(files, after) : SkillRights();
    auto old_handlers = handlers_of(old, old_rights);
    for (const auto& [handler, words] : handlers_of(after, rights)) {
        const auto known = old_handlers.find(handler);
        if (known == old_handlers.end()) {
            changes.hooks.push_back(words);
        } else {
            old_handlers.erase(known);
        }
    }
    const auto old_servers = servers_of(old);
    for (const auto& [name, configuration] : servers_of(after)) {
        const auto known = old_servers.find(name);
        if (known != old_servers.end() && known->second == configuration) continue;
        changes.mcp_servers.push_back(name);
        auto words = clean_for_line(name) + what_of(configuration);
        if (known != old_servers.end()) {
            const auto was = what_of(known->second);
            words += was == what_of(configuration) ? ", set up otherwise" : " instead of" + was;
        }
        changes.servers.push_back(std::move(words));
    }
    changes.native = after.native && native_identity(files, after) != native_identity(files, old);
    changes.native_added = after.native && !old.native;
    for (const auto& [tool, whose] : rights.tools) {
        if (!old_rights.tools.contains(tool))
            changes.allowed_tools.push_back(clean_for_line(tool) + " of " + clean_for_line(whose));
    }
    return changes;
}

}  // namespace skilldeck
