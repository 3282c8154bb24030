// SPDX-License-Identifier: Apache-2.0
// Agent Plugins 1.0.0 (agent-plugins.org): a closed manifest, skills/ and mcp.json.
#include "base/codes.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "package/agent_plugins_server.hpp"
#include "package/codes.hpp"
#include "package/formats.hpp"
#include "package/skill_conformance.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

namespace json = boost::json;

constexpr std::string_view kManifestFile = "plugin.json";
constexpr std::string_view kMcpFile = "mcp.json";
constexpr std::string_view kSkillsDirectory = "skills";
constexpr std::string_view kSchemaFamily = "https://agent-plugins.org/schemas/";
constexpr std::string_view kManifestSchema = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";
constexpr std::string_view kMcpSchema = "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json";
constexpr std::string_view kSkillFile = "SKILL.md";
constexpr std::size_t kNameLength = 64;
constexpr std::size_t kHeaderBytes = 128 * 1024;  // more than front matter may have

constexpr std::array<std::string_view, 10> kFields{"$schema",  "name",       "version", "description", "author",
                                                   "homepage", "repository", "license", "keywords",    "extensions"};
constexpr std::array<std::string_view, 5> kTextFields{"version", "description", "homepage", "repository", "license"};
constexpr std::array<std::string_view, 3> kAuthorFields{"name", "email", "url"};

template <class List>
bool contains(const List& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

Error wrong_type(const Place& place, std::string_view key, const json::value& value, std::string_view wanted) {
    return make_error(code::json_wrong_type, place.value(), {key, json_kind(value), wanted});
}

Result<> judge_author(const Place& place, const json::value& author) {
    if (!author.is_object()) return wrong_type(place, "author", author, "an object");
    for (const auto& member : author.get_object()) {
        const std::string key = "author." + std::string(member.key());
        if (!contains(kAuthorFields, member.key()))
            return make_error(code::package_field_refused, place / member.key(), {key});
        if (!member.value().is_string()) return wrong_type(place / member.key(), key, member.value(), "a string");
    }
    return {};
}

Result<> judge_keywords(const Place& place, const json::value& keywords) {
    if (!keywords.is_array()) return wrong_type(place, "keywords", keywords, "a list of strings");
    const auto& words = keywords.get_array();
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!words[i].is_string()) return wrong_type(place / i, "keywords", words[i], "a list of strings");
    }
    return {};
}

/// Unknown fields and an `extensions` that is no object are reported; every other violation is fatal.
Result<> judge_manifest(PackageReading& reading, const Place& place, const json::object& fields) {
    for (const auto& member : fields) {
        const std::string_view key = member.key();
        const auto& value = member.value();
        if (!contains(kFields, key)) {
            reading.report(code::package_field_unknown, place / key, {key});
        } else if (contains(kTextFields, key) && !value.is_string()) {
            return wrong_type(place / key, key, value, "a string");
        }
    }
    if (const auto* author = fields.if_contains("author")) {
        if (auto judged = judge_author(place / "author", *author); !judged) return judged;
    }
    if (const auto* keywords = fields.if_contains("keywords")) {
        if (auto judged = judge_keywords(place / "keywords", *keywords); !judged) return judged;
    }
    const auto* extensions = fields.if_contains("extensions");
    if (extensions == nullptr) return {};
    if (!extensions->is_object()) {
        reading.report(code::package_field_dropped, (place / "extensions").value(),
                       {"extensions", json_kind(*extensions), "an object"});
        return {};
    }
    for (const auto& member : extensions->get_object()) {
        const std::string key = "extensions." + std::string(member.key());
        if (!member.value().is_object())
            return wrong_type(place / "extensions" / member.key(), key, member.value(), "an object");
    }
    return {};
}

Result<> take_name(PackageReading& reading, const Place& place, const json::object& fields) {
    const auto* name = fields.if_contains("name");
    if (name == nullptr) return make_error(code::package_name_missing, place);
    if (!name->is_string()) return wrong_type(place / "name", "name", *name, "a string");
    const auto word = json_text(*name);
    if (!is_agent_plugins_name(word)) return make_error(code::package_name_invalid, (place / "name").value(), {word});
    return set_package_name(reading, word, place);
}

void take_identity(PluginPackage& package, const json::object& fields) {
    package.version = descriptive_version(fields, package.manifest.string(), package.diagnostics);
    package.description = json_text(fields, "description");
    package.homepage = json_text(fields, "homepage");
    package.repository = json_text(fields, "repository");
    package.license = json_text(fields, "license");
    if (const auto* author = json_object(fields, "author")) package.author = json_text(*author, "name");
    if (const auto* keywords = json_array(fields, "keywords")) {
        for (const auto& word : *keywords) package.keywords.emplace_back(json_text(word));
    }
}

void read_skills(PackageReading& reading) {
    const Path path = reading.package.root / kSkillsDirectory;
    const auto directory = reading.inside(path);
    if (!directory) return;
    if (!reading.files.is_directory(*directory)) {
        return reading.report(code::package_wrong_kind, path, {kSkillsDirectory, "a directory"});
    }
    reading.add_skills_below(*directory);
}

std::vector<std::string> faults_of(const PackageReading& reading, const SkillDirectory& skill) {
    const auto text = reading.files.read_head(skill.file, kHeaderBytes);
    if (!text) return {};  // who reads the skill says so
    auto faults = skill_conformance_faults(*text, skill.name);
    if (skill.file.filename() != kSkillFile) {
        faults.insert(faults.begin(), "its file is " + skill.file.filename().string() + ", not SKILL.md");
    }
    return faults;
}

/// The standard has a host skip a skill that does not conform to Agent Skills; this one does so where it is told to.
void judge_skills(PackageReading& reading, PackageStrictness strictness) {
    auto& skills = reading.package.skills;
    const bool strict = strictness == PackageStrictness::strict;
    std::erase_if(skills, [&](const SkillDirectory& skill) {
        const auto faults = faults_of(reading, skill);
        if (faults.empty()) return false;
        reading.report(strict ? code::agent_plugins_skill_skipped : code::agent_plugins_nonconforming, skill.file,
                       {skill.name, join(faults, "; ")});
        return strict;
    });
}

/// What the catalogue says about components is the manifest's alone to say here.
void report_unused_entry(PackageReading& reading, const std::optional<PackageEntry>& entry) {
    if (!entry) return;
    const auto keys = component_keys_of(entry->fields);
    if (!keys.empty()) reading.report(code::package_entry_unused, entry->place() / first_of(keys), {entry->name, keys});
}

/// Servers are judged one by one: a bad one costs no other.
void keep_sound_servers(PackageReading& reading, const Place& place, json::object& servers) {
    for (auto server = servers.begin(); server != servers.end();) {
        const auto fault = agent_plugins_server_fault(reading.files, reading.package.root, server->value());
        if (!fault) {
            ++server;
            continue;
        }
        reading.report(code::mcp_server_invalid, place / server->key(), {server->key(), *fault});
        reading.refuse_server(PackageFormat::agent_plugins, place / server->key(), *server, *fault);
        server = servers.stable_erase(server);
    }
}

/// A document that is not as it must be takes MCP away from the plugin, and nothing else.
void read_mcp(PackageReading& reading, const Path& path) {
    const auto file = reading.inside(path);
    if (!file) return;
    if (!reading.files.is_file(*file)) return reading.report(code::package_wrong_kind, path, {kMcpFile, "a file"});
    auto document = reading.read_json_object(*file, kComponentFileBytes);
    if (!document) return reading.report(document.error(), Severity::error);

    reading.package.json_files.push_back(*file);
    const Place place(file->string());
    const auto* schema = document->if_contains("$schema");
    if (schema == nullptr) return reading.report(code::mcp_schema_unsupported, place, {"is missing", kMcpSchema});
    if (!schema->is_string() || json_text(*schema) != kMcpSchema) {
        const auto said =
            schema->is_string() ? "\"" + std::string(json_text(*schema)) + "\"" : std::string(json_kind(*schema));
        return reading.report(code::mcp_schema_unsupported, (place / "$schema").value(), {"is " + said, kMcpSchema});
    }
    for (const auto& member : *document) {
        if (member.key() == "$schema" || member.key() == "mcpServers") continue;
        return reading.report(code::mcp_field_refused, place / member.key(), {member.key()});
    }
    auto* servers = document->if_contains("mcpServers");
    if (servers == nullptr) return reading.report(code::mcp_servers_missing, *file);
    if (!servers->is_object()) {
        return reading.report(code::json_wrong_type, (place / "mcpServers").value(),
                              {"mcpServers", json_kind(*servers), "an object"});
    }
    keep_sound_servers(reading, place / "mcpServers", servers->get_object());
    reading.add_mcp(PackageFormat::agent_plugins, place / "mcpServers", std::move(servers->get_object()));
}

}  // namespace

bool is_agent_plugins_name(std::string_view name) {
    const auto alphanumeric = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    const auto allowed = [&](char c) { return alphanumeric(c) || c == '-' || c == '.'; };
    return !name.empty() && name.size() <= kNameLength && alphanumeric(name.front()) && alphanumeric(name.back()) &&
           std::all_of(name.begin(), name.end(), allowed) && name.find("--") == std::string_view::npos &&
           name.find("..") == std::string_view::npos;
}

AgentPluginsManifest find_agent_plugins_manifest(PackageReading& reading) {
    AgentPluginsManifest found;
    const Path path = reading.package.root / kManifestFile;
    const auto real = reading.files.real_path(path);
    if (!real) return found;
    found.file = *real;
    if (!lies_below(*real, reading.package.root)) {
        found.marker = AgentPluginsMarker::unreadable;
        found.error = make_error(code::package_link_outside, path.string(), {real->generic_string()});
        return found;
    }
    auto fields = reading.read_json_object(*real);
    if (!fields) {
        found.marker = AgentPluginsMarker::unreadable;
        found.error = fields.error();
        return found;
    }
    found.fields = std::move(*fields);
    found.schema = json_text(found.fields, "$schema");
    if (found.schema == kManifestSchema) {
        found.marker = AgentPluginsMarker::present;
    } else if (found.schema.starts_with(kSchemaFamily)) {
        found.marker = AgentPluginsMarker::unknown_version;
    } else {
        found.marker = AgentPluginsMarker::other_schema;
    }
    return found;
}

Result<bool> read_agent_plugins(PackageReading& reading, const AgentPluginsManifest& manifest,
                                const PackageOptions& options) {
    const Place place(manifest.file.string());
    if (auto named = settle_name(reading, take_name(reading, place, manifest.fields), options); !named)
        return named.error();
    if (auto judged = judge_manifest(reading, place, manifest.fields); !judged) return judged.error();

    auto& package = reading.package;
    package.json_files.push_back(manifest.file);
    package.format = PackageFormat::agent_plugins;
    package.manifest = manifest.file;
    take_identity(package, manifest.fields);
    report_unused_entry(reading, options.entry);
    read_skills(reading);
    judge_skills(reading, options.strictness);
    const Path mcp = package.root / kMcpFile;
    const bool has_mcp = reading.files.info(mcp, Links::keep).has_value();
    if (has_mcp) read_mcp(reading, mcp);
    return has_mcp;
}

}  // namespace skilldeck
