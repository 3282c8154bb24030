// SPDX-License-Identifier: Apache-2.0
// Many events to handlers that behave and misbehave, several at a time: every outcome is right, and at the end no child
// and no descriptor is left. A short run always; the long one with SKILLDECK_SOAK (./dev test soak).
#include "hook/codes.hpp"
#include "hook/handler.hpp"

#include "hook_fixture.hpp"
#include "temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/wait.h>
#include <cerrno>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <random>
#include <set>

namespace skilldeck {

namespace {

using test::hook_of;

/// A way to behave, and what must come of it.
struct Behaviour {
    const char* command;
    HandlerOutcome outcome;
    HookDecision decision = HookDecision::none;
    std::chrono::milliseconds timeout{600'000};
};

constexpr const char* kForever = "exec sleep 100000";
constexpr std::array kBehaviours{
    Behaviour{"exit 0", HandlerOutcome::none},
    Behaviour{"cat >/dev/null; echo '{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", "
              "\"permissionDecision\": \"allow\"}}'",
              HandlerOutcome::allow, HookDecision::allow},
    Behaviour{"echo no >&2; exit 2", HandlerOutcome::deny, HookDecision::deny},
    Behaviour{"sleep 0.02; exit 0", HandlerOutcome::none},
    Behaviour{"echo broken >&2; exit 1", HandlerOutcome::failed},
    Behaviour{"kill -SEGV $$", HandlerOutcome::failed},
    Behaviour{"no-such-program-anywhere", HandlerOutcome::failed},
    Behaviour{kForever, HandlerOutcome::timeout, HookDecision::none, std::chrono::milliseconds(30)},
    // Its child keeps the pipes open and is found by its mark.
    Behaviour{"sleep 100000 & exit 0", HandlerOutcome::none},
    Behaviour{"head -c 3000000 /dev/zero | tr '\\0' x; exit 0", HandlerOutcome::none},
    Behaviour{"head -c 3000000 /dev/zero | tr '\\0' x >&2; exit 2", HandlerOutcome::deny, HookDecision::deny},
};

std::size_t open_descriptors() {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
        count += entry.path().empty() ? 0U : 1U;
    return count;
}

bool has_children() {
    return ::waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD;
}

/// One event under way, with what must come of it.
struct Call {
    std::vector<HookConfig> hooks;
    std::vector<HandlerOutcome> outcomes;
    HookDecision decision = HookDecision::none;
    bool cancelled = false;
    CancelSource cancel;
    std::optional<HookOutcome> ended;
};

class Soak {
public:
    explicit Soak(unsigned seed) : random_(seed) {}

    /// The events one after the other, up to `kTogether` of them at a time.
    void run(std::size_t events) {
        for (std::size_t done = 0; done < events; done += kTogether) {
            std::vector<std::unique_ptr<Call>> calls;
            for (std::size_t i = done; i < std::min(events, done + kTogether); ++i) calls.push_back(start(i));
            reactor_->run_until(
                [&] { return std::ranges::all_of(calls, [](const auto& call) { return call->ended.has_value(); }); });
            for (std::size_t i = 0; i < calls.size(); ++i) check(*calls[i], done + i);
        }
    }

private:
    static constexpr std::size_t kTogether = 6;
    static constexpr unsigned kHandlersAtMost = 4, kOneInCancelled = 10;

    unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }

    std::unique_ptr<Call> start(std::size_t number) {
        auto call = std::make_unique<Call>();
        const bool cancelled = below(kOneInCancelled) == 0;
        call->cancelled = cancelled;
        if (cancelled) call->decision = HookDecision::deny;  // nothing goes on that nobody has judged
        const auto count = 1 + below(kHandlersAtMost);
        for (unsigned i = 0; i < count; ++i) {
            // One that is cancelled would end in its own time too, so only those that never end are.
            const auto& behaviour = kBehaviours.at(below(kBehaviours.size()));
            auto hook = hook_of("PreToolUse", cancelled ? kForever : behaviour.command);
            hook.place = "PreToolUse[" + std::to_string(i) + "].hooks[0]";
            hook.origin.plugin = "p@m";  // the same command twice is two handlers
            hook.timeout = cancelled ? std::chrono::milliseconds(600'000) : behaviour.timeout;
            call->hooks.push_back(hook);
            call->outcomes.push_back(cancelled ? HandlerOutcome::skipped : behaviour.outcome);
            if (!cancelled) call->decision = std::max(call->decision, behaviour.decision);
        }
        auto event = test::event_of("PreToolUse", R"({"tool_name": "Bash", "n": )" + std::to_string(number) + "}");
        HookDispatcher dispatcher(HookTools{*reactor_, {{HookHandlerType::command, &handler_}}, {}, {}, {}});
        dispatcher.dispatch(call->hooks, std::move(event), call->cancel.token(),
                            [to = call.get()](HookOutcome outcome) { to->ended = std::move(outcome); });
        if (cancelled) call->cancel.cancel();
        return call;
    }

    static void check(const Call& call, std::size_t number) {
        BOOST_TEST_CONTEXT("event " << number) {
            BOOST_CHECK(call.ended->decision == call.decision);
            BOOST_TEST(call.ended->cancelled == call.cancelled);
            BOOST_TEST_REQUIRE(call.ended->trace.size() == call.outcomes.size());
            for (std::size_t i = 0; i < call.outcomes.size(); ++i) {
                BOOST_TEST(handler_outcome_word(call.ended->trace[i].outcome) == handler_outcome_word(call.outcomes[i]),
                           call.hooks[i].what);
            }
            for (const auto& problem : call.ended->diagnostics)
                BOOST_TEST(!(problem.code == code::hook_process_left), problem.message);
        }
    }

    std::mt19937 random_;
    test::TemporaryDirectory scratch_;
    FileSystem files_;
    std::unique_ptr<Reactor> reactor_ = make_reactor(1);
    std::unique_ptr<ProcessRunner> processes_ = make_process_runner(*reactor_);
    CommandHandler handler_{
        *processes_, files_, files_, {scratch_.path(), scratch_.path(), {{"PATH", "/usr/bin:/bin"}, {"HOME", "/"}}}};
};

/// Everything it opened is closed and everything it started has ended.
void run_and_leave_nothing(unsigned seed, std::size_t events) {
    Soak(seed).run(1);  // what a process opens once and keeps
    const auto before = open_descriptors();
    Soak(seed).run(events);
    BOOST_TEST(open_descriptors() == before);
    BOOST_TEST(!has_children());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(hook_soak)

BOOST_AUTO_TEST_CASE(some_events_to_handlers_that_behave_and_misbehave) {
    run_and_leave_nothing(1, 36);
}

BOOST_AUTO_TEST_CASE(two_thousand_events_to_handlers_that_behave_and_misbehave, *boost::unit_test::disabled()) {
    if (std::getenv("SKILLDECK_SOAK") == nullptr) {
        std::cout << "SKIP: SKILLDECK_SOAK is not set\n";
        return;
    }
    run_and_leave_nothing(2, 2'000);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
