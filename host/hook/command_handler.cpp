// SPDX-License-Identifier: Apache-2.0
#include "base/json.hpp"
#include "base/option_reference.hpp"
#include "hook/codes.hpp"
#include "hook/handler.hpp"
#include "hook/shell_form.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace skilldeck {

namespace {

constexpr std::array<std::string_view, 3> kPluginPrefixes{"CLAUDE_", "SKILLDECK_", ""};
constexpr std::array<std::string_view, 2> kProjectPrefixes{"CLAUDE_", "SKILLDECK_"};
constexpr std::uint32_t kDataMode = 0700;
constexpr std::string_view kReferenceStart = "${user_config.";

HookVariables variables_of(const HookConfig& hook, const Path& project_dir) {
    HookVariables variables;
    for (const auto prefix : kProjectPrefixes) variables[std::string(prefix) + "PROJECT_DIR"] = project_dir.string();
    if (hook.plugin_root.empty()) return variables;
    for (const auto prefix : kPluginPrefixes) {
        variables[std::string(prefix) + "PLUGIN_ROOT"] = hook.plugin_root.string();
        if (!hook.plugin_data.empty()) variables[std::string(prefix) + "PLUGIN_DATA"] = hook.plugin_data.string();
    }
    return variables;
}

/// In the environment of a hook, and nowhere else of it, are secrets too.
void set_options(Environment& environment, const HookConfig& hook) {
    const auto is_option = [](const auto& variable) {
        return std::ranges::any_of(kOptionVariablePrefixes,
                                   [&](std::string_view prefix) { return variable.first.starts_with(prefix); });
    };
    std::erase_if(environment, is_option);
    if (!hook.options) return;
    for (const auto& option : hook.options->all) {
        if (!option.set) continue;
        for (const auto prefix : kOptionVariablePrefixes)
            environment[std::string(prefix) + option_variable_name(option.name)] = option.text;
    }
}

/// Variables of the plugin, then its options: what a value holds is not looked at again.
std::string exec_word(std::string_view word, const HookConfig& hook, const HookVariables& variables) {
    std::string filled;
    while (!word.empty()) {
        const auto option = option_reference_at_start(word);
        const auto length = option ? option->length : std::min(word.find(kReferenceStart, 1), word.size());
        const auto part = word.substr(0, length);
        filled += option ? with_options(part, hook.options.get()) : replace_variables(part, variables);
        word.remove_prefix(length);
    }
    return filled;
}

/// A host that was started by a plugin's hook must not pass that plugin's folders on to others.
void set_variables(Environment& environment, const HookVariables& variables) {
    for (const auto prefix : kPluginPrefixes) {
        for (const auto* name : {"PLUGIN_ROOT", "PLUGIN_DATA"}) environment.erase(std::string(prefix) + name);
    }
    for (const auto& [name, value] : variables) environment[name] = value;
}

std::string_view shell_of(const HookConfig& hook) {
    const auto word = json_text(hook.fields, "shell");
    return word == "bash" || word == "powershell" ? word : "sh";
}

HandlerRun to_run(ProcessOutcome outcome, const HookConfig& hook) {
    HandlerRun run;
    switch (outcome.end) {
        case ProcessOutcome::End::exited: run.end = HandlerRun::End::exited; break;
        case ProcessOutcome::End::signalled: run.end = HandlerRun::End::signalled; break;
        case ProcessOutcome::End::timed_out: run.end = HandlerRun::End::timed_out; break;
        case ProcessOutcome::End::cancelled: run.end = HandlerRun::End::cancelled; break;
        case ProcessOutcome::End::not_started: run.end = HandlerRun::End::failed; break;
    }
    for (const int process : outcome.survivors) {
        run.diagnostics.push_back(
            handler_diagnostic(code::hook_process_left, hook, {handler_name(hook), std::to_string(process)}));
    }
    if (outcome.output_cut)
        run.diagnostics.push_back(handler_diagnostic(code::hook_output_cut, hook, {handler_name(hook)}));
    run.output_cut = outcome.output_cut;
    run.exit_code = outcome.exit_code;
    run.signal = outcome.signal;
    run.output = std::move(outcome.output);
    run.errors = std::move(outcome.errors);
    run.reason = std::move(outcome.reason);
    run.elapsed = outcome.elapsed;
    return run;
}

HandlerRun failed_run(std::string reason) {
    HandlerRun run;
    run.reason = std::move(reason);
    return run;
}

}  // namespace

Path CommandHandler::directory_for(const HookEvent& event) const {
    const auto home = places_.environment.find("HOME");
    const std::array<Path, 4> candidates{
        Path(json_text(event.fields, "cwd")),
        places_.working_directory,
        places_.project_dir,
        home == places_.environment.end() ? Path() : Path(home->second),
    };
    for (const auto& candidate : candidates) {
        if (candidate.is_absolute() && reader_.is_directory(candidate)) return candidate;
    }
    return "/";
}

ProcessSpec CommandHandler::process_for(const HookConfig& hook, const HookEvent& event) const {
    const auto variables = variables_of(hook, places_.project_dir);
    ProcessSpec spec;
    if (hook.exec_form) {
        spec.argv.push_back(exec_word(hook.what, hook, variables));
        for (const auto& argument : hook.args) spec.argv.push_back(exec_word(argument, hook, variables));
    } else {
        spec.argv = {std::string(shell_of(hook)), "-c", quote_variables(hook.what, variables)};
    }
    spec.working_directory = directory_for(event);
    spec.environment = places_.environment;
    set_variables(spec.environment, variables);
    set_options(spec.environment, hook);
    spec.input = event.text + "\n";
    spec.timeout = hook.timeout;
    return spec;
}

void CommandHandler::run(const HookConfig& hook, const HookEvent& event, CancelToken cancel, Done done) {
    if (!hook.exec_form && shell_of(hook) == "powershell")
        return done(failed_run("its \"shell\" is powershell, which this host does not start"));
    if (!hook.plugin_data.empty()) {
        if (const auto made = writer_.make_directories(hook.plugin_data, kDataMode); !made)
            return done(failed_run(to_line(made.error())));
    }
    processes_.run(process_for(hook, event), std::move(cancel),
                   [hook, done = std::move(done)](ProcessOutcome outcome) { done(to_run(std::move(outcome), hook)); });
}

}  // namespace skilldeck
