// SPDX-License-Identifier: Apache-2.0
#include "app/action.hpp"

#include "base/display_text.hpp"

namespace skilldeck {

namespace {

std::string_view outcome_word(ActionOutcome outcome) {
    switch (outcome) {
        case ActionOutcome::done: return "done";
        case ActionOutcome::already: return "already";
        case ActionOutcome::failed: return "failed";
        case ActionOutcome::refused: return "refused";
    }
    return "failed";
}

void write_dependencies(JsonWriter& json, const Action& action) {
    json.key("dependencies");
    json.begin_array();
    for (const auto& dependency : action.dependencies) {
        const bool installed = dependency.done == MarketAction::Dependency::Done::installed;
        json.begin_object();
        json.member("id", dependency.id);
        json.member_if("version", dependency.version);
        json.member("outcome", installed ? "installed" : "enabled");
        json.end_object();
    }
    json.end_array();
}

void write_action(JsonWriter& json, const Action& action) {
    json.begin_object();
    json.member("command", action.command);
    json.member("outcome", outcome_word(action.outcome));
    json.member_if("id", action.id);
    json.member_if("scope", action.scope);
    json.member_if("version", action.version);
    json.member_if("previousVersion", action.previous_version);
    json.key("changed");
    json.begin_object();
    json.member("hooks", action.changed.hooks);
    json.member("mcpServers", action.changed.mcp_servers);
    json.member("native", action.changed.native);
    json.end_object();
    if (!action.dependencies.empty()) write_dependencies(json, action);
    json.member("message", action.message);
    write_diagnostics(json, "warnings", action.warnings);
    if (action.error) write_error(json, *action.error);
    json.end_object();
}

ExitStatus status_of(const Action& action) {
    switch (action.outcome) {
        case ActionOutcome::done:
        case ActionOutcome::already: return ExitStatus::done;
        case ActionOutcome::failed: return ExitStatus::failed;
        case ActionOutcome::refused: return ExitStatus::refused;
    }
    return ExitStatus::failed;
}

void say(Output& out, const Action& action) {
    if (action.error) {
        out.error_lines(*action.error);
    } else {
        if (!out.json()) out.answer_line(clean_for_line(action.message));
        out.diagnostic_lines(action.warnings);
    }
}

}  // namespace

Action to_action(std::string_view command, const MarketAction& done) {
    Action action;
    action.command = command;
    action.outcome = done.outcome == MarketAction::Outcome::done ? ActionOutcome::done : ActionOutcome::already;
    action.id = done.id;
    action.scope = done.scope;
    action.version = done.version;
    action.previous_version = done.previous_version;
    action.changed = done.changed;
    action.dependencies = done.dependencies;
    action.message = done.message;
    action.warnings = done.warnings;
    return action;
}

Action to_action(std::string_view command, std::string_view id, const Error& error) {
    Action action;
    action.command = command;
    action.outcome = exit_status_of(error) == ExitStatus::refused ? ActionOutcome::refused : ActionOutcome::failed;
    action.id = id;
    action.message = to_line(error);
    action.error = error;
    return action;
}

ExitStatus answer_action(Output& out, const Action& action) {
    if (action.error) {
        out.fail(*action.error);
        return status_of(action);
    }
    if (out.json()) {
        out.answer_json([&](JsonWriter& json) { write_action(json, action); });
    }
    say(out, action);
    return status_of(action);
}

ExitStatus answer_actions(Output& out, const std::vector<Action>& actions) {
    if (out.json()) {
        out.answer_json([&](JsonWriter& json) {
            json.begin_array();
            for (const auto& action : actions) write_action(json, action);
            json.end_array();
        });
    }
    auto status = ExitStatus::done;
    for (const auto& action : actions) {
        say(out, action);
        status = worse(status, status_of(action));
    }
    return status;
}

}  // namespace skilldeck
