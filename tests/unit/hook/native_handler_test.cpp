// SPDX-License-Identifier: Apache-2.0
#include "hook/codes.hpp"
#include "hook/handler.hpp"

#include "hook_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

namespace {

class ScriptedModule final : public NativeContributor {
public:
    NativeReply reply;
    std::string handler, event;
    std::chrono::milliseconds timeout{0};

    void run_hook(std::string name, std::string event_json, std::chrono::milliseconds limit, CancelToken,
                  Done done) override {
        handler = std::move(name);
        event = std::move(event_json);
        timeout = limit;
        done(reply);
    }
    void list_skills(CancelToken, Done done) override { done({}); }
    void render_skill(std::string, std::string, CancelToken, Done done) override { done({}); }
    void read_skill_file(std::string, std::string, CancelToken, Done done) override { done({}); }
};

struct Guard {
    std::shared_ptr<ScriptedModule> module = std::make_shared<ScriptedModule>();
    HookConfig hook;
    NativeHandler handler;
    test::Dispatching dispatching;

    Guard() {
        hook = test::plugin_hook(test::hook_of("PreToolUse", "guard"), "p@m", "/plugins/p");
        hook.type = HookHandlerType::native;
        hook.timeout = std::chrono::seconds(1);
        hook.native = module;
        dispatching.runners = {{HookHandlerType::native, &handler}};
    }

    HookOutcome run(NativeReply::Outcome outcome, std::string output = {}, std::string message = {}) {
        module->reply = {outcome, std::move(output), std::move(message), {}};
        return dispatching.dispatch({hook}, test::tool_event("Bash"));
    }
};

using Reply = NativeReply::Outcome;

}  // namespace

BOOST_AUTO_TEST_SUITE(hook_native)

BOOST_AUTO_TEST_CASE(a_module_gets_the_event_and_its_answer_is_read_like_any_other) {
    Guard guard;
    const auto outcome = guard.run(Reply::ok, test::decided("ask", "sure?"));
    BOOST_TEST((outcome.decision == HookDecision::ask));
    BOOST_TEST(outcome.reason == "sure?");
    BOOST_TEST(guard.module->handler == "guard");
    BOOST_TEST(guard.module->event.find("\"tool_name\": \"Bash\"") != std::string::npos);
    BOOST_TEST((guard.module->timeout == std::chrono::seconds(1)));
    BOOST_TEST(outcome.trace.at(0).source == "p@m");
    BOOST_TEST(!outcome.trace.at(0).exit_code.has_value());
}

BOOST_AUTO_TEST_CASE(a_module_that_denies_blocks_with_its_message) {
    Guard guard;
    const auto outcome = guard.run(Reply::denied, test::decided("allow"), "not on Fridays");
    BOOST_TEST((outcome.decision == HookDecision::deny));
    BOOST_TEST(outcome.reason == "not on Fridays");
}

BOOST_AUTO_TEST_CASE(a_module_that_fails_lets_the_action_through_unless_its_hook_says_block) {
    for (const auto reply : {Reply::failed, Reply::unavailable, Reply::timed_out}) {
        Guard guard;
        const auto through = guard.run(reply, test::decided("deny"), "crashed");
        BOOST_TEST((through.decision == HookDecision::none));
        BOOST_TEST(through.diagnostics.size() == 1U);
        BOOST_TEST(through.diagnostics.at(0).plugin == "p@m");
        guard.hook.block_on_failure = true;
        BOOST_TEST((guard.run(reply).decision == HookDecision::deny));
    }
}

BOOST_AUTO_TEST_CASE(a_hook_without_a_usable_module_is_a_failure_with_a_reason) {
    Guard guard;
    guard.hook.native = nullptr;
    BOOST_TEST(test::says(guard.run(Reply::ok).diagnostics, code::hook_gave_no_answer, "no native module"));
    guard.hook.block_on_failure = true;
    BOOST_TEST((guard.run(Reply::ok).decision == HookDecision::deny));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
