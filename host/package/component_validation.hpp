// SPDX-License-Identifier: Apache-2.0
// What hooks and MCP servers of a plugin say that its own files contradict: scripts that are not there or cannot be
// run, options nobody declared, endpoints that are none. A part of validation. Pure functions of the files, safe from
// any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "os/file_system.hpp"
#include "package/package.hpp"

namespace skilldeck {

void judge_hook_commands(const FileReader& files, const PluginPackage& package, const HooksDocument& document,
                         Diagnostics& findings);
void judge_mcp_servers(const FileReader& files, const PluginPackage& package, Diagnostics& findings);

/// The scripts that hooks and servers start without an interpreter, begin with `#!` and are not executable.
[[nodiscard]] std::vector<Path> scripts_to_make_executable(const FileReader& files, const PluginPackage& package);

}  // namespace skilldeck
