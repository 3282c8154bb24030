// SPDX-License-Identifier: Apache-2.0
// The native side of command-guard: the hook handler `guard` and the computed skill `check`. An instance is immutable
// after its creation, so that calls may overlap ("concurrent" in module.json).
#include <cstdlib>
#include <skilldeck/plugin.hpp>
#include <string>
#include <string_view>
#include <variant>

#include "guard_settings.hpp"
#include "json_value.hpp"
#include "judge.hpp"
#include "paths.hpp"

namespace {

using command_guard::Decision;
using command_guard::Place;
using command_guard::Severity;
using command_guard::Verdict;
using plugin_support::append_json_string;
using plugin_support::JsonError;
using plugin_support::JsonValue;
using plugin_support::read_json;

/// JSON that must be an object; anything else fails the call, and a failed hook of this plugin blocks.
JsonValue read_object(std::string_view text, const char* what) {
    auto read = read_json(text);
    if (const auto* error = std::get_if<JsonError>(&read)) {
        throw skd::Failure(SKD_ERR_INVALID_ARGUMENT, std::string(what) + " is not JSON: " + error->what + " at byte " +
                                                         std::to_string(error->offset));
    }
    if (std::get<JsonValue>(read).as_object() == nullptr) {
        throw skd::Failure(SKD_ERR_INVALID_ARGUMENT, std::string(what) + " is not an object");
    }
    return std::get<JsonValue>(std::move(read));
}

std::string home_directory() {
    const char* home = std::getenv("HOME");
    return home != nullptr && home[0] == '/' ? command_guard::normalise(home, "/") : std::string("/home/user");
}

std::string absolute_or_empty(const std::string& path) {
    return path.starts_with('/') ? command_guard::normalise(path, "/") : std::string();
}

/// The answer of a PreToolUse hook.
std::string hook_answer(const Verdict& verdict) {
    std::string out = R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":)";
    out += verdict.decision == Decision::deny ? "\"deny\"" : "\"ask\"";
    out += ",\"permissionDecisionReason\":";
    append_json_string(out, "command-guard: " + verdict.reason);
    out += "}}";
    return out;
}

std::string explanation(std::string_view line, const Verdict& verdict) {
    std::string out = "The command guard was asked about this command line; nothing was run.\n\n```sh\n";
    out.append(line).append("\n```\n\n");
    if (verdict.findings.empty()) {
        return out + "Verdict: **nothing found**. The guard would stay silent and the permission rules decide.\n";
    }
    out += verdict.decision == Decision::deny ? "Verdict: **deny**.\n" : "Verdict: **ask**.\n";
    for (const auto& finding : verdict.findings) {
        out += finding.severity == Severity::deny ? "\n- deny" : "\n- ask";
        out += " `" + finding.rule + "`: `" + finding.part + "` " + finding.why;
    }
    return out + "\n\n`/command-guard:explain` has the rules and the options.\n";
}

class CommandGuard {
public:
    CommandGuard(skd::Host host, std::string_view config_json) : home_(home_directory()) {
        const JsonValue config = read_object(config_json, "the configuration");
        settings_ = command_guard::read_settings(config.find("options"));
        for (const std::string& problem : settings_.problems) host.warning("command-guard: " + problem);
    }

    skd::Reply run_hook(skd::Call call, std::string_view handler, std::string_view event_json) {
        if (handler != "guard") return skd::fail(SKD_ERR_NOT_FOUND, "there is no handler " + std::string(handler));
        const JsonValue event = read_object(event_json, "the event");
        if (event.text_at("tool_name") != "Bash") return skd::ok();
        const auto command = event.text_at("tool_input", "command");
        if (!command) return skd::fail(SKD_ERR_INVALID_ARGUMENT, "the event has no text in tool_input.command");
        const Verdict verdict = judge(call, *command, place(call, event.text_at("cwd").value_or("")));
        return verdict.decision == Decision::none ? skd::ok() : skd::ok(hook_answer(verdict));
    }

    skd::Reply render_skill(skd::Call call, std::string_view skill, std::string_view request_json) {
        if (skill != "check") return skd::fail(SKD_ERR_NOT_FOUND, "there is no skill " + std::string(skill));
        const JsonValue request = read_object(request_json, "the request");
        const std::string line = request.text_at("args").value_or("");
        std::string text = "Say which command line to check: `/command-guard:check <command line>`.\n";
        if (!line.empty()) text = explanation(line, judge(call, line, place(call, "")));
        std::string out = R"({"blocks":[{"type":"text","text":)";
        append_json_string(out, text);
        return skd::ok(out + "}]}");
    }

private:
    /// The event knows the working directory, the session knows the project.
    [[nodiscard]] Place place(const skd::Call& call, const std::string& directory) const {
        Place place{absolute_or_empty(directory), {}, home_};
        const skd::Reply info = call.session("info");
        if (info.ok()) {
            const auto read = read_json(info.text());
            if (const auto* session = std::get_if<JsonValue>(&read)) {
                place.project = absolute_or_empty(session->text_at("projectDir").value_or(""));
                if (place.directory.empty()) place.directory = absolute_or_empty(session->text_at("cwd").value_or(""));
            }
        }
        if (place.project.empty()) place.project = place.directory;
        return place;
    }

    [[nodiscard]] Verdict judge(const skd::Call& call, std::string_view line, const Place& place) const {
        try {
            return command_guard::judge_line(line, place, settings_, [&call] { return call.cancelled(); });
        } catch (const command_guard::Stopped&) {
            throw skd::Failure(SKD_ERR_CANCELLED, "cancelled");
        }
    }

    std::string home_;
    command_guard::GuardSettings settings_;
};

}  // namespace

SKD_PLUGIN(CommandGuard, "command-guard", "1.0.0");
