// SPDX-License-Identifier: Apache-2.0
// One server of an Agent Plugins `mcp.json`: whether it is exactly one of the three closed shapes of that standard and
// stays inside the plugin. It starts nothing and expands nothing. Used inside package/ only; safe from any thread.
#pragma once

#include "os/file_system.hpp"

#include <boost/json/value.hpp>

#include <optional>
#include <string>

namespace skilldeck {

/// Why the server is not used; nothing when it is as it must be. `root` is the plugin's real path.
[[nodiscard]] std::optional<std::string> agent_plugins_server_fault(const FileReader& files, const Path& root,
                                                                    const boost::json::value& server);

}  // namespace skilldeck
