// SPDX-License-Identifier: Apache-2.0
#include "guard_settings.hpp"

#include <algorithm>
#include <optional>

namespace command_guard {
namespace {

using plugin_support::JsonValue;

/// Blanks inside are one, blanks around are none: the form in which prefixes and commands are compared.
std::string squeeze(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool blank = c == ' ' || c == '\t' || c == '\n';
        if (blank && (out.empty() || out.back() == ' ')) continue;
        out.push_back(blank ? ' ' : c);
    }
    if (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
}

/// An array of strings; one string counts as a list with one item, which is what a settings file written by hand has.
void read_list(const JsonValue& options, const char* name, std::vector<std::string>& out,
               std::vector<std::string>& problems) {
    const JsonValue* value = options.find(name);
    if (value == nullptr || value->is_null()) return;
    const auto add = [&](const JsonValue& item) {
        const std::string* text = item.as_string();
        if (text == nullptr) {
            problems.push_back(std::string("option ") + name + " holds something that is not a text");
            return;
        }
        // an empty prefix would match every command
        if (std::string entry = squeeze(*text); !entry.empty()) out.push_back(std::move(entry));
    };
    if (const JsonValue::Array* items = value->as_array())
        std::for_each(items->begin(), items->end(), add);
    else
        add(*value);
}

/// The word of an option with fixed choices; what is none of them is a problem.
std::optional<std::string> read_choice(const JsonValue& options, const char* name,
                                       std::initializer_list<std::string_view> choices,
                                       std::vector<std::string>& problems) {
    const JsonValue* value = options.find(name);
    if (value == nullptr || value->is_null()) return std::nullopt;
    const std::string* text = value->as_string();
    if (text != nullptr && std::find(choices.begin(), choices.end(), *text) != choices.end()) return *text;
    std::string problem = std::string("option ") + name + " must be one of";
    for (const std::string_view choice : choices) problem.append(" ").append(choice);
    problems.push_back(std::move(problem));
    return std::nullopt;
}

}  // namespace

GuardSettings read_settings(const JsonValue* options) {
    GuardSettings settings;
    if (options == nullptr || options->as_object() == nullptr) return settings;
    if (const auto mode = read_choice(*options, "mode", {"enforce", "ask"}, settings.problems)) {
        settings.mode = *mode == "ask" ? GuardMode::ask : GuardMode::enforce;
    }
    if (const auto sudo = read_choice(*options, "sudo", {"ask", "allow", "deny"}, settings.problems)) {
        settings.sudo = *sudo == "ask" ? SudoMode::ask : *sudo == "deny" ? SudoMode::deny : SudoMode::allow;
    }
    read_list(*options, "allowCommands", settings.allow_commands, settings.problems);
    read_list(*options, "denyCommands", settings.deny_commands, settings.problems);
    read_list(*options, "protectedPaths", settings.protected_paths, settings.problems);
    return settings;
}

bool matches_prefix(const std::vector<std::string>& prefixes, std::string_view command) {
    return std::any_of(prefixes.begin(), prefixes.end(), [&](const std::string& prefix) {
        return command.starts_with(prefix) && (command.size() == prefix.size() || command[prefix.size()] == ' ');
    });
}

}  // namespace command_guard
