// SPDX-License-Identifier: Apache-2.0
#include "package/validation.hpp"

#include "base/codes.hpp"
#include "base/frontmatter.hpp"
#include "base/json.hpp"
#include "base/source_lines.hpp"
#include "os/digest.hpp"
#include "package/codes.hpp"
#include "package/component_validation.hpp"
#include "package/finding_places.hpp"
#include "package/formats.hpp"
#include "package/json_validation.hpp"
#include "package/manifest_validation.hpp"
#include "package/native_module.hpp"
#include "package/plugin_repair.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace skilldeck {

namespace {

namespace json = boost::json;

constexpr std::size_t kMarkdownBytes = 1024 * 1024;
constexpr std::array<std::string_view, 2> kManifests{"plugin.json", ".claude-plugin/plugin.json"};

class PluginJudge {
public:
    PluginJudge(const FileReader& files, const PluginPackage& package, const ComponentJudge& components)
        : files_(files), package_(package), components_(components) {}

    Diagnostics judge() {
        findings_ = package_.diagnostics;
        // Each fault of such a skill is a finding of its own, with its place.
        std::erase_if(findings_, [](const Diagnostic& finding) {
            return finding.code == code::agent_plugins_nonconforming ||
                   finding.code == code::agent_plugins_skill_skipped;
        });
        judge_manifest(files_, package_, findings_);
        judge_layout();
        for (const auto& skill : package_.skills) append(components_.skill(skill, package_));
        for (const auto& command : package_.commands) {
            if (command.text) continue;
            judge_front_matter(command.file, Wanted::nothing);
            append(components_.command(command));
        }
        for (const auto& agent : package_.agents) {
            judge_front_matter(agent.file, Wanted::description);
            append(components_.agent(agent));
        }
        for (const auto& part : components_.shadowed(package_))
            find(code::package_twice, part.file, {part.kind, part.name, part.winner.string()});
        for (const auto& document : package_.hooks) {
            append(components_.hooks(document, package_));
            judge_hook_commands(files_, package_, document, findings_);
        }
        judge_mcp_servers(files_, package_, findings_);
        for (const auto& file : package_.json_files) judge_json_text(files_, file, findings_);
        if (package_.native) {
            judge_libraries();
            append(components_.native_skills(*package_.native));
        }
        judge_scripts();
        return std::move(findings_);
    }

private:
    enum class Wanted { nothing, description };

    void find(Code code, Place place, std::initializer_list<std::string_view> arguments = {}) {
        findings_.push_back(make_diagnostic(code, std::move(place), arguments));
    }
    void find(Code code, const Path& file, std::initializer_list<std::string_view> arguments = {}) {
        find(code, Place(file.string()), arguments);
    }

    void find_at(Code code, const Path& file, TextPosition at, std::initializer_list<std::string_view> arguments = {}) {
        find(code, file, arguments);
        findings_.back().line = at.line;
        findings_.back().column = at.column;
    }

    void append(Diagnostics found) {
        for (auto& finding : found) findings_.push_back(std::move(finding));
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
        const SourceLines lines(*text);
        Diagnostics said_by_components;
        const auto header = parse_front_matter(*text, file.string(), said_by_components);
        if (header.reading == FrontMatterReading::none && said_by_components.empty())
            return find_at(code::front_matter_missing, file, {});
        if (header.reading == FrontMatterReading::none) return;
        if (header.reading == FrontMatterReading::unreadable || wanted == Wanted::nothing) return;
        const auto* description = header.find("description");
        if (description != nullptr && !description->null) return;
        const int line = description != nullptr ? description->line : 1;
        find_at(code::front_matter_without, file, {line, lines.first_column(line)}, {"description"});
    }

    /// Every declared library, not only the one of this machine: is it there, is it what the digest says, is it for
    /// that system.
    void judge_libraries() {
        const auto document = read_package_json(files_, package_.native->file);
        if (!document) return;
        const auto* modules = json_object(*document, "modules");
        if (modules == nullptr) return;
        const auto place = Place(package_.native->file.string()) / "modules";
        for (const auto& module : *modules) {
            if (!is_platform_word(module.key())) {
                find(code::module_platform_unknown, place / module.key(), {module.key()});
            } else {
                judge_library(module.key(), module.value().get_object(),
                              place / module.key());  // read_package judged the shape
            }
        }
    }

    void judge_library(std::string_view platform, const json::object& declared, const Place& place) {
        const auto text = [&](std::string_view key) { return std::string(json_text(declared, key)); };
        const Path library = package_.root / Path(text("path"));
        if (!files_.is_file(library)) {
            const bool reported = platform == package_.native->platform;
            if (!reported) {
                find(code::module_library_missing, (place / "path").value(), {library.generic_string()});
            }
            return;
        }
        if (const auto link = link_on_the_way(files_, package_.root, library))
            return find(code::module_library_link, package_.native->file,
                        {library.filename().string(), link->generic_string()});
        auto wanted = text("sha256");
        std::transform(wanted.begin(), wanted.end(), wanted.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        const auto digest = sha256_of_file(files_, library);
        if (digest && *digest != wanted) find(code::module_digest_differs, library, {*digest, wanted});
        const auto found = components_.library(library, platform, package_);
        const auto head = files_.read_head(library, 4);
        if (found.empty() && head && !has_magic(platform, *head))
            return find(code::module_wrong_system, library, {platform});
        append(found);
    }

    [[nodiscard]] static bool has_magic(std::string_view platform, std::string_view head) {
        if (platform.starts_with("linux"))
            return head ==
                   "\x7f"
                   "ELF";
        if (platform.starts_with("windows")) return head.starts_with("MZ");
        return head == "\xcf\xfa\xed\xfe" || head == "\xca\xfe\xba\xbe";
    }

    /// The system looks for an interpreter whose name ends in a carriage return.
    void judge_scripts() {
        for (const auto& script : scripts_with_carriage_return(files_, package_.root)) {
            find_at(code::script_carriage_return, script.file, {1, script.column});
        }
    }

    const FileReader& files_;
    const PluginPackage& package_;
    const ComponentJudge& components_;
    Diagnostics findings_;
};

}  // namespace

Diagnostics validate_plugin(const FileReader& files, const Path& directory, const PackageOptions& options,
                            const ComponentJudge& components) {
    if (const auto source = native_plugin_source(files, directory)) return {to_diagnostic(*source)};
    auto kindly = options;
    kindly.unfit_name = UnfitName::report;  // what else is wrong is not hidden behind it
    const auto package = read_package(files, directory, kindly);
    auto findings =
        package ? PluginJudge(files, *package, components).judge() : Diagnostics{to_diagnostic(package.error())};
    add_json_places(files, findings);
    drop_repeated(findings);
    return findings;
}

std::optional<Error> native_plugin_source(const FileReader& files, const Path& directory) {
    const auto is_plugin = [&](const Path& root) {
        return std::any_of(kManifests.begin(), kManifests.end(),
                           [&](std::string_view manifest) { return files.is_file(root / Path(manifest)); });
    };
    const auto package = directory / "package";
    if (!files.is_file(directory / "CMakeLists.txt") || !is_plugin(package) || is_plugin(directory)) {
        return std::nullopt;
    }
    const auto read = read_package(files, package, {});
    const auto name = read ? read->name : directory.filename().string();
    return make_error(code::package_is_source, directory.string(), {name});
}

bool validation_passed(const Diagnostics& findings, Strictness strictness) {
    const auto worst_allowed = strictness == Strictness::warnings_fail ? Severity::note : Severity::warning;
    return std::all_of(findings.begin(), findings.end(),
                       [&](const Diagnostic& finding) { return finding.severity <= worst_allowed; });
}

}  // namespace skilldeck
