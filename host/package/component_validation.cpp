// SPDX-License-Identifier: Apache-2.0
#include "package/component_validation.hpp"

#include "base/codes.hpp"
#include "base/json.hpp"
#include "base/option_reference.hpp"
#include "base/text.hpp"
#include "package/codes.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

namespace {

namespace json = boost::json;

constexpr std::array<std::string_view, 2> kRootVariables{"${CLAUDE_PLUGIN_ROOT}", "${PLUGIN_ROOT}"};
constexpr std::string_view kPathEnds = " \t\n\"'`;|&<>()";
constexpr std::size_t kInterpreterMark = 2;

/// Calls `use(text)` for every string in a value.
void for_each_text(const json::value& value, const std::function<void(std::string_view)>& use) {
    if (value.is_string()) use(json_text(value));
    if (const auto* list = value.if_array()) {
        for (const auto& item : *list) for_each_text(item, use);
    } else if (const auto* object = value.if_object()) {
        for (const auto& member : *object) for_each_text(member.value(), use);
    }
}

/// The paths behind the variable of the plugin's folder; one that goes on with something computed is left out.
std::vector<std::string> plugin_paths(std::string_view text) {
    std::vector<std::string> paths;
    for (const auto variable : kRootVariables) {
        for (auto at = text.find(variable); at != std::string_view::npos; at = text.find(variable, at + 1)) {
            auto rest = text.substr(at + variable.size());
            if (rest.starts_with('"') || rest.starts_with('\'')) rest.remove_prefix(1);  // "${CLAUDE_PLUGIN_ROOT}"/x
            if (!rest.starts_with('/')) continue;
            const auto path = rest.substr(1, rest.find_first_of(kPathEnds, 1) - 1);
            if (!path.empty() && path.find_first_of("$*?{[\\") == std::string_view::npos) paths.emplace_back(path);
        }
    }
    return paths;
}

/// The file of the plugin that a command line starts itself, without an interpreter.
std::optional<std::string> started_script(std::string_view command) {
    command = trim(command);
    if (command.starts_with('"') || command.starts_with('\'')) command.remove_prefix(1);
    const auto starts = [&](std::string_view variable) { return command.starts_with(variable); };
    if (std::none_of(kRootVariables.begin(), kRootVariables.end(), starts)) return std::nullopt;
    const auto paths = plugin_paths(command);
    return paths.empty() ? std::nullopt : std::optional(paths.front());
}

/// One hook handler or one server of a plugin: what it is called in messages, and the command it starts.
struct Component {
    std::string name;
    const json::object* fields = nullptr;
    Place written;

    [[nodiscard]] std::optional<std::string_view> command() const {
        const auto* value = fields->if_contains("command");
        return value != nullptr && value->is_string() ? std::optional(json_text(*value)) : std::nullopt;
    }
    [[nodiscard]] bool exec_form() const { return json_array(*fields, "args") != nullptr; }
};

std::vector<Component> handlers_of(const HooksDocument& document) {
    std::vector<Component> handlers;
    for (const auto& event : document.events) {
        const auto* groups = event.value().if_array();
        for (std::size_t i = 0; groups != nullptr && i < groups->size(); ++i) {
            const auto* group = (*groups)[i].if_object();
            const auto* list = group != nullptr ? json_array(*group, "hooks") : nullptr;
            for (std::size_t k = 0; list != nullptr && k < list->size(); ++k) {
                if (!(*list)[k].is_object()) continue;
                handlers.push_back(
                    {std::string(event.key()) + "[" + std::to_string(i) + "].hooks[" + std::to_string(k) + "]",
                     &(*list)[k].get_object(), document.place() / event.key() / i / "hooks" / k});
            }
        }
    }
    return handlers;
}

class ComponentRules {
public:
    ComponentRules(const FileReader& files, const PluginPackage& package, Diagnostics& findings)
        : files_(files), package_(package), findings_(findings) {}

    void judge_handler(const Component& handler) {
        judge_options(handler, handler.exec_form() ? Shell::none : Shell::command);
        judge_files(handler);
        const auto command = handler.command();
        if (command && !handler.exec_form() && stands_unquoted(*command)) {
            find(code::hook_variable_unquoted, handler, {handler.name});
        }
    }

    void judge_server(std::string_view name, const Component& server) {
        judge_security(name, server);
        judge_options(server, Shell::none);
        judge_files(server);
    }

private:
    enum class Shell { none, command };

    void find(Code code, const Component& component, std::initializer_list<std::string_view> arguments) {
        findings_.push_back(make_diagnostic(code, component.written, arguments));
    }

    void judge_options(const Component& component, Shell shell) {
        for (const auto& member : *component.fields) {
            const bool is_command = member.key() == "command";
            const bool in_shell = shell == Shell::command && is_command;
            const bool in_arguments = is_command || member.key() == "args";
            for_each_text(member.value(), [&](std::string_view text) {
                for (const auto& name : options_in(text)) {
                    const auto* option = find_option(package_.options, name);
                    if (!package_.user_config.contains(name)) {
                        find(code::user_option_undeclared, component, {component.name, name});
                    } else if (in_shell) {
                        find(code::user_option_in_shell, component, {component.name, name});
                    } else if (in_arguments && option != nullptr && option->sensitive) {
                        find(code::user_option_in_arguments, component, {component.name, name});
                    }
                }
            });
        }
    }

    void judge_files(const Component& component) {
        for (const std::string_view key : {"command", "args"}) {
            const auto* value = component.fields->if_contains(key);
            if (value == nullptr) continue;
            for_each_text(*value, [&](std::string_view text) {
                for (const auto& path : plugin_paths(text)) {
                    if (files_.info(package_.root / Path(path))) continue;
                    find(code::script_missing, component, {component.name, path});
                }
            });
        }
        const auto command = component.command();
        const auto script = command ? started_script(*command) : std::nullopt;
        if (!script) return;
        const auto info = files_.info(package_.root / Path(*script));
        if (info && info->kind == FileKind::regular && !info->executable()) {
            find(code::script_not_executable, component, {component.name, *script});
        }
    }

    static bool stands_unquoted(std::string_view command) {
        char quote = 0;
        for (std::size_t at = 0; at < command.size(); ++at) {
            const char c = command[at];
            if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (c == quote) {
                quote = 0;
            } else if (quote == 0 && command.substr(at).starts_with(kRootVariables.front())) {
                return true;
            }
        }
        return false;
    }

    void judge_security(std::string_view name, const Component& server) {
        if (is_open_to_the_network(json_text(*server.fields, "url"))) {
            find(code::mcp_server_insecure, server, {name, "its address is not encrypted"});
        }
        const auto* headers = json_object(*server.fields, "headers");
        if (headers == nullptr) return;
        for (const auto& header : *headers) {
            const auto key = fold_name(header.key());
            const bool secret = key == "authorization" || key == "x-api-key" || key == "cookie";
            if (!secret || !header.value().is_string() ||
                json_text(header.value()).find("${") != std::string_view::npos)
                continue;
            find(code::mcp_server_insecure, server,
                 {name, "the header \"" + std::string(header.key()) + "\" holds a secret that everybody can read"});
        }
    }

    static bool is_open_to_the_network(std::string_view url) {
        for (const std::string_view scheme : {"http://", "ws://"}) {
            if (!url.starts_with(scheme)) continue;
            const auto host = url.substr(scheme.size());
            return !host.starts_with("localhost") && !host.starts_with("127.") && !host.starts_with("[::1]") &&
                   !host.starts_with("$");
        }
        return false;
    }

    const FileReader& files_;
    const PluginPackage& package_;
    Diagnostics& findings_;
};

}  // namespace

void judge_hook_commands(const FileReader& files, const PluginPackage& package, const HooksDocument& document,
                         Diagnostics& findings) {
    ComponentRules rules(files, package, findings);
    for (const auto& handler : handlers_of(document)) rules.judge_handler(handler);
}

/// What a server must be to be used at all is judged where it is read, and so is the closed shape of Agent Plugins.
void judge_mcp_servers(const FileReader& files, const PluginPackage& package, Diagnostics& findings) {
    ComponentRules rules(files, package, findings);
    const auto judge = [&](std::string_view name, const json::object& fields, Place place) {
        rules.judge_server(name, {"server \"" + std::string(name) + "\"", &fields, std::move(place)});
    };
    for (const auto& document : package.mcp) {
        if (document.format == PackageFormat::agent_plugins) continue;
        for (const auto& server : document.servers)
            judge(server.key(), server.value().get_object(), document.place() / server.key());
    }
    for (const auto& refused : package.refused_servers) {
        if (refused.format != PackageFormat::agent_plugins) judge(refused.name, refused.fields, refused.place);
    }
}

std::vector<Path> scripts_to_make_executable(const FileReader& files, const PluginPackage& package) {
    std::vector<Component> components;
    for (const auto& document : package.hooks) {
        for (auto& handler : handlers_of(document)) components.push_back(std::move(handler));
    }
    for (const auto& document : package.mcp) {
        for (const auto& server : document.servers) {
            components.push_back({{}, &server.value().get_object(), {}});
        }
    }
    std::vector<Path> scripts;
    for (const auto& component : components) {
        const auto command = component.command();
        const auto script = command ? started_script(*command) : std::nullopt;
        if (!script) continue;
        const auto file = package.root / Path(*script);
        const auto info = files.info(file, Links::keep);
        const auto head = files.read_head(file, kInterpreterMark);
        const bool fits = info && info->kind == FileKind::regular && !info->executable() && head && *head == "#!";
        if (fits && std::find(scripts.begin(), scripts.end(), file) == scripts.end()) scripts.push_back(file);
    }
    return scripts;
}

}  // namespace skilldeck
