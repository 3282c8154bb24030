// SPDX-License-Identifier: Apache-2.0
// `plugin list`, `plugin explain` and `marketplace list`: what is there, as JSON or as a table.
#include "app/commands.hpp"
#include "app/only_enabled.hpp"
#include "app/plugin_words.hpp"
#include "app/shadowed_parts.hpp"
#include "app/table.hpp"
#include "base/append.hpp"
#include "plugin/plugin_json.hpp"

#include <string>

namespace skilldeck {

namespace {

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
    out.answer(explanation(context.host, **plugin, out.columns()));
    out.diagnostic_lines(plugin_diagnostics(**plugin, natives));
    return ExitStatus::done;
}

}  // namespace skilldeck
