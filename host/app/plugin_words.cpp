// SPDX-License-Identifier: Apache-2.0
#include "app/plugin_words.hpp"

#include "app/option_questions.hpp"
#include "app/table.hpp"
#include "base/display_text.hpp"
#include "base/text.hpp"
#include "plugin/dependencies.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace skilldeck {

namespace {

/// The rule of managed settings that decides; empty where none does.
std::string rule_words(const Plugin& plugin) {
    if (plugin.enablement.decided_by != DecidedBy::managed) return {};
    for (const auto& step : plugin.enablement.chain) {
        if (step.wins) return ": " + plugin_rule(plugin.id(), step.file);
    }
    return {};
}

std::string need_lines(const Plugin& plugin, std::span<const Plugin> plugins) {
    std::string lines;
    for (const auto& state : dependency_states(plugin, plugins)) {
        const auto range = state.range.empty() ? std::string() : " " + state.range;
        const auto stands = state.kind == DependencyState::Kind::met
                                ? "met by " + state.plugin->id() + " " + state.plugin->installed.version
                                : state.problem;
        lines += clean_for_line("needs " + state.id + range + ": " + stands) + "\n";
    }
    for (const auto* other : needed_by(plugin, plugins)) lines += "needed by " + other->id() + "\n";
    return lines;
}

std::string chain_table(const Plugin& plugin, std::size_t columns) {
    Table chain(columns);
    for (const auto& step : plugin.enablement.chain) {
        const auto says = step.says ? (*step.says ? "enabled" : "disabled") : "says nothing";
        chain.row({std::string("  ") + (step.wins ? "->" : "  "), std::string(decided_by_word(step.source)), says,
                   step.file.string(), step.note});
    }
    return chain.text();
}

std::string contribution_table(const Plugin& plugin, const NativeStatusSource& natives, std::size_t columns) {
    Table contributions(columns);
    for (const auto& item : explain_contributions(plugin, natives))
        contributions.row({"  " + item.kind, item.name, item.state, item.file.string(), item.reason});
    return contributions.text();
}

}  // namespace

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
    std::vector<std::string> words;
    const auto add = [&](std::size_t count, std::string_view what) {
        if (count > 0) words.push_back(counted(count, what));
    };
    std::size_t hooks = 0;
    for (const auto& [event, count] : names.hooks) hooks += count;
    add(names.skills.size(), "skill");
    add(names.commands.size(), "command");
    add(names.agents.size(), "agent");
    add(hooks, "hook");
    add(names.mcp_servers.size(), "MCP server");
    return join(words, ", ");
}

std::string decision_words(const Plugin& plugin) {
    return std::string(decided_by_word(plugin.enablement.decided_by)) + rule_words(plugin);
}

std::string explanation(Host& host, const Plugin& plugin, std::size_t columns) {
    auto text =
        plugin.id() + " is " + (plugin.enabled() ? "enabled" : "disabled") + " by " + decision_words(plugin) + "\n";
    text += chain_table(plugin, columns);
    if (!plugin.availability.available) text += clean_for_line("unavailable: " + plugin.availability.reason) + "\n";
    text += contribution_table(plugin, host.natives(), columns);
    if (!plugin.options.empty()) text += "options:\n" + option_table(plugin, columns);
    text += need_lines(plugin, host.plugins()->plugins());
    for (const auto& refusal : plugin.refused)
        text += clean_for_line("refused: " + refusal.what + ": " + refusal.why) + "\n";
    return text;
}

}  // namespace skilldeck
