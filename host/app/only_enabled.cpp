// SPDX-License-Identifier: Apache-2.0
#include "app/only_enabled.hpp"

#include "base/json.hpp"
#include "settings/codes.hpp"
#include "settings/plugin_entries.hpp"

#include <string>
#include <vector>

namespace skilldeck {

Diagnostics judged_plugin_entries(Host& host, const PluginSet& plugins) {
    std::vector<std::string> ids;
    for (const auto& plugin : plugins.plugins()) ids.push_back(plugin.id());
    return judge_plugin_entries(host.settings(), ids);
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
