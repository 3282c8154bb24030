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
constexpr std::string_view kNoModule = "the plugin has no native module that can be used";

bool holds(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
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
    source.options = plugin.option_texts;
    return source;
}

/// Holds the texts of one part against the options of its plugin.
class OptionJudge {
public:
    explicit OptionJudge(const OptionTexts* options) : options_(options) {}

    void look(std::string_view text, OptionUse use) {
        if (problem_.empty()) problem_ = option_problem(text, options_, use);
        wait_for(awaited_options(text, options_));
    }
    void look_in(const boost::json::value& value, OptionUse use) {
        if (value.is_string()) look(json_text(value), use);
        if (const auto* list = value.if_array()) {
            for (const auto& item : *list) look_in(item, use);
        } else if (const auto* object = value.if_object()) {
            for (const auto& member : *object) look_in(member.value(), use);
        }
    }
    void wait_for(const std::vector<std::string>& options) {
        for (const auto& name : options) {
            if (!holds(awaited_, name)) awaited_.push_back(name);
        }
    }
    /// Why the part cannot be used; empty: it can.
    [[nodiscard]] std::string verdict() const { return problem_.empty() ? waiting_reason(awaited_) : problem_; }

private:
    const OptionTexts* options_;
    std::string problem_;
    std::vector<std::string> awaited_;
};

std::string option_verdict(const HookConfig& hook) {
    OptionJudge judge(hook.options.get());
    if (hook.type == HookHandlerType::native) judge.wait_for(awaited_options(hook.options.get()));
    if (hook.type == HookHandlerType::command) {
        judge.look(hook.what, hook.exec_form ? OptionUse::argument : OptionUse::shell);
        for (const auto& argument : hook.args) judge.look(argument, OptionUse::argument);
    }
    return judge.verdict();
}

OptionUse use_of_member(std::string_view key) {
    if (key == "headersHelper") return OptionUse::shell;
    return key == "command" || key == "args" ? OptionUse::argument : OptionUse::environment;
}

std::string option_verdict(const McpServerConfig& server) {
    OptionJudge judge(server.options.get());
    for (const auto& member : server.fields) judge.look_in(member.value(), use_of_member(member.key()));
    return judge.verdict();
}

void add_file_skills(const Plugin& plugin, std::vector<SkillSource>& skills) {
    const auto prototype = skill_source(plugin, SkillSource::Kind::directory);
    for (auto& source : file_skill_sources(*plugin.package, prototype)) skills.push_back(std::move(source));
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
            // One that cannot be used stays, and fails: a guard must not go unnoticed.
            if (!hook.fault.empty()) {
                plugin.refused.push_back({refusal_name("hook", hook.place), hook.fault, true});
            } else if (!hook.refusal.empty()) {
                plugin.refused.push_back({refusal_name("hook", hook.place), hook.refusal});
            }
            hooks.push_back(hook);
        }
    }
}

void add_servers(Plugin& plugin, std::vector<McpServerConfig>& servers) {
    const auto grant = origin_grant(plugin.origin, Right::mcp_servers);
    const bool granted = grant == Grant::yes || grant == Grant::after_approval;
    for (const auto& broken : plugin.package->refused_servers) {
        plugin.refused.push_back({refusal_name("mcpServer", broken.name), broken.why, true});
    }
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
            server.options = plugin.option_texts;
            if (auto problem = option_verdict(server); !problem.empty()) {
                plugin.refused.push_back({refusal_name("mcpServer", name), std::move(problem)});
                continue;
            }
            servers.push_back(std::move(server));
        }
    }
}

}  // namespace

std::string refusal_name(std::string_view kind, std::string_view name) {
    return std::string(kind) + " " + std::string(name);
}

std::vector<SkillSource> file_skill_sources(const PluginPackage& package, const SkillSource& prototype) {
    std::vector<SkillSource> sources;
    for (const auto& skill : package.skills) {
        auto& source = sources.emplace_back(prototype);
        source.kind = SkillSource::Kind::directory;
        source.name = skill.name;
        source.path = skill.file;
    }
    for (const auto& command : package.commands) {
        auto& source = sources.emplace_back(prototype);
        source.kind = SkillSource::Kind::command;
        source.name = command.name;
        source.path = command.file;
        source.text = command.text.value_or(std::string());
        source.item = command.fields;
    }
    return sources;
}

std::optional<Diagnostic> native_hook_problem(const HookConfig& hook, const PluginPackage& package) {
    const bool wants_module = hook.type == HookHandlerType::native && hook.refusal.empty();
    if (!wants_module || package.native || package.refused_native) return std::nullopt;
    auto problem = make_diagnostic(code::hook_entry_invalid, hook.written(), {hook.place, kNoModule});
    problem.plugin = hook.origin.plugin;
    return problem;
}

std::vector<HookConfig> read_plugin_hooks(Plugin& plugin) {
    HookConfig prototype;
    prototype.origin = plugin.origin;
    prototype.plugin_root = plugin.package->root;
    prototype.plugin_data = plugin.data_dir;
    prototype.options = plugin.option_texts;
    std::vector<HookConfig> hooks;
    for (const auto& document : plugin.package->hooks) {
        prototype.file = document.file;
        prototype.pointer = document.pointer;
        for (auto& hook : read_hooks(document.events, prototype, plugin.diagnostics)) {
            if (auto problem = native_hook_problem(hook, *plugin.package)) {
                plugin.diagnostics.push_back(*std::move(problem));
                if (!hook.block_on_failure) continue;
                hook.fault = kNoModule;
            }
            if (hook.refusal.empty()) hook.refusal = option_verdict(hook);
            hooks.push_back(std::move(hook));
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
