// SPDX-License-Identifier: Apache-2.0
#include "permission/evaluated_variables.hpp"

#include "permission/shell_characters.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace skilldeck {

namespace {

/// Commands of the shell that give variables a value, by name or as `name=value`.
constexpr std::array<std::string_view, 6> kAssign{"declare", "typeset", "local", "export", "readonly", "printf"};
/// Those that take the value from what cannot be seen: an input, or the words that the line was given.
constexpr std::array<std::string_view, 4> kRead{"read", "mapfile", "readarray", "getopts"};
constexpr std::string_view kParameters = "0123456789@*";  // those that `set` and functions fill

/// Calls `use` with each name in a text, of a variable or of a parameter behind `$`. In arithmetic names stand without
/// a dollar sign, and what a variable holds may be the name of another one.
template <typename Use>
void for_each_name(std::string_view text, Use use) {
    for (std::size_t at = 0; at < text.size();) {
        if (is_shell_name_part(text[at])) {
            const auto begin = at;
            while (at < text.size() && is_shell_name_part(text[at])) ++at;
            use(text.substr(begin, at - begin));
            continue;
        }
        const bool braced = text.substr(at, 2) == "${";
        const auto parameter = text.substr(std::min(at + (braced ? 2 : 1), text.size()), 1);
        if (text[at] == '$' && !parameter.empty() && kParameters.find(parameter) != std::string_view::npos) {
            use("$" + std::string(parameter));
        }
        ++at;
    }
}

bool holds_any(std::string_view text, const ShellVariableNames& names) {
    bool found = false;
    for_each_name(text, [&](std::string_view name) { found = found || names.contains(name); });
    return found;
}

/// The variables that a command gives a value: `x=…`, `for x in`, `read x`, `export x=…`, `printf -v x`.
std::vector<std::string> assigned_by(const ShellCommand& command) {
    std::vector<std::string> names;
    for (const auto& assignment : command.assignments) names.push_back(assignment.name);
    const auto program = command.program();
    if (!is_one_of(kAssign, program) && !is_one_of(kRead, program)) return names;
    for (const auto& word : command.words) {
        const auto text = word.text();
        const std::string_view name = std::string_view(text).substr(0, text.find_first_of("+=["));
        if (is_shell_name(name)) names.emplace_back(name);
        if (name.starts_with("-v") && is_shell_name(name.substr(2))) names.emplace_back(name.substr(2));
    }
    return names;
}

class Spread {
public:
    Spread(const ShellLine& line, ShellVariableNames& names) : line_(line), names_(names) {}

    void run() {
        const bool named = std::ranges::any_of(
            line_.commands, [this](const ShellCommand& command) { return holds_any(command.text, names_); });
        if (!named) return;
        for (const auto& command : line_.commands) {
            if (is_one_of(kRead, command.program())) add(command);
        }
        for (auto before = names_.size() + 1; before != names_.size();) {
            before = names_.size();
            for (const auto& command : line_.commands) {
                if (holds_any(command.text, names_)) add(command);
            }
        }
    }

private:
    void add(const ShellCommand& command) {
        for (auto& name : assigned_by(command)) names_.insert(std::move(name));
        if (command.program() == "mapfile" || command.program() == "readarray") names_.insert("MAPFILE");
        if (command.program() == "read") names_.insert("REPLY");
        if (command.program() != "set") return;
        for (const char c : kParameters) names_.insert({'$', c});
    }

    const ShellLine& line_;
    ShellVariableNames& names_;
};

}  // namespace

std::optional<std::string> code_with_variables(std::string_view text, ShellVariableNames variables) {
    const auto line = read_shell_line(text);
    if (line.evaluated.empty()) return std::nullopt;
    Spread(line, variables).run();
    const auto found =
        std::ranges::find_if(line.evaluated, [&](const std::string& part) { return holds_any(part, variables); });
    return found == line.evaluated.end() ? std::nullopt : std::optional(*found);
}

}  // namespace skilldeck
