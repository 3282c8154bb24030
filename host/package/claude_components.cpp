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
void for_each_source(const json::object& fields, std::string_view key, const Place& place, const Use& use) {
    const auto* value = present(fields, key);
    if (value == nullptr) return;
    if (!value->is_array()) return use(*value, place / key);
    const auto& list = value->get_array();
    for (std::size_t i = 0; i < list.size(); ++i) use(list[i], place / key / i);
}

/// The same of a path or a list of paths.
template <class Use>
void for_each_path(const json::object& fields, std::string_view key, const Place& place, const Use& use) {
    for_each_source(fields, key, place, [&](const json::value& source, const Place& at) {
        use(WrittenPath{key, json_text(source), at});
    });
}

/// A server may be called like the wrapper.
bool is_server(const json::object& object) {
    const auto* command = object.if_contains("command");
    const auto* url = object.if_contains("url");
    return (command != nullptr && command->is_string()) || (url != nullptr && url->is_string());
}

struct PlacedObject {
    const json::object* object = nullptr;
    Place place;
};

/// An inline object is the bare map; one in the wrapper of the file form is meant the same.
PlacedObject unwrapped(const json::object& object, std::string_view key, const Place& place) {
    const auto* inner = json_object(object, key);
    if (inner == nullptr || is_server(*inner)) return {&object, place};
    return {inner, place / key};
}

}  // namespace

std::vector<std::string> component_texts(const json::value& value) {
    if (value.is_string()) return {std::string(json_text(value))};
    std::vector<std::string> texts;
    for (const auto& item : value.get_array()) texts.emplace_back(json_text(item));
    return texts;
}

Result<> judge_components(const json::object& fields, const Place& place) {
    for (const std::string_view key : {"skills", "commands", "agents", "hooks", "mcpServers"}) {
        const auto* value = fields.if_contains(key);
        if (value == nullptr || has_component_shape(key, *value)) continue;
        return make_error(code::json_wrong_type, (place / key).value(),
                          {key, json_kind(*value), component_shapes(key)});
    }
    return {};
}

/// Default folders first, then what the documents name.
void ClaudeComponents::read_defaults(const json::object& manifest, const Place& place) {
    if (parts_ == ClaudeParts::all) read_default_skills();
    read_default_markdown(kCommands, manifest, place);
    read_default_markdown(kAgents, manifest, place);
    if (const auto hooks = reading_.default_file(kClaudeHooksFile)) reading_.add_hooks_file(*hooks);
    if (parts_ == ClaudeParts::commands_agents_and_hooks) return;
    if (const auto mcp = reading_.default_file(kClaudeMcpFile)) reading_.add_mcp_file(*mcp);
}

void ClaudeComponents::read_skills(const json::object& fields, const Place& place) {
    if (parts_ != ClaudeParts::all) return;
    for_each_path(fields, "skills", place, [&](const WrittenPath& written) {
        if (const auto path = reading_.locate(written)) reading_.add_skill_path(*path);
    });
}

void ClaudeComponents::read_commands(const json::object& fields, const Place& place) {
    const auto* value = present(fields, kCommands);
    if (value == nullptr) return;
    if (value->is_object()) {
        for (const auto& item : value->get_object()) read_mapped_command(item.key(), item.value(), place / kCommands);
        return;
    }
    for_each_path(fields, kCommands, place, [&](const WrittenPath& written) {
        if (const auto path = reading_.locate(written)) reading_.add_commands(*path);
    });
}

void ClaudeComponents::read_agents(const json::object& fields, const Place& place) {
    for_each_path(fields, kAgents, place, [&](const WrittenPath& written) {
        if (const auto path = reading_.locate(written)) reading_.add_agents(*path);
    });
}

void ClaudeComponents::read_hooks(const json::object& fields, const Place& place) {
    for_each_source(fields, "hooks", place, [&](const json::value& source, const Place& at) {
        if (source.is_object()) {
            if (source.get_object().contains("modules")) reading_.unsupported("mods");
            const auto part = unwrapped(source.get_object(), "hooks", at);
            return reading_.add_hooks(part.place, *part.object);
        }
        if (const auto path = reading_.locate({"hooks", json_text(source), at})) reading_.add_hooks_file(*path);
    });
}

void ClaudeComponents::read_mcp(const json::object& fields, const Place& place) {
    if (parts_ == ClaudeParts::commands_agents_and_hooks) return;
    for_each_source(fields, "mcpServers", place, [&](const json::value& source, const Place& at) {
        if (source.is_object()) {
            const auto part = unwrapped(source.get_object(), "mcpServers", at);
            return reading_.add_mcp(PackageFormat::claude, part.place, *part.object);
        }
        const auto text = json_text(source);
        if (text.ends_with(".mcpb") || text.ends_with(".dxt")) return reading_.unsupported("mcpBundles");
        if (const auto path = reading_.locate({"mcpServers", text, at})) reading_.add_mcp_file(*path);
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
void ClaudeComponents::read_default_markdown(std::string_view key, const json::object& manifest, const Place& place) {
    const auto folder = reading_.default_directory(key);
    if (!folder) return;
    const auto* value = present(manifest, key);
    if (value == nullptr) return key == kCommands ? reading_.add_commands(*folder) : reading_.add_agents(*folder);
    if (!names_inside(*value, *folder)) reading_.report(code::package_folder_replaced, place / key, {key, key});
}

bool ClaudeComponents::names_inside(const json::value& value, const Path& folder) const {
    if (value.is_object()) return false;
    const auto texts = component_texts(value);
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
        const auto real = reading_.files.real_path(reading_.package.root / Path(text));
        return real && lies_below(*real, folder);
    });
}

void ClaudeComponents::read_mapped_command(std::string_view name, const json::value& value, const Place& place) {
    const auto* fields = value.if_object();
    const auto* source = fields != nullptr ? fields->if_contains("source") : nullptr;
    const auto* content = fields != nullptr ? fields->if_contains("content") : nullptr;
    const auto* given = source != nullptr ? source : content;
    if (given == nullptr || !given->is_string() || (source != nullptr && content != nullptr)) {
        return reading_.report(code::package_command_invalid, place / name, {name});
    }
    CommandFile command;
    command.name = name;
    command.file = Path(place.file);
    command.fields = *fields;
    command.fields.erase("source");
    command.fields.erase("content");
    if (content != nullptr) {
        command.text = json_text(*content);
    } else if (const auto path = reading_.locate({kCommands, json_text(*source), place / name / "source"})) {
        command.file = *path;
    } else {
        return;
    }
    reading_.add_command_text(std::move(command));
}

void ClaudeComponents::read_all(const json::object& fields, const Place& place) {
    read_skills(fields, place);
    read_commands(fields, place);
    read_agents(fields, place);
    read_hooks(fields, place);
    read_mcp(fields, place);
    read_unsupported(fields);
}

void ClaudeComponents::read_added(const json::object& fields, const Place& place) {
    read_skills(fields, place);
    read_commands(fields, place);
    read_agents(fields, place);
    read_unsupported(fields);
}

}  // namespace skilldeck
