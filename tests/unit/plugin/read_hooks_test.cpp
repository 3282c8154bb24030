// SPDX-License-Identifier: Apache-2.0
// A hooks object is read entry by entry: what is wrong with one stays with that one.
#include "plugin/codes.hpp"
#include "plugin/contributions.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>

using namespace skilldeck;
using std::chrono::milliseconds;

namespace {

struct Reading {
    std::vector<HookConfig> hooks;
    Diagnostics diagnostics;

    [[nodiscard]] bool reports(Code code, std::string_view words) const {
        return std::ranges::any_of(diagnostics, [&](const Diagnostic& found) {
            return found.code == code && found.message.find(words) != std::string::npos;
        });
    }
};

HookConfig plugin_prototype() {
    HookConfig prototype;
    prototype.file = "/plugin/hooks/hooks.json";
    prototype.plugin_root = "/plugin";
    prototype.origin = {LoadedFrom::plugin, "a@m", "a@m", Scope::user, true};
    return prototype;
}

Reading read(std::string_view json, const HookConfig& prototype = plugin_prototype()) {
    Reading reading;
    const auto events = boost::json::parse(boost::json::string_view(json.data(), json.size())).as_object();
    reading.hooks = read_hooks(events, prototype, reading.diagnostics);
    return reading;
}

/// One handler of PreToolUse.
Reading read_handler(std::string_view handler) {
    return read(R"({"PreToolUse": [{"hooks": [)" + std::string(handler) + "]}]}");
}

milliseconds timeout_of(std::string_view event, std::string_view handler) {
    const auto reading = read("{\"" + std::string(event) + R"(": [{"hooks": [)" + std::string(handler) + "]}]}");
    BOOST_TEST_REQUIRE(reading.hooks.size() == 1U);
    return reading.hooks[0].timeout;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(hooks_reading)

BOOST_AUTO_TEST_CASE(every_kind_of_handler_is_read_with_what_it_runs) {
    const auto reading = read(R"json({"PreToolUse": [
        {"matcher": "Bash", "hooks": [
            {"type": "command", "command": "guard.sh", "timeout": 1.5, "if": "Bash(git *)", "onFailure": "block",
             "async": true, "once": true, "statusMessage": "looking"},
            {"type": "command", "command": "guard", "args": ["-x", "a b"]},
            {"type": "http", "url": "http://localhost/h", "headers": {"A": "$B"}}]},
        {"hooks": [
            {"type": "mcp_tool", "server": "db", "tool": "log", "input": {}},
            {"type": "prompt", "prompt": "is it safe?"},
            {"type": "agent", "prompt": "look closer"},
            {"type": "native", "handler": "guard"}]}]})json");
    BOOST_TEST(reading.diagnostics.empty());
    BOOST_TEST_REQUIRE(reading.hooks.size() == 7U);
    const auto& first = reading.hooks[0];
    BOOST_TEST(first.event == "PreToolUse");
    BOOST_TEST(first.matcher.value_or("") == "Bash");
    BOOST_TEST(first.what == "guard.sh");
    BOOST_CHECK(first.timeout == milliseconds(1500));
    BOOST_TEST(first.condition == "Bash(git *)");
    BOOST_TEST(first.block_on_failure);
    BOOST_TEST(first.async);
    BOOST_TEST(first.once);
    BOOST_TEST(first.status_message == "looking");
    BOOST_TEST(!first.exec_form);
    BOOST_TEST(first.place == "PreToolUse[0].hooks[0]");
    BOOST_TEST(first.file == Path("/plugin/hooks/hooks.json"));
    BOOST_TEST(first.origin.plugin == "a@m");
    BOOST_TEST(reading.hooks[1].exec_form);
    BOOST_TEST(reading.hooks[1].args.size() == 2U);
    BOOST_TEST(reading.hooks[2].what == "http://localhost/h");
    BOOST_TEST(reading.hooks[2].fields.contains("headers"));
    BOOST_TEST(!reading.hooks[3].matcher.has_value());
    BOOST_TEST(reading.hooks[3].what == "db/log");
    BOOST_TEST(reading.hooks[5].what == "look closer");
    BOOST_CHECK(reading.hooks[6].type == HookHandlerType::native);
    BOOST_TEST(reading.hooks[6].place == "PreToolUse[1].hooks[3]");
    std::vector<std::string> words;
    for (const auto& hook : reading.hooks) words.emplace_back(hook_handler_word(hook.type));
    const std::vector<std::string> expected{"command", "command", "http", "mcp_tool", "prompt", "agent", "native"};
    BOOST_TEST(words == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(bad_entries_are_named_with_their_place_and_their_siblings_stay) {
    const auto reading = read(R"({
        "UserPromptSubmit": [
            {"hooks": [{"type": "command", "command": "one"}]},
            {"type": "command", "command": "flat"},
            {"hooks": {"type": "command", "command": "object"}},
            {"hooks": [{"type": "command"}]},
            {"matcher": ["A"], "hooks": [{"type": "command", "command": "list matcher"}]},
            null,
            {"hooks": [{"type": "command", "command": "two"}, {"type": "telepathy"}, 7, {"command": "untyped"}]},
            {"hooks": []},
            {}],
        "Stop": "nope"})");
    std::vector<std::string> ran;
    for (const auto& hook : reading.hooks) ran.push_back(hook.what);
    const std::vector<std::string> expected{"one", "two"};
    BOOST_TEST(ran == expected, boost::test_tools::per_element());
    for (const auto* place :
         {"UserPromptSubmit[1] ", "UserPromptSubmit[2] ", "UserPromptSubmit[3].hooks[0] ", "UserPromptSubmit[4] ",
          "UserPromptSubmit[5] ", "UserPromptSubmit[6].hooks[1] ", "UserPromptSubmit[6].hooks[2] ",
          "UserPromptSubmit[6].hooks[3] ", "UserPromptSubmit[8] ", "Stop "}) {
        BOOST_TEST_CONTEXT(place) BOOST_TEST(reading.reports(code::hook_entry_invalid, place));
    }
    BOOST_TEST(reading.diagnostics.size() == 10U);
    for (const auto& found : reading.diagnostics) {
        BOOST_TEST(found.file == "/plugin/hooks/hooks.json");
        BOOST_TEST(found.plugin == "a@m");
        BOOST_CHECK(found.severity == Severity::error);
    }
}

BOOST_AUTO_TEST_CASE(an_unknown_event_warns_and_a_remark_is_noted) {
    const auto reading = read(R"({"PretoolUse": [{"hooks": [{"type": "command", "command": "x"}]}],
                                  "_off": "kept as a remark",
                                  "Stop": [{"hooks": [{"type": "command", "command": "y"}]}]})");
    BOOST_TEST_REQUIRE(reading.diagnostics.size() == 2U);
    BOOST_CHECK(reading.diagnostics[0].severity == Severity::warning);
    BOOST_TEST(reading.diagnostics[0].hint == "did you mean PreToolUse?");
    BOOST_CHECK(reading.diagnostics[1].severity == Severity::note);
    BOOST_TEST(reading.hooks.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_matcher_that_is_missing_null_or_empty_is_no_fault) {
    const auto reading = read(R"({"Stop": [{"hooks": [{"type": "command", "command": "a"}]},
                                           {"matcher": null, "hooks": [{"type": "command", "command": "b"}]},
                                           {"matcher": "", "hooks": [{"type": "command", "command": "c"}]}]})");
    BOOST_TEST(reading.diagnostics.empty());
    BOOST_TEST_REQUIRE(reading.hooks.size() == 3U);
    BOOST_TEST(!reading.hooks[1].matcher.has_value());
    BOOST_TEST(reading.hooks[2].matcher.value_or("x") == "");
}

BOOST_AUTO_TEST_CASE(what_would_widen_a_hook_makes_it_bad_and_what_adds_comfort_is_left_out) {
    for (const auto* handler :
         {R"({"type": "command", "command": "x", "if": ["Bash"]})",
          R"({"type": "command", "command": "x", "args": "-y"})", R"({"type": "command", "command": "x", "args": [1]})",
          R"({"type": "command", "command": "  "})", R"({"type": "command", "command": 5})",
          R"({"type": "mcp_tool", "tool": "t"})", R"({"type": "http"})"}) {
        const auto reading = read_handler(handler);
        BOOST_TEST_CONTEXT(handler) {
            BOOST_TEST(reading.hooks.empty());
            BOOST_TEST(reading.reports(code::hook_entry_invalid, "PreToolUse[0].hooks[0]"));
        }
    }
    for (const auto* field : {"\"async\": 1", "\"once\": \"yes\"", "\"statusMessage\": 2", "\"timeout\": \"5\"",
                              "\"timeout\": 0", "\"timeout\": -1"}) {
        const auto reading = read_handler(R"({"type": "command", "command": "x", )" + std::string(field) + "}");
        BOOST_TEST_CONTEXT(field) {
            BOOST_TEST_REQUIRE(reading.hooks.size() == 1U);
            BOOST_TEST(reading.reports(code::hook_field_invalid, "PreToolUse[0].hooks[0]"));
            BOOST_CHECK(reading.hooks[0].timeout == milliseconds(600'000));
            BOOST_TEST(!reading.hooks[0].async);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_failure_word_that_is_not_understood_blocks) {
    for (const auto* word : {"\"Block\"", "\"deny\"", "true"}) {
        const auto reading =
            read_handler(R"({"type": "command", "command": "x", "onFailure": )" + std::string(word) + "}");
        BOOST_TEST_REQUIRE(reading.hooks.size() == 1U);
        BOOST_TEST(reading.hooks[0].block_on_failure);
        BOOST_TEST(reading.diagnostics.size() == 1U);
    }
    BOOST_TEST(!read_handler(R"({"type": "command", "command": "x"})").hooks[0].block_on_failure);
}

BOOST_AUTO_TEST_CASE(a_bad_entry_that_says_on_failure_stays_as_one_that_fails) {
    struct Row {
        const char* groups;
        const char* place;
        std::optional<std::string> matcher;
    };
    const std::vector<Row> rows{
        {R"([{"matcher": "Bash", "hooks": [{"type": "comand", "command": "g", "onFailure": "block"}]}])",
         "PreToolUse[0].hooks[0]", "Bash"},
        {R"([{"hooks": [{"command": "g", "onFailure": "block"}]}])", "PreToolUse[0].hooks[0]", {}},
        {R"([{"hooks": [{"type": "command", "onFailure": "block"}]}])", "PreToolUse[0].hooks[0]", {}},
        {R"([{"hooks": [{"type": "command", "command": 5, "onFailure": "blok"}]}])", "PreToolUse[0].hooks[0]", {}},
        {R"([{"hooks": [{"type": "command", "command": "g", "args": "-y", "onFailure": "block"}]}])",
         "PreToolUse[0].hooks[0]",
         {}},
        {R"([{"hooks": [{"type": "command", "command": "g", "if": ["Bash"], "onFailure": "block"}]}])",
         "PreToolUse[0].hooks[0]",
         {}},
        {R"([{"hooks": [{"type": "native", "onFailure": "block"}]}])", "PreToolUse[0].hooks[0]", {}},
        {R"([{"matcher": ["Bash"], "hooks": [{"type": "command", "command": "g", "onFailure": "block"}]}])",
         "PreToolUse[0].hooks[0]",
         {}},
        {R"([{"matcher": "Bash", "hooks": {"type": "command", "command": "g", "onFailure": "block"}}])",
         "PreToolUse[0].hooks", "Bash"},
        {R"([{"matcher": "Bash", "type": "command", "command": "g", "onFailure": "block"}])", "PreToolUse[0]", "Bash"},
        {R"({"matcher": "Bash", "hooks": [{"type": "command", "command": "g", "onFailure": "block"}]})",
         "PreToolUse.hooks[0]", "Bash"},
        {R"([[{"type": "command", "command": "g", "onFailure": "block"}]])", "PreToolUse[0][0]", {}},
        {R"([{"hooks": [[{"type": "command", "command": "g", "onFailure": "block"}]]}])",
         "PreToolUse[0].hooks[0][0]",
         {}},
    };
    for (const auto& row : rows) {
        const auto reading = read(R"({"PreToolUse": )" + std::string(row.groups) + "}");
        BOOST_TEST_CONTEXT(row.groups) {
            BOOST_TEST_REQUIRE(reading.hooks.size() == 1U);
            const auto& hook = reading.hooks[0];
            BOOST_TEST(hook.block_on_failure);
            BOOST_TEST(!hook.refusal.empty());
            BOOST_TEST(hook.fault == hook.refusal);
            BOOST_TEST(!hook.what.empty());
            BOOST_TEST(hook.place == row.place);
            BOOST_TEST((hook.matcher == row.matcher));
            BOOST_TEST(reading.reports(code::hook_entry_invalid, "is not used"));
        }
    }
}

BOOST_AUTO_TEST_CASE(timeouts_are_seconds_with_defaults_by_kind_and_event) {
    const auto* command = R"({"type": "command", "command": "x"})";
    BOOST_CHECK(timeout_of("PreToolUse", command) == milliseconds(600'000));
    BOOST_CHECK(timeout_of("UserPromptSubmit", command) == milliseconds(30'000));
    BOOST_CHECK(timeout_of("PreModelSwitch", R"({"type": "http", "url": "u"})") == milliseconds(30'000));
    BOOST_CHECK(timeout_of("MessageDisplay", command) == milliseconds(10'000));
    BOOST_CHECK(timeout_of("PreToolUse", R"({"type": "prompt", "prompt": "p"})") == milliseconds(30'000));
    BOOST_CHECK(timeout_of("UserPromptSubmit", R"({"type": "agent", "prompt": "p"})") == milliseconds(60'000));
    BOOST_CHECK(timeout_of("UserPromptSubmit", R"({"type": "command", "command": "x", "timeout": 90})") ==
                milliseconds(90'000));
    BOOST_CHECK(timeout_of("Stop", R"({"type": "command", "command": "x", "timeout": 0.0001})") == milliseconds(1));
    BOOST_CHECK(timeout_of("Stop", R"({"type": "command", "command": "x", "timeout": 1e300})") ==
                milliseconds(604'800'000));
}

BOOST_AUTO_TEST_CASE(a_timeout_that_looks_like_milliseconds_warns_with_the_seconds) {
    for (const auto* value : {"1000", "5000", "30000", "1500", "60000"}) {
        const auto reading =
            read_handler(R"({"type": "command", "command": "x", "timeout": )" + std::string(value) + "}");
        BOOST_TEST_CONTEXT(value) BOOST_TEST(reading.reports(code::hook_timeout_large, value));
    }
    BOOST_TEST(read_handler(R"({"type": "command", "command": "x", "timeout": 1500})").diagnostics[0].hint ==
               "timeouts are in seconds: write 1.5");
    for (const auto* value : {"600", "999", "1234", "3600", "7200"}) {
        const auto reading =
            read_handler(R"({"type": "command", "command": "x", "timeout": )" + std::string(value) + "}");
        BOOST_TEST_CONTEXT(value) BOOST_TEST(reading.diagnostics.empty());
    }
}

BOOST_AUTO_TEST_CASE(native_handlers_exist_only_in_plugins) {
    HookConfig settings;
    settings.file = "/settings.json";
    const auto reading = read(R"({"Stop": [{"hooks": [{"type": "native", "handler": "g"}]}]})", settings);
    BOOST_TEST(reading.hooks.empty());
    BOOST_TEST(reading.reports(code::hook_entry_invalid, "only in plugins"));
}

BOOST_AUTO_TEST_SUITE_END()
