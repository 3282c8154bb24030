// SPDX-License-Identifier: Apache-2.0
#include "app/only_enabled.hpp"

#include "settings/codes.hpp"
#include "settings/plugin_entries.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace skilldeck {

namespace {

/// Settings and records are two files: one may have been read before and the other after a change of both. In this
/// order no change that was made meanwhile is taken for a plugin that is missing.
Diagnostics judged_anew(Host& host) {
    const auto& files = host.world().files;
    // On its way, or interrupted: Market::interrupted() tells only of the second.
    if (files.info(host.places().plugins_dir() / "journal.json")) return {};
    const auto settings = load_settings(files, host.settings_places());
    if (!settings) return {};
    Diagnostics said_elsewhere;
    std::vector<std::string> ids;
    for (const auto& plugin : host.market().installed(said_elsewhere)) ids.push_back(plugin.id);
    return judge_plugin_entries(*settings, ids);
}

}  // namespace

Diagnostics judged_plugin_entries(Host& host, const PluginSet& plugins) {
    std::vector<std::string> ids;
    for (const auto& plugin : plugins.plugins()) ids.push_back(plugin.id());
    auto found = judge_plugin_entries(host.settings(), ids);
    if (found.empty()) return found;
    const auto now = judged_anew(host);
    std::erase_if(found, [&](const Diagnostic& one) {
        const auto same = [&](const Diagnostic& other) {
            return other.pointer == one.pointer && other.file == one.file;
        };
        return one.code == code::plugin_only_enabled && std::ranges::none_of(now, same);
    });
    return found;
}

Diagnostics only_enabled_plugins(Host& host, const PluginSet& plugins) {
    auto found = judged_plugin_entries(host, plugins);
    std::erase_if(found, [](const Diagnostic& one) { return one.code != code::plugin_only_enabled; });
    return found;
}

std::optional<Scope> scope_of_only_enabled(Host& host, std::string_view plugin_id) {
    const auto plugins = host.plugins();
    for (const auto& one : only_enabled_plugins(host, *plugins)) {
        if (one.plugin != plugin_id) continue;
        for (const auto& layer : host.settings().layers()) {
            if (layer.file.string() == one.file) return layer.scope;
        }
    }
    return std::nullopt;
}

}  // namespace skilldeck
