// SPDX-License-Identifier: Apache-2.0
#include "app/hook_sources.hpp"

#include "base/json.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>

namespace skilldeck {

namespace {

using std::chrono::milliseconds;

constexpr std::string_view kSessionEnd = "SessionEnd";
constexpr milliseconds kSessionEndBudget{1'500}, kLongestSessionEnd{60'000};

Origin settings_origin(const SettingsLayer& layer) {
    Origin origin;
    origin.loaded_from = layer.scope == Scope::managed ? LoadedFrom::managed : LoadedFrom::skills;
    origin.source = scope_word(layer.scope);
    origin.scope = layer.scope;
    origin.trusted = layer.effective;
    return origin;
}

void add_layer(const SettingsLayer& layer, std::vector<HookConfig>& hooks, Diagnostics& diagnostics) {
    const auto* events = json_object(layer.values, "hooks");
    if (!layer.effective || events == nullptr) return;
    HookConfig prototype;
    prototype.origin = settings_origin(layer);
    prototype.file = layer.file;
    prototype.pointer = "/hooks";
    auto read = read_hooks(*events, prototype, diagnostics);
    hooks.insert(hooks.end(), std::make_move_iterator(read.begin()), std::make_move_iterator(read.end()));
}

/// They run side by side, so that a budget for all is one for each.
void hold_to_budget(std::span<HookConfig> hooks) {
    auto budget = kSessionEndBudget;
    for (const auto& hook : hooks) {
        const bool raises = hook.event == kSessionEnd && hook.origin.plugin.empty() && hook.fields.contains("timeout");
        if (raises) budget = std::clamp(hook.timeout, budget, kLongestSessionEnd);
    }
    for (auto& hook : hooks) {
        if (hook.event == kSessionEnd) hook.timeout = std::min(hook.timeout, budget);
    }
}

}  // namespace

std::vector<HookConfig> collect_hooks(const Settings& settings, const ManagedPolicy& policy,
                                      std::span<const HookConfig> contributed, Diagnostics& diagnostics) {
    std::vector<HookConfig> hooks;
    const bool plugins_only = policy.only_plugins_customize(Customization::hooks);
    for (const auto& layer : settings.layers()) {
        if (!plugins_only || layer.scope == Scope::managed) add_layer(layer, hooks, diagnostics);
    }
    hooks.insert(hooks.end(), contributed.begin(), contributed.end());
    hold_to_budget(hooks);
    return hooks;
}

}  // namespace skilldeck
