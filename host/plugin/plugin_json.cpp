// SPDX-License-Identifier: Apache-2.0
#include "plugin/plugin_json.hpp"

#include "base/diagnostic_json.hpp"
#include "base/json.hpp"
#include "plugin/dependencies.hpp"
#include "plugin/option_json.hpp"
#include "plugin/plugin_contributions.hpp"
#include "settings/policy.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace skilldeck {

namespace {

void write_native(JsonWriter& out, const Plugin& plugin, const NativeStatusSource& modules) {
    const auto state = native_state(plugin, modules);
    if (!state) return;
    const auto& [native, refused] = std::tie(plugin.package->native, plugin.package->refused_native);
    const auto abi = native ? native->abi : refused->abi;
    out.key("native");
    out.begin_object();
    out.member_if("module", (native ? native->library : refused->library).generic_string());
    if (abi != 0) out.member("abi", static_cast<std::int64_t>(abi));
    out.member("state", native_state_word(*state));
    out.member_if("sha256", native ? native->sha256 : refused->sha256);
    out.end_object();
}

void write_contributions(JsonWriter& out, const Plugin& plugin) {
    const auto names = contribution_names(plugin);
    out.key("contributions");
    out.begin_object();
    out.member("skills", names.skills);
    out.member("commands", names.commands);
    out.member("agents", names.agents);
    out.key("hooks");
    out.begin_object();
    for (const auto& [event, count] : names.hooks) out.member(event, count);
    out.end_object();
    out.member("mcpServers", names.mcp_servers);
    out.member("unsupported", names.unsupported);
    out.end_object();
}

void write_chain(JsonWriter& out, const Plugin& plugin) {
    out.key("chain");
    out.begin_array();
    for (const auto& step : plugin.enablement.chain) {
        out.begin_object();
        out.member("source", decided_by_word(step.source));
        out.member_if("file", step.file.generic_string());
        out.member("says", step.says);
        out.member("wins", step.wins);
        if (step.source == DecidedBy::managed && step.counted) out.member("rule", plugin_rule(plugin.id(), step.file));
        out.member_if("note", step.note);
        out.end_object();
    }
    out.end_array();
}

/// What holds for everything a plugin contributes, unless something of its own is said about a contribution.
std::pair<std::string, std::string> state_of(const Plugin& plugin) {
    if (!plugin.availability.available) return {"unavailable", plugin.availability.reason};
    if (!plugin.replaced_by.empty()) return {"replaced", "replaced by " + plugin.replaced_by};
    if (!plugin.enabled()) {
        if (const auto* step = plugin.enablement.unreadable()) return {"disabled", step->note};
        return {"disabled", "disabled by " + std::string(decided_by_word(plugin.enablement.decided_by))};
    }
    return {"active", {}};
}

/// Collects the explained contributions of one plugin.
class Explanation {
public:
    Explanation(const Plugin& plugin, const NativeStatusSource& modules, const ShadowedFiles& shadowed)
        : plugin_(plugin), shadowed_(shadowed), state_(state_of(plugin)), native_(native_state(plugin, modules)) {
        if (const auto status = modules.native_status(plugin.id())) native_reason_ = status->reason;
        if (native_reason_.empty() && plugin.native) native_reason_ = plugin.native->reason;
    }

    void add(std::string_view kind, std::string name, const Path& file) {
        auto& item = push(kind, std::move(name), file);
        std::tie(item.state, item.reason) = state_;
        if (item.state != "active") return;
        const auto what = refusal_name(kind, item.name);
        const auto refusal = std::ranges::find_if(plugin_.refused, [&](const Refusal& one) {
            return one.what == what && !one.reported;  // what is reported is said of its own file
        });
        if (refusal == plugin_.refused.end()) return;
        item.state = "refused";
        item.reason = refusal->why;
    }

    /// As above, for what its own file makes useless; without a fault it is as good as any.
    void add_faulty(std::string_view kind, std::string name, const Path& file, const std::string& fault) {
        add(kind, std::move(name), file);
        if (found.back().state != "active" || fault.empty()) return;
        found.back().state = "refused";
        found.back().reason = fault;
    }

    /// As above, for a skill or command, which another one of the plugin may hide.
    void add_called(std::string_view kind, std::string name, const Path& file) {
        add(kind, std::move(name), file);
        const auto hidden = shadowed_.find(file.string());
        if (found.back().state != "active" || hidden == shadowed_.end()) return;
        found.back().state = "shadowed";
        found.back().reason = "hidden behind " + hidden->second;
    }

    /// As above, for what comes out of the native module.
    void add_native(std::string_view kind, std::string name, const Path& file) {
        add(kind, std::move(name), file);
        if (state_.first != "active" || !gone()) return;
        found.back().state = native_state_word(*native_);
        found.back().reason = native_reason_.empty() ? "the native module is " + found.back().state : native_reason_;
    }

    void add_unsupported(std::string kind) {
        auto& item = push("unsupported", std::move(kind), plugin_.package->manifest);
        item.state = "unsupported";
        item.reason = is_foreign_part(*plugin_.package, item.name) ? "its place is not one of the package's format"
                                                                   : "this host does not run it";
    }

    std::vector<ExplainedContribution> found;

private:
    [[nodiscard]] bool gone() const {
        return native_ == NativeState::failed || native_ == NativeState::quarantined ||
               native_ == NativeState::not_approved || native_ == NativeState::unavailable;
    }

    ExplainedContribution& push(std::string_view kind, std::string name, const Path& file) {
        auto& item = found.emplace_back();
        item.kind = kind;
        item.name = std::move(name);
        item.origin = plugin_.id();
        item.file = file;
        return item;
    }

    const Plugin& plugin_;
    const ShadowedFiles& shadowed_;
    std::pair<std::string, std::string> state_;
    std::optional<NativeState> native_;
    std::string native_reason_;
};

void write_needs(JsonWriter& out, const Plugin& plugin, std::span<const Plugin> plugins) {
    out.key("dependencies");
    out.begin_array();
    for (const auto& state : dependency_states(plugin, plugins)) {
        out.begin_object();
        out.member("id", state.id);
        out.member_if("range", state.range);
        out.member("state", dependency_word(state.kind));
        if (state.plugin != nullptr) out.member_if("version", state.plugin->installed.version);
        out.end_object();
    }
    out.end_array();
    std::vector<std::string> dependents;
    for (const auto* other : needed_by(plugin, plugins)) dependents.push_back(other->id());
    out.member("neededBy", dependents);
}

}  // namespace

ContributionNames contribution_names(const Plugin& plugin) {
    ContributionNames names;
    // Those that cannot run too: they are what it declares, and explain and diagnostics say what becomes of them.
    for (const auto& hook : plugin.hooks) ++names.hooks[hook.event];
    if (!plugin.package) return names;
    const auto& package = *plugin.package;
    for (const auto& skill : package.skills) names.skills.push_back(skill.name);
    for (const auto& command : package.commands) names.commands.push_back(command.name);
    for (const auto& agent : package.agents) names.agents.push_back(agent.name);
    for (const auto& document : package.mcp) {
        for (const auto& item : document.servers) names.mcp_servers.emplace_back(item.key().data(), item.key().size());
    }
    names.unsupported = package.unsupported;
    if (!package.native) return names;
    for (const auto* item : declared_native_skills(*package.native))
        names.skills.emplace_back(json_text(*item, "name"));
    const auto& native_servers = package.native->mcp_servers;
    names.mcp_servers.insert(names.mcp_servers.end(), native_servers.begin(), native_servers.end());
    return names;
}

std::optional<NativeState> native_state(const Plugin& plugin, const NativeStatusSource& modules) {
    if (!plugin.package || !plugin.native) return std::nullopt;
    if (const auto status = modules.native_status(plugin.id())) return status->state;
    return plugin.native->state;
}

Diagnostics plugin_diagnostics(const Plugin& plugin, const NativeStatusSource& modules) {
    auto diagnostics = plugin.diagnostics;
    for (const auto& hook : plugin.hooks) {
        if (auto problem = hook_kind_problem(hook)) diagnostics.push_back(*std::move(problem));
    }
    const auto status = modules.native_status(plugin.id());
    if (!status) return diagnostics;
    for (const auto& diagnostic : status->diagnostics) {
        if (std::ranges::find(diagnostics, diagnostic) == diagnostics.end()) diagnostics.push_back(diagnostic);
    }
    return diagnostics;
}

void write_plugin(JsonWriter& out, const Plugin& plugin, const NativeStatusSource& modules) {
    const auto& installed = plugin.installed;
    const bool builtin = installed.place == PluginPlace::builtin;
    const auto* package = plugin.package ? &*plugin.package : nullptr;
    out.begin_object();
    out.member("id", installed.id);
    out.member("name", installed.name);
    out.member("marketplace", installed.marketplace);
    out.member("version", installed.version.empty() && package != nullptr ? package->version : installed.version);
    out.member("scope", installed.scope);
    out.member("builtin", builtin);
    out.member("source", boost::json::value(installed.source));
    if (package != nullptr) out.member_if("repository", package->repository);
    out.member("enabled", plugin.enabled());
    out.member("decidedBy", decided_by_word(plugin.enablement.decided_by));
    out.member("available", plugin.availability.available);
    out.member_if("unavailableReason", plugin.availability.reason);
    out.member_if("replacedBy", plugin.replaced_by);
    if (package != nullptr) out.member("format", package_format_word(package->format));
    out.member("path", builtin ? std::string("builtin") : installed.path.generic_string());
    if (package != nullptr) out.member_if("description", package->description);
    write_native(out, plugin, modules);
    write_contributions(out, plugin);
    write_diagnostics(out, "diagnostics", plugin_diagnostics(plugin, modules));
    out.end_object();
}

std::vector<const Plugin*> listed_plugins(const PluginSet& plugins, PluginListing listing) {
    std::vector<const Plugin*> listed;
    for (const auto& plugin : plugins.plugins()) {
        if (listing == PluginListing::everything || plugin.availability.available) listed.push_back(&plugin);
    }
    return listed;
}

void write_plugin_list(JsonWriter& out, const PluginSet& plugins, PluginListing listing,
                       const NativeStatusSource& modules) {
    out.begin_array();
    for (const auto* plugin : listed_plugins(plugins, listing)) write_plugin(out, *plugin, modules);
    out.end_array();
}

std::vector<ExplainedContribution> explain_contributions(const Plugin& plugin, const NativeStatusSource& modules,
                                                         const ShadowedFiles& shadowed) {
    if (!plugin.package) return {};
    const auto& package = *plugin.package;
    Explanation explanation(plugin, modules, shadowed);
    for (const auto& skill : package.skills) explanation.add_called("skill", skill.name, skill.file);
    if (package.native) {
        for (const auto* item : declared_native_skills(*package.native)) {
            explanation.add_native("skill", std::string(json_text(*item, "name")), package.native->file);
        }
    }
    for (const auto& command : package.commands) explanation.add_called("command", command.name, command.file);
    for (const auto& agent : package.agents) explanation.add("agent", agent.name, agent.file);
    for (const auto& hook : plugin.hooks) {
        if (!hook.fault.empty()) {
            explanation.add_faulty("hook", hook.place, hook.file, hook.fault);
        } else if (hook.type == HookHandlerType::native) {
            explanation.add_native("hook", hook.place, hook.file);
        } else {
            explanation.add("hook", hook.place, hook.file);
        }
    }
    for (const auto& document : package.mcp) {
        for (const auto& item : document.servers) {
            explanation.add("mcpServer", {item.key().data(), item.key().size()}, document.file);
        }
    }
    for (const auto& broken : package.refused_servers) {
        explanation.add_faulty("mcpServer", broken.name, broken.place.file, broken.why);
    }
    if (package.native) {
        for (const auto& name : package.native->mcp_servers) {
            explanation.add_native("mcpServer", name, package.native->file);
        }
    }
    for (const auto& kind : package.unsupported) explanation.add_unsupported(kind);
    return std::move(explanation.found);
}

void write_plugin_explanation(JsonWriter& out, const PluginSet& plugins, const Plugin& plugin,
                              const NativeStatusSource& modules, const ShadowedFiles& shadowed) {
    out.begin_object();
    out.member("id", plugin.id());
    out.member("enabled", plugin.enabled());
    write_chain(out, plugin);
    out.key("options");
    write_options(out, plugin.options);
    out.key("contributions");
    out.begin_array();
    for (const auto& item : explain_contributions(plugin, modules, shadowed)) {
        out.begin_object();
        out.member("kind", item.kind);
        out.member("name", item.name);
        out.member("origin", item.origin);
        out.member_if("file", item.file.generic_string());
        out.member("state", item.state);
        out.member_if("reason", item.reason);
        out.end_object();
    }
    out.end_array();
    out.key("refused");
    out.begin_array();
    for (const auto& refusal : plugin.refused) {
        out.begin_object();
        out.member("what", refusal.what);
        out.member("why", refusal.why);
        out.end_object();
    }
    out.end_array();
    write_needs(out, plugin, plugins.plugins());
    write_diagnostics(out, "diagnostics", plugin_diagnostics(plugin, modules));
    out.end_object();
}

}  // namespace skilldeck
