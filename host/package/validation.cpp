// SPDX-License-Identifier: Apache-2.0
#include "package/validation.hpp"

#include "base/codes.hpp"
#include "base/frontmatter.hpp"
#include "base/json.hpp"
#include "os/digest.hpp"
#include "package/codes.hpp"
#include "package/formats.hpp"
#include "package/native_module.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

namespace skilldeck {

namespace {

namespace json = boost::json;

constexpr std::size_t kMarkdownBytes = 1024 * 1024;
constexpr std::size_t kShebangBytes = 256;

constexpr std::array<std::string_view, 33> kClaudeFields{
    "$schema",          "name",         "displayName",      "version",
    "description",      "author",       "homepage",         "repository",
    "license",          "keywords",     "metadata",         "icon",
    "documentationUrl", "supportUrl",   "privacyPolicyUrl", "termsOfServiceUrl",
    "defaultEnabled",   "dependencies", "settings",         "userConfig",
    "channels",         "types",        "skills",           "commands",
    "agents",           "hooks",        "mcpServers",       "lspServers",
    "outputStyles",     "workflows",    "experimental",     "themes",
    "monitors"};
constexpr std::array<std::string_view, 5> kOptionTypes{"string", "number", "boolean", "directory", "file"};

class PluginJudge {
public:
    PluginJudge(const FileReader& files, const PluginPackage& package) : files_(files), package_(package) {}

    Diagnostics judge() {
        findings_ = package_.diagnostics;
        judge_description();
        if (package_.format == PackageFormat::claude && !package_.manifest.empty()) judge_claude_manifest();
        judge_layout();
        for (const auto& skill : package_.skills) judge_front_matter(skill.file, Wanted::description);
        for (const auto& command : package_.commands) {
            if (!command.text) judge_front_matter(command.file, Wanted::nothing);
        }
        for (const auto& agent : package_.agents) judge_front_matter(agent.file, Wanted::description);
        judge_names();
        for (const auto& document : package_.hooks) judge_hooks(document);
        for (const auto& document : package_.mcp) judge_servers(document);
        if (package_.native) judge_libraries();
        walk(package_.root);
        return std::move(findings_);
    }

private:
    enum class Wanted { nothing, description };

    void find(Code code, const Path& file, std::initializer_list<std::string_view> arguments = {}) {
        findings_.push_back(make_diagnostic(code, file.string(), arguments));
    }

    [[nodiscard]] Path manifest() const { return package_.manifest.empty() ? package_.root : package_.manifest; }

    void judge_description() {
        const auto& name = package_.name;
        const auto kebab = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
        const bool is_kebab = std::all_of(name.begin(), name.end(), kebab);
        if (!is_kebab && package_.format != PackageFormat::agent_plugins)
            find(code::package_name_case, manifest(), {name});
        if (package_.manifest.empty()) return;
        if (package_.description.empty()) find(code::package_field_missing, manifest(), {"description"});
        if (package_.version.empty()) find(code::package_field_missing, manifest(), {"version"});
        if (package_.author.empty()) find(code::package_field_missing, manifest(), {"author"});
        const auto& homepage = package_.homepage;
        if (!homepage.empty() && homepage.find("://") == std::string::npos) {
            find(code::package_homepage, manifest(), {homepage});
        }
    }

    void judge_claude_manifest() {
        const auto fields = read_package_json(files_, package_.manifest);
        if (!fields) return;  // read_package said so
        for (const auto& member : *fields) {
            const std::string_view key = member.key();
            if (std::find(kClaudeFields.begin(), kClaudeFields.end(), key) == kClaudeFields.end()) {
                find(code::package_field_unknown, package_.manifest, {key});
            }
            if (key == "themes" || key == "monitors") find(code::package_field_moved, package_.manifest, {key});
        }
        for (const auto& option : package_.user_config) judge_option(option.key(), option.value());
    }

    void judge_option(std::string_view name, const json::value& value) {
        const auto* fields = value.if_object();
        const auto text = [&](std::string_view key) -> std::string {
            const auto* member = fields->if_contains(key);
            return member != nullptr && member->is_string() ? std::string(member->get_string().c_str()) : std::string{};
        };
        if (fields == nullptr) return find(code::user_option_invalid, package_.manifest, {name, "is no object"});
        const auto type = text("type");
        if (std::find(kOptionTypes.begin(), kOptionTypes.end(), type) == kOptionTypes.end()) {
            find(code::user_option_invalid, package_.manifest,
                 {name, "needs a \"type\" of string, number, boolean, directory or file"});
        }
        if (text("title").empty()) find(code::user_option_invalid, package_.manifest, {name, "needs a \"title\""});
        if (text("description").empty())
            find(code::user_option_invalid, package_.manifest, {name, "needs a \"description\""});
    }

    void judge_layout() {
        for (const std::string_view folder : {"skills", "commands", "agents", "hooks"}) {
            const Path misplaced = package_.root / ".claude-plugin" / Path(folder);
            if (files_.is_directory(misplaced)) find(code::package_misplaced, misplaced, {folder});
        }
        const Path memory = package_.root / "CLAUDE.md";
        if (files_.is_file(memory)) find(code::package_memory_file, memory);
    }

    void judge_front_matter(const Path& file, Wanted wanted) {
        const auto text = files_.read(file, kMarkdownBytes);
        if (!text) {
            findings_.push_back(to_diagnostic(text.error()));
            return;
        }
        const auto header = parse_front_matter(*text, file.string(), findings_);
        if (header.reading == FrontMatterReading::none) return find(code::front_matter_missing, file);
        if (header.reading == FrontMatterReading::unreadable || wanted == Wanted::nothing) return;
        const auto* description = header.find("description");
        if (description == nullptr || description->null) find(code::front_matter_without, file, {"description"});
    }

    void judge_names() {
        std::set<std::string> skills;
        for (const auto& skill : package_.skills) {
            if (!skills.insert(skill.name).second) find(code::package_twice, skill.file, {"skill", skill.name});
        }
        std::set<std::string> commands;
        for (const auto& command : package_.commands) {
            const bool again = !commands.insert(command.name).second;
            if (again || skills.contains(command.name))
                find(code::package_twice, command.file, {"command", command.name});
        }
    }

    void judge_hooks(const HooksDocument& document) {
        for (const auto& event : document.events) {
            const std::string place(event.key());
            const auto* groups = event.value().if_array();
            if (groups == nullptr) {
                find(code::json_wrong_type, document.file, {place, json_kind(event.value()), "a list"});
                continue;
            }
            for (std::size_t i = 0; i < groups->size(); ++i) {
                judge_hook_group(document.file, place + "[" + std::to_string(i) + "]", (*groups)[i]);
            }
        }
    }

    void judge_hook_group(const Path& file, const std::string& place, const json::value& group) {
        const auto* fields = group.if_object();
        if (fields == nullptr) return find(code::json_wrong_type, file, {place, json_kind(group), "an object"});
        const auto* handlers = fields->if_contains("hooks");
        if (handlers == nullptr || !handlers->is_array()) return find(code::hook_group_without_hooks, file, {place});
        for (std::size_t i = 0; i < handlers->get_array().size(); ++i) {
            const auto& handler = handlers->get_array()[i];
            const auto* type = handler.is_object() ? handler.get_object().if_contains("type") : nullptr;
            if (type != nullptr && type->is_string()) continue;
            find(code::hook_without_type, file, {place + ".hooks[" + std::to_string(i) + "]"});
        }
    }

    void judge_servers(const McpDocument& document) {
        for (const auto& server : document.servers) {
            const auto* fields = server.value().if_object();
            if (fields != nullptr && (fields->contains("command") || fields->contains("url"))) continue;
            find(code::mcp_server_without_endpoint, document.file, {server.key()});
        }
    }

    /// Every declared library, not only the one of this machine: is it there, is it what the digest says, is it for
    /// that system.
    void judge_libraries() {
        const auto document = read_package_json(files_, package_.native->file);
        if (!document) return;
        const auto* modules = document->if_contains("modules");
        if (modules == nullptr || !modules->is_object()) return;
        for (const auto& module : modules->get_object()) {
            if (!is_platform_word(module.key())) {
                find(code::module_platform_unknown, package_.native->file, {module.key()});
            } else {
                judge_library(module.key(), module.value().get_object());  // read_package judged the shape
            }
        }
    }

    void judge_library(std::string_view platform, const json::object& declared) {
        const auto text = [&](std::string_view key) { return std::string(declared.at(key).get_string().c_str()); };
        const Path library = package_.root / Path(text("path"));
        if (!files_.is_file(library)) {
            const bool reported = platform == package_.native->platform;
            if (!reported) find(code::module_library_missing, package_.native->file, {library.generic_string()});
            return;
        }
        auto wanted = text("sha256");
        std::transform(wanted.begin(), wanted.end(), wanted.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        const auto digest = sha256_of_file(files_, library);
        if (digest && *digest != wanted) find(code::module_digest_differs, library, {*digest, wanted});
        const auto head = files_.read_head(library, 4);
        if (head && !has_magic(platform, *head)) find(code::module_wrong_system, library, {platform});
    }

    [[nodiscard]] static bool has_magic(std::string_view platform, std::string_view head) {
        if (platform.starts_with("linux"))
            return head ==
                   "\x7f"
                   "ELF";
        if (platform.starts_with("windows")) return head.starts_with("MZ");
        return head == "\xcf\xfa\xed\xfe" || head == "\xca\xfe\xba\xbe";
    }

    /// Scripts that a Windows checkout has spoiled: the system looks for an interpreter whose name ends in a CR.
    void walk(const Path& directory) {
        const auto entries = files_.list(directory);
        if (!entries || ++directories_ > kPackageDirectories) return;
        for (const auto& entry : *entries) {
            const Path path = directory / entry.name;
            if (entry.kind == FileKind::directory && entry.name != ".git") walk(path);
            if (entry.kind != FileKind::regular) continue;
            const auto head = files_.read_head(path, kShebangBytes);
            if (!head || !head->starts_with("#!")) continue;
            const auto end = head->find('\n');
            if (end != std::string::npos && (*head)[end - 1] == '\r') find(code::script_carriage_return, path);
        }
    }

    const FileReader& files_;
    const PluginPackage& package_;
    Diagnostics findings_;
    std::size_t directories_ = 0;
};

}  // namespace

Diagnostics validate_plugin(const FileReader& files, const Path& directory, const PackageOptions& options) {
    const auto package = read_package(files, directory, options);
    if (!package) return {to_diagnostic(package.error())};
    return PluginJudge(files, *package).judge();
}

bool validation_passed(const Diagnostics& findings, Strictness strictness) {
    const auto worst_allowed = strictness == Strictness::warnings_fail ? Severity::note : Severity::warning;
    return std::all_of(findings.begin(), findings.end(),
                       [&](const Diagnostic& finding) { return finding.severity <= worst_allowed; });
}

}  // namespace skilldeck
