// SPDX-License-Identifier: Apache-2.0
#include "app/session.hpp"

#include "app/auto_update.hpp"
#include "app/cli.hpp"
#include "app/codes.hpp"
#include "app/hook_call.hpp"
#include "app/line_source.hpp"
#include "app/plugin_manager_loop.hpp"
#include "app/skill_call.hpp"
#include "app/slash_command.hpp"
#include "app/table.hpp"
#include "app/version.hpp"
#include "base/text.hpp"
#include "os/random.hpp"
#include "os/standard_streams.hpp"
#include "plugin/codes.hpp"
#include "skill/codes.hpp"

#include <boost/json/object.hpp>

#include <set>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kPrompt = "> ";
constexpr std::size_t kHistoryBytes = 1024 * 1024;
constexpr std::uint32_t kPrivateFile = 0600, kPrivateDirectory = 0700;

/// One session from its first line to its last: everything that changes while it runs is here.
class Session {
public:
    explicit Session(CommandContext& context) : context_(context), id_(random_hex(16)) {}

    ExitStatus run() {
        signals().watch();
        context_.host.describe_session(id_);
        greet();
        std::unique_ptr<LineSource> lines;
        if (context_.out.interactive()) {
            lines = make_terminal_lines(
                world(), std::string(kPrompt), [this](std::string_view before) { return complete(before); },
                read_history());
        }
        const bool on_terminal = lines != nullptr;
        if (on_terminal) signals().keep_running_on_interrupt();
        if (!lines) lines = make_piped_lines(world(), kStandardInput);
        keys_ = lines->keys();
        auto_update(context_);
        say_undeclared();
        fire("SessionStart", {{"source", "startup"}});
        const auto reason = read_lines(*lines);
        if (on_terminal) keep_history(lines->history());
        if (signals().ending()) context_.host.end_processes();
        signals().begin_last_work();
        fire("SessionEnd", {{"reason", reason}});
        // A script that is piped in asks by the exit status; a person has seen each failure.
        return on_terminal ? ExitStatus::done : status_;
    }

private:
    World& world() { return context_.host.world(); }
    StopSignals& signals() { return world().stop_signals; }

    /// Until the session ends; gives the reason for SessionEnd.
    std::string_view read_lines(LineSource& lines);
    void greet();
    /// Says why a line could not be done; the session goes on.
    void fail_line(const Error& error) {
        context_.out.error_lines(error);
        status_ = ExitStatus::failed;
    }
    /// True: the session ends.
    bool take(const std::string& line);
    void say_undeclared();
    bool run_builtin(const SlashCommand& command);
    void run_words(std::vector<std::string> words);
    [[nodiscard]] SlashCommand with_whole_name(const SlashCommand& command);
    void run_skill(const SlashCommand& command);
    void run_prompt(const std::string& prompt);
    [[nodiscard]] Error with_suggestion(Error error, const std::string& name);
    void help();
    LineEditor::Completions complete(std::string_view before);
    HookOutcome fire(std::string_view event, boost::json::object fields);
    [[nodiscard]] Path history_file() const { return context_.host.places().state_dir() / "history"; }
    [[nodiscard]] std::vector<std::string> read_history();
    void keep_history(const std::vector<std::string>& lines);

    CommandContext& context_;
    std::string id_;
    ExitStatus status_ = ExitStatus::done;  ///< failed as soon as one line has
    TerminalKeys* keys_ = nullptr;          ///< of a terminal
};

std::string_view Session::read_lines(LineSource& lines) {
    while (!signals().ending()) {
        signals().begin_work();
        const auto line = lines.next();
        if (!line) break;
        context_.host.refresh();
        if (take(*line)) return "prompt_input_exit";
        if (!context_.out.flush()) break;
    }
    return "other";
}

/// A plugin that managed settings rely on is not the one that is here: its guards are missing.
void Session::say_undeclared() {
    for (const auto& plugin : context_.host.plugins()->plugins()) {
        for (const auto& found : plugin.diagnostics) {
            if (found.code == code::plugin_source_undeclared) context_.out.diagnostic_lines({found});
        }
    }
}

void Session::greet() {
    if (!context_.out.interactive()) return;
    context_.out.answer_line("Skilldeck " + std::string(kHostVersion) + ". /help lists the commands, Ctrl-D leaves.");
    (void)context_.out.flush();
}

bool Session::take(const std::string& line) {
    const auto command = parse_slash_command(line);
    switch (command.kind) {
        case SlashCommand::Kind::nothing: return false;
        case SlashCommand::Kind::builtin: return run_builtin(command);
        case SlashCommand::Kind::skill: run_skill(with_whole_name(command)); return false;
        case SlashCommand::Kind::prompt: run_prompt(*command.arguments); return false;
        case SlashCommand::Kind::malformed:
            fail_line(make_error(code::quote_unbalanced, "/" + command.name));
            return false;
    }
    return false;
}

bool Session::run_builtin(const SlashCommand& command) {
    auto words = command.words;
    if (command.name == "exit" || command.name == "quit") return true;
    if (command.name == "help") {
        help();
    } else if (command.name == "skills") {
        run_words({"skill", "list"});
    } else if (command.name == "hooks") {
        run_words({"hook", "list"});
    } else if (command.name == "doctor") {
        run_words({"doctor"});
    } else if (command.name == "reload-plugins") {
        const auto read = context_.host.reload();
        if (!read) fail_line(read.error());
        context_.out.answer_line(counted(context_.host.plugins()->plugins().size(), "plugin") + " read again");
    } else if (words.empty() && keys_ != nullptr) {
        if (run_plugin_manager(context_, *keys_) != ExitStatus::done) status_ = ExitStatus::failed;
    } else {
        if (words.empty()) words.emplace_back("list");
        words.insert(words.begin(), "plugin");
        run_words(std::move(words));
    }
    return false;
}

void Session::run_words(std::vector<std::string> words) {
    const auto line = parse_command_line(words);
    if (line.problem) {
        fail_line(*line.problem);
    } else if (line.options.json) {
        auto error = make_error(code::usage_wrong, "--json", {"a session answers as text"});
        std::erase(words, "--json");
        error.hint = "leave --json out, or run `skilldeck " + join(words, " ") + " --json` in a shell";
        fail_line(error);
    } else if (!line.help.empty()) {
        context_.out.answer(line.help);
    } else if (line.command) {
        if (line.command(context_) != ExitStatus::done) status_ = ExitStatus::failed;
        say_ended_changes(context_);
    }
}

/// `/UPPER Case x` calls the skill `UPPER Case`, where there is one, rather than `UPPER`.
SlashCommand Session::with_whole_name(const SlashCommand& command) {
    const auto catalogue = context_.host.catalogue();
    const auto name = catalogue ? (*catalogue)->longest_name_of(command.line) : std::string_view();
    return name.empty() ? command : with_name_of_length(command, name.size());
}

void Session::run_skill(const SlashCommand& command) {
    boost::json::object event{{"expansion_type", "slash_command"}, {"command_name", command.name}};
    event["command_args"] = command.arguments.value_or("");
    const auto outcome = fire("UserPromptExpansion", std::move(event));
    if (outcome.decision == HookDecision::deny) {
        status_ = ExitStatus::failed;
        return;
    }
    SkillCall call;
    call.name = command.name;
    call.arguments = command.arguments;
    call.session_id = id_;
    call.use = SkillUseCount::counted;
    if (context_.out.interactive()) call.ask = context_.ask;
    const auto expanded = expand_skill(context_.host, call);
    if (!expanded) {
        fail_line(with_suggestion(expanded.error(), command.name));
        return;
    }
    context_.out.answer_foreign(expanded->text);
    if (!expanded->text.ends_with('\n')) context_.out.answer("\n");
    context_.out.diagnostic_lines(expanded->warnings);
}

/// Hard-coded commands are among the nearest names too.
Error Session::with_suggestion(Error error, const std::string& name) {
    if (error.code != code::skill_unknown) return error;
    auto found = complete("/");
    for (auto& word : found.words) word.erase(0, 1);
    auto near = nearest(name, found.words);
    for (auto& word : near) word.insert(0, "/");
    if (!near.empty()) error.hint = "did you mean " + join(near, ", ") + "?";
    return error;
}

void Session::run_prompt(const std::string& prompt) {
    const auto outcome = fire("UserPromptSubmit", {{"prompt", prompt}});
    if (outcome.decision == HookDecision::deny) {
        status_ = ExitStatus::failed;
        return;
    }
    fail_line(make_error(code::no_model, ""));
    fire("Stop", {{"stop_hook_active", false}, {"last_assistant_message", ""}});
}

HookOutcome Session::fire(std::string_view event, boost::json::object fields) {
    fields["session_id"] = id_;
    auto outcome = dispatch_event(context_.host, event, std::move(fields));
    if (outcome.cancelled) {
        // Whoever ends the program may have stopped to listen, and the hooks of the end are still to run.
        if (!signals().ending()) context_.out.error_lines(make_error(code::interrupted, event));
        context_.out.diagnostic_lines(outcome.diagnostics);
        return outcome;
    }
    for (const auto& message : outcome.system_messages) context_.out.message(message);
    if (outcome.decision == HookDecision::deny) {
        context_.out.error_lines(
            make_error(code::blocked_by_hook, event, {outcome.reason.empty() ? "no reason given" : outcome.reason}));
    }
    context_.out.diagnostic_lines(outcome.diagnostics);
    return outcome;
}

void Session::help() {
    Table table(context_.out.columns());
    for (const auto& builtin : slash_builtins()) table.row({std::string(builtin.usage), std::string(builtin.text)});
    table.row({"/<skill> [arguments]", "call a skill; /skills lists them"});
    table.row({"/<plugin>:<skill> [arguments]", "call a plugin's skill by its full name"});
    context_.out.answer(table.text());
}

LineEditor::Completions Session::complete(std::string_view before) {
    LineEditor::Completions found;
    found.replace = before.size();
    if (!before.starts_with('/')) return found;
    std::set<std::string> words;
    for (const auto& builtin : slash_builtins()) words.insert("/" + std::string(builtin.name));
    if (const auto catalogue = context_.host.catalogue()) {
        for (const auto& entry : (*catalogue)->entries()) {
            const bool callable = entry.state == SkillState::active || entry.state == SkillState::conditional;
            if (callable && entry.skill->user_invocable) words.insert("/" + entry.call_name());
        }
    }
    for (const auto& word : words) {
        if (word.starts_with(before)) found.words.push_back(word);
    }
    return found;
}

std::vector<std::string> Session::read_history() {
    std::vector<std::string> lines;
    const auto text = context_.host.world().files.read(history_file(), kHistoryBytes);
    if (!text) return lines;
    for (const auto line : split(*text, '\n')) {
        if (!line.empty()) lines.emplace_back(line);
    }
    return lines;
}

void Session::keep_history(const std::vector<std::string>& lines) {
    auto& files = context_.host.world().files;
    std::string text;
    for (const auto& line : lines) text += line + "\n";
    // History is a convenience: where it cannot be kept the session has still done its work.
    if (!files.make_directories(history_file().parent_path(), kPrivateDirectory)) return;
    (void)files.write_atomically(history_file(), text, kPrivateFile);
}

}  // namespace

ExitStatus run_session(CommandContext& context) {
    return Session(context).run();
}

}  // namespace skilldeck
