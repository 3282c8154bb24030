// SPDX-License-Identifier: Apache-2.0
// Chooses the format of a directory and adds what this host reads in every format, the folder dev.skilldeck/.
#include "package/package.hpp"

#include "base/display_text.hpp"
#include "base/json.hpp"
#include "base/plugin_id.hpp"
#include "package/codes.hpp"
#include "package/formats.hpp"
#include "package/native_module.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <climits>
#include <span>
#include <utility>

namespace skilldeck {

namespace {

/// Where neither a manifest nor the directory has one that can be used.
constexpr std::string_view kStandInName = "unnamed";

/// A directory may be called anything; the plugin it stands for may not.
std::string name_from_directory(std::string_view directory) {
    std::string name;
    for (const char c : directory) {
        const bool allowed = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-';
        if (allowed && !(c == '.' && name.ends_with('.'))) {
            name += c;
        } else if (!name.empty() && name.back() != '-') {
            name += '-';
        }
    }
    const auto first = std::find_if(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
    name.erase(name.begin(), first);
    while (name.ends_with('-')) name.pop_back();
    return name;
}

Result<> name_from_manifest(PackageReading& reading, const ClaudeManifest& manifest) {
    const auto* name = manifest.fields.if_contains("name");
    const Place place(manifest.file->string());
    if (name == nullptr) return make_error(code::package_name_missing, place);
    if (!name->is_string()) return make_error(code::package_name_invalid, (place / "name").value(), {"(no string)"});
    return set_package_name(reading, json_text(*name), place);
}

Result<> name_it(PackageReading& reading, const ClaudeManifest& manifest, const PackageOptions& options) {
    if (manifest.file) return settle_name(reading, name_from_manifest(reading, manifest), options);
    if (!options.given_name.empty())
        return set_package_name(reading, options.given_name, reading.package.root.string());
    if (options.entry) return set_package_name(reading, options.entry->name, options.entry->place());
    const auto fallback =
        options.fallback_name.empty() ? reading.package.root.filename().string() : options.fallback_name;
    return set_package_name(reading, name_from_directory(fallback), reading.package.root.string());
}

/// What the Claude layout has a place for and Agent Plugins has not: its kind, its place, and where it would be read.
struct ForeignPart {
    std::string_view kind, place, read_at;
};
constexpr std::array<ForeignPart, 4> kForeignParts{{{"commands", "commands", "dev.skilldeck/commands"},
                                                    {"agents", "agents", "dev.skilldeck/agents"},
                                                    {"hooks", "hooks/hooks.json", "dev.skilldeck/hooks.json"},
                                                    {"mcpServers", ".mcp.json", "mcp.json"}}};

void report_foreign_parts(PackageReading& reading, std::span<const ForeignPart> parts) {
    for (const auto& part : parts) {
        const auto path = reading.package.root / Path(part.place);
        if (!reading.files.info(path)) continue;
        reading.unsupported(part.kind);
        reading.report(code::package_part_foreign, path, {part.place, part.read_at});
    }
}

/// Two manifests may say different things; which one counts must not be a guess.
void report_second_identity(PackageReading& reading, const ClaudeManifest& manifest) {
    const auto& package = reading.package;
    std::string others;
    std::size_t count = 0;
    const auto compare = [&](std::string_view key, const std::string& counts) {
        const auto text = json_text(manifest.fields, key);
        if (text.empty() || text == counts) return;
        ++count;
        others += (others.empty() ? "" : " and ") + std::string(key) + " \"" + std::string(text) + "\"";
    };
    compare("name", package.name);
    compare("version", package.version);
    if (others.empty()) return;
    reading.report(code::package_second_identity, Place(manifest.file->string()),
                   {others, count > 1 ? "do not count" : "does not count", package.manifest.string()});
}

/// A key of the Claude manifest for what comes from the Agent Plugins side alone.
void report_unused_key(PackageReading& reading, const ClaudeManifest& manifest, std::string_view key,
                       std::string_view instead) {
    const auto* value = manifest.fields.if_contains(key);
    if (value == nullptr || value->is_null()) return;
    reading.report(code::package_key_unused, (Place(manifest.file->string()) / key).value(),
                   {key, reading.package.manifest.string(), instead});
}

/// The Claude layout beside an Agent Plugins manifest: commands, agents and hooks, and MCP where `mcp.json` is absent.
/// A manifest of it that cannot be used takes only its own part away.
void add_claude_beside(PackageReading& reading, const PackageOptions& options, bool has_mcp) {
    auto without_entry = options;
    without_entry.entry.reset();
    const auto manifest = find_claude_manifest(reading, without_entry);
    if (!manifest) return reading.report(manifest.error(), Severity::error);
    if (!manifest->file) return report_foreign_parts(reading, kForeignParts);
    report_second_identity(reading, *manifest);
    report_unused_key(reading, *manifest, "skills", "skills/, a folder each");
    if (has_mcp) {
        report_foreign_parts(reading, std::span(kForeignParts).last<1>());
        report_unused_key(reading, *manifest, "mcpServers", "mcp.json");
    }
    const auto parts = has_mcp ? ClaudeParts::commands_agents_and_hooks : ClaudeParts::without_identity_and_skills;
    if (const auto read = read_claude(reading, *manifest, without_entry, parts); !read) {
        reading.report(read.error(), Severity::error);
    }
}

void read_ours(PackageReading& reading, const PackageOptions& options) {
    const std::string ours(kOurDirectory);
    const auto platform = options.platform.empty() ? std::string(this_platform()) : options.platform;
    if (const auto commands = reading.default_directory(ours + "/commands")) reading.add_commands(*commands);
    if (const auto agents = reading.default_directory(ours + "/agents")) reading.add_agents(*agents);
    if (const auto hooks = reading.default_file(ours + "/hooks.json")) reading.add_hooks_file(*hooks);
    read_native_module(reading, platform);
}

/// A root plugin.json that is not Agent Plugins 1.0.0 counts only against a plugin that has nothing else.
Result<> read_without_agent_plugins(PackageReading& reading, const AgentPluginsManifest& agent,
                                    const PackageOptions& options) {
    const auto manifest = find_claude_manifest(reading, options);
    if (!manifest) return manifest.error();
    const auto schema = Place(agent.file.string()) / "$schema";
    switch (agent.marker) {
        case AgentPluginsMarker::unreadable:
            if (!manifest->file) return *agent.error;
            reading.report(*agent.error, Severity::warning);
            break;
        case AgentPluginsMarker::unknown_version:
            if (!manifest->file) return make_error(code::package_schema_unsupported, schema.value(), {agent.schema});
            reading.report(make_error(code::package_schema_unsupported, schema.value(), {agent.schema}),
                           Severity::warning);
            break;
        case AgentPluginsMarker::other_schema: reading.report(code::package_manifest_ignored, schema); break;
        case AgentPluginsMarker::absent:
        case AgentPluginsMarker::present: break;
    }
    const bool claude = manifest->file || options.entry || has_claude_folders(reading);
    const bool ours = reading.has_directory(kOurDirectory);
    if (!claude && !ours && !has_bare_skills(reading)) {
        return make_error(code::package_not_found, reading.package.root.string());
    }
    if (auto named = name_it(reading, *manifest, options); !named) return named;
    if (claude) return read_claude(reading, *manifest, options, ClaudeParts::all);
    read_bare(reading);
    return {};
}

/// A manifest that took another name would take over what belongs to a plugin of that name.
void keep_given_name(PackageReading& reading, const std::string& given) {
    auto& package = reading.package;
    if (given.empty() || package.name == given) return;
    reading.report(code::package_name_differs, (Place(package.manifest.string()) / "name").value(),
                   {package.name, given});
    package.name = given;
}

}  // namespace

Result<> settle_name(PackageReading& reading, const Result<>& named, const PackageOptions& options) {
    if (named || options.unfit_name == UnfitName::refuse) return named;
    reading.report(named.error(), Severity::error);
    reading.package.name = name_from_directory(reading.package.root.filename().string());
    if (!is_plugin_name(reading.package.name)) reading.package.name = kStandInName;
    return {};
}

bool is_foreign_part(const PluginPackage& package, std::string_view kind) {
    return package.format == PackageFormat::agent_plugins &&
           std::ranges::find(kForeignParts, kind, &ForeignPart::kind) != kForeignParts.end();
}

std::string_view package_format_word(PackageFormat format) {
    switch (format) {
        case PackageFormat::agent_plugins: return "agent-plugins";
        case PackageFormat::claude: return "claude";
        case PackageFormat::bare: return "bare";
    }
    return "bare";
}

Result<> set_package_name(PackageReading& reading, std::string_view name, const Place& place) {
    if (!is_plugin_name(name)) return make_error(code::package_name_invalid, (place / "name").value(), {name});
    reading.package.name = name;
    return {};
}

std::string_view version_problem(std::string_view version) {
    constexpr std::size_t kMaxVersionBytes = 128;
    if (version.size() > kMaxVersionBytes) return "is longer than 128 characters";
    if (version.find_first_of("/\\") != std::string_view::npos) return "holds a slash";
    return has_unsafe_characters(version) ? "holds control or invisible characters" : "";
}

Result<PluginPackage> read_package(const FileReader& files, const Path& directory, const PackageOptions& options) {
    auto root = files.real_path(directory);
    if (!root) return root.error();
    if (!files.is_directory(*root)) return make_error(code::package_not_found, directory.string());

    PackageReading reading(files, std::move(*root));
    const auto agent = find_agent_plugins_manifest(reading);
    if (agent.marker == AgentPluginsMarker::present) {
        const auto has_mcp = read_agent_plugins(reading, agent, options);
        if (!has_mcp) return has_mcp.error();
        add_claude_beside(reading, options, *has_mcp);
    } else if (auto read = read_without_agent_plugins(reading, agent, options); !read) {
        return read.error();
    }
    keep_given_name(reading, options.given_name);
    read_ours(reading, options);
    reading.report_nested_skills();
    return std::move(reading.package);
}

std::string_view this_platform() {
#if defined(_WIN32)
#define SKILLDECK_SYSTEM "windows"
#elif defined(__APPLE__)
#define SKILLDECK_SYSTEM "darwin"
#else
#define SKILLDECK_SYSTEM "linux"
#endif
#if defined(__aarch64__)
#define SKILLDECK_MACHINE "-aarch64"
#else
#define SKILLDECK_MACHINE "-x86_64"
#endif
#if defined(__linux__) && !defined(__GLIBC__)
#define SKILLDECK_LIBRARY "-musl"
#else
#define SKILLDECK_LIBRARY ""
#endif
    return SKILLDECK_SYSTEM SKILLDECK_MACHINE SKILLDECK_LIBRARY;
}

}  // namespace skilldeck
