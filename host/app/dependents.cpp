// SPDX-License-Identifier: Apache-2.0
#include "app/dependents.hpp"

#include "app/codes.hpp"
#include "base/text.hpp"
#include "plugin/dependencies.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

std::optional<Error> unmet_need(const Plugin& plugin, std::span<const Plugin> plugins,
                                std::span<const Plugin* const> with) {
    std::vector<const Plugin*> going_on{&plugin};
    going_on.insert(going_on.end(), with.begin(), with.end());
    for (const auto* one : going_on) {
        for (const auto& state : dependency_states(*one, plugins)) {
            const bool goes_on = state.kind == DependencyState::Kind::disabled &&
                                 std::ranges::find(going_on, state.plugin) != going_on.end();
            if (goes_on || state.kind == DependencyState::Kind::met) continue;
            const auto range = state.range.empty() ? std::string() : " in version " + state.range;
            return make_error(code::plugin_need_unmet, plugin.id(),
                              {one->id(), state.id, range, state.problem, dependency_hint(state)});
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<Error> left_in_need(const Plugin& plugin, Switch to, std::span<const Plugin> plugins,
                                  std::span<const Plugin* const> with) {
    if (to == Switch::enable) return unmet_need(plugin, plugins, with);
    const auto hold = hold_on(plugin, plugins);
    if (hold.chains.empty()) return std::nullopt;
    return make_error(code::plugin_held_by_need, plugin.id(), {plugin.id(), join(hold.chains, ", "), hold.outermost});
}

Dependents::Dependents(Host& host, std::string_view name) {
    const auto plugins = host.plugins();
    for (const auto* plugin : plugins->named(name)) {
        Needed needed{plugin->id(), {}};
        for (const auto* other : needed_by(*plugin, plugins->plugins())) needed.by.push_back(other->id());
        if (!needed.by.empty()) needed_.push_back(std::move(needed));
    }
}

void Dependents::add_warnings(Host& host, Action& action) const {
    if (needed_.empty()) return;
    const auto plugins = host.plugins();
    for (const auto& needed : needed_) {
        std::vector<std::string> missing;
        std::string problem;
        for (const auto& id : needed.by) {
            const auto* plugin = plugins->find(id);
            if (plugin == nullptr || !plugin->active()) continue;
            for (const auto& state : dependency_states(*plugin, plugins->plugins())) {
                if (state.id != needed.id || state.kind == DependencyState::Kind::met) continue;
                problem = state.problem;
                missing.push_back(id);
            }
        }
        if (missing.empty()) continue;
        auto warning = make_diagnostic(code::plugin_needed, {}, {needed.id, join(missing, ", "), problem});
        warning.plugin = needed.id;
        action.warnings.push_back(std::move(warning));
    }
}

}  // namespace skilldeck
