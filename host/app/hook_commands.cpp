// SPDX-License-Identifier: Apache-2.0
// `hook run` and `hook list`.
#include "app/codes.hpp"
#include "app/commands.hpp"
#include "app/hook_call.hpp"
#include "app/table.hpp"
#include "base/json.hpp"
#include "os/standard_streams.hpp"
#include "plugin/codes.hpp"

namespace skilldeck {

namespace {

/// An event holds a tool's whole input; more than this is no event.
constexpr std::size_t kEventBytes = 8 * 1024 * 1024;

/// Settings of a project that is not trusted which hold hooks.
std::vector<std::string> waiting_files(const Settings& settings) {
    std::vector<std::string> files;
    for (const auto& layer : settings.layers()) {
        const auto* hooks = layer.effective ? nullptr : json_object(layer.values, "hooks");
        if (hooks != nullptr && !hooks->empty()) files.push_back(layer.file.string());
    }
    return files;
}

bool is_enabled(const HookConfig& hook, const HookStop& stop) {
    return hook.refusal.empty() && !stops_hooks_of(stop, hook.origin.scope);
}

std::string state_word(const HookConfig& hook, const HookStop& stop) {
    if (!hook.refusal.empty()) return "fails";
    return is_enabled(hook, stop) ? "" : "stopped";
}

/// As it was written, where it can be read at all.
std::string type_word(const HookConfig& hook) {
    const auto written = json_text(hook.fields, "type");
    return std::string(written.empty() ? hook_handler_word(hook.type) : written);
}

void write_hook(JsonWriter& json, const HookConfig& hook, const HookStop& stop) {
    json.begin_object();
    json.member("event", hook.event);
    json.member("matcher", hook.matcher);
    json.member("type", type_word(hook));
    json.member("what", hook.what);
    json.member("source", hook.origin.source);
    json.member_if("plugin", hook.origin.plugin);
    json.member("file", hook.file.string());
    json.member("enabled", is_enabled(hook, stop));
    json.member("timeoutMs", static_cast<std::int64_t>(hook.timeout.count()));
    json.end_object();
}

}  // namespace

ExitStatus hook_run(CommandContext& context, const HookRunArguments& arguments) {
    auto& out = context.out;
    if (find_hook_event(arguments.event) == nullptr) {
        out.fail(make_error(code::hook_event_unknown, "hook run", {arguments.event}));
        return ExitStatus::usage;
    }
    const auto text = read_all(kStandardInput, kEventBytes);
    if (!text) return fail(context, text.error());
    context.host.world().stop_signals.watch();
    const auto outcome = dispatch_event_text(context.host, arguments.event, *text);
    if (!outcome) return fail(context, outcome.error());
    if (outcome->cancelled) {
        out.diagnostic_lines(outcome->diagnostics);
        return fail(context, make_error(code::interrupted, arguments.event));
    }
    out.answer_json([&](JsonWriter& json) {
        write_hook_outcome(json, *outcome, arguments.trace ? HookTraceOutput::with : HookTraceOutput::without);
    });
    out.diagnostic_lines(outcome->diagnostics);
    return ExitStatus::done;
}

ExitStatus hook_list(CommandContext& context) {
    const auto& hooks = *context.host.hooks();
    const auto stop = hook_stop(context.host.settings(), context.host.policy());
    auto& out = context.out;
    if (out.json()) {
        out.answer_json([&](JsonWriter& json) {
            json.begin_array();
            for (const auto& hook : hooks) write_hook(json, hook, stop);
            json.end_array();
        });
        return ExitStatus::done;
    }
    const auto waiting = waiting_files(context.host.settings());
    if (hooks.empty()) out.answer_line(waiting.empty() ? "no hooks" : "no hooks that count");
    Table table(out.columns());
    for (const auto& hook : hooks) {
        table.row({hook.event, hook.matcher.value_or("*"), type_word(hook), hook.origin.source, state_word(hook, stop),
                   hook.what});
    }
    out.answer(table.text());
    if (stop.reach != HookStop::Reach::nobody) out.message("hooks are stopped by " + stop.reason);
    for (const auto& file : waiting) {
        out.message("hooks of " + file + " wait for workspace trust: `skilldeck trust add` gives it");
    }
    out.diagnostic_lines(context.host.diagnostics());
    return ExitStatus::done;
}

}  // namespace skilldeck
