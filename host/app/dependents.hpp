// SPDX-License-Identifier: Apache-2.0
// Who needs a plugin that is about to be changed, and who misses it afterwards: the warning of disable, uninstall,
// update and rollback. Holds ids only. [loop thread]
#pragma once

#include "app/action.hpp"
#include "app/host.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

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
