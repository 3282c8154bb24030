// SPDX-License-Identifier: Apache-2.0
// The built library in the SDK's fake host.
#include <boost/test/unit_test.hpp>
#include <skilldeck/testing/fake_host.hpp>
#include <string>

#include "json_value.hpp"

namespace {

skd::testing::Surroundings in_shop(std::string options = "{}") {
    skd::testing::Surroundings surroundings;
    surroundings.options_json = std::move(options);
    surroundings.session["info"] = R"({"id": "s", "cwd": "/work/shop", "projectDir": "/work/shop"})";
    return surroundings;
}

std::string event(const std::string& command, const std::string& directory = "/work/shop") {
    std::string out = R"({"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Bash","tool_use_id":"t","cwd":)";
    plugin_support::append_json_string(out, directory);
    out += ",\"tool_input\":{\"description\":\"d\",\"command\":";
    plugin_support::append_json_string(out, command);
    return out + "}}";
}

plugin_support::JsonValue json(const std::string& text) {
    auto read = plugin_support::read_json(text);
    BOOST_REQUIRE(std::holds_alternative<plugin_support::JsonValue>(read));
    return std::get<plugin_support::JsonValue>(std::move(read));
}

struct Guard {
    explicit Guard(std::string options = "{}")
        : host(skd::testing::open_library(PLUGIN_LIBRARY), in_shop(std::move(options))) {
        BOOST_REQUIRE(host.started());
    }
    ~Guard() {
        host.stop();
        for (const auto& rule : host.broken_rules()) BOOST_ERROR(rule);
    }
    std::string decision(const std::string& command, const std::string& directory = "/work/shop") {
        const auto answer = host.run_hook("guard", event(command, directory));
        BOOST_REQUIRE_MESSAGE(answer.ok(), answer.message);
        if (answer.output.empty()) return "none";
        const auto value = json(answer.output);
        BOOST_TEST(value.text_at("hookSpecificOutput", "hookEventName").value() == "PreToolUse");
        return value.text_at("hookSpecificOutput", "permissionDecision").value();
    }
    skd::testing::FakeHost host;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(plugin)

BOOST_AUTO_TEST_CASE(a_hook_answers_in_the_words_of_a_command_hook) {
    Guard guard;
    BOOST_TEST(guard.decision("ls -l") == "none");
    BOOST_TEST(guard.decision("rm -rf ~") == "deny");
    BOOST_TEST(guard.decision("git push --force") == "ask");
    const auto answer = json(guard.host.run_hook("guard", event("sudo rm -rf /")).output);
    BOOST_TEST(answer.text_at("hookSpecificOutput", "permissionDecisionReason").value() ==
               "command-guard: `sudo rm -rf /` removes everything on this machine [remove]");
}

BOOST_AUTO_TEST_CASE(the_project_comes_from_the_session_and_the_directory_from_the_event) {
    Guard guard;
    BOOST_TEST(guard.decision("rm -rf ../build", "/work/shop/web") == "none");
    BOOST_TEST(guard.decision("rm -rf ../other", "/work/shop") == "ask");
    BOOST_TEST(guard.decision("rm -rf ..", "/work/shop/web") == "ask");
    BOOST_TEST(guard.decision("rm -rf ../..", "/work/shop/web") == "deny");
}

BOOST_AUTO_TEST_CASE(another_tool_is_none_of_its_business) {
    Guard guard;
    const auto answer = guard.host.run_hook("guard", R"({"tool_name":"Write","tool_input":{"content":"rm -rf /"}})");
    BOOST_TEST(answer.ok());
    BOOST_TEST(answer.output.empty());
}

BOOST_AUTO_TEST_CASE(an_event_it_cannot_read_fails_so_that_the_hook_blocks) {
    Guard guard;
    for (const char* broken :
         {"", "[]", "{", R"({"tool_name":"Bash"})", R"({"tool_name":"Bash","tool_input":{"command":1}})"}) {
        BOOST_TEST(guard.host.run_hook("guard", broken).status == SKD_ERR_INVALID_ARGUMENT, broken);
    }
    BOOST_TEST(guard.host.run_hook("other", event("ls")).status == SKD_ERR_NOT_FOUND);
}

BOOST_AUTO_TEST_CASE(options_are_taken_and_bad_ones_named_in_the_log) {
    Guard strict(R"({"sudo": "deny", "denyCommands": ["terraform destroy"], "allowCommands": "git push --force"})");
    BOOST_TEST(strict.decision("sudo ls") == "deny");
    BOOST_TEST(strict.decision("terraform destroy") == "deny");
    BOOST_TEST(strict.decision("git push --force origin x") == "none");
    BOOST_TEST(strict.host.log().empty());
    Guard wrong(R"({"sudo": "maybe", "mode": 3, "denyCommands": [1, "", "x"]})");
    BOOST_TEST(wrong.decision("sudo ls") == "ask");
    BOOST_TEST(wrong.decision("x 1") == "deny");
    BOOST_TEST(wrong.host.log().size() == 3U);
}

BOOST_AUTO_TEST_CASE(a_configuration_that_is_no_json_refuses_the_instance) {
    skd::testing::FakeHost host(skd::testing::open_library(PLUGIN_LIBRARY), in_shop("{"));
    BOOST_TEST(!host.started());
    BOOST_TEST(host.start().status == SKD_ERR_INVALID_ARGUMENT);
    BOOST_TEST(host.broken_rules().empty());
}

BOOST_AUTO_TEST_CASE(a_cancelled_call_says_so) {
    Guard guard;
    guard.host.set_cancelled(true);
    BOOST_TEST(guard.host.run_hook("guard", event("ls")).status == SKD_ERR_CANCELLED);
}

BOOST_AUTO_TEST_CASE(the_skill_check_shows_every_finding) {
    Guard guard;
    const auto answer = guard.host.render_skill("check", R"({"args": "sudo git push -f; rm -rf /", "argv": []})");
    BOOST_REQUIRE(answer.ok());
    BOOST_TEST(answer.output.find("**deny**") != std::string::npos);
    BOOST_TEST(answer.output.find("`git-remote`") != std::string::npos);
    BOOST_TEST(guard.host.render_skill("check", "{}").output.find("Say which") != std::string::npos);
    BOOST_TEST(guard.host.render_skill("check", R"({"args": "ls"})").output.find("nothing found") != std::string::npos);
    BOOST_TEST(guard.host.render_skill("other", "{}").status == SKD_ERR_NOT_FOUND);
}

BOOST_AUTO_TEST_SUITE_END()
