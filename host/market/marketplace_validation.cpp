// SPDX-License-Identifier: Apache-2.0
#include "market/marketplace_validation.hpp"

#include "base/append.hpp"
#include "base/json.hpp"
#include "market/codes.hpp"
#include "market/tree_rules.hpp"
#include "package/codes.hpp"
#include "package/finding_places.hpp"
#include "package/json_validation.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kMarketplaceBytes = 5 * 1024 * 1024;
constexpr std::string_view kMarketplaceFile = ".claude-plugin/marketplace.json";

constexpr std::array<std::string_view, 10> kFields{"$schema",
                                                   "name",
                                                   "owner",
                                                   "plugins",
                                                   "description",
                                                   "version",
                                                   "metadata",
                                                   "forceRemoveDeletedPlugins",
                                                   "allowCrossMarketplaceDependenciesOn",
                                                   "renames"};
constexpr std::array<std::string_view, 31> kEntryFields{
    "name",         "source",    "description", "version",        "category",     "tags",       "strict",
    "relevance",    "metadata",  "headers",     "headersHelper",  "displayName",  "author",     "homepage",
    "repository",   "license",   "keywords",    "defaultEnabled", "dependencies", "settings",   "userConfig",
    "channels",     "skills",    "commands",    "agents",         "hooks",        "mcpServers", "lspServers",
    "outputStyles", "workflows", "experimental"};

template <class List>
bool contains(const List& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// What reading and installing a plugin say about it. A link is said to leave the plugin once.
Diagnostics judge_plugin(const FileReader& files, const Path& directory, const PackageOptions& options,
                         const ComponentJudge& components) {
    auto findings = validate_plugin(files, directory, options, components);
    const bool is_source = std::any_of(findings.begin(), findings.end(), [](const Diagnostic& finding) {
        return finding.code == code::package_is_source;
    });
    if (is_source) return findings;
    const auto read = findings.size();
    for (auto& finding : judge_plugin_tree(files, directory)) {
        const auto end = findings.begin() + static_cast<std::ptrdiff_t>(read);
        const bool known = std::any_of(findings.begin(), end, [&](const Diagnostic& one) {
            return one.file == finding.file && one.code == code::package_link_outside &&
                   finding.code == code::tree_link_outside;
        });
        if (!known) findings.push_back(std::move(finding));
    }
    return findings;
}

class MarketplaceJudge {
public:
    MarketplaceJudge(const FileReader& files, const Marketplace& marketplace, const PackageOptions& options,
                     const ComponentJudge& components)
        : files_(files), marketplace_(marketplace), options_(options), components_(components) {}

    Diagnostics judge() {
        judge_json_text(files_, marketplace_.file, findings_);
        judge_fields();
        append(findings_, marketplace_.diagnostics);
        if (marketplace_.entries.empty()) find(code::marketplace_empty, whole() / "plugins", {});
        for (const auto& [old_name, new_name] : marketplace_.renames) {
            if (!ends_somewhere(old_name)) find(code::renames_unresolved, whole() / "renames" / old_name, {old_name});
        }
        for (const auto& entry : marketplace_.entries) judge_entry(entry);
        add_json_places(files_, findings_);
        drop_repeated(findings_);  // entries over one directory see the same files
        return std::move(findings_);
    }

private:
    void find(Code code, Place place, std::initializer_list<std::string_view> arguments) {
        findings_.push_back(make_diagnostic(code, std::move(place), arguments));
    }
    [[nodiscard]] Place whole() const { return marketplace_.file.string(); }

    void judge_fields() {
        const auto text = files_.read(marketplace_.file, kMarketplaceBytes);
        const auto document =
            text ? parse_json_object(*text, marketplace_.file.string()) : Result<boost::json::object>(text.error());
        if (!document) return;
        for (const auto& member : *document) {
            if (!contains(kFields, member.key()))
                find(code::package_field_unknown, whole() / member.key(), {member.key()});
        }
        if (marketplace_.owner.empty()) find(code::marketplace_field_missing, whole(), {"owner"});
        if (marketplace_.description.empty()) find(code::marketplace_field_missing, whole(), {"description"});
    }

    /// A chain may end at a plugin, or at null where the plugin was taken away.
    [[nodiscard]] bool ends_somewhere(const std::string& old_name) const {
        auto name = old_name;
        for (std::size_t steps = 0; steps <= marketplace_.renames.size(); ++steps) {
            const auto step = marketplace_.renames.find(name);
            if (step == marketplace_.renames.end()) return marketplace_.find(name) != nullptr;
            if (!step->second) return true;
            name = *step->second;
        }
        return false;
    }

    void judge_entry(const MarketplaceEntry& entry) {
        append(findings_, entry.diagnostics);
        for (const auto& member : entry.package.fields) {
            if (contains(kEntryFields, member.key())) continue;
            find(code::entry_field_unknown, entry.package.place() / member.key(), {entry.name, member.key()});
        }
        if (!entry.valid || entry.source.kind != SourceKind::relative) return;
        const auto directory = resolve_plugin_source(files_, entry.source, marketplace_.root, entry.name);
        if (!directory) {
            auto finding = to_diagnostic(directory.error());
            finding.message = "entry \"" + entry.name + "\": " + finding.message;
            const auto source = entry.package.place() / "source";
            finding.file = source.file;
            finding.pointer = source.pointer;
            finding.part = Place::Part::value;
            findings_.push_back(std::move(finding));
            return;
        }
        auto options = options_;
        options.entry = entry.package;
        options.given_name = entry.name;
        append(findings_, judge_plugin(files_, *directory, options, components_));
        judge_version(entry, *directory);
    }

    void judge_version(const MarketplaceEntry& entry, const Path& directory) {
        if (entry.version.empty()) return;
        const auto package = read_package(files_, directory, options_);
        if (!package || package->version.empty() || package->version == entry.version) return;
        find(code::entry_version_differs, (entry.package.place() / "version").value(),
             {entry.name, entry.version, package->version});
    }

    const FileReader& files_;
    const Marketplace& marketplace_;
    const PackageOptions& options_;
    const ComponentJudge& components_;
    Diagnostics findings_;
};

Diagnostics validate_at(const FileReader& files, const MarketplaceLocation& location, const PackageOptions& options,
                        const ComponentJudge& components) {
    const auto marketplace = read_marketplace(files, location);
    if (marketplace) return MarketplaceJudge(files, *marketplace, options, components).judge();
    Diagnostics findings{to_diagnostic(marketplace.error())};
    add_json_places(files, findings);
    return findings;
}

bool has_plugin(const FileReader& files, const Path& root) {
    return files.is_file(root / ".claude-plugin/plugin.json") || files.is_file(root / "plugin.json");
}

}  // namespace

Diagnostics validate_marketplace(const FileReader& files, const Path& root, const PackageOptions& options,
                                 const ComponentJudge& components) {
    const auto real = files.real_path(root);
    if (!real) return {to_diagnostic(real.error())};
    return validate_at(files, {*real, *real / Path(kMarketplaceFile)}, options, components);
}

Result<Diagnostics> validate_path(const FileReader& files, const Path& path, const PackageOptions& options,
                                  const ComponentJudge& components) {
    const auto real = files.real_path(path);
    if (!real) return real.error();
    if (files.is_file(*real) && real->filename() == "plugin.json") {
        const bool in_claude_folder = real->parent_path().filename() == ".claude-plugin";
        const auto root = in_claude_folder ? real->parent_path().parent_path() : real->parent_path();
        return judge_plugin(files, root, options, components);
    }
    if (files.is_file(*real))
        return validate_at(files, {real->parent_path().parent_path(), *real}, options, components);
    if (!files.is_file(*real / Path(kMarketplaceFile))) return judge_plugin(files, *real, options, components);

    auto findings = validate_marketplace(files, *real, options, components);
    if (!has_plugin(files, *real)) return findings;
    append(findings, judge_plugin(files, *real, options, components));
    drop_repeated(findings);
    return findings;
}

std::optional<Path> marketplace_file_at(const FileReader& files, const Path& path) {
    const auto real = files.real_path(path);
    if (!real) return std::nullopt;
    auto file = files.is_directory(*real) ? *real / Path(kMarketplaceFile) : *real;
    const bool is_one = files.is_file(file) && file.filename() != "plugin.json";
    return is_one ? std::optional(std::move(file)) : std::nullopt;
}

std::vector<Path> plugins_at(const FileReader& files, const Path& path) {
    const auto real = files.real_path(path);
    if (!real) return {};
    auto root = files.is_directory(*real) ? *real : real->parent_path();
    if (root.filename() == ".claude-plugin") root = root.parent_path();
    std::vector<Path> plugins;
    const auto marketplace = read_marketplace(files, {root, root / Path(kMarketplaceFile)});
    if (!marketplace || has_plugin(files, root)) plugins.push_back(root);
    for (const auto& entry : marketplace ? marketplace->entries : std::vector<MarketplaceEntry>{}) {
        if (!entry.valid || entry.source.kind != SourceKind::relative) continue;
        const auto directory = resolve_plugin_source(files, entry.source, root, entry.name);
        const bool known = directory && std::find(plugins.begin(), plugins.end(), *directory) != plugins.end();
        if (directory && !known) plugins.push_back(*directory);
    }
    return plugins;
}

}  // namespace skilldeck
