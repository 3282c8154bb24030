// SPDX-License-Identifier: Apache-2.0
// What a plugin directory holds, whatever its format: one adapter a format makes this value, and nothing past the
// adapters knows the format. Immutable once read; safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "os/file_system.hpp"
#include "package/user_config.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

enum class PackageFormat { agent_plugins, claude, bare };
[[nodiscard]] std::string_view package_format_word(PackageFormat format);

struct SkillDirectory {
    std::string name;  ///< of the directory
    Path file;         ///< its SKILL.md (or skill.md), absolute
};

struct CommandFile {
    std::string name;                 ///< `db:migrate` for commands/db/migrate.md
    Path file;                        ///< the manifest where the text is written there
    std::optional<std::string> text;  ///< the Markdown of a command whose `content` the manifest holds
    boost::json::object fields;  ///< what a command map says beside it: description, argumentHint, model, allowedTools
};

struct AgentFile {
    std::string name;
    Path file;
};

/// One source of hooks: a file's `hooks` member, an inline object, or dev.skilldeck/hooks.json.
struct HooksDocument {
    Path file;
    boost::json::object events;  ///< event name -> matcher groups, not yet judged entry by entry
    std::string pointer{};       ///< to them in the file

    [[nodiscard]] Place place() const { return {file.string(), pointer}; }
};

/// One source of MCP servers. A name that several documents hold is only in the last of them.
struct McpDocument {
    PackageFormat format = PackageFormat::claude;  ///< agent_plugins: the closed shape of mcp.json, without `${VAR}`
    Path file;
    boost::json::object servers;  ///< name -> configuration, not yet judged entry by entry
    std::string pointer{};        ///< to them in the file

    [[nodiscard]] Place place() const { return {file.string(), pointer}; }
};

/// A server that its configuration makes useless; the diagnostics say all that is wrong with it.
struct RefusedServer {
    std::string name, why;
    boost::json::object fields;
    Place place;
    PackageFormat format = PackageFormat::claude;
};

struct NativeModule {
    std::uint32_t abi = 0;               ///< what module.json says: the major
    std::string platform;                ///< the word that fits this machine, `linux-x86_64`; empty when none does
    Path library;                        ///< absolute, below the package; empty when no platform fits
    std::string sha256;                  ///< as declared
    std::vector<std::string> platforms;  ///< all that are declared

    std::string requires_host;  ///< a version range; may be empty
    std::vector<std::string> requires_os, requires_env, requires_commands;

    std::vector<std::string> skills, mcp_servers;  ///< contributes
    bool dynamic_skills = false, availability = false;

    std::vector<std::string> permission_read, permission_write;
    bool permission_network = false, permission_exec = false, permission_session = false;
    bool concurrent = false;

    std::vector<boost::json::object> skill_items;  ///< skills.json, each an object with a non-empty `name`
    Path file;                                     ///< module.json
};

/// A module.json that cannot be used, and what it said before that was known; `library`, `sha256` and `abi` may be
/// empty.
struct RefusedModule {
    Path file, library;
    std::string sha256;
    std::uint32_t abi = 0;
};

struct PackageDependency {
    std::string name, marketplace, range;
};

struct PluginPackage {
    PackageFormat format = PackageFormat::bare;
    Path root;      ///< real path
    Path manifest;  ///< empty when there is none
    std::string name;
    std::string display_name, version, description, author, homepage, repository, license;
    std::vector<std::string> keywords;
    std::optional<bool> default_enabled;
    std::vector<PackageDependency> dependencies;

    std::vector<SkillDirectory> skills;
    std::vector<CommandFile> commands;
    std::vector<AgentFile> agents;
    std::vector<HooksDocument> hooks;
    std::vector<McpDocument> mcp;  ///< servers that can be used, as far as their configuration tells
    std::vector<RefusedServer> refused_servers;
    std::optional<NativeModule> native;
    std::optional<RefusedModule> refused_native;  ///< instead of `native`; the diagnostics say why
    std::vector<UserOption> options;              ///< of `userConfig`, those that can be used
    boost::json::object user_config;              ///< `userConfig` as written
    std::vector<std::string> unsupported;  ///< kinds that are there and not run: "lspServers", "outputStyles", …

    std::vector<Path> json_files;  ///< those that were read, manifests first

    Diagnostics diagnostics;
};

/// Whether an unsupported kind is one that only another format has a place for.
[[nodiscard]] bool is_foreign_part(const PluginPackage& package, std::string_view kind);

/// What a marketplace entry adds to, or stands for, the manifest.
struct PackageEntry {
    std::string name;
    boost::json::object fields;  ///< the whole entry
    Path file;                   ///< the marketplace.json
    bool root_is_marketplace = false;
    std::string pointer{};  ///< to the entry in the file

    [[nodiscard]] Place place() const { return {file.string(), pointer}; }
};

/// What becomes of a manifest whose name is missing or cannot be one: `report` goes on under a stand-in, for who
/// judges.
enum class UnfitName : std::uint8_t { refuse, report };

/// What becomes of a skill that the reader could use and the standard of its package does not allow.
enum class PackageStrictness : std::uint8_t { kind, strict };

struct PackageOptions {
    std::string fallback_name;  ///< when no manifest names it
    /// What it is installed as: its name, whatever the manifest says; one that says another is reported.
    std::string given_name;
    std::optional<PackageEntry> entry;
    std::string host_version;
    std::string platform;                                    ///< of this machine, `linux-x86_64`
    PackageStrictness strictness = PackageStrictness::kind;  ///< setting `strictPackages`
    UnfitName unfit_name = UnfitName::refuse;
};

/// Errors only where nothing can be used: no such directory, no marker, an unreadable manifest, a bad name.
[[nodiscard]] Result<PluginPackage> read_package(const FileReader& files, const Path& directory,
                                                 const PackageOptions& options);

/// What is wrong with a version, which is shown and becomes a folder of the store: `holds a slash`, …; empty when
/// nothing.
[[nodiscard]] std::string_view version_problem(std::string_view version);

/// The platform word of this build.
[[nodiscard]] std::string_view this_platform();

}  // namespace skilldeck
