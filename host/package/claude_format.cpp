// SPDX-License-Identifier: Apache-2.0
// The Claude layout: .claude-plugin/plugin.json over default folders, combined with the marketplace entry.
#include "base/codes.hpp"
#include "base/json.hpp"
#include "package/claude_components.hpp"
#include "package/codes.hpp"
#include "package/formats.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace skilldeck {

namespace {

namespace json = boost::json;

constexpr std::string_view kManifestFile = ".claude-plugin/plugin.json";
constexpr std::array<std::string_view, 4> kFolders{"commands", "agents", "output-styles", "workflows"};

/// What an entry may name that counts only while there is no manifest.
constexpr std::array<std::string_view, 4> kManifestOnly{"mcpServers", "lspServers", "userConfig", "channels"};
constexpr std::array<std::string_view, 6> kEntryComponents{"commands", "agents",       "skills",
                                                           "hooks",    "outputStyles", "themes"};

template <class Keys>
std::string keys_in(const json::object& fields, const Keys& keys) {
    std::string found;
    for (const std::string_view key : keys) {
        if (fields.contains(key)) found += (found.empty() ? "" : ", ") + std::string(key);
    }
    return found;
}

bool is_named(const PluginPackage& package, const PackageDependency& dependency) {
    return std::ranges::any_of(package.dependencies, [&](const PackageDependency& other) {
        return other.name == dependency.name && other.marketplace == dependency.marketplace &&
               other.range == dependency.range;
    });
}

void take_dependencies(PluginPackage& package, const json::object& fields, const Place& place) {
    const auto* value = fields.if_contains("dependencies");
    if (value == nullptr || value->is_null()) return;
    const auto drop = [&](const json::value& wrong, const Place& at) {
        package.diagnostics.push_back(make_diagnostic(
            code::package_field_dropped, at.value(), {"dependencies", json_kind(wrong), "a list of names or objects"}));
    };
    const auto list_place = place / "dependencies";
    if (!value->is_array()) return drop(*value, list_place);
    for (std::size_t i = 0; i < value->get_array().size(); ++i) {
        const auto& item = value->get_array()[i];
        const auto item_place = list_place / i;
        PackageDependency dependency;
        if (item.is_string()) {
            const auto text = std::string(item.get_string());
            const auto at = text.find('@');
            dependency.name = text.substr(0, at);
            if (at != std::string::npos) dependency.marketplace = text.substr(at + 1);
        } else if (item.is_object()) {
            auto& problems = package.diagnostics;
            dependency.name = descriptive_text(item.get_object(), "name", item_place, problems);
            dependency.marketplace = descriptive_text(item.get_object(), "marketplace", item_place, problems);
            dependency.range = descriptive_text(item.get_object(), "version", item_place, problems);
        }
        if (dependency.name.empty()) {
            drop(item, item_place);
        } else if (!is_named(package, dependency)) {
            package.dependencies.push_back(std::move(dependency));
        }
    }
}

/// Descriptive members of one document; what is set already stays.
void take_description(PluginPackage& package, const json::object& fields, const Place& place) {
    auto& problems = package.diagnostics;
    const auto fill = [&](std::string& into, std::string_view key) {
        auto text = descriptive_text(fields, key, place, problems);
        if (into.empty()) into = std::move(text);
    };
    fill(package.display_name, "displayName");
    fill(package.description, "description");
    fill(package.homepage, "homepage");
    fill(package.repository, "repository");
    fill(package.license, "license");
    auto keywords = descriptive_texts(fields, "keywords", place, problems);
    if (package.keywords.empty()) package.keywords = std::move(keywords);
    const auto* author = fields.if_contains("author");
    if (author == nullptr || author->is_null()) return;
    if (!author->is_object()) {
        problems.push_back(make_diagnostic(code::package_field_dropped, (place / "author").value(),
                                           {"author", json_kind(*author), "an object with \"name\""}));
        return;
    }
    auto name = descriptive_text(author->get_object(), "name", place / "author", problems);
    if (package.author.empty()) package.author = std::move(name);
}

/// Anything but a plain `false` is strict.
bool is_strict(PluginPackage& package, const PackageEntry& entry) {
    return descriptive_flag(entry.fields, "strict", entry.place(), package.diagnostics).value_or(true);
}

/// Hooks of the entry take the place of the manifest's for the same event.
void apply_entry_hooks(PackageReading& reading, const PackageEntry& entry) {
    const auto* hooks = entry.fields.if_contains("hooks");
    if (hooks == nullptr || hooks->is_null()) return;
    if (!hooks->is_object())
        return reading.report(code::package_entry_hooks, (entry.place() / "hooks").value(), {entry.name});
    for (auto& document : reading.package.hooks) {
        for (const auto& event : hooks->get_object()) document.events.erase(event.key());
    }
    std::erase_if(reading.package.hooks, [](const HooksDocument& document) { return document.events.empty(); });
    reading.add_hooks(entry.place() / "hooks", hooks->get_object());
}

/// An entry over the marketplace root that lists skills means those and no others.
bool lists_its_skills(const PackageReading& reading, const std::optional<PackageEntry>& entry) {
    if (!entry || !entry->root_is_marketplace) return false;
    const auto* skills = entry->fields.if_contains("skills");
    if (skills == nullptr || skills->is_null()) return false;
    const auto texts = component_texts(*skills);
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
        const auto real = reading.files.real_path(reading.package.root / Path(text));
        return real && *real != reading.package.root && reading.files.is_directory(*real);
    });
}

/// What holds between a manifest and the entry beside it.
Result<> judge_entry_beside(PackageReading& reading, const Path& manifest, const PackageEntry& entry) {
    const bool strict = is_strict(reading.package, entry);
    const auto keys = strict ? std::string{} : keys_in(entry.fields, kEntryComponents);
    if (!keys.empty()) {
        return make_error(code::package_conflict, entry.place() / "strict", {manifest.string(), entry.name, keys});
    }
    if (auto judged = judge_components(entry.fields, entry.place()); !judged) return judged;
    const auto unused = keys_in(entry.fields, kManifestOnly);
    if (!unused.empty()) {
        reading.report(code::package_entry_unused, entry.place() / first_of(unused), {entry.name, unused});
    }
    return {};
}

/// The entry describes, the manifest has the version; each fills what the other leaves out.
void take_identity(PluginPackage& package, const ClaudeManifest& manifest, const std::optional<PackageEntry>& entry) {
    package.format = PackageFormat::claude;
    if (entry) take_description(package, entry->fields, entry->place());
    if (manifest.file) {
        package.manifest = *manifest.file;
        take_description(package, manifest.fields, manifest.file->string());
        package.version = descriptive_version(manifest.fields, manifest.file->string(), package.diagnostics);
    }
    if (package.version.empty() && entry) {
        package.version = descriptive_version(entry->fields, entry->place(), package.diagnostics);
    }
}

void take_options(PluginPackage& package, const ClaudeManifest& manifest, const Place& place) {
    if (manifest.file) {
        package.default_enabled = descriptive_flag(manifest.fields, "defaultEnabled", place, package.diagnostics);
    }
    take_dependencies(package, manifest.fields, place);
    const auto* options = manifest.fields.if_contains("userConfig");
    if (options == nullptr || options->is_null()) return;
    if (options->is_object()) {
        package.user_config = options->get_object();
        package.options = read_user_options(package.user_config, place / "userConfig", package.diagnostics);
    } else {
        package.diagnostics.push_back(make_diagnostic(code::package_field_dropped, (place / "userConfig").value(),
                                                      {"userConfig", json_kind(*options), "an object"}));
    }
}

}  // namespace

bool has_claude_folders(const PackageReading& reading) {
    const auto there = [&](std::string_view folder) { return reading.has_directory(folder); };
    return std::any_of(kFolders.begin(), kFolders.end(), there) || reading.has_file(kClaudeHooksFile) ||
           reading.has_file(kClaudeMcpFile) || reading.has_file(".lsp.json");
}

std::string component_keys_of(const json::object& entry) {
    auto keys = keys_in(entry, kEntryComponents);
    const auto more = keys_in(entry, kManifestOnly);
    return keys + (keys.empty() || more.empty() ? "" : ", ") + more;
}

std::string_view first_of(std::string_view keys) {
    return keys.substr(0, keys.find(','));
}

Result<ClaudeManifest> find_claude_manifest(PackageReading& reading, const PackageOptions& options) {
    ClaudeManifest found;
    const Path path = reading.package.root / Path(kManifestFile);
    if (!reading.files.info(path, Links::keep)) {
        if (options.entry) found.fields = options.entry->fields;
        return found;
    }
    const auto real = reading.files.real_path(path);
    if (!real) return real.error();
    if (!lies_below(*real, reading.package.root)) {
        return make_error(code::package_link_outside, path.string(), {real->generic_string()});
    }
    auto fields = reading.read_json_object(*real);
    if (!fields) return fields.error();
    found.file = *real;
    found.fields = std::move(*fields);
    return found;
}

Result<> read_claude(PackageReading& reading, const ClaudeManifest& manifest, const PackageOptions& options,
                     ClaudeParts parts) {
    const auto& entry = options.entry;
    if (manifest.file) reading.package.json_files.push_back(*manifest.file);
    const bool whole = parts == ClaudeParts::all;
    const bool adds = manifest.file && entry && whole;  // the entry stands beside a manifest
    const auto place = manifest.file ? Place(manifest.file->string())
                       : entry       ? entry->place()
                                     : Place(reading.package.root.string());
    if (auto judged = judge_components(manifest.fields, place); !judged) return judged;
    if (adds) {
        if (auto judged = judge_entry_beside(reading, *manifest.file, *entry); !judged) return judged;
    }
    if (whole) take_identity(reading.package, manifest, entry);
    take_options(reading.package, manifest, place);
    if (adds) take_dependencies(reading.package, entry->fields, entry->place());

    const bool only_listed = whole && lists_its_skills(reading, entry);
    const auto& listing = adds ? entry->fields : manifest.fields;
    ClaudeComponents components(reading, parts, manifest.fields.contains("skills") || listing.contains("skills"));
    if (only_listed) components.read_skills(listing, entry->place());
    ClaudeComponents rest(reading, only_listed ? ClaudeParts::without_identity_and_skills : parts, true);
    auto& others = only_listed ? rest : components;
    others.read_defaults(manifest.fields, place);
    others.read_all(manifest.fields, place);
    if (adds) {
        others.read_added(entry->fields, entry->place());
        apply_entry_hooks(reading, *entry);
    }
    if (whole && !only_listed) reading.report_unread_root_skill();
    return {};
}

}  // namespace skilldeck
