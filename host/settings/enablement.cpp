// SPDX-License-Identifier: Apache-2.0
#include "settings/enablement.hpp"

#include "base/json.hpp"
#include "base/plugin_id.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kEnabledPlugins = "enabledPlugins";

struct LayerSource {
    Scope scope;
    DecidedBy decided_by;
};
constexpr std::array kLayerSources{
    LayerSource{Scope::managed, DecidedBy::managed}, LayerSource{Scope::flag, DecidedBy::flag},
    LayerSource{Scope::local, DecidedBy::local}, LayerSource{Scope::project, DecidedBy::project},
    LayerSource{Scope::user, DecidedBy::user}};

const boost::json::value* entry_of(const SettingsLayer& layer, std::string_view plugin_id) {
    const auto* map = json_object(layer.values, kEnabledPlugins);
    return map != nullptr ? map->if_contains(plugin_id) : nullptr;
}

/// Whether the layer says `false` to the plugin's name without a marketplace: every plugin of that name is meant, as a
/// restriction is not lost by its spelling. `true` there enables nothing.
bool forbids_name(const SettingsLayer& layer, std::string_view plugin_id) {
    const auto* value = entry_of(layer, name_half(plugin_id));
    if (value == nullptr) return false;
    return value->is_bool() ? !value->get_bool() : layer.scope == Scope::managed;
}

/// What one file says. A managed value that cannot be read switches off: policy never widens by a slip.
EnablementStep step_of(const SettingsLayer& layer, DecidedBy source, std::string_view plugin_id) {
    EnablementStep step{.source = source, .file = layer.file, .says = {}, .note = {}};
    if (const auto why = layer.why_unreadable(kEnabledPlugins); !why.empty()) {
        step.note = why;
        if (!layer.effective) return step;
        step.says = false;
        step.counted = step.unreadable = true;
        return step;
    }
    if (forbids_name(layer, plugin_id)) {
        step.says = false;
        step.counted = layer.effective;
        step.note =
            step.counted ? "false for every plugin with this name" : "not counted: the workspace is not trusted";
        return step;
    }
    const auto* value = entry_of(layer, plugin_id);
    if (value == nullptr) return step;
    if (value->is_bool()) {
        step.says = value->get_bool();
        step.counted = layer.effective;
        if (!step.counted) step.note = "not counted: the workspace is not trusted";
    } else if (layer.scope == Scope::managed) {
        step.says = false;
        step.counted = true;
        step.note = "neither true nor false: counted as false";
    } else {
        step.note = "neither true nor false: not counted";
    }
    return step;
}

void add_layers(std::vector<EnablementStep>& chain, const Settings& settings, const LayerSource& source,
                std::string_view plugin_id) {
    const auto before = chain.size();
    for (const auto& layer : settings.layers()) {
        if (layer.scope == source.scope) chain.push_back(step_of(layer, source.decided_by, plugin_id));
    }
    if (chain.size() == before) chain.push_back({.source = source.decided_by, .file = {}, .says = {}, .note = {}});
}

}  // namespace

std::string_view decided_by_word(DecidedBy decided_by) {
    switch (decided_by) {
        case DecidedBy::managed: return "managed";
        case DecidedBy::flag: return "flag";
        case DecidedBy::local: return "local";
        case DecidedBy::project: return "project";
        case DecidedBy::user: return "user";
        case DecidedBy::entry: return "entry";
        case DecidedBy::manifest: return "manifest";
        case DecidedBy::system_default: return "default";
    }
    return "default";
}

const EnablementStep* Enablement::unreadable() const {
    const auto winner = std::ranges::find_if(chain, &EnablementStep::wins);
    return winner != chain.end() && winner->unreadable ? &*winner : nullptr;
}

Enablement resolve_enablement(const Settings& settings, std::string_view plugin_id, const PluginDefaults& defaults) {
    Enablement result;
    auto& chain = result.chain;
    for (const auto& source : kLayerSources) add_layers(chain, settings, source, plugin_id);
    for (auto& step : chain) {
        if (defaults.managed_held.empty() || step.source != DecidedBy::managed || step.says != true) continue;
        step.counted = false;
        step.note = "not counted: " + defaults.managed_held;
    }
    const auto add_default = [&](DecidedBy source, const Path& file, std::optional<bool> says) {
        const bool counted = says.has_value() && (!*says || defaults.held.empty());
        const auto note = says.has_value() && !counted ? "not counted: " + defaults.held : std::string();
        chain.push_back({.source = source, .file = file, .says = says, .counted = counted, .note = note});
    };
    add_default(DecidedBy::entry, defaults.entry_file, defaults.entry);
    add_default(DecidedBy::manifest, defaults.manifest_file, defaults.manifest);
    add_default(DecidedBy::system_default, {}, defaults.held.empty());
    if (!defaults.held.empty()) chain.back().note = defaults.held;

    auto winner = std::ranges::find_if(
        chain, [](const auto& step) { return step.source == DecidedBy::managed && step.counted && !*step.says; });
    if (winner == chain.end()) winner = std::ranges::find_if(chain, &EnablementStep::counted);
    winner->wins = true;
    result.enabled = *winner->says;
    result.decided_by = winner->source;
    return result;
}

}  // namespace skilldeck
