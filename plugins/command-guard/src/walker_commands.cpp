// SPDX-License-Identifier: Apache-2.0
// The part of the walk that is about one simple command: its redirections, its builtin effects, the wrappers around it
// and what flows into it.
#include <algorithm>

#include "judge.hpp"
#include "rules.hpp"
#include "walker.hpp"

namespace command_guard {
namespace {

bool is_number_or_dash(const std::string& text) {
    return text == "-" || (!text.empty() && text.find_first_not_of("0123456789-") == std::string::npos);
}

bool declares(std::string_view name) {
    return name == "export" || name == "declare" || name == "local" || name == "readonly" || name == "typeset";
}

/// The output of echo and of a printf without conversions, as far as its arguments are known.
std::optional<std::string> printed_by(const std::vector<Text>& argv) {
    const std::string_view name = base_name(argv.front().value);
    if (name == "printf" && argv.size() > 1) {
        std::string out = argv[1].value;
        if (out == "%s" || out == "%s\\n" || out == "%b") out = joined(argv, 2);
        for (auto at = out.find("\\n"); at != std::string::npos; at = out.find("\\n", at + 1))
            out.replace(at, 2, 1, '\n');
        return out.find('%') == std::string::npos ? std::optional(out) : std::nullopt;
    }
    if (name != "echo") return std::nullopt;
    std::size_t first = 1;
    while (first < argv.size() &&
           (argv[first].value == "-e" || argv[first].value == "-n" || argv[first].value == "-en")) {
        ++first;
    }
    return joined(argv, first);
}

bool is_computed(const Text& name) {
    const bool is_test = name.value == "[" || name.value == "[[";
    const bool is_open = base_name(name.value).find_first_of(std::string{kUnknown, kWalked}) != std::string_view::npos;
    return is_open || (name.is_pattern && !is_test);
}

/// What one variable can hold of what walks came across: all of something, if there is that.
std::optional<std::string> worst_of(const std::vector<Text>& lists, const Scope& scope) {
    if (lists.empty()) return std::nullopt;
    const auto all = std::find_if(lists.begin(), lists.end(),
                                  [&](const Text& word) { return resolve_path(word, scope).walk == Walk::everything; });
    return all == lists.end() ? lists.front().value : all->value;
}

/// An alias is a function that gets its arguments at the end. Not every shell expands one in the same line; it is
/// judged where it is called, as if this one did.
void define_aliases(const std::vector<Text>& argv, Scope& scope) {
    for (const Text& word : argv) {
        const auto equals = word.value.find('=');
        if (equals == std::string::npos || equals == 0) continue;
        auto body = read_shell(word.value.substr(equals + 1) + " \"$@\"");
        if (auto* list = std::get_if<List>(&body))
            scope.aliases[word.value.substr(0, equals)] = std::make_shared<const List>(std::move(*list));
    }
}

}  // namespace

void Walker::judge_redirections(const Command& command, const Invocation& invocation, Traits& traits,
                                Scope& scope) const {
    for (const Redirection& redirection : command.redirections) {
        const std::string& operation = redirection.operation;
        if (redirection.document || operation == "<<<") continue;
        const Text target = Expander(scope, place_).single(redirection.target);
        if (operation == "<") {
            const SecretClass secret = classify_secret(target, scope, place_);
            traits.secret = worse(traits.secret, secret);
            if (secret == SecretClass::credential) invocation.ask("secret", "reads a private key or a stored login");
            continue;
        }
        const bool duplicates = (operation == ">&" || operation == "<&") && is_number_or_dash(target.value);
        if (!duplicates) invocation.check_write(target);
    }
}

/// `cd`, `export` and the like: what they change for the commands after them.
void Walker::run_builtin(const std::vector<Text>& argv, Scope& scope, const Input& input) const {
    const std::string& name = argv.front().value;
    const auto first = std::find_if(argv.begin() + 1, argv.end(),
                                    [](const Text& word) { return word.value == "-" || !word.value.starts_with("-"); });
    if (name == "cd" || name == "pushd") {
        if (first == argv.end()) {
            scope.directory = place_.home;
            return;
        }
        const ResolvedPath path = resolve_path(*first, scope);
        const bool followed =
            path.reach == Reach::exact && first->is_known() && first->value != "-" && !first->is_pattern;
        if (followed && path.path.find(kUnknown) == std::string::npos)
            scope.directory = path.path;
        else
            scope.directory.reset();
    } else if (name == "popd") {
        scope.directory.reset();
    } else if (name == "alias") {
        define_aliases(argv, scope);
    } else if (name == "unalias") {
        for (auto word = first; word != argv.end(); ++word) scope.aliases.erase(word->value);
    } else if (name == "set") {
        scope.positional.reset();
    } else if (declares(name)) {
        for (auto word = first; word != argv.end(); ++word) {
            const auto equals = word->value.find('=');
            if (equals != std::string::npos)
                scope.variables[word->value.substr(0, equals)] = word->value.substr(equals + 1);
        }
    } else if (name == "read" || name == "mapfile" || name == "readarray" || name == "getopts" || name == "unset") {
        const auto found = name == "read" ? worst_of(input.upstream.lists, scope) : std::nullopt;
        for (auto word = first; word != argv.end(); ++word) scope.variables[word->value] = found;
    }
}

/// What reaches a command from its neighbours: code for an interpreter, secrets for the network.
void Walker::judge_flow(const Invocation& invocation, const Input& input, const Traits& inner) const {
    const Traits& traits = invocation.traits;
    const bool piped = input.source == Input::Source::pipe;
    if (!traits.interpreter.empty() && piped) {
        if (input.upstream.downloads) {
            invocation.deny("pipe-to-shell",
                            "runs a download without anybody having read it (" + traits.interpreter + ")");
        } else if (traits.interpreter_is_shell && !input.text) {
            invocation.ask("piped-code", "runs what is piped into it, and what that is cannot be seen");
        }
    }
    if (!traits.sends) return;
    const SecretClass direct = worse(traits.secret, input.upstream.secret);
    if (direct != SecretClass::none || inner.secret == SecretClass::credential) {
        invocation.deny("secret-sent", "sends a secret over the network");
    } else if (inner.secret == SecretClass::environment) {
        invocation.ask("secret-sent", "sends something from a .env or key file over the network");
    } else if (piped && input.upstream.prints_environment) {
        invocation.ask("secret-sent", "sends the environment, with what tokens it holds, over the network");
    }
}

/// Code that was downloaded, run by substitution or from the file it was written to.
void Walker::judge_code(const Invocation& invocation, const Traits& inner) const {
    const std::string_view name = invocation.name();
    const auto& argv = invocation.argv();
    const bool runs_code = is_shell(name) || name == "eval" || name == "source" || name == "." ||
                           name.starts_with("python") || name == "perl" || name == "ruby" || name == "node";
    if (runs_code && inner.downloads) {
        const bool code_is_download = std::any_of(argv.begin() + 1, argv.end(), [](const Text& word) {
            return !word.value.empty() && word.value.front() == kUnknown;
        });
        if (code_is_download || invocation.traits.interpreter == name) {
            return invocation.deny("pipe-to-shell", "runs a download without anybody having read it");
        }
    }
    std::vector<Text> programs{argv.front()};
    if (runs_code) programs.insert(programs.end(), argv.begin() + 1, argv.end());
    for (const Text& program : programs) {
        const ResolvedPath path = resolve_path(program, invocation.scope());
        const bool is_path = program.value.find('/') != std::string::npos || runs_code;
        if (is_path && path.reach == Reach::exact && invocation.scope().downloads.contains(path.path)) {
            return invocation.ask("downloaded-code", "runs what the same line has just downloaded");
        }
    }
}

Traits Walker::walk_nested(const Nested& nested, const Invocation& outer, Scope& scope, const Input& input,
                           const Traits& inner) {
    count_step();
    const Input own;
    const Input& reaches = nested.input == Nested::InputOf::own ? own : input;
    Scope copy = scope;
    if (nested.where == Nested::Where::elsewhere) copy.directory.reset();
    if (nested.positional) copy.positional = nested.positional;
    if (nested.program) copy.variables["0"] = nested.program->value;
    Traits traits;
    if (nested.kind == Nested::Kind::text && nested.text.value == std::string(1, kUnknown)) {
        outer.ask("computed-command", "runs a command line that only the running shell knows");
    } else if (nested.kind == Nested::Kind::text) {
        traits = walk_text(nested.text.value, copy, reaches);
    } else {
        const Deeper deeper(nesting_);
        traits = walk_argv(nested.argv, outer.part(), copy, reaches, inner);
    }
    scope.downloads.insert(copy.downloads.begin(), copy.downloads.end());
    return nested.where == Nested::Where::elsewhere && nested.kind == Nested::Kind::text ? Traits{} : traits;
}

Traits Walker::walk_argv(std::vector<Text> argv, const std::string& part, Scope& scope, const Input& input,
                         const Traits& inner) {
    if (const auto function = scope.functions.find(argv.front().value); function != scope.functions.end()) {
        return walk_call(function->second, std::move(argv), scope, input);
    }
    if (const auto alias = scope.aliases.find(argv.front().value); alias != scope.aliases.end()) {
        const auto body = alias->second;
        return walk_call(body, std::move(argv), scope, input);
    }
    Invocation invocation(std::move(argv), part, scope, place_, settings_, findings_);
    const auto& words = invocation.argv();
    std::string by_base_name = joined(words);
    by_base_name.erase(0, words.front().value.size() - invocation.name().size());
    if (matches_prefix(settings_.deny_commands, joined(words)) ||
        matches_prefix(settings_.deny_commands, by_base_name)) {
        invocation.deny("deny-list", "is on the list of commands that are never run (denyCommands)");
    }
    if (is_computed(words.front())) {
        invocation.ask("computed-command", "runs a command whose name only the running shell knows");
        return {};
    }
    judge_command(invocation, input);
    judge_flow(invocation, input, inner);
    judge_code(invocation, inner);
    for (const Text& file : downloaded_files(invocation)) scope.downloads.insert(resolve_path(file, scope).path);
    Traits traits = invocation.traits;
    if (!traits.prints) traits.prints = printed_by(words);
    for (const Nested& nested : unwrap(invocation, input)) {
        Traits below = walk_nested(nested, invocation, scope, input, inner);
        traits.merge(below);
        if (below.prints) traits.prints = std::move(below.prints);
        traits.add_lists(below.lists);
    }
    if (invocation.traits.interpreter_is_shell && input.text) {
        Scope copy = scope;
        (void)walk_text(*input.text, copy, {});
    }
    run_builtin(words, scope, input);
    return traits;
}

}  // namespace command_guard
