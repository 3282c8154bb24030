// SPDX-License-Identifier: Apache-2.0
#include "plugin/plugin_contributions.hpp"

#include "base/json.hpp"
#include "plugin/codes.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kNotTrusted = "the workspace is not trusted";
constexpr std::string_view kNeverGranted = "its origin may not";

bool holds(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

void report(Plugin& plugin, Code code, const Path& file, std::initializer_list<std::string_view> arguments) {
    auto diagnostic = make_diagnostic(code, file.string(), arguments);
    diagnostic.plugin = plugin.id();
    plugin.diagnostics.push_back(std::move(diagnostic));
}

SkillSource skill_source(const Plugin& plugin, SkillSource::Kind kind) {
    SkillSource source;
    source.kind = kind;
    source.origin = plugin.origin;
    source.name_prefix = plugin.component_name();
    source.prefix_owner = plugin.namespace_of;
    source.qualified_origin = plugin.installed.marketplace;
    source.plugin_root = plugin.package->root;
    source.plugin_data = plugin.data_dir;
    return source;
}

void add_file_skills(const Plugin& plugin, std::vector<SkillSource>& skills) {
    for (const auto& skill : plugin.package->skills) {
        auto source = skill_source(plugin, SkillSource::Kind::directory);
        source.name = skill.name;
        source.path = skill.file;
        skills.push_back(std::move(source));
    }
    for (const auto& command : plugin.package->commands) {
        auto source = skill_source(plugin, SkillSource::Kind::command);
        source.name = command.name;
        source.path = command.file;
        source.text = command.text.value_or(std::string());
        source.item = command.fields;
        skills.push_back(std::move(source));
    }
}

/// Skills whose text a module computes are no use before its approval; hooks stay, as a guard must not go unnoticed.
void add_native_skills(Plugin& plugin, std::vector<SkillSource>& skills) {
    const auto& module = plugin.package->native;
    if (!module || !plugin.native) return;
    const bool usable = plugin.native->state == NativeState::not_loaded;
    for (const auto* item : declared_native_skills(*module)) {
        if (!usable) {
            plugin.refused.push_back({refusal_name("skill", json_text(*item, "name")), plugin.native->reason});
            continue;
        }
        auto source = skill_source(plugin, SkillSource::Kind::native);
        source.name = json_text(*item, "name");
        source.item = *item;
        source.native = plugin.contributor;
        skills.push_back(std::move(source));
    }
    if (!usable || !module->dynamic_skills) return;
    auto source = skill_source(plugin, SkillSource::Kind::dynamic);
    source.native = plugin.contributor;
    skills.push_back(std::move(source));
}

std::string_view why_not(Grant grant) {
    return grant == Grant::after_trust ? kNotTrusted : kNeverGranted;
}

void add_hooks(Plugin& plugin, const HookStop& stop, std::vector<HookConfig>& hooks) {
    const auto grant = origin_grant(plugin.origin, Right::hooks);
    const bool stopped = stops_hooks_of(stop, plugin.origin.scope);
    for (auto& hook : plugin.hooks) {
        if (hook.type == HookHandlerType::native) hook.native = plugin.contributor;
        if (grant != Grant::yes || stopped) {
            plugin.refused.push_back(
                {refusal_name("hook", hook.place), grant != Grant::yes ? std::string(why_not(grant)) : stop.reason});
        } else {
            hooks.push_back(hook);
        }
    }
}

void add_servers(Plugin& plugin, std::vector<McpServerConfig>& servers) {
    const auto grant = origin_grant(plugin.origin, Right::mcp_servers);
    const bool granted = grant == Grant::yes || grant == Grant::after_approval;
    for (const auto& document : plugin.package->mcp) {
        for (const auto& item : document.servers) {
            const std::string name(item.key().data(), item.key().size());
            if (!granted) {
                plugin.refused.push_back({refusal_name("mcpServer", name), std::string(why_not(grant))});
                continue;
            }
            if (!item.value().is_object()) continue;  // its reader has said so
            McpServerConfig server;
            server.name = name;
            server.shape = document.format == PackageFormat::agent_plugins ? McpShape::agent_plugins : McpShape::claude;
            server.fields = item.value().get_object();
            server.origin = plugin.origin;
            server.file = document.file;
            server.plugin_root = plugin.package->root;
            server.plugin_data = plugin.data_dir;
            servers.push_back(std::move(server));
        }
    }
}

}  // namespace

std::string refusal_name(std::string_view kind, std::string_view name) {
    return std::string(kind) + " " + std::string(name);
}

std::vector<HookConfig> read_plugin_hooks(Plugin& plugin) {
    HookConfig prototype;
    prototype.origin = plugin.origin;
    prototype.plugin_root = plugin.package->root;
    prototype.plugin_data = plugin.data_dir;
    std::vector<HookConfig> hooks;
    for (const auto& document : plugin.package->hooks) {
        prototype.file = document.file;
        prototype.pointer = document.pointer;
        for (auto& hook : read_hooks(document.events, prototype, plugin.diagnostics)) {
            if (hook.type == HookHandlerType::native && !plugin.package->native && !plugin.package->refused_native) {
                report(plugin, code::hook_entry_invalid, hook.file,
                       {hook.place, "the plugin has no native module that can be used"});
            } else {
                hooks.push_back(std::move(hook));
            }
        }
    }
    return hooks;
}

std::vector<const boost::json::object*> declared_native_skills(const NativeModule& module) {
    std::vector<const boost::json::object*> declared;
    for (const auto& item : module.skill_items) {
        if (holds(module.skills, json_text(item, "name"))) declared.push_back(&item);
    }
    return declared;
}

Diagnostics judge_native_skills(const NativeModule& module) {
    Diagnostics found;
    const auto find = [&](Code code, const std::string& name) {
        found.push_back(make_diagnostic(code, module.file.string(), {name}));
    };
    std::vector<std::string> described;
    for (const auto& item : module.skill_items) {
        described.emplace_back(json_text(item, "name"));
        if (!holds(module.skills, described.back())) find(code::native_skill_undeclared, described.back());
    }
    for (const auto& name : module.skills) {
        if (!holds(described, name)) find(code::native_skill_undescribed, name);
    }
    return found;
}

void add_contributions(Plugin& plugin, const HookStop& stop, Contributions& contributions) {
    add_file_skills(plugin, contributions.skills);
    add_native_skills(plugin, contributions.skills);
    add_hooks(plugin, stop, contributions.hooks);
    add_servers(plugin, contributions.mcp_servers);
}

}  // namespace skilldeck
