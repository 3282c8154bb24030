// SPDX-License-Identifier: Apache-2.0
#include "walker.hpp"

#include <algorithm>

#include "judge.hpp"

namespace command_guard {
namespace {

constexpr std::size_t kMaximumSteps = 5'000;
constexpr std::size_t kMaximumLoopValues = 16;

/// After something that may or may not have run: what it changed is no longer known.
void merge_maybe(Scope& scope, const Scope& after) {
    if (scope.directory != after.directory) scope.directory.reset();
    for (const auto& [name, value] : after.variables) {
        const auto [known, is_new] = scope.variables.emplace(name, value);
        if (!is_new && known->second != value) known->second.reset();
    }
    scope.functions.insert(after.functions.begin(), after.functions.end());
    scope.aliases.insert(after.aliases.begin(), after.aliases.end());
    scope.downloads.insert(after.downloads.begin(), after.downloads.end());
}

/// What a loop variable holds for one value. A pattern becomes some name where it matches; `*` alone becomes the
/// directory itself, because the loop as a whole does to all of it what one round does to one name.
std::optional<std::string> loop_value(const Text& value, const Scope& scope) {
    if (!value.is_pattern) return value.value;
    const ResolvedPath resolved = resolve_path(value, scope);
    if (resolved.reach == Reach::nowhere) return std::nullopt;
    if (resolved.reach == Reach::exact) return resolved.path;
    const std::string ending = value.value.substr(value.value.find_last_of("*?]") + 1);
    return resolved.path + "/" + kUnknown + ending;
}

/// How often the commands of a list call `name`: side by side in a pipeline, or left in the background.
struct SelfCalls {
    bool in_pipeline = false;
    int in_background = 0;
};

void count_self_calls(const List& list, const std::string& name, SelfCalls& calls) {
    for (const ListItem& item : list.items) {
        int stages = 0;
        for (const Command& command : item.pipeline.stages) {
            for (const List& part : command.parts) count_self_calls(part, name, calls);
            if (!command.words.empty() && command.words.front().raw == name) ++stages;
        }
        calls.in_pipeline |= stages > 1;
        if (item.waiting == Waiting::background) calls.in_background += stages;
    }
}

}  // namespace

void Walker::count_step() {
    if (stopped_ && stopped_()) throw Stopped{};
    if (++steps_ > kMaximumSteps) throw TooComplex{};
}

Traits Walker::walk_text(const std::string& text, Scope& scope, const Input& input) {
    const Deeper deeper(nesting_);
    const auto read = read_shell(text);
    if (const auto* problem = std::get_if<SyntaxProblem>(&read)) {
        std::string why = "cannot be read: " + problem->what;
        if (!problem->near.empty()) why += " near \"" + problem->near + "\"";
        findings_.push_back({Severity::ask, "unreadable", text, std::move(why)});
        return {};
    }
    return walk_list(std::get<List>(read), scope, input);
}

Traits Walker::walk_list(const List& list, Scope& scope, const Input& input) {
    Traits traits;
    std::optional<std::string> prints;
    for (const ListItem& item : list.items) {
        const bool is_maybe = item.connector == Connector::or_else || item.waiting == Waiting::background;
        Scope copy;
        if (is_maybe) copy = scope;
        Traits one = walk_pipeline(item.pipeline, is_maybe ? copy : scope, input);
        if (is_maybe) merge_maybe(scope, copy);
        traits.merge(one);
        if (list.items.size() == 1) traits.prints = std::move(one.prints);
        traits.add_lists(one.lists);
    }
    return traits;
}

Traits Walker::walk_pipeline(const Pipeline& pipeline, Scope& scope, const Input& input) {
    if (pipeline.stages.size() == 1) return walk_command(pipeline.stages.front(), scope, input);
    Traits upstream;
    Traits last;
    for (std::size_t i = 0; i < pipeline.stages.size(); ++i) {
        Input from_before = input;
        if (i > 0) {
            from_before = {Input::Source::pipe, last.prints, upstream};
            from_before.upstream.lists = last.lists;
        }
        Scope subshell = scope;
        last = walk_command(pipeline.stages[i], subshell, from_before);
        upstream.merge(last);
        scope.downloads.insert(subshell.downloads.begin(), subshell.downloads.end());
    }
    upstream.prints = std::move(last.prints);
    upstream.lists = std::move(last.lists);
    return upstream;
}

Traits Walker::walk_command(const Command& command, Scope& scope, Input input) {
    Traits inner;
    for (const Redirection& redirection : command.redirections) {
        Traits target = walk_word(redirection.target, scope);
        inner.merge(target);
        const Expander expander(scope, place_);
        if (redirection.document) {
            inner.merge(walk_word(*redirection.document, scope));
            input = {Input::Source::file, expander.single(*redirection.document).value, {}};
        } else if (redirection.operation == "<<<") {
            input = {Input::Source::file, expander.single(redirection.target).value, {}};
        } else if (redirection.operation == "<") {
            input = {Input::Source::file, std::nullopt, {}};
            input.upstream.secret = classify_secret(expander.single(redirection.target), scope, place_);
            input.upstream.lists = std::move(target.lists);
        }
    }
    if (command.kind == CommandKind::simple) return walk_simple(command, scope, input, std::move(inner));
    const Invocation whole({}, command.raw, scope, place_, settings_, findings_);
    judge_redirections(command, whole, inner, scope);
    Traits traits = walk_parts(command, scope, input);
    traits.merge(inner);
    return traits;
}

Traits Walker::walk_maybe(const List& list, Scope& scope, const Input& input) {
    Scope copy = scope;
    Traits traits = walk_list(list, copy, input);
    merge_maybe(scope, copy);
    return traits;
}

Traits Walker::walk_parts(const Command& command, Scope& scope, const Input& input) {
    if (command.kind == CommandKind::function) {
        define_function(command, scope);
        return {};
    }
    if (command.kind == CommandKind::for_each) return walk_for(command, scope, input);
    if (command.kind == CommandKind::group) return walk_list(command.parts.front(), scope, input);
    if (command.kind == CommandKind::subshell) {
        Scope copy = scope;
        Traits traits = walk_list(command.parts.front(), copy, input);
        scope.downloads.insert(copy.downloads.begin(), copy.downloads.end());
        return traits;
    }
    Traits traits;
    for (const Word& word : command.words) traits.merge(walk_word(word, scope));
    for (const List& part : command.parts) traits.merge(walk_maybe(part, scope, input));
    return traits;
}

Traits Walker::walk_for(const Command& command, Scope& scope, const Input& input) {
    Traits traits;
    std::vector<Text> values;
    for (const Word& word : command.words) {
        traits.merge(walk_word(word, scope));
        for (Text& text : Expander(scope, place_).fields(word)) values.push_back(std::move(text));
    }
    // without `in` it goes through the arguments
    if (command.words.empty() && scope.positional) values = *scope.positional;
    if (values.empty() || values.size() > kMaximumLoopValues) values = {Text::unknown()};
    for (const Text& value : values) {
        Scope copy = scope;
        copy.variables[command.name] = loop_value(value, scope);
        for (const List& part : command.parts) traits.merge(walk_list(part, copy, input));
        merge_maybe(scope, copy);
    }
    return traits;
}

void Walker::define_function(const Command& command, Scope& scope) {
    SelfCalls calls;
    count_self_calls(command.parts.front(), command.name, calls);
    if (calls.in_pipeline || calls.in_background > 1) {
        findings_.push_back({Severity::deny, "fork-bomb", command.raw, "starts itself again and again (fork bomb)"});
    }
    scope.functions[command.name] = std::make_shared<const List>(command.parts.front());
}

Traits Walker::walk_word(const Word& word, Scope& scope) {
    return walk_pieces(word.pieces, scope);
}

Traits Walker::walk_pieces(const std::vector<Piece>& pieces, Scope& scope) {
    Traits traits;
    for (const Piece& piece : pieces) {
        traits.merge(walk_pieces(piece.operand, scope));
        if (!piece.commands) continue;
        Scope copy = scope;
        Traits one = walk_list(*piece.commands, copy, {});
        traits.merge(one);
        if (piece.kind == PieceKind::process) traits.lists = std::move(one.lists);
        scope.downloads.insert(copy.downloads.begin(), copy.downloads.end());
    }
    traits.interpreter.clear();
    return traits;
}

void Walker::assign(const std::vector<Assignment>& assignments, Scope& scope) const {
    for (const Assignment& assignment : assignments) {
        if (assignment.values.size() > 1) {
            scope.variables[assignment.name].reset();
            continue;
        }
        Text value;
        if (!assignment.values.empty()) value = Expander(scope, place_).single(assignment.values.front());
        scope.variables[assignment.name] = value.value;
    }
}

Traits Walker::walk_simple(const Command& command, Scope& scope, const Input& input, Traits inner) {
    count_step();
    for (const Assignment& assignment : command.assignments) {
        for (const Word& word : assignment.values) inner.merge(walk_word(word, scope));
    }
    std::vector<Text> argv;
    for (const Word& word : command.words) {
        inner.merge(walk_word(word, scope));
        for (Text& text : Expander(scope, place_).fields(word)) argv.push_back(std::move(text));
    }
    const Invocation redirected(argv, command.raw, scope, place_, settings_, findings_);
    judge_redirections(command, redirected, inner, scope);
    if (argv.empty()) {
        // the assignments of a command with a name are only in that command's environment
        if (command.words.empty()) assign(command.assignments, scope);
        return inner;
    }
    Traits traits = walk_argv(std::move(argv), command.raw, scope, input, inner);
    traits.merge(inner);
    if (traits.downloads) {
        for (const Redirection& redirection : command.redirections) {
            if (!redirection.operation.starts_with(">")) continue;
            scope.downloads.insert(resolve_path(Expander(scope, place_).single(redirection.target), scope).path);
        }
    }
    return traits;
}

void Walker::walk_uncalled(const Scope& scope) {
    for (const auto& [name, body] : scope.functions) {
        if (called_.contains(name)) continue;
        Scope copy = scope;
        copy.positional.reset();
        (void)walk_list(*body, copy, {});
    }
}

Traits Walker::walk_call(const std::shared_ptr<const List>& body, std::vector<Text> argv, Scope& scope,
                         const Input& input) {
    const Deeper deeper(nesting_);
    called_.insert(argv.front().value);
    Scope inside = scope;
    inside.functions.erase(argv.front().value);  // one round of a function that calls itself is enough
    inside.aliases.erase(argv.front().value);    // and an alias of its own name means the command
    argv.erase(argv.begin());
    inside.positional = std::move(argv);
    Traits traits = walk_list(*body, inside, input);
    inside.positional = scope.positional;
    merge_maybe(scope, inside);
    return traits;
}

}  // namespace command_guard
