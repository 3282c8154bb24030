// SPDX-License-Identifier: Apache-2.0
#include "hook/answer.hpp"
#include "hook/codes.hpp"

#include "hook_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

namespace {

using test::decided;
using test::exited;
using test::says;

HandlerAnswer answer_to(std::string_view event, const HandlerRun& run) {
    return read_answer(test::hook_of(std::string(event), "sh two.sh"), test::event_of(event), run);
}

HandlerAnswer guarded(std::string_view event, const HandlerRun& run) {
    auto hook = test::hook_of(std::string(event), "sh guard.sh");
    hook.block_on_failure = true;
    return read_answer(hook, test::event_of(event), run);
}

HandlerRun ended(HandlerRun::End end) {
    HandlerRun run;
    run.end = end;
    run.signal = 9;
    run.reason = "No such file or directory";
    return run;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(hook_answer)

BOOST_AUTO_TEST_CASE(exit_2_blocks_and_json_that_allows_cannot_undo_it) {
    const auto answer = answer_to("PreToolUse", exited(2, decided("allow", "fine", "{\"a\":1}"), "not here\n"));
    BOOST_TEST((answer.decision == HookDecision::deny));
    BOOST_TEST((answer.outcome == HandlerOutcome::deny));
    BOOST_TEST(answer.reason == "not here");
    BOOST_TEST(!answer.updated_input.has_value());
}

BOOST_AUTO_TEST_CASE(the_reason_of_exit_2_is_the_blocking_one_of_json_else_standard_error) {
    BOOST_TEST(answer_to("PreToolUse", exited(2, decided("deny", "from json"), "from stderr")).reason == "from json");
    BOOST_TEST(answer_to("PreToolUse", exited(2, decided("deny"), "from stderr")).reason == "from stderr");
    BOOST_TEST(answer_to("Stop", exited(2, R"({"decision":"block","reason":"tests first"})", "x")).reason ==
               "tests first");
    BOOST_TEST(answer_to("PreToolUse", exited(2, "{broken}", "from stderr")).reason == "from stderr");
    BOOST_TEST(answer_to("PreToolUse", exited(2)).reason.find("two.sh") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(exit_2_means_what_the_event_says) {
    BOOST_TEST((answer_to("PostToolUse", exited(2, "", "bad")).decision == HookDecision::deny));
    BOOST_TEST((answer_to("UserPromptSubmit", exited(2, "", "bad")).decision == HookDecision::deny));
    BOOST_TEST((answer_to("PermissionRequest", exited(2, "", "bad")).decision == HookDecision::none));
    BOOST_TEST(answer_to("Notification", exited(2, "", "bad")).diagnostics.empty());
    const auto told = answer_to("SessionStart", exited(2, "", "no network"));
    BOOST_TEST((told.decision == HookDecision::none));
    BOOST_TEST(says(told.diagnostics, code::hook_told_user, "no network"));
    BOOST_TEST((answer_to("WorktreeCreate", exited(1, "", "no space")).decision == HookDecision::deny));
}

BOOST_AUTO_TEST_CASE(text_around_an_answer_makes_it_plain_which_decides_nothing_and_is_said) {
    const auto one = decided("deny", "x");
    const auto pretty = std::string("{\n  \"decision\": \"block\"\n}");
    for (const auto& output :
         {"Welcome!\n" + one, one + "\ndone", "a\n  " + one + "  \nb", "[i]\n" + pretty, pretty + "\nbye",
          "{\"level\":1}\n" + one + "\nend", "\x1b[0m" + one, std::string(1, '\0') + one, "\u00a0" + one,
          "[" + one + "]", one.substr(0, one.size() - 2), std::string("a {\"decision\" : \"block\"}")}) {
        const auto answer = answer_to("PreToolUse", exited(0, output));
        BOOST_TEST((answer.decision == HookDecision::none), output);
        BOOST_TEST(says(answer.diagnostics, code::hook_answer_among_text, "two.sh"), output);
        BOOST_TEST(answer.additional_context.empty());
    }
    for (const auto* output : {"Welcome!", "x\n{\"level\":1}", "the \"decision\" is yours", "{", "}\n{"}) {
        BOOST_TEST(answer_to("PreToolUse", exited(0, output)).diagnostics.empty(), output);
    }
    BOOST_TEST(answer_to("Setup", exited(0, "x\n" + one)).diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(an_answer_that_says_a_thing_twice_is_none_and_a_byte_order_mark_is_no_part_of_it) {
    for (
        const auto* output :
        {R"({"decision":"block","decision":"approve"})",
         R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecision":"allow"}})"}) {
        const auto answer = answer_to("PreToolUse", exited(0, output));
        BOOST_TEST((answer.decision == HookDecision::none), output);
        BOOST_TEST((answer.outcome == HandlerOutcome::failed), output);
        BOOST_TEST(says(answer.diagnostics, code::hook_answer_malformed, "twice"), output);
    }
    const auto marked = answer_to("PreToolUse", exited(0, "\xEF\xBB\xBF" + decided("deny", "x")));
    BOOST_TEST((marked.decision == HookDecision::deny));
    BOOST_TEST(marked.diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(plain_text_is_context_on_four_events_only) {
    for (const auto* event : {"UserPromptSubmit", "UserPromptExpansion", "SessionStart", "PostModelSwitch"}) {
        BOOST_TEST(answer_to(event, exited(0, " note \n")).additional_context.at(0) == "note");
    }
    for (const auto* event : {"PreToolUse", "PostToolUse", "Stop", "SessionEnd"}) {
        BOOST_TEST(answer_to(event, exited(0, "note")).additional_context.empty());
    }
    BOOST_TEST(answer_to("SessionStart", exited(1, "note")).additional_context.empty());
    BOOST_TEST(answer_to("SessionStart", exited(0, "[\"a\"]")).additional_context.at(0) == "[\"a\"]");
    BOOST_TEST(answer_to("SessionStart", exited(0, "\xff")).additional_context.at(0) == "\xEF\xBF\xBD");
}

BOOST_AUTO_TEST_CASE(two_objects_decide_nothing_and_give_one_diagnostic_that_names_the_hook) {
    const auto answer = answer_to("PreToolUse", exited(0, decided("allow") + "\n" + decided("deny")));
    BOOST_TEST((answer.decision == HookDecision::none));
    BOOST_TEST((answer.outcome == HandlerOutcome::failed));
    BOOST_REQUIRE(answer.diagnostics.size() == 1U);
    BOOST_TEST(says(answer.diagnostics, code::hook_answer_malformed, "two.sh"));
    BOOST_TEST(answer.diagnostics[0].file == "/settings.json");
}

BOOST_AUTO_TEST_CASE(lines_of_a_log_in_json_are_plain_text) {
    const auto answer = answer_to("SessionStart", exited(0, "{\"level\":1}\n{\"level\":2}"));
    BOOST_TEST(answer.diagnostics.empty());
    BOOST_TEST(answer.additional_context.size() == 1U);
}

BOOST_AUTO_TEST_CASE(pretty_printed_json_with_blank_lines_around_is_read) {
    const auto answer = answer_to(
        "PreToolUse", exited(0, "\n\n  {\n \"decision\": \"block\",\n \"reason\": \"pretty é \\\"q\\\"\"\n}\n\n"));
    BOOST_TEST((answer.decision == HookDecision::deny));
    BOOST_TEST(answer.reason == "pretty é \"q\"");
}

BOOST_AUTO_TEST_CASE(an_unknown_decision_is_no_decision_and_is_reported_by_name) {
    const auto answer = answer_to("PreToolUse", exited(0, decided("perhaps")));
    BOOST_TEST((answer.decision == HookDecision::none));
    BOOST_REQUIRE(answer.diagnostics.size() == 1U);
    BOOST_TEST(says(answer.diagnostics, code::hook_answer_ignored, "two.sh"));
    BOOST_TEST(says(answer.diagnostics, code::hook_answer_ignored, "perhaps"));
    BOOST_TEST(
        says(answer_to(
                 "PreModelSwitch",
                 exited(0, R"({"hookSpecificOutput":{"hookEventName":"PreModelSwitch","permissionDecision":"defer"}})"))
                 .diagnostics,
             code::hook_answer_ignored, "defer"));
}

BOOST_AUTO_TEST_CASE(output_for_another_event_does_not_leak_into_this_one) {
    const auto answer = answer_to("PostToolUse", exited(0, decided("deny", "x")));
    BOOST_TEST((answer.decision == HookDecision::none));
    BOOST_TEST(says(answer.diagnostics, code::hook_answer_ignored, "PreToolUse"));
    const auto nameless =
        answer_to("PreToolUse", exited(0, R"({"hookSpecificOutput":{"permissionDecision":"allow"}})"));
    BOOST_TEST((nameless.decision == HookDecision::none));
    BOOST_TEST(says(nameless.diagnostics, code::hook_answer_ignored, "missing"));
}

BOOST_AUTO_TEST_CASE(another_exit_code_does_not_block_and_is_shown_with_code_and_standard_error) {
    for (const int code : {1, 127}) {
        const auto answer = answer_to("PreToolUse", exited(code, "text", "first line\nsecond"));
        BOOST_TEST((answer.decision == HookDecision::none));
        BOOST_TEST((answer.outcome == HandlerOutcome::failed));
        BOOST_TEST(says(answer.diagnostics, code::hook_failed, std::to_string(code) + ": first line"));
    }
    const auto killed = answer_to("PreToolUse", ended(HandlerRun::End::signalled));
    BOOST_TEST((killed.decision == HookDecision::none));
    BOOST_TEST(says(killed.diagnostics, code::hook_signalled, "signal 9"));
}

BOOST_AUTO_TEST_CASE(json_decides_alone_on_another_exit_code) {
    const auto answer = answer_to("PreToolUse", exited(1, decided("ask", "sure?"), "noise"));
    BOOST_TEST((answer.decision == HookDecision::ask));
    BOOST_TEST(answer.diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(a_failure_lets_the_action_through_unless_the_hook_says_block) {
    for (const auto end : {HandlerRun::End::failed, HandlerRun::End::timed_out, HandlerRun::End::signalled,
                           HandlerRun::End::no_runner}) {
        BOOST_TEST((answer_to("PreToolUse", ended(end)).decision == HookDecision::none));
        BOOST_TEST((guarded("PreToolUse", ended(end)).decision == HookDecision::deny));
        BOOST_TEST(guarded("PreToolUse", ended(end)).reason.find("onFailure") != std::string::npos);
        BOOST_TEST((guarded("SessionEnd", ended(end)).decision == HookDecision::none));
    }
    BOOST_TEST((guarded("PreToolUse", exited(1, "", "oops")).decision == HookDecision::deny));
    BOOST_TEST((guarded("PreToolUse", exited(0, "{broken}")).decision == HookDecision::deny));
    BOOST_TEST((guarded("PreToolUse", exited(0)).decision == HookDecision::none));
    BOOST_TEST((guarded("PreToolUse", exited(1, decided("allow"))).decision == HookDecision::allow));
    BOOST_TEST((answer_to("PreModelSwitch", ended(HandlerRun::End::timed_out)).decision == HookDecision::deny));
}

BOOST_AUTO_TEST_CASE(an_answer_that_cannot_be_understood_is_a_failure_of_a_handler_that_says_block) {
    const std::string whole = decided("deny", "x");
    std::vector<std::string> outputs{
        R"({"decision":"deny"})",
        R"({"decision":"bogus"})",
        R"({"decision":true})",
        R"({"decision":{"behavior":"deny"}})",
        R"({"continue":"false"})",
        R"({"decison":"block"})",
        R"({"permissionDecision":"deny"})",
        R"({"hookSpecificOutput":"deny"})",
        R"({"hookSpecificOutput":{"permissionDecision":"deny"}})",
        R"({"hookSpecificOutput":{"hookEventName":"Stop","permissionDecision":"deny"}})",
        R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"block"}})",
        R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":7}})",
        R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":"none"}})",
        R"({"decision":"block")",
        "checking\n" + whole,
        whole + "\n" + whole,
        decided("allow") + "\n" + whole};
    for (std::size_t size = 1; size < whole.size(); ++size) outputs.push_back(whole.substr(0, size));
    for (const auto& output : outputs) {
        const auto answer = guarded("PreToolUse", exited(0, output));
        BOOST_TEST_CONTEXT(output) {
            BOOST_TEST((answer.decision == HookDecision::deny));
            BOOST_TEST((answer.outcome == HandlerOutcome::failed));
            BOOST_TEST(answer.reason.find("its \"onFailure\" is \"block\"") != std::string::npos, answer.reason);
            BOOST_TEST_REQUIRE(!answer.diagnostics.empty());
            BOOST_TEST(answer.diagnostics.at(0).hint.ends_with("the action was blocked"), answer.diagnostics[0].hint);
            BOOST_TEST((answer_to("PreToolUse", exited(0, output)).decision == HookDecision::none));
        }
    }
    for (const auto* clear : {"", "checked 3 files", "the { of a log", R"({"level":"info","msg":"checked"})", "{}",
                              R"({"systemMessage":"seen"})", R"({"suppressOutput":true})"}) {
        const auto answer = guarded("PreToolUse", exited(0, clear));
        BOOST_TEST((answer.decision == HookDecision::none), clear);
        BOOST_TEST(answer.diagnostics.empty(), clear);
    }
    BOOST_TEST((guarded("SessionEnd", exited(0, R"({"decision":"deny"})")).decision == HookDecision::none));
}

BOOST_AUTO_TEST_CASE(output_that_was_cut_is_a_failure_of_a_handler_that_says_block) {
    auto run = exited(0, "so much text");
    run.output_cut = true;
    run.diagnostics.push_back(make_diagnostic(code::hook_output_cut, {}, {"guard"}));
    const auto answer = guarded("PreToolUse", run);
    BOOST_TEST((answer.decision == HookDecision::deny));
    BOOST_TEST(answer.diagnostics.at(0).hint.ends_with("the action was blocked"), answer.diagnostics[0].hint);
    const auto open = answer_to("SessionStart", run);
    BOOST_TEST((open.decision == HookDecision::none));
    BOOST_TEST(open.additional_context.at(0) == "so much text");
    run.exit_code = 2;
    run.errors = "no";
    BOOST_TEST(guarded("PreToolUse", run).reason == "no");
}

BOOST_AUTO_TEST_CASE(a_module_writes_an_answer_or_nothing) {
    for (const auto* output : {"garbage{", "fine", "[1]", "{\"decision\":\"block\"", "{broken}"}) {
        auto hook = test::hook_of("PreToolUse", "guard");
        hook.type = HookHandlerType::native;
        const auto through = read_answer(hook, test::event_of("PreToolUse"), exited(0, output));
        BOOST_TEST((through.decision == HookDecision::none), output);
        BOOST_TEST(says(through.diagnostics, code::hook_answer_malformed), output);
        hook.block_on_failure = true;
        const auto guarded = read_answer(hook, test::event_of("PreToolUse"), exited(0, output));
        BOOST_TEST((guarded.decision == HookDecision::deny), output);
        BOOST_TEST(guarded.diagnostics.size() == 1U, output);
    }
}

BOOST_AUTO_TEST_CASE(a_handler_that_cannot_be_used_fails_with_a_way_out_that_fits) {
    auto run = ended(HandlerRun::End::unusable);
    run.reason = "\"command\" is missing";
    const auto told = guarded("PreToolUse", run).diagnostics.at(0);
    BOOST_TEST((told.code == code::hook_unusable));
    BOOST_TEST(told.hint.starts_with("correct its entry"), told.hint);
    run = ended(HandlerRun::End::failed);
    run.hint = "run `skilldeck plugin trust a@m`";
    BOOST_TEST(guarded("PreToolUse", run).diagnostics.at(0).hint == run.hint + "; the action was blocked");
}

BOOST_AUTO_TEST_CASE(the_hint_of_a_failure_says_what_became_of_the_action) {
    const auto hint = [](const HandlerAnswer& answer) { return answer.diagnostics.at(0).hint; };
    const auto ends_with = [](const std::string& text, std::string_view end) { return text.ends_with(end); };
    for (const auto& run :
         {ended(HandlerRun::End::failed), ended(HandlerRun::End::timed_out), ended(HandlerRun::End::signalled),
          ended(HandlerRun::End::no_runner), exited(1, "", "oops"), exited(0, "{broken}")}) {
        BOOST_TEST(ends_with(hint(answer_to("PreToolUse", run)), "the action went on without it"));
        BOOST_TEST(ends_with(hint(guarded("PreToolUse", run)), "the action was blocked"));
        BOOST_TEST(ends_with(hint(guarded("SessionEnd", run)), "the action went on without it"));
    }
    BOOST_TEST(ends_with(hint(answer_to("PreModelSwitch", ended(HandlerRun::End::timed_out))), "was blocked"));
}

BOOST_AUTO_TEST_CASE(a_native_hook_that_fails_is_no_program_to_look_for_and_its_reason_is_told_whole) {
    auto run = ended(HandlerRun::End::failed);
    run.reason = "it needs libx\ny.so, which is nowhere";
    auto hook = test::hook_of("PreToolUse", "guard");
    hook.type = HookHandlerType::native;
    const auto told = read_answer(hook, test::event_of("PreToolUse"), run).diagnostics.at(0);
    BOOST_TEST(told.message.find("libx y.so, which is nowhere") != std::string::npos, told.message);
    BOOST_TEST(told.hint.find("plugin list --load") != std::string::npos, told.hint);
    BOOST_TEST(told.hint.find("program") == std::string::npos, told.hint);
}

BOOST_AUTO_TEST_CASE(every_part_of_an_answer_is_read) {
    const auto answer =
        answer_to("PreToolUse", exited(0, R"({"continue": false, "stopReason": "enough", "systemMessage": "seen",
        "suppressOutput": true, "hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "defer",
        "permissionDecisionReason": "later", "additionalContext": "ctx", "updatedInput": {"path": "NEW"}}})"));
    BOOST_TEST(answer.stop);
    BOOST_TEST(answer.stop_reason == "enough");
    BOOST_TEST(answer.system_messages.at(0) == "seen");
    BOOST_TEST(answer.additional_context.at(0) == "ctx");
    BOOST_TEST((answer.decision == HookDecision::defer));
    BOOST_TEST(answer.reason == "later");
    BOOST_TEST(answer.updated_input->at("path").as_string() == "NEW");
    BOOST_TEST(answer.diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(a_member_of_the_wrong_type_is_reported_and_the_others_count) {
    const auto answer =
        answer_to("PreToolUse", exited(0, R"({"systemMessage": 7, "decision": "block", "reason": "r"})"));
    BOOST_TEST((answer.decision == HookDecision::deny));
    BOOST_TEST(says(answer.diagnostics, code::hook_answer_ignored, "systemMessage"));
}

BOOST_AUTO_TEST_CASE(other_events_decide_in_their_own_words) {
    BOOST_TEST((answer_to("PreToolUse", exited(0, R"({"decision":"approve"})")).decision == HookDecision::allow));
    BOOST_TEST((answer_to("PostToolUse", exited(0, R"({"decision":"block"})")).decision == HookDecision::deny));
    const auto request =
        answer_to("PermissionRequest", exited(0, R"({"hookSpecificOutput": {"hookEventName": "PermissionRequest",
        "decision": {"behavior": "allow", "updatedInput": {"a": 1}}}})"));
    BOOST_TEST((request.decision == HookDecision::allow));
    BOOST_TEST(request.updated_input.has_value());
    BOOST_TEST((answer_to("Elicitation",
                          exited(0, R"({"hookSpecificOutput":{"hookEventName":"Elicitation","action":"decline"}})"))
                    .decision == HookDecision::deny));
    BOOST_TEST(says(answer_to("Notification", exited(0, R"({"decision":"block"})")).diagnostics,
                    code::hook_answer_ignored, "Notification"));
    BOOST_TEST(!answer_to("Setup", exited(0, R"({"continue":false})")).stop);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
