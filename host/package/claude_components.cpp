// SPDX-License-Identifier: Apache-2.0
#include "package/claude_components.hpp"

#include "base/codes.hpp"
#include "base/json.hpp"
#include "package/codes.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace skilldeck {

namespace {

namespace json = boost::json;

/// Where a kind that is not run would be found: in the manifest and in the plugin.
struct UnsupportedKind {
    std::string_view kind, key, place;
};
constexpr std::array<UnsupportedKind, 8> kUnsupported{{{"lspServers", "lspServers", ".lsp.json"},
                                                       {"outputStyles", "outputStyles", "output-styles"},
                                                       {"workflows", "workflows", "workflows"},
                                                       {"themes", "themes", "themes"},
                                                       {"monitors", "monitors", "monitors/monitors.json"},
                                                       {"channels", "channels", ""},
                                                       {"settings", "settings", "settings.json"},
                                                       {"executables", "", "bin"}}};

bool is_texts(const json::value& value) {
    return value.is_array() && std::all_of(value.get_array().begin(), value.get_array().end(),
                                           [](const json::value& item) { return item.is_string(); });
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

const json::value* present(const json::object& fields, std::string_view key) {
    const auto* value = fields.if_contains(key);
    return value == nullptr || value->is_null() ? nullptr : value;
}

template <class Use>
void for_each_source(const json::object& fields, std::string_view key, const Use& use) {
    const auto* value = present(fields, key);
    if (value == nullptr) return;
    if (!value->is_array()) return use(*value);
    for (const auto& item : value->get_array()) use(item);
}

/// A server may be called like the wrapper.
bool is_server(const json::object& object) {
    const auto* command = object.if_contains("command");
    const auto* url = object.if_contains("url");
    return (command != nullptr && command->is_string()) || (url != nullptr && url->is_string());
}

/// An inline object is the bare map; one in the wrapper of the file form is meant the same.
json::object unwrapped(const json::object& object, std::string_view key) {
    const auto* inner = json_object(object, key);
    return inner != nullptr && !is_server(*inner) ? *inner : object;
}

}  // namespace

std::vector<std::string> component_texts(const json::value& value) {
    if (value.is_string()) return {std::string(json_text(value))};
    std::vector<std::string> texts;
    for (const auto& item : value.get_array()) texts.emplace_back(json_text(item));
    return texts;
}

Result<> judge_components(const json::object& fields, const Path& file) {
    for (const std::string_view key : {"skills", "commands", "agents", "hooks", "mcpServers"}) {
        const auto* value = fields.if_contains(key);
        if (value == nullptr || has_component_shape(key, *value)) continue;
        return make_error(code::json_wrong_type, file.string(), {key, json_kind(*value), component_shapes(key)});
    }
    return {};
}

/// Default folders first, then what the documents name.
void ClaudeComponents::read_defaults(const json::object& manifest, const Path& file) {
    if (parts_ == ClaudeParts::all) read_default_skills();
    read_default_markdown(kCommands, manifest, file);
    read_default_markdown(kAgents, manifest, file);
    if (const auto hooks = reading_.default_file(kClaudeHooksFile)) reading_.add_hooks_file(*hooks);
    if (parts_ == ClaudeParts::commands_agents_and_hooks) return;
    if (const auto mcp = reading_.default_file(kClaudeMcpFile)) reading_.add_mcp_file(*mcp);
}

void ClaudeComponents::read_skills(const json::object& fields, const Path& file) {
    const auto* value = present(fields, "skills");
    if (value == nullptr || parts_ != ClaudeParts::all) return;
    for (const auto& text : component_texts(*value)) {
        if (const auto path = reading_.locate({"skills", text, file})) reading_.add_skill_path(*path);
    }
}

void ClaudeComponents::read_commands(const json::object& fields, const Path& file) {
    const auto* value = present(fields, kCommands);
    if (value == nullptr) return;
    if (value->is_object()) {
        for (const auto& item : value->get_object()) read_mapped_command(item.key(), item.value(), file);
        return;
    }
    for (const auto& text : component_texts(*value)) {
        if (const auto path = reading_.locate({kCommands, text, file})) reading_.add_commands(*path);
    }
}

void ClaudeComponents::read_agents(const json::object& fields, const Path& file) {
    const auto* value = present(fields, kAgents);
    if (value == nullptr) return;
    for (const auto& text : component_texts(*value)) {
        if (const auto path = reading_.locate({kAgents, text, file})) reading_.add_agents(*path);
    }
}

void ClaudeComponents::read_hooks(const json::object& fields, const Path& file) {
    for_each_source(fields, "hooks", [&](const json::value& source) {
        if (source.is_object()) {
            if (source.get_object().contains("modules")) reading_.unsupported("mods");
            return reading_.add_hooks(file, unwrapped(source.get_object(), "hooks"));
        }
        if (const auto path = reading_.locate({"hooks", json_text(source), file})) reading_.add_hooks_file(*path);
    });
}

void ClaudeComponents::read_mcp(const json::object& fields, const Path& file) {
    if (parts_ == ClaudeParts::commands_agents_and_hooks) return;
    for_each_source(fields, "mcpServers", [&](const json::value& source) {
        if (source.is_object()) {
            return reading_.add_mcp(PackageFormat::claude, file, unwrapped(source.get_object(), "mcpServers"));
        }
        const auto text = json_text(source);
        if (text.ends_with(".mcpb") || text.ends_with(".dxt")) return reading_.unsupported("mcpBundles");
        if (const auto path = reading_.locate({"mcpServers", text, file})) reading_.add_mcp_file(*path);
    });
}

void ClaudeComponents::read_unsupported(const json::object& fields) {
    const auto* experimental = json_object(fields, "experimental");
    for (const auto& [kind, key, place] : kUnsupported) {
        const bool nested = experimental != nullptr && experimental->contains(key);
        if (!key.empty() && (fields.contains(key) || nested)) reading_.unsupported(kind);
        const bool there = !place.empty() && reading_.files.info(reading_.package.root / Path(place)).has_value();
        if (there) reading_.unsupported(kind);
    }
}

void ClaudeComponents::read_default_skills() {
    if (const auto skills = reading_.default_directory("skills")) {
        reading_.add_skills_below(*skills);
    } else if (!has_skills_key_) {
        reading_.add_root_skill();
    }
}

/// The manifest's own key replaces the folder.
void ClaudeComponents::read_default_markdown(std::string_view key, const json::object& manifest, const Path& file) {
    const auto folder = reading_.default_directory(key);
    if (!folder) return;
    const auto* value = present(manifest, key);
    if (value == nullptr) return key == kCommands ? reading_.add_commands(*folder) : reading_.add_agents(*folder);
    if (!names_inside(*value, *folder)) reading_.report(code::package_folder_replaced, file, {key, key});
}

bool ClaudeComponents::names_inside(const json::value& value, const Path& folder) const {
    if (value.is_object()) return false;
    const auto texts = component_texts(value);
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
        const auto real = reading_.files.real_path(reading_.package.root / Path(text));
        return real && lies_below(*real, folder);
    });
}

void ClaudeComponents::read_mapped_command(std::string_view name, const json::value& value, const Path& file) {
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
        command.text = json_text(*content);
    } else if (const auto path = reading_.locate({kCommands, json_text(*source), file})) {
        command.file = *path;
    } else {
        return;
    }
    reading_.add_command_text(std::move(command));
}

void ClaudeComponents::read_all(const json::object& fields, const Path& file) {
    read_skills(fields, file);
    read_commands(fields, file);
    read_agents(fields, file);
    read_hooks(fields, file);
    read_mcp(fields, file);
    read_unsupported(fields);
}

void ClaudeComponents::read_added(const json::object& fields, const Path& file) {
    read_skills(fields, file);
    read_commands(fields, file);
    read_agents(fields, file);
    read_unsupported(fields);
}

}  // namespace skilldeck
