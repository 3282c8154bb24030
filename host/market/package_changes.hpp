// SPDX-License-Identifier: Apache-2.0
// What a new version of a plugin brings that the one before had not, as far as people are asked about it.
// Pure functions of the packages and their files, safe from any thread.
#pragma once

#include "os/file_system.hpp"
#include "package/package.hpp"

#include <string>
#include <vector>

namespace skilldeck {

struct PackageChanges {
    std::vector<std::string> hooks;          ///< handlers that were not there: `PreToolUse of Bash "lint.sh"`
    std::vector<std::string> mcp_servers;    ///< names of servers that are new or differ
    std::vector<std::string> servers;        ///< the same with what they run or call: `acme "npx acme"`
    bool native = false;                     ///< native code that is new or differs: it needs an approval
    bool native_added = false;               ///< native code where there was none; a rebuilt library adds nothing
    std::vector<std::string> allowed_tools;  ///< that no skill or command had: `Bash(rm *) of skill tidy`
    std::string old_author, new_author;      ///< equal when it did not change

    [[nodiscard]] bool adds_rights() const;
    /// `adds 1 hook (PreToolUse of Bash "lint.sh"), native code and is by "B" instead of "A"`; empty when nothing is.
    [[nodiscard]] std::string summary() const;
};

/// `before` null: everything is new, and the author is no change.
[[nodiscard]] PackageChanges package_changes(const FileReader& files, const PluginPackage* before,
                                             const PluginPackage& after);

}  // namespace skilldeck
