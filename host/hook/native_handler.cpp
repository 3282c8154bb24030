// SPDX-License-Identifier: Apache-2.0
#include "hook/handler.hpp"

namespace skilldeck {

namespace {

constexpr int kDenied = 2;  // a module that denies stands where a command exits with 2

HandlerRun to_run(NativeReply reply) {
    HandlerRun run;
    switch (reply.outcome) {
        case NativeReply::Outcome::ok: run.end = HandlerRun::End::exited; break;
        case NativeReply::Outcome::denied:
            run.end = HandlerRun::End::exited;
            run.exit_code = kDenied;
            run.errors = std::move(reply.message);
            break;
        case NativeReply::Outcome::timed_out: run.end = HandlerRun::End::timed_out; break;
        case NativeReply::Outcome::unavailable:
        case NativeReply::Outcome::failed:
            run.end = HandlerRun::End::failed;
            run.reason = reply.message.empty() ? "the native module failed" : std::move(reply.message);
            if (!reply.diagnostics.empty()) run.hint = reply.diagnostics.front().hint;
            break;
    }
    run.output = std::move(reply.output);
    run.diagnostics = std::move(reply.diagnostics);
    return run;
}

}  // namespace

void NativeHandler::run(const HookConfig& hook, const HookEvent& event, CancelToken cancel, Done done) {
    if (!hook.native) {
        HandlerRun run;
        run.reason = "its plugin has no native module that can be used";
        run.hint = "`skilldeck doctor` says what is wrong with it";
        return done(std::move(run));
    }
    const auto started = std::chrono::steady_clock::now();
    hook.native->run_hook(
        hook.what, event.text, hook.timeout, std::move(cancel), [started, done = std::move(done)](NativeReply reply) {
            auto run = to_run(std::move(reply));
            run.elapsed =
                std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - started);
            done(std::move(run));
        });
}

}  // namespace skilldeck
