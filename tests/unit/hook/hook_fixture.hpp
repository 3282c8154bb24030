// SPDX-License-Identifier: Apache-2.0
// What the hook tests share: configurations in one line, a runner that answers when the test says so, and a dispatch
// that waits for its outcome.
#pragma once

#include "hook/dispatcher.hpp"

#include <boost/json/parse.hpp>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace skilldeck::test {

inline HookConfig hook_of(std::string event, std::string command) {
    HookConfig hook;
    hook.event = std::move(event);
    hook.what = std::move(command);
    hook.file = "/settings.json";
    hook.place = hook.event + "[0].hooks[0]";
    hook.origin.source = "user";
    hook.origin.trusted = true;
    return hook;
}

inline HookConfig plugin_hook(HookConfig hook, const std::string& plugin, const Path& root, const Path& data = {}) {
    hook.origin.loaded_from = LoadedFrom::plugin;
    hook.origin.plugin = plugin;
    hook.file = root / "hooks" / "hooks.json";
    hook.plugin_root = root;
    hook.plugin_data = data;
    return hook;
}

inline HookEvent event_of(std::string_view name, std::string_view text = "{}") {
    return make_hook_event(name, text, "/").value();
}

/// PreToolUse of one tool.
inline HookEvent tool_event(std::string_view tool) {
    return event_of("PreToolUse", R"({"tool_name": ")" + std::string(tool) + R"("})");
}

inline HandlerRun exited(int code, std::string output = {}, std::string errors = {}) {
    HandlerRun run;
    run.end = HandlerRun::End::exited;
    run.exit_code = code;
    run.output = std::move(output);
    run.errors = std::move(errors);
    return run;
}

/// An answer of PreToolUse.
inline std::string decided(const std::string& decision, const std::string& reason = {}, const std::string& input = {}) {
    auto text = R"({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": ")" + decision + '"';
    if (!reason.empty()) text += R"(, "permissionDecisionReason": ")" + reason + '"';
    if (!input.empty()) text += R"(, "updatedInput": )" + input;
    return text + "}}";
}

/// Answers with what the test set for a command: at once, or later in the order the test wants.
class ScriptedRunner final : public HandlerRunner {
public:
    std::map<std::string, HandlerRun> answers;
    std::vector<std::string> started;
    bool hold = false;

    void run(const HookConfig& hook, const HookEvent&, CancelToken, Done done) override {
        started.push_back(hook.what);
        answers.try_emplace(hook.what, exited(0));
        if (!hold) return done(answers[hook.what]);
        held_.emplace(hook.what, std::move(done));
    }
    void release(const std::string& command) {
        auto held = held_.extract(command);
        held.mapped()(answers[command]);
    }

private:
    std::map<std::string, Done> held_;
};

class Dispatching {
public:
    ScriptedRunner runner;
    HookStop stop;
    std::function<std::optional<bool>(std::string_view, const HookEvent&)> condition_holds;
    std::function<Result<Path>(std::string_view)> keep_long_text;
    std::map<HookHandlerType, HandlerRunner*> runners{{HookHandlerType::command, &runner},
                                                      {HookHandlerType::native, &runner}};

    HookOutcome dispatch(const std::vector<HookConfig>& hooks, HookEvent event,
                         const std::vector<std::string>& release_order = {}, CancelToken cancel = {}) {
        std::optional<HookOutcome> outcome;
        HookDispatcher dispatcher({*reactor_, runners, stop, condition_holds, keep_long_text});
        dispatcher.dispatch(hooks, std::move(event), std::move(cancel),
                            [&](HookOutcome ended) { outcome = std::move(ended); });
        for (const auto& command : release_order) runner.release(command);
        reactor_->run_until([&] { return outcome.has_value(); });
        return std::move(*outcome);
    }
    Reactor& reactor() { return *reactor_; }

private:
    std::unique_ptr<Reactor> reactor_ = make_reactor(1);
};

inline bool says(const Diagnostics& diagnostics, Code code, std::string_view part = {}) {
    for (const auto& diagnostic : diagnostics) {
        if (diagnostic.code == code && diagnostic.message.find(part) != std::string::npos) return true;
    }
    return false;
}

}  // namespace skilldeck::test
