// SPDX-License-Identifier: Apache-2.0
#include "hook/dispatcher.hpp"
#include "hook/codes.hpp"

#include "hook_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

namespace skilldeck {

namespace {

using test::decided;
using test::Dispatching;
using test::exited;
using test::hook_of;
using test::says;

/// Handlers called A, B, … that answer in turn.
std::vector<HookConfig> hooks_with(Dispatching& dispatching, const std::vector<HandlerRun>& answers) {
    std::vector<HookConfig> hooks;
    for (const auto& answer : answers) {
        const std::string name(1, static_cast<char>('A' + hooks.size()));
        dispatching.runner.answers[name] = answer;
        hooks.push_back(hook_of("PreToolUse", name));
    }
    return hooks;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(hook_dispatcher)

BOOST_AUTO_TEST_CASE(deny_beats_defer_beats_ask_beats_allow_in_every_order) {
    std::vector<std::string> words{"allow", "ask", "defer", "deny"};
    do {
        Dispatching dispatching;
        std::vector<HandlerRun> answers;
        for (const auto& word : words) answers.push_back(exited(0, decided(word, "r-" + word)));
        auto hooks = hooks_with(dispatching, answers);
        const auto outcome = dispatching.dispatch(hooks, test::tool_event("Bash"));
        BOOST_TEST((outcome.decision == HookDecision::deny));
        BOOST_TEST((outcome.effective == EffectiveDecision::deny));
        BOOST_TEST(outcome.reason == "r-deny");
        std::erase_if(hooks,
                      [&](const auto& hook) { return words[static_cast<std::size_t>(hook.what[0] - 'A')] == "deny"; });
        BOOST_TEST((dispatching.dispatch(hooks, test::tool_event("Bash")).decision == HookDecision::defer));
        std::erase_if(hooks,
                      [&](const auto& hook) { return words[static_cast<std::size_t>(hook.what[0] - 'A')] == "defer"; });
        const auto asked = dispatching.dispatch(hooks, test::tool_event("Bash"));
        BOOST_TEST((asked.decision == HookDecision::ask));
        BOOST_TEST(asked.reason == "r-ask");
    } while (std::ranges::next_permutation(words).found);
}

BOOST_AUTO_TEST_CASE(results_stand_in_the_order_of_configuration_whatever_finishes_first) {
    std::vector<std::string> order{"A", "B", "C"};
    do {
        Dispatching dispatching;
        dispatching.runner.hold = true;
        const auto hooks =
            hooks_with(dispatching, {exited(0, R"({"systemMessage":"a"})"), exited(0, R"({"systemMessage":"b"})"),
                                     exited(0, R"({"systemMessage":"c"})")});
        const auto outcome = dispatching.dispatch(hooks, test::tool_event("Bash"), order);
        BOOST_TEST(outcome.system_messages == (std::vector<std::string>{"a", "b", "c"}),
                   boost::test_tools::per_element());
        BOOST_TEST(outcome.trace.at(0).handler == "A");
        BOOST_TEST(outcome.trace.at(2).handler == "C");
        BOOST_TEST(dispatching.runner.started == (std::vector<std::string>{"A", "B", "C"}),
                   boost::test_tools::per_element());
    } while (std::ranges::next_permutation(order).found);
}

BOOST_AUTO_TEST_CASE(the_last_rewrite_in_configuration_that_does_not_deny_wins_whole) {
    std::vector<std::string> order{"A", "B", "C"};
    do {
        Dispatching dispatching;
        dispatching.runner.hold = true;
        const auto hooks = hooks_with(
            dispatching, {exited(0, decided("allow", "", R"({"a":1})")), exited(0, decided("allow", "", R"({"b":2})")),
                          exited(0, decided("ask", "sure?"))});
        const auto outcome = dispatching.dispatch(hooks, test::tool_event("Bash"), order);
        BOOST_TEST((*outcome.updated_input == boost::json::parse(R"({"b":2})").as_object()));
        BOOST_TEST((outcome.decision == HookDecision::ask));  // who approves gets the rewritten input
        BOOST_TEST(says(outcome.diagnostics, code::hook_input_superseded, "hook A"));
    } while (std::ranges::next_permutation(order).found);
}

BOOST_AUTO_TEST_CASE(a_denied_call_has_no_rewritten_input) {
    Dispatching dispatching;
    const auto hooks = hooks_with(
        dispatching, {exited(0, decided("allow", "", R"({"a":1})")), exited(0, decided("deny", "no", R"({"b":2})"))});
    BOOST_TEST(!dispatching.dispatch(hooks, test::tool_event("Bash")).updated_input.has_value());
}

BOOST_AUTO_TEST_CASE(identical_handlers_of_settings_run_once_and_a_plugins_copy_on_its_own) {
    Dispatching dispatching;
    auto user = hook_of("PreToolUse", "check");
    auto project = user;
    project.file = "/project/.skilldeck/settings.json";
    project.origin.scope = Scope::project;
    const auto plugin = test::plugin_hook(user, "p@m", "/plugins/p");
    const auto other_plugin = test::plugin_hook(user, "q@m", "/plugins/q");
    BOOST_TEST(dispatching.dispatch({user, project, plugin}, test::tool_event("Bash")).trace.size() == 2U);
    BOOST_TEST(dispatching.dispatch({user, plugin, other_plugin}, test::tool_event("Bash")).trace.size() == 3U);
    BOOST_TEST(dispatching.runner.started.size() == 5U);
    project.exec_form = true;
    BOOST_TEST(dispatching.dispatch({user, project}, test::tool_event("Bash")).trace.size() == 2U);
}

BOOST_AUTO_TEST_CASE(one_real_file_that_is_named_twice_counts_once) {
    Dispatching dispatching;
    const auto first = test::plugin_hook(hook_of("PreToolUse", "check"), "p@m", "/plugins/p");
    auto second = first;
    second.place = "PreToolUse[0].hooks[1]";
    BOOST_TEST(dispatching.dispatch({first, second, first, second}, test::tool_event("Bash")).trace.size() == 2U);
}

BOOST_AUTO_TEST_CASE(only_handlers_of_the_event_whose_matcher_fits_run) {
    Dispatching dispatching;
    auto fits = hook_of("PreToolUse", "fits");
    fits.matcher = "Bash|Read";
    auto other_tool = hook_of("PreToolUse", "other tool");
    other_tool.matcher = "Write";
    const auto other_event = hook_of("PostToolUse", "other event");
    const auto outcome = dispatching.dispatch({other_tool, fits, other_event}, test::tool_event("Bash"));
    BOOST_TEST(outcome.trace.size() == 1U);
    BOOST_TEST(outcome.trace.at(0).handler == "fits");
    BOOST_TEST((outcome.decision == HookDecision::none));
    BOOST_TEST((outcome.effective == EffectiveDecision::standard));
}

BOOST_AUTO_TEST_CASE(a_broken_matcher_switches_off_its_own_entry_only) {
    Dispatching dispatching;
    auto broken = hook_of("PreToolUse", "broken");
    broken.matcher = "Bash(";
    const auto outcome = dispatching.dispatch({broken, hook_of("PreToolUse", "sound")}, test::tool_event("Bash"));
    BOOST_TEST(dispatching.runner.started == std::vector<std::string>{"sound"}, boost::test_tools::per_element());
    BOOST_TEST(says(outcome.diagnostics, code::hook_matcher_invalid, "Bash("));
}

BOOST_AUTO_TEST_CASE(a_kind_without_a_runner_is_skipped_and_says_so) {
    Dispatching dispatching;
    auto http = hook_of("PreToolUse", "https://example.invalid/hook");
    http.type = HookHandlerType::http;
    const auto outcome = dispatching.dispatch({http, hook_of("PreToolUse", "sound")}, test::tool_event("Bash"));
    BOOST_TEST((outcome.trace.at(0).outcome == HandlerOutcome::skipped));
    BOOST_TEST(says(outcome.diagnostics, code::hook_no_runner, "type http"));
    BOOST_TEST((outcome.trace.at(1).outcome == HandlerOutcome::none));
}

BOOST_AUTO_TEST_CASE(hooks_that_are_stopped_do_not_run_and_managed_ones_do) {
    Dispatching dispatching;
    auto managed = hook_of("PreToolUse", "managed");
    managed.origin.loaded_from = LoadedFrom::managed;
    managed.origin.scope = Scope::managed;
    const std::vector hooks{hook_of("PreToolUse", "user"), managed};
    dispatching.stop = {HookStop::Reach::all_but_managed, "disableAllHooks in /settings.json"};
    const auto outcome = dispatching.dispatch(hooks, test::tool_event("Bash"));
    BOOST_TEST(dispatching.runner.started == std::vector<std::string>{"managed"}, boost::test_tools::per_element());
    BOOST_TEST((outcome.trace.at(0).outcome == HandlerOutcome::skipped));
    BOOST_TEST(says(outcome.diagnostics, code::hook_stopped, "disableAllHooks in /settings.json"));
    dispatching.stop = {HookStop::Reach::everybody, "disableAllHooks in /etc"};
    dispatching.dispatch(hooks, test::tool_event("Bash"));
    BOOST_TEST(dispatching.runner.started.size() == 1U);
}

BOOST_AUTO_TEST_CASE(hooks_of_an_untrusted_project_do_not_run) {
    Dispatching dispatching;
    auto project = hook_of("PreToolUse", "project");
    project.origin.scope = Scope::project;
    project.origin.trusted = false;
    BOOST_TEST(
        says(dispatching.dispatch({project}, test::tool_event("Bash")).diagnostics, code::hook_stopped, "not trusted"));
    BOOST_TEST(dispatching.runner.started.empty());
    project.origin.trusted = true;
    dispatching.dispatch({project}, test::tool_event("Bash"));
    BOOST_TEST(dispatching.runner.started.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_condition_decides_where_it_can_be_judged) {
    Dispatching dispatching;
    auto hook = hook_of("PreToolUse", "guard");
    hook.condition = "Bash(rm *)";
    BOOST_TEST(says(dispatching.dispatch({hook}, test::tool_event("Bash")).diagnostics, code::hook_condition_unjudged));
    BOOST_TEST(dispatching.runner.started.size() == 1U);
    std::string asked;
    dispatching.condition_holds = [&](std::string_view rule, const HookEvent&) {
        asked = rule;
        return false;
    };
    const auto outcome = dispatching.dispatch({hook}, test::tool_event("Bash"));
    BOOST_TEST(asked == "Bash(rm *)");
    BOOST_TEST((outcome.trace.at(0).outcome == HandlerOutcome::skipped));
    BOOST_TEST(outcome.diagnostics.empty());
    hook.event = "Stop";
    BOOST_TEST(
        says(dispatching.dispatch({hook}, test::event_of("Stop")).diagnostics, code::hook_stopped, "tool events"));
    BOOST_TEST(dispatching.runner.started.size() == 1U);
}

BOOST_AUTO_TEST_CASE(nobody_waits_for_an_async_handler) {
    Dispatching dispatching;
    dispatching.runner.hold = true;
    auto hook = hook_of("PreToolUse", "slow");
    hook.async = true;
    dispatching.runner.answers["slow"] = exited(2, "", "too late");
    const auto outcome = dispatching.dispatch({hook}, test::tool_event("Bash"));
    BOOST_TEST((outcome.decision == HookDecision::none));
    dispatching.runner.release("slow");
}

BOOST_AUTO_TEST_CASE(a_stop_of_one_handler_stops_all) {
    Dispatching dispatching;
    const auto hooks = hooks_with(
        dispatching, {exited(0, decided("allow")), exited(0, R"({"continue":false,"stopReason":"enough"})")});
    const auto outcome = dispatching.dispatch(hooks, test::tool_event("Bash"));
    BOOST_TEST(outcome.stop);
    BOOST_TEST(outcome.stop_reason == "enough");
}

BOOST_AUTO_TEST_CASE(a_flood_of_context_is_kept_aside_and_only_its_beginning_stays) {
    Dispatching dispatching;
    std::string flood;
    for (int i = 0; i < 10'001; ++i) flood += "é";
    dispatching.runner.answers["A"] = exited(0, flood);
    dispatching.runner.answers["B"] = exited(0, flood.substr(0, 20'000));
    std::string kept;
    dispatching.keep_long_text = [&](std::string_view text) -> Result<Path> {
        kept = text;
        return Path("/kept/1.txt");
    };
    const auto outcome = dispatching.dispatch({hook_of("SessionStart", "A"), hook_of("SessionStart", "B")},
                                              test::event_of("SessionStart"));
    BOOST_TEST((kept == flood));
    BOOST_TEST((outcome.additional_context.at(0) ==
                flood.substr(0, 4'000) + "\n[10001 characters, all of them in /kept/1.txt]"));
    BOOST_TEST((outcome.additional_context.at(1) == flood.substr(0, 20'000)));
    BOOST_TEST(says(outcome.diagnostics, code::hook_text_shortened, "10001"));
}

BOOST_AUTO_TEST_CASE(an_event_without_handlers_has_an_empty_outcome) {
    Dispatching dispatching;
    std::string text;
    JsonWriter out(text);
    write_hook_outcome(out, dispatching.dispatch({}, test::event_of("Stop")), HookTraceOutput::with);
    BOOST_TEST(text == R"({"event":"Stop","decision":"none","effective":"default","continue":true,"systemMessages":[],)"
                       R"("additionalContext":[],"diagnostics":[],"trace":[]})");
}

BOOST_AUTO_TEST_CASE(a_cancelled_dispatch_denies_whatever_was_said_before) {
    Dispatching dispatching;
    const auto hooks = hooks_with(dispatching, {exited(0, test::decided("allow", "fine", R"({"x": 1})")), exited(0)});
    dispatching.runner.answers["B"].end = HandlerRun::End::cancelled;
    CancelSource source;
    source.cancel();
    const auto outcome = dispatching.dispatch(hooks, test::tool_event("Bash"), {}, source.token());
    BOOST_TEST(outcome.cancelled);
    BOOST_TEST((outcome.decision == HookDecision::deny));
    BOOST_TEST((outcome.effective == EffectiveDecision::deny));
    BOOST_TEST(!outcome.updated_input.has_value());
    BOOST_TEST((outcome.trace.at(1).outcome == HandlerOutcome::skipped));
    BOOST_TEST(!dispatching.dispatch(hooks, test::tool_event("Bash")).cancelled);
}

BOOST_AUTO_TEST_CASE(the_json_has_every_part_of_an_outcome) {
    Dispatching dispatching;
    const auto hooks =
        hooks_with(dispatching, {exited(0, R"({"systemMessage":"m","hookSpecificOutput":{"hookEventName":"PreToolUse",
        "permissionDecision":"ask","permissionDecisionReason":"why","additionalContext":"c","updatedInput":{"x":[1]}}})",
                                        "e\n")});
    auto outcome = dispatching.dispatch(hooks, test::tool_event("Bash"));
    outcome.rule = HookRule{"Bash(git *)", "ask", "user"};
    outcome.stop = true;
    outcome.stop_reason = "s";
    std::string text;
    JsonWriter out(text);
    write_hook_outcome(out, outcome, HookTraceOutput::with);
    const std::string wanted =
        R"j({"event":"PreToolUse","decision":"ask","effective":"ask",)j"
        R"j("rule":{"text":"Bash(git *)","list":"ask","source":"user"},"reason":"why","continue":false,"stopReason":"s",)j"
        R"j("systemMessages":["m"],"additionalContext":["c"],"updatedInput":{"x":[1]},"diagnostics":[],)j"
        R"j("trace":[{"handler":"A","source":"user","ms":0,"exitCode":0,"stderr":"e\n","outcome":"ask"}]})j";
    BOOST_TEST(text == wanted);
    std::string brief;
    JsonWriter without(brief);
    write_hook_outcome(without, outcome, HookTraceOutput::without);
    BOOST_TEST(brief.find("trace") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
