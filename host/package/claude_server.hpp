// SPDX-License-Identifier: Apache-2.0
// What one server of `.mcp.json` or `mcpServers` must be to be used at all, for the reader and so for everybody: the
// open shape of the Claude layout. That of Agent Plugins is agent_plugins_server.hpp. Pure functions, any thread.
#pragma once

#include "base/diagnostic.hpp"

#include <boost/json/object.hpp>

#include <string_view>

namespace skilldeck {

/// Why the server is not used; nothing when it is. `place` is that of the server.
[[nodiscard]] Diagnostics claude_server_faults(std::string_view name, const boost::json::object& fields,
                                               const Place& place);

}  // namespace skilldeck
