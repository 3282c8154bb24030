// SPDX-License-Identifier: Apache-2.0
// What a plugin brings that acts by itself, in words for whoever installs, updates or enables it: hooks, servers,
// skills that run shell commands, native code. Reads the files of its skills; runs nothing. Pure function, any thread.
#pragma once

#include "os/file_system.hpp"
#include "plugin/plugin.hpp"

#include <string>

namespace skilldeck {

/// `2 hooks that run commands, 1 MCP server (db), native code`; empty when nothing of it acts by itself.
[[nodiscard]] std::string brought_parts(const FileReader& files, const Plugin& plugin);

}  // namespace skilldeck
