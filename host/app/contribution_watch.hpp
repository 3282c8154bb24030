// SPDX-License-Identifier: Apache-2.0
// What of the hooks, servers and native code of this host came or went between two readings: the `changed` of an action
// that switches, approves or trusts. Holds names only. [loop thread]
#pragma once

#include "app/host.hpp"

#include <map>
#include <set>
#include <string>

namespace skilldeck {

class ContributionWatch {
public:
    /// Remembers what is in force now.
    explicit ContributionWatch(Host& host);
    /// Reads it again (after Host::reload()) and compares.
    [[nodiscard]] ContributionChanges changes(Host& host) const;

private:
    std::multiset<std::string> hooks_;
    std::map<std::string, std::string> servers_;  ///< a server's configuration -> its name
    std::set<std::string> natives_;               ///< plugin, digest and approval of every module that may run
};

}  // namespace skilldeck
