// SPDX-License-Identifier: Apache-2.0
// `plugin list`, `plugin explain` and `marketplace list`: what is there, as JSON or as a table.
#include "app/commands.hpp"
#include "app/only_enabled.hpp"
#include "app/option_questions.hpp"
#include "app/shadowed_parts.hpp"
#include "app/table.hpp"
#include "base/append.hpp"
#include "base/display_text.hpp"
#include "plugin/dependencies.hpp"
#include "plugin/plugin_json.hpp"

#include <span>
#include <string>

namespace skilldeck {

namespace {

/// The word of the state column: one word a reader can search for.
std::string state_word(const Plugin& plugin, const std::optional<NativeState>& native) {
    if (!plugin.package) return "failed";
    if (!plugin.availability.available) return "unavailable";
    if (!plugin.replaced_by.empty()) return "replaced";
    if (!plugin.enabled()) return "disabled";
    if (native && (*native == NativeState::failed || *native == NativeState::not_approved)) {
        return "enabled, native " + std::string(native_state_word(*native));
    }
    return "enabled";
}

std::string count_words(const ContributionNames& names) {
    std::string words;
    const auto add = [&](std::size_t count, std::string_view what) {
        if (count == 0) return;
        words +=
            (words.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
    };
    std::size_t hooks = 0;
    for (const auto& [event, count] : names.hooks) hooks += count;
    add(names.skills.size(), "skill");
    add(names.commands.size(), "command");
    add(names.agents.size(), "agent");
    add(hooks, "hook");
    add(names.mcp_servers.size(), "MCP server");
    return words;
}

/// The rule of managed settings that decides; empty where none does.
std::string rule_words(const Plugin& plugin) {
    if (plugin.enablement.decided_by != DecidedBy::managed) return {};
    for (const auto& step : plugin.enablement.chain) {
        if (step.wins) return ": " + plugin_rule(plugin.id(), step.file);
    }
    return {};
}

void write_available(JsonWriter& json, const AvailablePlugin& plugin) {
    json.begin_object();
    json.member("id", plugin.id);
    json.member("name", plugin.name);
    json.member("marketplace", plugin.marketplace);
    json.member_if("description", plugin.description);
    json.member_if("version", plugin.version);
    json.key("source");
    json.value(boost::json::value(plugin.source.to_view()));
    json.member("installed", plugin.installed);
    json.member("valid", plugin.valid);
    write_diagnostics(json, "diagnostics", plugin.diagnostics);
    json.end_object();
}

void answer_installed(CommandContext& context, const PluginSet& plugins, PluginListing listing) {
    auto& out = context.out;
    const auto listed = listed_plugins(plugins, listing);
    if (listed.empty()) {
        const auto hidden = plugins.plugins().size();
        out.answer_line(hidden == 0
                            ? "no plugins are installed; `plugin list --available` shows what the marketplaces offer"
                            : "none of the installed plugins can be used here (" + std::to_string(hidden) +
                                  "); `plugin list --all` shows them and why");
        return;
    }
    Table table(out.columns());
    for (const auto* plugin : listed) {
        const auto native = native_state(*plugin, context.host.natives());
        table.row({plugin->id(), plugin->installed.version, plugin->installed.scope, state_word(*plugin, native),
                   plugin->package ? count_words(contribution_names(*plugin)) : std::string()});
    }
    out.answer(table.text());
    for (const auto* plugin : listed) {
        if (!plugin->availability.available) out.message(plugin->id() + ": " + plugin->availability.reason);
        out.diagnostic_lines(plugin_diagnostics(*plugin, context.host.natives()));
    }
}

void answer_available(Output& out, const std::vector<AvailablePlugin>& available) {
    Table table(out.columns());
    for (const auto& plugin : available) {
        const auto state = plugin.installed ? "installed" : (plugin.valid ? "available" : "cannot be installed");
        table.row({plugin.id, plugin.version, state, plugin.description});
    }
    out.answer(table.text());
    for (const auto& plugin : available) out.diagnostic_lines(plugin.diagnostics);
}

void add_needs(Output& out, const Plugin& plugin, std::span<const Plugin> plugins) {
    for (const auto& state : dependency_states(plugin, plugins)) {
        const auto range = state.range.empty() ? std::string() : " " + state.range;
        const auto stands = state.kind == DependencyState::Kind::met
                                ? "met by " + state.plugin->id() + " " + state.plugin->installed.version
                                : state.problem;
        out.answer_line(clean_for_line("needs " + state.id + range + ": " + stands));
    }
    for (const auto* other : needed_by(plugin, plugins)) out.answer_line("needed by " + other->id());
}

}  // namespace

ExitStatus plugin_list(CommandContext& context, const PluginListArguments& arguments) {
    const auto plugins = context.host.plugins();
    if (arguments.load) context.host.open_native_modules();
    const auto listing = arguments.all ? PluginListing::everything : PluginListing::usable;
    Diagnostics found;
    std::vector<AvailablePlugin> available;
    if (arguments.available) available = context.host.market().available(found);
    append(found, context.host.diagnostics());
    append(found, only_enabled_plugins(context.host, *plugins));
    drop_repeated(found);
    auto& out = context.out;
    if (out.json()) {
        out.answer_json([&](JsonWriter& json) {
            if (!arguments.available) return write_plugin_list(json, *plugins, listing, context.host.natives());
            json.begin_object();
            json.key("installed");
            write_plugin_list(json, *plugins, listing, context.host.natives());
            json.key("available");
            json.begin_array();
            for (const auto& plugin : available) write_available(json, plugin);
            json.end_array();
            json.end_object();
        });
    } else {
        const bool nothing_installed = listed_plugins(*plugins, listing).empty();
        if (!arguments.available || !nothing_installed) answer_installed(context, *plugins, listing);
        if (arguments.available) answer_available(out, available);
    }
    out.diagnostic_lines(found);
    return ExitStatus::done;
}

ExitStatus plugin_explain(CommandContext& context, const std::string& name) {
    const auto plugin = installed_plugin(context, name);
    if (!plugin) return fail(context, plugin.error());
    const auto& natives = context.host.natives();
    const auto shadowed = shadowed_files(context.host.world().files, **plugin);
    if (context.out.json()) {
        context.out.answer_json([&](JsonWriter& json) {
            write_plugin_explanation(json, *context.host.plugins(), **plugin, natives, shadowed);
        });
        return ExitStatus::done;
    }
    auto& out = context.out;
    const auto& enablement = (*plugin)->enablement;
    out.answer_line((*plugin)->id() + " is " + (enablement.enabled ? "enabled" : "disabled") + " by " +
                    std::string(decided_by_word(enablement.decided_by)) + rule_words(**plugin));
    Table chain(out.columns());
    for (const auto& step : enablement.chain) {
        const auto says = step.says ? (*step.says ? "enabled" : "disabled") : "says nothing";
        chain.row({std::string("  ") + (step.wins ? "->" : "  "), std::string(decided_by_word(step.source)), says,
                   step.file.string(), step.note});
    }
    out.answer(chain.text());
    if (!(*plugin)->availability.available) out.answer_line("unavailable: " + (*plugin)->availability.reason);
    if (!(*plugin)->options.empty()) {
        out.answer_line("options:");
        out.answer(option_table(**plugin, out.columns()));
    }
    Table contributions(out.columns());
    for (const auto& item : explain_contributions(**plugin, natives, shadowed)) {
        contributions.row({"  " + item.kind, item.name, item.state, item.file.string(), item.reason});
    }
    out.answer(contributions.text());
    add_needs(out, **plugin, context.host.plugins()->plugins());
    for (const auto& refusal : (*plugin)->refused) out.answer_line("refused: " + refusal.what + ": " + refusal.why);
    out.diagnostic_lines(plugin_diagnostics(**plugin, natives));
    return ExitStatus::done;
}

}  // namespace skilldeck
