// SPDX-License-Identifier: Apache-2.0
#include "app/only_enabled.hpp"

#include "app/codes.hpp"
#include "base/plugin_id.hpp"

#include <set>
#include <string>
#include <utility>

namespace skilldeck {

namespace {

bool is_written_by_people(Scope scope) {
    return scope == Scope::user || scope == Scope::project || scope == Scope::local;
}

/// Every such id with the layer that says it, highest first.
template <typename Visit>
void each_only_enabled(Host& host, const Visit& visit) {
    const auto plugins = host.plugins();
    for (const auto& layer : host.settings().layers()) {
        const auto* value = layer.values.if_contains("enabledPlugins");
        const auto* map = value != nullptr ? value->if_object() : nullptr;
        if (map == nullptr || !is_written_by_people(layer.scope)) continue;
        for (const auto& [id, on] : *map) {
            const bool enabled = on.is_bool() && on.get_bool() && is_plugin_id(id);
            if (enabled && plugins->find(std::string(id)) == nullptr) visit(std::string(id), layer);
        }
    }
}

}  // namespace

Diagnostics only_enabled_plugins(Host& host) {
    Diagnostics found;
    std::set<std::pair<std::string, Scope>> said;
    each_only_enabled(host, [&](const std::string& id, const SettingsLayer& layer) {
        if (!said.emplace(id, layer.scope).second) return;
        found.push_back(make_diagnostic(code::plugin_only_enabled, layer.file.string(), {id, scope_word(layer.scope)}));
        found.back().plugin = id;
    });
    return found;
}

std::optional<Scope> scope_of_only_enabled(Host& host, std::string_view plugin_id) {
    std::optional<Scope> scope;
    each_only_enabled(host, [&](const std::string& id, const SettingsLayer& layer) {
        if (id == plugin_id && !scope) scope = layer.scope;
    });
    return scope;
}

}  // namespace skilldeck
