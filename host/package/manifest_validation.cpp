// SPDX-License-Identifier: Apache-2.0
#include "package/manifest_validation.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "package/codes.hpp"
#include "package/package_reading.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

namespace {

namespace json = boost::json;

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

/// The form that every host and marketplace takes for the name of a plugin.
bool is_kebab_case(std::string_view name) {
    const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    return std::all_of(name.begin(), name.end(), fits);
}

class ManifestJudge {
public:
    ManifestJudge(const FileReader& files, const PluginPackage& package, Diagnostics& findings)
        : files_(files), package_(package), findings_(findings) {}

    void judge() {
        judge_description();
        if (package_.format == PackageFormat::claude && !package_.manifest.empty()) judge_claude_manifest();
    }

private:
    void find(Code code, Place place, std::initializer_list<std::string_view> arguments = {}) {
        findings_.push_back(make_diagnostic(code, std::move(place), arguments));
    }

    [[nodiscard]] Place manifest() const {
        return (package_.manifest.empty() ? package_.root : package_.manifest).string();
    }

    void judge_description() {
        const auto& name = package_.name;
        if (!is_kebab_case(name) && package_.format != PackageFormat::agent_plugins)
            find(code::package_name_case, (manifest() / "name").value(), {name});
        if (package_.manifest.empty()) return;
        judge_missing("description", package_.description);
        judge_missing("version", package_.version);
        judge_missing("author", package_.author);
        const auto& homepage = package_.homepage;
        if (!homepage.empty() && homepage.find("://") == std::string::npos) {
            find(code::package_homepage, manifest() / "homepage", {homepage});
        }
    }

    /// One that is there and cannot be used has been reported as that.
    void judge_missing(std::string_view key, const std::string& value) {
        if (!value.empty()) return;
        const auto& said = package_.diagnostics;
        const bool reported = std::ranges::any_of(said, [&](const Diagnostic& one) {
            return one.file == manifest().file && (one.pointer == (manifest() / key).pointer ||
                                                   one.pointer.starts_with((manifest() / key).pointer + "/"));
        });
        if (!reported) find(code::package_field_missing, manifest(), {key});
    }

    void judge_claude_manifest() {
        const auto fields = read_package_json(files_, package_.manifest);
        if (!fields) return;  // read_package said so
        for (const auto& member : *fields) {
            const std::string_view key = member.key();
            if (std::find(kClaudeFields.begin(), kClaudeFields.end(), key) == kClaudeFields.end()) {
                find(code::package_field_unknown, manifest() / key, {key});
                const auto near = nearest(key, std::vector<std::string>(kClaudeFields.begin(), kClaudeFields.end()), 1);
                if (!near.empty()) findings_.back().hint = "did you mean \"" + near.front() + "\"?";
            }
            if (key == "themes" || key == "monitors") find(code::package_field_moved, manifest() / key, {key});
        }
    }

    const FileReader& files_;
    const PluginPackage& package_;
    Diagnostics& findings_;
};

}  // namespace

void judge_manifest(const FileReader& files, const PluginPackage& package, Diagnostics& findings) {
    ManifestJudge(files, package, findings).judge();
}

}  // namespace skilldeck
