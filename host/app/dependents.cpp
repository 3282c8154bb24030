// SPDX-License-Identifier: Apache-2.0
#include "app/dependents.hpp"

#include "app/codes.hpp"
#include "base/text.hpp"
#include "plugin/dependencies.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

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
