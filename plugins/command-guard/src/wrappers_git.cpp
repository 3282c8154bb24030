// SPDX-License-Identifier: Apache-2.0
// The commands that git is told to run.
#include <algorithm>
#include <array>
#include <cctype>

#include "arguments.hpp"
#include "git_call.hpp"
#include "wrappers.hpp"

namespace command_guard {
namespace {

using Order = OptionSyntax::Order;

void add_text(std::vector<Nested>& out, Text text) {
    Nested nested;
    nested.kind = Nested::Kind::text;
    nested.text = std::move(text);
    out.push_back(std::move(nested));
}

/// One word is a command line for the shell, several are a command.
void add_command(std::vector<Nested>& out, std::vector<Text> words) {
    if (words.empty()) return;
    if (words.size() == 1) return add_text(out, std::move(words.front()));
    Nested nested;
    nested.argv = std::move(words);
    out.push_back(std::move(nested));
}

/// `-c core.pager=…`: settings whose value is a command, by the last part of their name, and whatever starts with "!".
void add_configured(std::vector<Nested>& out, const GitCall& call) {
    static constexpr std::array<std::string_view, 14> kCommands = {
        "pager", "editor",     "sshcommand", "external", "fsmonitor", "textconv", "clean",
        "cmd",   "difffilter", "askpass",    "program",  "smudge",    "process",  "driver"};
    for (const Text& entry : call.configurations) {
        const std::size_t equals = entry.value.find('=');
        if (equals == std::string::npos) continue;
        std::string name = entry.value.substr(0, equals);
        std::string value = entry.value.substr(equals + 1);
        std::transform(name.begin(), name.end(), name.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        const std::string_view last = std::string_view(name).substr(name.rfind('.') + 1);
        const bool is_pager = name.starts_with("pager.");
        if (value.starts_with("!"))
            add_text(out, {value.substr(1), entry.is_pattern});
        else if (value != "true" && value != "false" &&
                 (is_pager || std::find(kCommands.begin(), kCommands.end(), last) != kCommands.end()))
            add_text(out, {std::move(value), entry.is_pattern});
    }
}

/// The options of a subcommand whose value is a command line.
struct Option {
    std::string_view subcommand;
    OptionSyntax syntax;
    std::vector<std::string_view> options;
};

const std::vector<Option>& options() {
    static const std::vector<std::string_view> kFilters = {"tree-filter",     "env-filter",    "index-filter",
                                                           "msg-filter",      "parent-filter", "commit-filter",
                                                           "tag-name-filter", "setup"};
    static const std::vector<Option> kOptions = {
        {"rebase", {"xsXC", {"exec", "onto", "strategy", "strategy-option"}, {}}, {"x", "exec"}},
        {"difftool", {"xt", {"extcmd", "tool"}, {}}, {"x", "extcmd"}},
        {"filter-branch", {"d", kFilters, {}}, kFilters},
        {"clone", {"ubocj", {"upload-pack", "branch", "origin", "depth", "config"}, {}}, {"u", "upload-pack"}},
        {"fetch", {"joo", {"upload-pack", "depth"}, {}}, {"upload-pack"}},
        {"pull", {"jsX", {"upload-pack", "depth"}, {}}, {"upload-pack"}},
        {"ls-remote", {"o", {"upload-pack"}, {}}, {"upload-pack"}},
        {"push", {"o", {"push-option", "receive-pack", "exec", "repo"}, {}}, {"receive-pack", "exec"}},
    };
    return kOptions;
}

/// `git grep -O…`: only a pager that is attached to the option counts, and it is given the files that were found.
void add_grep_pager(std::vector<Nested>& out, const GitCall& call) {
    static constexpr std::string_view kLong = "--open-files-in-pager=";
    for (const Text& word : call.argv) {
        if (word.value == "--") return;
        std::string pager;
        if (word.value.starts_with(kLong)) {
            pager = word.value.substr(kLong.size());
        } else if (word.value.starts_with("-") && !word.value.starts_with("--")) {
            const std::size_t letter = word.value.find_first_of("OefABCm", 1);
            if (letter != std::string::npos && word.value[letter] == 'O') pager = word.value.substr(letter + 1);
        }
        if (!pager.empty()) add_text(out, {pager + " " + something_below({".", false}).value, word.is_pattern});
    }
}

std::vector<Text> behind_options(const std::vector<Text>& argv, std::size_t start) {
    return Arguments(argv, start, {"", {}, Order::options_first}).operands();
}

}  // namespace

std::vector<Nested> unwrap_git(const Invocation& invocation) {
    const GitCall call = git_call(invocation.argv());
    std::vector<Nested> out;
    add_configured(out, call);
    for (const Option& one : options()) {
        if (one.subcommand != call.subcommand) continue;
        const Arguments arguments(call.argv, 1, one.syntax);
        for (const auto option : one.options) {
            for (Text& text : arguments.values(option)) add_text(out, std::move(text));
        }
    }
    const auto words = behind_options(call.argv, 1);
    const bool runs = call.subcommand == "bisect" && !words.empty() && words[0].value == "run";
    const bool visits = call.subcommand == "submodule" && !words.empty() && words[0].value == "foreach";
    if (runs) add_command(out, {words.begin() + 1, words.end()});
    if (visits) add_command(out, behind_options(words, 1));
    if (call.subcommand == "grep") add_grep_pager(out, call);
    for (Nested& nested : out) {
        if (visits || !call.directories.empty()) nested.where = Nested::Where::elsewhere;
    }
    return out;
}

}  // namespace command_guard
