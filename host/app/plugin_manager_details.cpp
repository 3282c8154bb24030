// SPDX-License-Identifier: Apache-2.0
#include "app/brought_parts.hpp"
#include "app/plugin_manager_lists.hpp"
#include "app/plugin_words.hpp"
#include "base/text.hpp"
#include "market/source_text.hpp"
#include "plugin/plugin_contributions.hpp"

#include <string>
#include <utility>

namespace skilldeck {

namespace {

std::string lines_of(const Diagnostics& diagnostics) {
    std::vector<std::string> lines;
    for (const auto& one : diagnostics) {
        lines.push_back(std::string(severity_word(one.severity)) + ": " + one.message);
        if (!one.hint.empty()) lines.push_back("hint: " + one.hint);
    }
    return join(lines, "\n");
}

std::string lines_of(const ContributionNames& names) {
    std::vector<std::string> hooks, lines;
    for (const auto& [event, count] : names.hooks)
        hooks.push_back(count == 1 ? event : event + " (" + std::to_string(count) + ")");
    const auto add = [&lines](std::string_view kind, const std::vector<std::string>& all) {
        if (!all.empty()) lines.push_back(std::string(kind) + ": " + join(all, ", "));
    };
    add("skills", names.skills);
    add("commands", names.commands);
    add("agents", names.agents);
    add("hooks", hooks);
    add("MCP servers", names.mcp_servers);
    add("not used by this host", names.unsupported);
    return join(lines, "\n");
}

void add_package(Host& host, const Plugin& plugin, ManagerDetails& details) {
    const auto contributes = lines_of(contribution_names(plugin));
    details.facts.push_back({"author", plugin.package->author});
    details.facts.push_back({"contributes", contributes.empty() ? "nothing that this host uses" : contributes});
    details.facts.push_back({"acts by itself", brought_parts(host.world().files, plugin)});
}

/// What an entry would be once it is installed; nothing where its files are not on this machine or cannot be read.
std::optional<Plugin> plugin_of_entry(Host& host, const ManagerReading& reading, const AvailablePlugin& available) {
    const auto* known = reading.find_marketplace(available.marketplace);
    const auto* entry = known != nullptr && known->marketplace ? known->marketplace->find(available.name) : nullptr;
    if (entry == nullptr) return std::nullopt;
    const auto& files = host.world().files;
    const auto directory = resolve_plugin_source(files, entry->source, known->marketplace->root, entry->name);
    if (!directory) return std::nullopt;
    auto options = host.package_options();
    options.entry = entry->package;
    options.given_name = entry->name;
    auto package = read_package(files, *directory, options);
    if (!package) return std::nullopt;
    Plugin plugin;
    plugin.installed.id = available.id;
    plugin.installed.name = available.name;
    plugin.package = std::move(*package);
    if (plugin.package->native || plugin.package->refused_native) plugin.native.emplace();
    plugin.hooks = read_plugin_hooks(plugin);
    return plugin;
}

void add_installs(ManagerDetails& details) {
    details.choices = {{'u', "install for you, everywhere (user)", ManagerCommand::install_for_user},
                       {'p', "install for this project (project)", ManagerCommand::install_for_project},
                       {'l', "install for you, only here (local)", ManagerCommand::install_local}};
}

ManagerDetails available_details(Host& host, const ManagerReading& reading, const AvailablePlugin& plugin) {
    ManagerDetails details{plugin.id, plugin.id, {}, {}};
    const auto files = plugin_of_entry(host, reading, plugin);
    const auto version = plugin.version.empty() && files ? files->package->version : plugin.version;
    const auto description = plugin.description.empty() && files ? files->package->description : plugin.description;
    details.facts = {{"description", description}, {"version", version}, {"marketplace", plugin.marketplace}};
    details.facts.push_back({"source", source_text(plugin.source)});
    if (files) {
        add_package(host, *files, details);
    } else if (plugin.valid) {
        details.facts.push_back({"contributes", "known once it is fetched"});
    }
    if (plugin.installed) details.facts.push_back({"state", "installed; Installed has what can be done to it"});
    auto problems = plugin.diagnostics;
    if (files) problems.insert(problems.end(), files->package->diagnostics.begin(), files->package->diagnostics.end());
    details.facts.push_back({"in its way", lines_of(problems)});
    if (plugin.valid && !plugin.installed) add_installs(details);
    return details;
}

/// Everything that keeps it, or a part of it, from being used.
std::string obstacles(Host& host, const Plugin& plugin) {
    std::vector<std::string> lines;
    const auto& natives = host.natives();
    if (!plugin.availability.available) lines.push_back(plugin.availability.reason);
    if (!plugin.replaced_by.empty()) lines.push_back(plugin.replaced_by + " stands in for it");
    const auto native = native_state(plugin, natives);
    if (native == NativeState::not_approved) lines.emplace_back("its native code is not approved");
    for (const auto& refusal : plugin.refused) lines.push_back("refused: " + refusal.what + ": " + refusal.why);
    const auto found = lines_of(plugin_diagnostics(plugin, natives));
    if (!found.empty()) lines.push_back(found);
    return join(lines, "\n");
}

void add_store_choices(const Plugin& plugin, ManagerDetails& details) {
    const bool changeable = plugin.installed.place == PluginPlace::store && parse_scope(plugin.installed.scope);
    if (!changeable) return;
    details.choices.push_back({'u', "update", ManagerCommand::update});
    details.choices.push_back({'r', "roll back to the version before", ManagerCommand::roll_back});
    details.choices.push_back(
        {'x', "uninstall", ManagerCommand::uninstall,
         "Uninstall " + plugin.id() + " (" + plugin.installed.scope + ")? Its data folder goes with it."});
}

ManagerDetails installed_details(Host& host, const Plugin& plugin) {
    ManagerDetails details{plugin.id(), plugin.id(), {}, {}};
    const auto native = native_state(plugin, host.natives());
    details.facts = {{"state", state_word(plugin, native)}, {"decided by", decision_words(plugin)}};
    if (plugin.package) details.facts.push_back({"description", plugin.package->description});
    details.facts.push_back({"version", plugin.installed.version});
    details.facts.push_back({"scope", plugin.installed.scope});
    details.facts.push_back({"marketplace", plugin.installed.marketplace});
    if (plugin.package) add_package(host, plugin, details);
    details.facts.push_back({"in its way", obstacles(host, plugin)});
    details.facts.push_back({"path", plugin.installed.path.string()});
    if (plugin.enabled()) {
        details.choices.push_back({'d', "disable", ManagerCommand::disable});
    } else {
        details.choices.push_back({'e', "enable", ManagerCommand::enable});
    }
    if (native == NativeState::not_approved)
        details.choices.push_back({'t', "approve its native code", ManagerCommand::trust});
    add_store_choices(plugin, details);
    details.choices.push_back({'w', "explain why", ManagerCommand::explain});
    return details;
}

ManagerDetails marketplace_details(const ManagerReading& reading, const KnownMarketplace& known) {
    ManagerDetails details{known.name, known.name, {}, {}};
    std::vector<std::string> installed;
    for (const auto& plugin : reading.plugins->plugins()) {
        const bool of_it = plugin.installed.marketplace == known.name && plugin.installed.place == PluginPlace::store;
        if (of_it) installed.push_back(plugin.id());
    }
    if (known.marketplace) {
        details.facts = {{"description", known.marketplace->description},
                         {"owner", known.marketplace->owner},
                         {"plugins", std::to_string(known.marketplace->entries.size())}};
    }
    details.facts.push_back({"installed", join(installed, ", ")});
    details.facts.push_back(
        {"source", std::string(source_kind_word(known.source.kind)) + " " + source_text(known.source)});
    details.facts.push_back({"path", known.location.string()});
    details.facts.push_back({"read last", known.updated_at});
    details.facts.push_back({"in its way", lines_of(known.all_diagnostics())});
    const auto loss = installed.empty() ? "It has no plugin installed here."
                                        : "It takes " + join(installed, ", ") + " with it, in every scope and project.";
    details.choices = {
        {'u', "update: read it again", ManagerCommand::update_marketplace},
        {'x', "remove", ManagerCommand::remove_marketplace, "Remove the marketplace " + known.name + "? " + loss}};
    return details;
}

ManagerDetails problem_details(const Diagnostic& problem, std::string_view id) {
    ManagerDetails details{std::string(id), std::string(severity_word(problem.severity)), {}, {}};
    auto where = problem.file;
    if (problem.line) where += ":" + std::to_string(*problem.line);
    if (problem.line && problem.column) where += ":" + std::to_string(*problem.column);
    details.facts = {{"what", problem.message},
                     {"plugin", problem.plugin},
                     {"where", where},
                     {"how to mend it", problem.hint},
                     {"code", std::string(problem.code.info().text)}};
    return details;
}

}  // namespace

std::optional<ManagerDetails> manager_details(Host& host, const ManagerReading& reading, ManagerTab tab,
                                              std::string_view id) {
    switch (tab) {
        case ManagerTab::discover:
            if (const auto* plugin = reading.find_available(id)) return available_details(host, reading, *plugin);
            return std::nullopt;
        case ManagerTab::installed:
            if (const auto* plugin = reading.plugins->find(id)) return installed_details(host, *plugin);
            return std::nullopt;
        case ManagerTab::marketplaces:
            if (const auto* known = reading.find_marketplace(id)) return marketplace_details(reading, *known);
            return std::nullopt;
        case ManagerTab::errors:
            if (const auto* problem = reading.find_problem(id)) return problem_details(*problem, id);
            return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace skilldeck
