// SPDX-License-Identifier: Apache-2.0
// The three package formats. Each adapter fills the package that package.cpp began; to add a format is one more pair of
// functions here. Used inside package/ only.
#pragma once

#include "package/package_reading.hpp"

#include <boost/json/object.hpp>

#include <optional>

namespace skilldeck {

/// How far a root `plugin.json` is an Agent Plugins manifest.
enum class AgentPluginsMarker { absent, other_schema, unknown_version, unreadable, present };

struct AgentPluginsManifest {
    AgentPluginsMarker marker = AgentPluginsMarker::absent;
    Path file;
    boost::json::object fields;
    std::optional<Error> error;  ///< why it is unreadable
    std::string schema;
};

/// 1 to 64 of `a-z0-9-.`, letters or digits at both ends, no `--` or `..`.
[[nodiscard]] bool is_agent_plugins_name(std::string_view name);

[[nodiscard]] AgentPluginsManifest find_agent_plugins_manifest(PackageReading& reading);
/// Judges the manifest as that standard says and takes identity, skills and MCP servers. True: an `mcp.json` is there.
[[nodiscard]] Result<bool> read_agent_plugins(PackageReading& reading, const AgentPluginsManifest& manifest,
                                              const PackageOptions& options);

/// The manifest and default folders of the Claude layout, combined with the marketplace entry.
struct ClaudeManifest {
    std::optional<Path> file;
    boost::json::object fields;  ///< of the file, or of the entry that stands for it
};

/// What an Agent Plugins manifest beside it leaves to the Claude layout.
enum class ClaudeParts { all, without_identity_and_skills, commands_agents_and_hooks };

[[nodiscard]] bool has_claude_folders(const PackageReading& reading);
[[nodiscard]] Result<ClaudeManifest> find_claude_manifest(PackageReading& reading, const PackageOptions& options);
[[nodiscard]] Result<> read_claude(PackageReading& reading, const ClaudeManifest& manifest,
                                   const PackageOptions& options, ClaudeParts parts);

/// The keys of an entry that name components, as a list for messages.
[[nodiscard]] std::string component_keys_of(const boost::json::object& entry);

[[nodiscard]] bool has_bare_skills(const PackageReading& reading);
void read_bare(PackageReading& reading);

/// The first of such a list.
[[nodiscard]] std::string_view first_of(std::string_view keys);

/// What of a manifest's name came out: an error stays one, unless the options have it reported.
[[nodiscard]] Result<> settle_name(PackageReading& reading, const Result<>& named, const PackageOptions& options);

/// The name of the package, checked; `place` is that of the document. Error: package_name_invalid.
[[nodiscard]] Result<> set_package_name(PackageReading& reading, std::string_view name, const Place& place);

}  // namespace skilldeck
