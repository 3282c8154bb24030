// SPDX-License-Identifier: Apache-2.0
#include "hook/event.hpp"
#include "base/codes.hpp"
#include "hook/codes.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

namespace skilldeck {

BOOST_AUTO_TEST_SUITE(hook_event)

BOOST_AUTO_TEST_CASE(the_thirty_three_events_have_names_of_their_own) {
    std::set<std::string_view> names;
    for (const auto& event : hook_events()) names.insert(event.name);
    BOOST_TEST(names.size() == 33U);
    for (const auto* name :
         {"PreToolUse", "Stop", "PostToolBatch", "DirectoryAdded", "ElicitationResult", "SessionEnd"}) {
        BOOST_TEST((find_hook_event(name) != nullptr));
    }
    BOOST_TEST((find_hook_event("pretooluse") == nullptr));
}

BOOST_AUTO_TEST_CASE(an_unknown_event_is_an_error_that_names_a_near_one) {
    const auto refused = make_hook_event("PreToolUze", "{}", "/");
    BOOST_TEST((refused.error().code == code::hook_event_not_known));
    BOOST_TEST(refused.error().hint.find("PreToolUse") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_event_keeps_its_bytes_and_gets_what_is_missing) {
    const auto full = make_hook_event("Stop", R"( {"hook_event_name":"Stop","cwd":"/w","n":0.010,"s":"é"}  )", "/x");
    BOOST_TEST(full->text == R"({"hook_event_name":"Stop","cwd":"/w","n":0.010,"s":"é"})");
    const auto bare = make_hook_event("Stop", R"({"n":0.010})", "/x");
    BOOST_TEST(bare->text == R"({"hook_event_name":"Stop","cwd":"/x","n":0.010})");
    BOOST_TEST(make_hook_event("Stop", "{}", "")->text == R"({"hook_event_name":"Stop"})");
    BOOST_TEST((make_hook_event("Stop", "[]", "/").error().code == code::json_wrong_type));
    BOOST_TEST((make_hook_event("Stop", "{", "/").error().code == code::json_malformed));
}

BOOST_AUTO_TEST_CASE(the_event_that_is_dispatched_wins_over_the_name_in_its_text) {
    const auto event = make_hook_event("Stop", R"({"hook_event_name":"PreToolUse","cwd":"/"})", "/");
    BOOST_TEST(event->fields.at("hook_event_name").as_string() == "Stop");
    BOOST_TEST(event->text.find("PreToolUse") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(members_that_are_there_twice_are_named) {
    const auto repeated = [](std::string_view text) { return make_hook_event("PreToolUse", text, "/")->repeated; };
    const std::vector<std::string> command{"tool_input.command"}, tool{"tool_name"};
    BOOST_TEST(repeated(R"({"tool_input": {"command": "a", "command": "b"}})") == command);
    BOOST_TEST(repeated(R"({"tool_name": "Bash", "tool_name": "Read"})") == tool);
    BOOST_TEST(repeated(R"({"tool_name": "Bash", "tool_input": {"tool_name": "Bash"}})").empty());
    BOOST_TEST(is_subject_repeated(*make_hook_event("PreToolUse", R"({"tool_name": "a", "tool_name": "b"})", "/")));
    BOOST_TEST(!is_subject_repeated(*make_hook_event("Stop", R"({"tool_name": "a", "tool_name": "b"})", "/")));
}

BOOST_AUTO_TEST_CASE(a_matcher_looks_at_the_member_of_its_event) {
    const auto subject = [](std::string_view name, std::string_view text) {
        return matcher_subject(make_hook_event(name, text, "/").value()).value_or("(none)");
    };
    BOOST_TEST(subject("PreToolUse", R"({"tool_name":"Bash"})") == "Bash");
    BOOST_TEST(subject("SessionStart", R"({"source":"resume"})") == "resume");
    BOOST_TEST(subject("Notification", R"({"notification_type":"idle"})") == "idle");
    BOOST_TEST(subject("FileChanged", R"({"file_path":"/a/b/.env"})") == ".env");
    BOOST_TEST(subject("SubagentStop", R"({"agent_type":""})") == "");
    BOOST_TEST(subject("Stop", R"({"tool_name":"Bash"})") == "(none)");
    BOOST_TEST(subject("PreToolUse", R"({"tool_name":7})") == "(none)");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
