// SPDX-License-Identifier: Apache-2.0
// The Claude layout: .claude-plugin/plugin.json over default folders, combined with the marketplace entry.
#include "base/codes.hpp"
#include "base/json.hpp"
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
constexpr std::string_view kHooksFile = "hooks/hooks.json";
constexpr std::string_view kMcpFile = ".mcp.json";
constexpr std::array<std::string_view, 4> kFolders{"commands", "agents", "output-styles", "workflows"};

/// Where a kind that is not run would be found: in the manifest and in the plugin.
struct UnsupportedKind {
    std::string_view kind, key, place;
};
constexpr std::array<UnsupportedKind, 6> kUnsupported{{{"lspServers", "lspServers", ".lsp.json"},
                                                       {"outputStyles", "outputStyles", "output-styles"},
                                                       {"workflows", "workflows", "workflows"},
                                                       {"themes", "themes", "themes"},
                                                       {"monitors", "monitors", "monitors/monitors.json"},
                                                       {"channels", "channels", ""}}};

std::string text_of(const json::value& value) {
    return std::string(value.get_string().c_str(), value.get_string().size());
}

bool is_texts(const json::value& value) {
    return value.is_array() && std::all_of(value.get_array().begin(), value.get_array().end(),
                                           [](const json::value& item) { return item.is_string(); });
}

std::vector<std::string> texts_of(const json::value& value) {
    if (value.is_string()) return {text_of(value)};
    std::vector<std::string> texts;
    for (const auto& item : value.get_array()) texts.push_back(text_of(item));
    return texts;
}

/// Which shapes a component key may have.
bool has_component_shape(std::string_view key, const json::value& value) {
    if (value.is_null() || value.is_string() || is_texts(value)) return true;
    if (key == "commands") return value.is_object();
    if (key != "hooks" && key != "mcpServers") return false;
    const auto fits = [](const json::value& item) { return item.is_string() || item.is_object(); };
    return value.is_object() ||
           (value.is_array() && std::all_of(value.get_array().begin(), value.get_array().end(), fits));
}

std::string_view component_shapes(std::string_view key) {
    if (key == "commands") return "a path, a list of paths or a map of commands";
    if (key == "hooks" || key == "mcpServers") return "a path, an object or a list of them";
    return "a path or a list of paths";
}

Result<> judge_components(const json::object& fields, const Path& file) {
    for (const std::string_view key : {"skills", "commands", "agents", "hooks", "mcpServers"}) {
        const auto* value = fields.if_contains(key);
        if (value == nullptr || has_component_shape(key, *value)) continue;
        return make_error(code::json_wrong_type, file.string(), {key, json_kind(*value), component_shapes(key)});
    }
    return {};
}

/// The Claude components of one plugin, read from one or two documents: its manifest and the entry.
class ClaudeComponents {
public:
    ClaudeComponents(PackageReading& reading, ClaudeParts parts, bool has_skills_key)
        : reading_(reading), parts_(parts), has_skills_key_(has_skills_key) {}

    /// Default folders first, then what the documents name.
    void read_defaults(const json::object& manifest, const Path& file) {
        if (parts_ == ClaudeParts::all) read_default_skills();
        read_default_markdown(kCommands, manifest, file);
        read_default_markdown(kAgents, manifest, file);
        if (const auto hooks = reading_.default_file(kHooksFile)) reading_.add_hooks_file(*hooks);
        if (parts_ == ClaudeParts::commands_agents_and_hooks) return;
        if (const auto mcp = reading_.default_file(kMcpFile)) reading_.add_mcp_file(*mcp);
    }

    void read_skills(const json::object& fields, const Path& file) {
        const auto* value = present(fields, "skills");
        if (value == nullptr || parts_ != ClaudeParts::all) return;
        for (const auto& text : texts_of(*value)) {
            if (const auto path = reading_.locate({"skills", text, file})) reading_.add_skill_path(*path);
        }
    }

    void read_commands(const json::object& fields, const Path& file) {
        const auto* value = present(fields, kCommands);
        if (value == nullptr) return;
        if (value->is_object()) {
            for (const auto& item : value->get_object()) read_mapped_command(item.key(), item.value(), file);
            return;
        }
        for (const auto& text : texts_of(*value)) {
            if (const auto path = reading_.locate({kCommands, text, file})) reading_.add_commands(*path);
        }
    }

    void read_agents(const json::object& fields, const Path& file) {
        const auto* value = present(fields, kAgents);
        if (value == nullptr) return;
        for (const auto& text : texts_of(*value)) {
            if (const auto path = reading_.locate({kAgents, text, file})) reading_.add_agents(*path);
        }
    }

    void read_hooks(const json::object& fields, const Path& file) {
        for_each_source(fields, "hooks", [&](const json::value& source) {
            if (source.is_object()) return reading_.add_hooks(file, unwrapped(source.get_object(), "hooks"));
            if (const auto path = reading_.locate({"hooks", text_of(source), file})) reading_.add_hooks_file(*path);
        });
    }

    void read_mcp(const json::object& fields, const Path& file) {
        if (parts_ == ClaudeParts::commands_agents_and_hooks) return;
        for_each_source(fields, "mcpServers", [&](const json::value& source) {
            if (source.is_object()) {
                return reading_.add_mcp(PackageFormat::claude, file, unwrapped(source.get_object(), "mcpServers"));
            }
            const auto text = text_of(source);
            if (text.ends_with(".mcpb") || text.ends_with(".dxt")) return reading_.unsupported("mcpBundles");
            if (const auto path = reading_.locate({"mcpServers", text, file})) reading_.add_mcp_file(*path);
        });
    }

    void read_unsupported(const json::object& fields) {
        const auto* experimental = fields.if_contains("experimental");
        for (const auto& [kind, key, place] : kUnsupported) {
            const bool nested =
                experimental != nullptr && experimental->is_object() && experimental->get_object().contains(key);
            if (fields.contains(key) || nested) reading_.unsupported(kind);
            const bool there = !place.empty() && reading_.files.info(reading_.package.root / Path(place)).has_value();
            if (there) reading_.unsupported(kind);
        }
    }

private:
    static const json::value* present(const json::object& fields, std::string_view key) {
        const auto* value = fields.if_contains(key);
        return value == nullptr || value->is_null() ? nullptr : value;
    }

    template <class Use>
    static void for_each_source(const json::object& fields, std::string_view key, const Use& use) {
        const auto* value = present(fields, key);
        if (value == nullptr) return;
        if (!value->is_array()) return use(*value);
        for (const auto& item : value->get_array()) use(item);
    }

    /// An inline object is the bare map; one in the wrapper of the file form is meant the same.
    static json::object unwrapped(const json::object& object, std::string_view key) {
        const auto* inner = object.size() == 1 ? object.if_contains(key) : nullptr;
        return inner != nullptr && inner->is_object() ? inner->get_object() : object;
    }

    void read_default_skills() {
        if (const auto skills = reading_.default_directory("skills")) {
            reading_.add_skills_below(*skills);
        } else if (!has_skills_key_) {
            reading_.add_root_skill();
        }
    }

    /// The manifest's own key replaces the folder.
    void read_default_markdown(std::string_view key, const json::object& manifest, const Path& file) {
        const auto folder = reading_.default_directory(key);
        if (!folder) return;
        const auto* value = present(manifest, key);
        if (value == nullptr) return key == kCommands ? reading_.add_commands(*folder) : reading_.add_agents(*folder);
        if (!names_inside(*value, *folder)) reading_.report(code::package_folder_replaced, file, {key, key});
    }

    [[nodiscard]] bool names_inside(const json::value& value, const Path& folder) const {
        if (value.is_object()) return false;
        const auto texts = texts_of(value);
        return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
            const auto real = reading_.files.real_path(reading_.package.root / Path(text));
            return real && lies_below(*real, folder);
        });
    }

    void read_mapped_command(std::string_view name, const json::value& value, const Path& file) {
        const auto* fields = value.if_object();
        const auto* source = fields != nullptr ? fields->if_contains("source") : nullptr;
        const auto* content = fields != nullptr ? fields->if_contains("content") : nullptr;
        const auto* given = source != nullptr ? source : content;
        if (given == nullptr || !given->is_string() || (source != nullptr && content != nullptr)) {
            return reading_.report(code::package_command_invalid, file, {name});
        }
        CommandFile command;
        command.name = name;
        command.file = file;
        command.fields = *fields;
        command.fields.erase("source");
        command.fields.erase("content");
        if (content != nullptr) {
            command.text = text_of(*content);
        } else if (const auto path = reading_.locate({kCommands, text_of(*source), file})) {
            command.file = *path;
        } else {
            return;
        }
        reading_.add_command_text(std::move(command));
    }

    PackageReading& reading_;
    ClaudeParts parts_;
    bool has_skills_key_;
};

void take_dependencies(PluginPackage& package, const json::object& fields, const Path& file) {
    const auto* value = fields.if_contains("dependencies");
    if (value == nullptr || value->is_null()) return;
    const auto drop = [&](const json::value& wrong) {
        package.diagnostics.push_back(
            make_diagnostic(code::package_field_dropped, file.string(),
                            {"dependencies", json_kind(wrong), "a list of names or objects"}));
    };
    if (!value->is_array()) return drop(*value);
    for (const auto& item : value->get_array()) {
        PackageDependency dependency;
        if (item.is_string()) {
            const auto text = text_of(item);
            const auto at = text.find('@');
            dependency.name = text.substr(0, at);
            if (at != std::string::npos) dependency.marketplace = text.substr(at + 1);
        } else if (item.is_object()) {
            auto& problems = package.diagnostics;
            dependency.name = descriptive_text(item.get_object(), "name", file, problems);
            dependency.marketplace = descriptive_text(item.get_object(), "marketplace", file, problems);
            dependency.range = descriptive_text(item.get_object(), "version", file, problems);
        }
        if (dependency.name.empty()) {
            drop(item);
        } else {
            package.dependencies.push_back(std::move(dependency));
        }
    }
}

/// Descriptive members of one document; what is set already stays.
void take_description(PluginPackage& package, const json::object& fields, const Path& file) {
    auto& problems = package.diagnostics;
    const auto fill = [&](std::string& into, std::string_view key) {
        auto text = descriptive_text(fields, key, file, problems);
        if (into.empty()) into = std::move(text);
    };
    fill(package.display_name, "displayName");
    fill(package.description, "description");
    fill(package.homepage, "homepage");
    fill(package.repository, "repository");
    fill(package.license, "license");
    auto keywords = descriptive_texts(fields, "keywords", file, problems);
    if (package.keywords.empty()) package.keywords = std::move(keywords);
    const auto* author = fields.if_contains("author");
    if (author == nullptr || author->is_null()) return;
    if (!author->is_object()) {
        problems.push_back(make_diagnostic(code::package_field_dropped, file.string(),
                                           {"author", json_kind(*author), "an object with \"name\""}));
        return;
    }
    auto name = descriptive_text(author->get_object(), "name", file, problems);
    if (package.author.empty()) package.author = std::move(name);
}

bool is_strict(const json::object& entry) {
    const auto* strict = entry.if_contains("strict");
    return strict == nullptr || !strict->is_bool() || strict->get_bool();
}

/// The component keys of an entry that must not stand beside a manifest when it says `strict: false`.
std::string conflicting_keys(const json::object& entry) {
    std::string keys;
    for (const std::string_view key : {"commands", "agents", "skills", "hooks", "outputStyles", "themes"}) {
        if (entry.contains(key)) keys += (keys.empty() ? "" : ", ") + std::string(key);
    }
    return keys;
}

/// Hooks of the entry take the place of the manifest's for the same event.
void apply_entry_hooks(PackageReading& reading, const PackageEntry& entry) {
    const auto* hooks = entry.fields.if_contains("hooks");
    if (hooks == nullptr || hooks->is_null()) return;
    if (!hooks->is_object()) return reading.report(code::package_entry_hooks, entry.file, {entry.name});
    for (auto& document : reading.package.hooks) {
        for (const auto& event : hooks->get_object()) document.events.erase(event.key());
    }
    std::erase_if(reading.package.hooks, [](const HooksDocument& document) { return document.events.empty(); });
    reading.add_hooks(entry.file, hooks->get_object());
}

/// An entry over the marketplace root that lists skills means those and no others.
bool lists_its_skills(const PackageReading& reading, const std::optional<PackageEntry>& entry) {
    if (!entry || !entry->root_is_marketplace) return false;
    const auto* skills = entry->fields.if_contains("skills");
    if (skills == nullptr || skills->is_null()) return false;
    const auto texts = texts_of(*skills);
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
        const auto real = reading.files.real_path(reading.package.root / Path(text));
        return real && *real != reading.package.root && reading.files.is_directory(*real);
    });
}

}  // namespace

bool has_claude_folders(PackageReading& reading) {
    const auto there = [&](std::string_view folder) { return reading.default_directory(folder).has_value(); };
    return std::any_of(kFolders.begin(), kFolders.end(), there) || reading.default_file(kHooksFile) ||
           reading.default_file(kMcpFile) || reading.default_file(".lsp.json");
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
    auto fields = read_package_json(reading.files, *real);
    if (!fields) return fields.error();
    found.file = *real;
    found.fields = std::move(*fields);
    return found;
}

Result<> read_claude(PackageReading& reading, const ClaudeManifest& manifest, const PackageOptions& options,
                     ClaudeParts parts) {
    auto& package = reading.package;
    const auto& entry = options.entry;
    const bool adds = manifest.file && entry && parts == ClaudeParts::all;  // the entry stands beside a manifest
    const Path file = manifest.file ? *manifest.file : entry ? entry->file : package.root;
    if (auto judged = judge_components(manifest.fields, file); !judged) return judged;
    if (adds) {
        const auto keys = is_strict(entry->fields) ? std::string{} : conflicting_keys(entry->fields);
        if (!keys.empty()) {
            return make_error(code::package_conflict, entry->file.string(),
                              {manifest.file->string(), entry->name, keys});
        }
        if (auto judged = judge_components(entry->fields, entry->file); !judged) return judged;
    }
    if (parts == ClaudeParts::all) {
        package.format = PackageFormat::claude;
        if (manifest.file) package.manifest = *manifest.file;
        if (entry) take_description(package, entry->fields, entry->file);
        if (manifest.file) take_description(package, manifest.fields, file);
        package.version = descriptive_text(manifest.fields, "version", file, package.diagnostics);
        if (package.version.empty() && adds) {
            package.version = descriptive_text(entry->fields, "version", entry->file, package.diagnostics);
        }
    }
    if (manifest.file) {
        package.default_enabled = descriptive_flag(manifest.fields, "defaultEnabled", file, package.diagnostics);
    }
    take_dependencies(package, manifest.fields, file);
    if (const auto* options_asked = manifest.fields.if_contains("userConfig"); options_asked != nullptr) {
        if (options_asked->is_object()) {
            package.user_config = options_asked->get_object();
        } else {
            reading.report(code::package_field_dropped, file, {"userConfig", json_kind(*options_asked), "an object"});
        }
    }

    const bool only_listed = lists_its_skills(reading, entry) && parts == ClaudeParts::all;
    const auto& listing = adds ? entry->fields : manifest.fields;
    ClaudeComponents components(reading, parts, manifest.fields.contains("skills") || listing.contains("skills"));
    if (only_listed) components.read_skills(listing, entry->file);
    ClaudeComponents rest(reading, only_listed ? ClaudeParts::without_identity_and_skills : parts, true);
    auto& others = only_listed ? rest : components;
    others.read_defaults(manifest.fields, file);
    others.read_skills(manifest.fields, file);
    others.read_commands(manifest.fields, file);
    others.read_agents(manifest.fields, file);
    others.read_hooks(manifest.fields, file);
    others.read_mcp(manifest.fields, file);
    others.read_unsupported(manifest.fields);
    if (!adds) return {};
    others.read_skills(entry->fields, entry->file);
    others.read_commands(entry->fields, entry->file);
    others.read_agents(entry->fields, entry->file);
    apply_entry_hooks(reading, *entry);
    others.read_unsupported(entry->fields);
    return {};
}

}  // namespace skilldeck
