// SPDX-License-Identifier: Apache-2.0
#include "settings/plugin_entries.hpp"

#include "base/json.hpp"
#include "base/plugin_id.hpp"
#include "base/text.hpp"
#include "settings/codes.hpp"
#include "settings/settings_read.hpp"

#include <algorithm>
#include <vector>

namespace skilldeck {

namespace {

constexpr std::string_view kEnabledPlugins = "enabledPlugins";

/// The installed plugin that a key which is no id stands for; none: the form of an id.
std::string meant_by(std::string_view key, std::span<const std::string> installed) {
    const auto same = std::ranges::find(installed, name_half(key), name_half);
    if (same != installed.end()) return *same;
    std::vector<std::string> names;
    for (const auto& id : installed) names.emplace_back(name_half(id));
    const auto near = nearest(std::string(name_half(key)), names);
    if (near.empty()) return "name@marketplace";
    return *std::ranges::find(installed, std::string_view(near.front()), name_half);
}

Diagnostic no_id(std::string_view key, bool is_false, const Place& place, std::span<const std::string> installed) {
    const auto* effect =
        is_false && is_plugin_name(key) ? "it switches off every plugin of that name" : "it does nothing";
    return make_diagnostic(code::settings_plugin_id_wrong, place, {key, effect, meant_by(key, installed)});
}

bool is_written_by_people(const SettingsLayer& layer) {
    return layer.scope == Scope::user || layer.scope == Scope::project || layer.scope == Scope::local;
}

Diagnostic absent(std::string_view key, bool is_true, const Place& place, const SettingsLayer& layer,
                  std::span<const std::string> installed) {
    const bool only_enabled = is_true && is_written_by_people(layer);
    auto diagnostic = only_enabled ? make_diagnostic(code::plugin_only_enabled, place, {key, scope_word(layer.scope)})
                                   : make_diagnostic(code::settings_plugin_absent, place, {key});
    if (only_enabled) diagnostic.plugin = key;
    const auto meant = did_you_mean(key, installed, 1);
    if (meant.empty()) return diagnostic;
    diagnostic.hint = only_enabled ? meant + " Else " + diagnostic.hint : meant;
    return diagnostic;
}

}  // namespace

Diagnostics judge_plugin_entries(const Settings& settings, std::span<const std::string> installed) {
    Diagnostics found;
    for (const auto& layer : settings.layers()) {
        const auto* entries = json_object(layer.values, kEnabledPlugins);
        if (entries == nullptr) continue;
        const bool of_another_host = is_claude_file(layer);
        const auto map = Place(settings_file_name(layer.file)) / kEnabledPlugins;
        for (const auto& entry : *entries) {
            const std::string_view key(entry.key().data(), entry.key().size());
            if (!is_plugin_id(key)) {
                found.push_back(no_id(key, entry.value() == false, map / key, installed));
            } else if (!of_another_host && std::ranges::find(installed, key) == installed.end()) {
                found.push_back(absent(key, entry.value() == true, map / key, layer, installed));
            }
        }
    }
    return found;
}

}  // namespace skilldeck
