// SPDX-License-Identifier: Apache-2.0
#include "app/plugin_manager_lists.hpp"

#include "app/plugin_words.hpp"
#include "app/problems.hpp"
#include "base/text.hpp"
#include "market/source_text.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kNoMarketplace = "no marketplaces are registered; /plugin marketplace add DIRECTORY";

/// The same problem has the same id in the next reading.
std::string problem_id(const Diagnostic& problem) {
    return std::string(problem.code.info().text) + "\n" + problem.plugin + "\n" + problem.file + "\n" + problem.message;
}

std::string state_of(const AvailablePlugin& plugin) {
    if (plugin.installed) return "installed";
    return plugin.valid ? "available" : "cannot be installed";
}

ManagerList available_list(const ManagerReading& reading) {
    ManagerList list;
    for (const auto& plugin : reading.available)
        list.rows.push_back({plugin.id, {plugin.id, state_of(plugin), plugin.version, plugin.description}});
    list.empty = reading.marketplaces.empty()
                     ? kNoMarketplace
                     : "the registered marketplaces offer no plugins; /plugin marketplace update reads them again";
    return list;
}

ManagerList installed_list(Host& host, const ManagerReading& reading) {
    ManagerList list;
    for (const auto* plugin : listed_plugins(*reading.plugins, PluginListing::everything)) {
        const auto state = state_word(*plugin, native_state(*plugin, host.natives()));
        const auto brings = plugin->package ? count_words(contribution_names(*plugin)) : std::string();
        const auto description = plugin->package ? plugin->package->description : std::string();
        list.rows.push_back({plugin->id(),
                             {plugin->id(), state, plugin->installed.version, plugin->installed.scope, brings},
                             description});
    }
    list.empty = reading.marketplaces.empty() ? "no plugins are installed, and " + std::string(kNoMarketplace)
                                              : "no plugins are installed; Discover shows what the marketplaces offer";
    return list;
}

ManagerList marketplace_list(Host& host, const ManagerReading& reading) {
    ManagerList list;
    for (const auto& known : reading.marketplaces) {
        const auto count = known.marketplace ? counted(known.marketplace->entries.size(), "plugin") : "cannot be read";
        const auto description = known.marketplace ? known.marketplace->description : std::string();
        list.rows.push_back({known.name, {known.name, count, source_text(known.source)}, description});
    }
    const auto problem = host.market().registry_problem();
    list.empty = problem ? "which marketplaces are registered cannot be read; Errors says why" : kNoMarketplace;
    return list;
}

ManagerList problem_list(const ManagerReading& reading) {
    ManagerList list;
    for (const auto& problem : reading.problems) {
        const auto whose = problem.plugin.empty() ? Path(problem.file).filename().string() : problem.plugin;
        list.rows.push_back({problem_id(problem),
                             {std::string(severity_word(problem.severity)), whose, problem.message},
                             problem.file + "\n" + std::string(problem.code.info().text)});
    }
    list.empty = "no problems found; /doctor looks at skills and hooks too";
    return list;
}

}  // namespace

const AvailablePlugin* ManagerReading::find_available(std::string_view id) const {
    const auto found = std::ranges::find(available, id, &AvailablePlugin::id);
    return found == available.end() ? nullptr : &*found;
}

const KnownMarketplace* ManagerReading::find_marketplace(std::string_view name) const {
    const auto found = std::ranges::find(marketplaces, name, &KnownMarketplace::name);
    return found == marketplaces.end() ? nullptr : &*found;
}

const Diagnostic* ManagerReading::find_problem(std::string_view id) const {
    const auto found =
        std::ranges::find_if(problems, [id](const Diagnostic& problem) { return problem_id(problem) == id; });
    return found == problems.end() ? nullptr : &*found;
}

ManagerReading read_for_manager(Host& host) {
    ManagerReading reading;
    Diagnostics found;  // it is among the problems
    reading.plugins = host.plugins();
    reading.available = host.market().available(found);
    reading.marketplaces = host.market().marketplaces(found);
    reading.problems = find_problems(host, ProblemReach::plugins);
    std::erase_if(reading.problems, [](const Diagnostic& problem) { return problem.severity == Severity::note; });
    return reading;
}

ManagerList manager_list(Host& host, const ManagerReading& reading, ManagerTab tab) {
    switch (tab) {
        case ManagerTab::discover: return available_list(reading);
        case ManagerTab::installed: return installed_list(host, reading);
        case ManagerTab::marketplaces: return marketplace_list(host, reading);
        case ManagerTab::errors: return problem_list(reading);
    }
    return {};
}

}  // namespace skilldeck
