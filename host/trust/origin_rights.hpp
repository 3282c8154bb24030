// SPDX-License-Identifier: Apache-2.0
// Where a contribution came from, carried with it for good, and what that place may do. Pure values.
#pragma once

#include "settings/settings.hpp"

#include <string>
#include <string_view>

namespace skilldeck {

enum class LoadedFrom { managed, skills, commands_deprecated, plugin, bundled, mcp, remote };
/// `managed`, `skills`, `commands_DEPRECATED`, …
[[nodiscard]] std::string_view loaded_from_word(LoadedFrom loaded_from);

struct Origin {
    LoadedFrom loaded_from = LoadedFrom::skills;
    std::string source;         ///< the scope ("user", "project", …) or the plugin id
    std::string plugin;         ///< the plugin id, empty when none
    Scope scope = Scope::user;  ///< the scope that carries or enabled it
    bool trusted = false;       ///< workspace trust for project and local; true for all others

    friend bool operator==(const Origin&, const Origin&) = default;
};

enum class Right { shell_blocks, allowed_tools, hooks, mcp_servers, native_code };

enum class Grant { yes, never, after_trust, after_approval };

/// The table of origin rights: what `origin` may do, workspace trust already counted.
[[nodiscard]] Grant origin_grant(const Origin& origin, Right right);
[[nodiscard]] inline bool has_right(const Origin& origin, Right right) {
    return origin_grant(origin, right) == Grant::yes;
}

}  // namespace skilldeck
