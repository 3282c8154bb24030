// SPDX-License-Identifier: Apache-2.0
// Who needs a plugin that is about to be changed: what a switch is refused for, and the warning of uninstall, update
// and rollback of who misses it afterwards. [loop thread]
#pragma once

#include "app/action.hpp"
#include "app/commands.hpp"
#include "app/host.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// Why a switch is refused: what it would leave without what it needs. Switched off, that are the enabled ones that
/// need it (plugin_held_by_need); switched on, itself and those of `with`, which are to go on with it
/// (plugin_need_unmet). Pure.
[[nodiscard]] std::optional<Error> left_in_need(const Plugin& plugin, Switch to, std::span<const Plugin> plugins,
                                                std::span<const Plugin* const> with);

/// Holds ids only.
class Dependents {
public:
    Dependents() = default;
    /// Remembers who needs it now; `plugin` is an id or a name.
    Dependents(Host& host, std::string_view plugin);
    /// After the change and Host::reload(): those whose need is not met any more, by name.
    void add_warnings(Host& host, Action& action) const;

private:
    struct Needed {
        std::string id;
        std::vector<std::string> by;
    };
    std::vector<Needed> needed_;
};

}  // namespace skilldeck
