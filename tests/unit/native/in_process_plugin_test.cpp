// SPDX-License-Identifier: Apache-2.0
#include "native/in_process_plugin.hpp"
#include "native/codes.hpp"

#include "native/mapped_files.hpp"
#include "native/plugin_bench.hpp"

#include <boost/test/unit_test.hpp>

using namespace skilldeck;
using namespace skilldeck::test;

BOOST_AUTO_TEST_SUITE(in_process_plugin)

BOOST_AUTO_TEST_CASE(a_plugin_lives_from_init_to_deinit_and_stays_mapped) {
    PluginBench bench;
    const auto opened = bench.open("good.so");
    BOOST_REQUIRE_MESSAGE(opened.instance, text_of(opened.diagnostics));
    BOOST_CHECK(opened.diagnostics.empty());
    BOOST_CHECK((bench.marks() == std::vector<std::string>{"init", "create"}));
    bench.shut_down(*opened.instance);
    BOOST_CHECK((bench.marks() == std::vector<std::string>{"init", "create", "deactivate", "destroy", "deinit"}));
    BOOST_CHECK(is_mapped("bench_good.so"));
    BOOST_CHECK(opened.instance->take_diagnostics().empty());
    bench.shut_down(*opened.instance);  // a second time: nothing more, and an answer
    BOOST_CHECK_EQUAL(bench.marks().size(), 5U);
}

BOOST_AUTO_TEST_CASE(a_plugin_that_was_shut_down_answers_dead) {
    PluginBench bench;
    const auto opened = bench.open("good.so");
    BOOST_REQUIRE(opened.instance);
    bench.shut_down(*opened.instance);
    const auto reply = bench.run_hook(*opened.instance);
    BOOST_CHECK(reply.outcome == PluginOutcome::dead);
    BOOST_CHECK(!reply.message.empty());
}

BOOST_AUTO_TEST_CASE(calls_are_answered_in_order_and_each_once) {
    PluginBench bench;
    const auto opened = bench.open("good.so");
    BOOST_REQUIRE(opened.instance);
    std::string answers;
    for (const char each : std::string("abcdefgh"))
        opened.instance->call({PluginMethod::run_hook, "guard", {}, std::string(1, each), kPatientCall}, {},
                              [&](PluginReply reply) { answers += reply.output; });
    bench.reactor().run_until([&] { return answers.size() >= 8; });
    BOOST_CHECK_EQUAL(answers, "abcdefgh");
    bench.shut_down(*opened.instance);
    BOOST_CHECK_EQUAL(answers.size(), 8U);
}

BOOST_AUTO_TEST_CASE(what_a_plugin_does_not_have_is_unsupported) {
    PluginBench bench;
    const auto opened = bench.open("good.so");
    BOOST_REQUIRE(opened.instance);
    for (const auto method : {PluginMethod::check_availability, PluginMethod::list_skills, PluginMethod::skill_enabled,
                              PluginMethod::render_skill, PluginMethod::read_skill_file, PluginMethod::list_mcp_servers,
                              PluginMethod::configure}) {
        const auto reply = bench.call(*opened.instance, {method, "any", "file", "{}", kPatientCall});
        BOOST_CHECK(reply.outcome == PluginOutcome::unsupported);
        BOOST_CHECK(!reply.message.empty());
    }
    bench.shut_down(*opened.instance);
}

BOOST_AUTO_TEST_CASE(a_hung_hook_stalls_only_its_own_plugin) {
    PluginBench bench(PluginBudgets{std::chrono::seconds(60), std::chrono::seconds(60), std::chrono::seconds(60),
                                    std::chrono::milliseconds(200)});
    const auto hung = bench.open("hook_hangs.so"), good = bench.open("good.so");
    BOOST_REQUIRE(hung.instance && good.instance);
    const auto reply = bench.run_hook(*hung.instance, kShortCall);
    BOOST_CHECK(reply.outcome == PluginOutcome::timed_out);
    BOOST_CHECK_EQUAL(reply.message, "hooks.run did not return within 200 ms");
    BOOST_CHECK(has(reply.diagnostics, code::native_call_slow));
    // It is asked nothing more until it comes back: nobody waits for it a second time.
    BOOST_REQUIRE(hung.instance->stuck().has_value());
    const auto second = bench.run_hook(*hung.instance);
    BOOST_CHECK(second.outcome == PluginOutcome::failed);
    BOOST_CHECK(has(second.diagnostics, code::native_stuck));
    BOOST_CHECK(!good.instance->stuck().has_value());
    BOOST_CHECK(bench.run_hook(*good.instance).outcome == PluginOutcome::ok);
    BOOST_CHECK(plugin_code_is_running());
    bench.shut_down(*hung.instance);
    BOOST_CHECK(has(hung.instance->take_diagnostics(), code::native_call_slow));
    bench.shut_down(*good.instance);
}

// The address sanitizer loses track of a stack that a foreign library unwinds, and reports its own interceptor.
#if !defined(__SANITIZE_ADDRESS__)
BOOST_AUTO_TEST_CASE(a_plugin_that_ends_its_thread_is_a_hung_one) {
    PluginBench bench(PluginBudgets{std::chrono::seconds(60), std::chrono::seconds(60), std::chrono::seconds(60),
                                    std::chrono::milliseconds(200)});
    const auto opened = bench.open("ends_its_thread.so");
    BOOST_REQUIRE(opened.instance);
    BOOST_CHECK(bench.run_hook(*opened.instance, kShortCall).outcome == PluginOutcome::timed_out);
    bench.shut_down(*opened.instance);
}
#endif

BOOST_AUTO_TEST_CASE(a_call_past_its_deadline_is_answered_once) {
    PluginBench bench;
    const auto opened = bench.open("hook_is_slow.so");  // until is_cancelled, which the deadline makes true
    BOOST_REQUIRE(opened.instance);
    int answers = 0;
    opened.instance->call({PluginMethod::run_hook, "guard", {}, "{}", std::chrono::milliseconds(1)}, {},
                          [&](PluginReply reply) {
                              ++answers;
                              BOOST_CHECK(reply.outcome == PluginOutcome::timed_out);
                          });
    bench.reactor().run_until([&] { return answers != 0; });
    bench.shut_down(*opened.instance);  // the thread has come back by now
    BOOST_CHECK_EQUAL(answers, 1);
}

BOOST_AUTO_TEST_CASE(a_cancelled_call_is_answered_and_the_plugin_told) {
    PluginBench bench;
    const auto opened = bench.open("hook_is_slow.so");
    BOOST_REQUIRE(opened.instance);
    CancelSource source;
    std::optional<PluginReply> reply;
    opened.instance->call({PluginMethod::run_hook, "guard", {}, "{}", kPatientCall}, source.token(),
                          [&](PluginReply answer) { reply = std::move(answer); });
    source.cancel();
    bench.reactor().run_until([&] { return reply.has_value(); });
    BOOST_CHECK(reply->outcome == PluginOutcome::cancelled);
    bench.shut_down(*opened.instance);  // returns because the hook saw is_cancelled
    BOOST_CHECK(!has(opened.instance->take_diagnostics(), code::native_call_slow));
}

BOOST_AUTO_TEST_CASE(shutting_down_ends_the_call_under_way_and_drops_those_behind_it) {
    PluginBench bench;
    const auto opened = bench.open("hook_is_slow.so");
    BOOST_REQUIRE(opened.instance);
    std::vector<PluginOutcome> outcomes;
    for (int i = 0; i < 3; ++i)
        opened.instance->call({PluginMethod::run_hook, "guard", {}, "{}", kPatientCall}, {},
                              [&](PluginReply reply) { outcomes.push_back(reply.outcome); });
    bench.shut_down(*opened.instance);
    bench.reactor().run_until([&] { return outcomes.size() >= 3; });
    BOOST_CHECK_EQUAL(outcomes.size(), 3U);
    BOOST_CHECK(outcomes.front() == PluginOutcome::dead);  // never begun: answered at once
}

BOOST_AUTO_TEST_CASE(a_start_that_hangs_is_given_up_in_its_budget) {
    PluginBench bench(kShort);
    const auto opened = bench.open("init_hangs.so");
    BOOST_CHECK(!opened.instance);
    BOOST_REQUIRE(!opened.diagnostics.empty());
    BOOST_CHECK_EQUAL(opened.diagnostics.front().message, "init did not return within 200 ms");
    BOOST_CHECK(has(opened.diagnostics, code::native_kept_mapped));
}

BOOST_AUTO_TEST_CASE(an_end_that_hangs_is_given_up_in_its_budget) {
    PluginBench bench(PluginBudgets{std::chrono::seconds(60), std::chrono::seconds(60), std::chrono::seconds(60),
                                    std::chrono::milliseconds(200)});
    const auto opened = bench.open("destroy_hangs.so");
    BOOST_REQUIRE(opened.instance);
    bench.shut_down(*opened.instance);
    BOOST_CHECK(has(opened.instance->take_diagnostics(), code::native_call_slow));
    BOOST_CHECK(bench.run_hook(*opened.instance).outcome == PluginOutcome::dead);
}

BOOST_AUTO_TEST_CASE(an_owner_that_lets_go_still_gets_every_answer) {
    PluginBench bench;
    auto opened = bench.open("hook_is_slow.so");
    BOOST_REQUIRE(opened.instance);
    std::optional<PluginReply> reply;
    opened.instance->call({PluginMethod::run_hook, "guard", {}, "{}", kPatientCall}, {},
                          [&](PluginReply answer) { reply = std::move(answer); });
    opened.instance.reset();
    bench.reactor().run_until([&] { return reply.has_value(); });
    BOOST_CHECK(reply->outcome == PluginOutcome::dead);
}

BOOST_AUTO_TEST_CASE(a_plugin_may_be_opened_twice_and_the_two_do_not_meet) {
    PluginBench bench;
    const auto first = bench.open("good.so"), second = bench.open("good.so");
    BOOST_REQUIRE(first.instance && second.instance);
    bench.shut_down(*first.instance);
    BOOST_CHECK(bench.run_hook(*second.instance).outcome == PluginOutcome::ok);
    bench.shut_down(*second.instance);
}

BOOST_AUTO_TEST_SUITE_END()
