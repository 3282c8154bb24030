// SPDX-License-Identifier: Apache-2.0
#include "app/program.hpp"

#include "app/cli.hpp"
#include "app/commands.hpp"
#include "app/host.hpp"
#include "app/line_source.hpp"
#include "app/output.hpp"
#include "app/session.hpp"
#include "app/version.hpp"
#include "market/codes.hpp"
#include "os/hidden_input.hpp"
#include "os/standard_streams.hpp"
#include "os/terminal_mode.hpp"
#include "os/this_process.hpp"
#include "trust/codes.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kUsualColumns = 80;

Output make_output(const GlobalOptions& options, bool no_color) {
    Output::Terminal terminal;
    terminal.input = is_terminal(kStandardInput);
    terminal.output = is_terminal(kStandardOutput);
    terminal.messages = is_terminal(kStandardError);
    terminal.columns = terminal.output ? terminal_columns(kStandardOutput) : kUsualColumns;
    const auto color = no_color && options.color == ColorMode::automatic ? ColorMode::never : options.color;
    const int answers = take_standard_output();
    return {answers, kStandardError, options.json ? OutputFormat::json : OutputFormat::text, color, terminal};
}

/// One line of an answer typed on the terminal.
bool asks_yes(World& world, Output& out, std::string_view question) {
    out.answer(std::string(question) + " [y/N] ");
    if (!out.flush()) return false;
    const auto line = wait_and_read(world, kStandardInput);
    return line.starts_with("y") || line.starts_with("Y");
}

std::optional<std::string> ask_line(World& world, Output& out, std::string_view question, Echo echo) {
    // Before the question: whoever sees it may type.
    const auto hidden = echo == Echo::hidden ? HiddenInput::begin(kStandardInput) : nullptr;
    if (echo == Echo::hidden && !hidden) return std::nullopt;  // a secret is never typed in the open
    out.answer(question);
    if (!out.flush()) return std::nullopt;
    auto line = wait_and_read(world, kStandardInput);
    if (line.empty()) return std::nullopt;
    while (line.ends_with('\n') || line.ends_with('\r')) line.pop_back();
    return line;
}

constexpr std::string_view kAnswerLost = "error: the answer could not be written whole to standard output\n";

/// An answer that did not arrive is not done, and whoever only sees the messages must know.
int finish(Output& out, ExitStatus status) {
    if (out.flush()) return static_cast<int>(status);
    (void)write_all(kStandardError, kAnswerLost);
    return static_cast<int>(worse(status, ExitStatus::failed));
}

/// A command that a signal cancels gives its whole answer or none, and leaves no process behind.
ExitStatus run_command(const Command& command, CommandContext& context) {
    auto& signals = context.host.world().stop_signals;
    const auto cancelling = signals.token().on_cancel([&] { context.out.drop_answer(); });
    const auto status = command(context);
    say_ended_changes(context);
    if (signals.ending()) context.host.end_processes();
    return status;
}

std::string version_text(OutputFormat format) {
    const auto& facts = version_facts();
    std::string text;
    if (format == OutputFormat::json) {
        JsonWriter out(text);
        out.begin_object();
        out.member("version", facts.version);
        out.member("abi", facts.abi);
        out.member_if("commit", facts.commit);
        out.key("features");
        out.begin_array();
        for (const auto feature : facts.features) out.value(feature);
        out.end_array();
        out.end_object();
    } else {
        text = "skilldeck " + std::string(facts.version) + " (plugin ABI " + std::string(facts.abi) + ")";
    }
    return text + "\n";
}

/// Whether a finding says why a layer of the settings cannot be read.
bool is_settings_damage(const Host& host, const Diagnostic& found) {
    const auto layers = host.settings().layers();
    return found.severity == Severity::error && std::ranges::any_of(layers, [&](const SettingsLayer& layer) {
               return !layer.unreadable.empty() && found.file == layer.file.string();
           });
}

/// What a command relied on and did not get is never silent: records and settings that are damaged.
void say_damage(CommandContext& context) {
    for (const auto& found : context.host.diagnostics()) {
        const bool damage = found.code == code::state_file_damaged || found.code == code::records_missing ||
                            found.code == code::trust_file_damaged || found.code == code::state_version_newer ||
                            is_settings_damage(context.host, found);
        if (damage && !context.out.has_said(found)) context.out.diagnostic_lines({found});
    }
}

void say_help(Output& out, const CommandLine& line) {
    if (!out.json()) return out.answer(line.help);
    out.answer_json([&](JsonWriter& json) {
        json.begin_object();
        json.member("command", line.help_command);
        json.member("help", line.help);
        json.end_object();
    });
}

}  // namespace

std::optional<ExitStatus> answer_version(std::span<const std::string> words) {
    if (words.size() != 1 || words[0] != "--version") return std::nullopt;
    if (write_all(kStandardOutput, version_text(OutputFormat::text))) return ExitStatus::done;
    (void)write_all(kStandardError, kAnswerLost);
    return ExitStatus::failed;
}

int run_program(std::span<const std::string> words, FileSystem& files, Clock& clock, Reactor& reactor,
                ProcessRunner& processes, StopSignals& stop_signals) {
    auto line = parse_command_line(words);
    const auto environment = process_environment();
    const auto no_color = environment.find("NO_COLOR");
    auto out = make_output(line.options, no_color != environment.end() && !no_color->second.empty());
    if (line.problem) {
        out.fail(*line.problem);
        return finish(out, ExitStatus::usage);
    }
    if (!line.help.empty()) {
        say_help(out, line);
        return finish(out, ExitStatus::done);
    }
    if (line.version) {
        out.answer(version_text(line.options.json ? OutputFormat::json : OutputFormat::text));
        return finish(out, ExitStatus::done);
    }
    const auto logger = make_standard_error_logger(log_level_of(line.options.verbosity));
    auto directory = working_directory();
    if (!directory) {
        out.fail(directory.error());
        return finish(out, ExitStatus::failed);
    }
    files.on_stray([&logger](const Path& file) {
        logger->warning("removed " + file.string() + ", which a writer that was killed had left");
    });
    World world{files, clock, reactor, processes, stop_signals, *logger, environment, *directory};
    Host host(world, std::move(line.options));
    // A command is over before anybody changes what it has read.
    const auto changes = line.command ? OutsideChanges::ignored : OutsideChanges::followed;
    if (auto opened = host.open(changes); !opened) {
        out.fail(opened.error());
        return finish(out, exit_status_of(opened.error()));
    }
    host.on_progress([&out](std::string_view step) { out.progress(step); });
    out.diagnostic_lines(host.option_diagnostics());
    CommandContext context{host, out, [&](std::string_view question) { return asks_yes(world, out, question); },
                           [&](std::string_view question, Echo echo) { return ask_line(world, out, question, echo); }};
    const auto status = line.command ? run_command(line.command, context) : run_session(context);
    say_damage(context);
    (void)out.flush();  // whatever a plugin does at its end, the answer is out
    host.shut_down();
    const int code = finish(out, status);
    return stop_signals.ending() ? kSignalStatus + *stop_signals.ending() : code;
}

}  // namespace skilldeck
