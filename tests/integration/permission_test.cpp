// SPDX-License-Identifier: Apache-2.0
// Permission rules as scripts and hooks meet them: what `hook run` says will happen, which rule decided, whose rules
// count, and when a hook's `if` holds.
#include "deck.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace skilldeck::test {

namespace {

struct Rules : Deck {
    /// The answer of `hook run PreToolUse` to one call.
    boost::json::object answer(std::string_view tool, const boost::json::object& input,
                               const std::vector<std::string>& more = {}) const {
        const boost::json::object event{{"tool_name", tool}, {"tool_input", input}};
        auto words = more;
        words.insert(words.end(), {"hook", "run", "PreToolUse", "--trace", "--json"});
        return run(words, boost::json::serialize(event)).json().as_object();
    }
    std::string effective(std::string_view command, const std::vector<std::string>& more = {}) const {
        return std::string(answer("Bash", {{"command", command}}, more).at("effective").as_string());
    }
};

std::string text(const boost::json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

std::string hook_that_prints(std::string_view decision) {
    return R"({"matcher": "Bash", "hooks": [{"type": "command", "command": "echo '{\"hookSpecificOutput\":)"
           R"({\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\")" +
           std::string(decision) + R"(\"}}'"}]})";
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(permission, Rules)

BOOST_AUTO_TEST_CASE(a_hook_run_names_the_rule_that_decides) {
    write("home/.skilldeck/settings.json",
          R"x({"permissions": {"deny": ["Bash(rm *)"], "ask": ["Bash(git push *)"], "allow": ["Bash(git *)"]}})x");
    const auto denied = answer("Bash", {{"command", "git status; rm x"}});
    BOOST_TEST(text(denied, "decision") == "none");
    BOOST_TEST(text(denied, "effective") == "deny");
    BOOST_TEST(text(denied.at("rule").as_object(), "text") == "Bash(rm *)");
    BOOST_TEST(text(denied.at("rule").as_object(), "list") == "deny");
    BOOST_TEST(text(denied.at("rule").as_object(), "source") == "user");
    BOOST_TEST(effective("git push") == "ask");
    BOOST_TEST(effective("git status") == "allow");
    const auto unspoken = answer("Bash", {{"command", "ls"}});
    BOOST_TEST(text(unspoken, "effective") == "default");
    BOOST_TEST(!unspoken.contains("rule"));
    BOOST_TEST(run({"hook", "run", "Stop", "--json"}, "{}").json().at("effective").as_string() == "default");
}

BOOST_AUTO_TEST_CASE(settings_that_cannot_be_read_leave_nothing_allowed_and_are_said_once_with_their_place) {
    const std::string project = R"x({"permissions": {"deny": ["Bash(rm *)"]}})x";
    write("project/.skilldeck/settings.json", project);
    for (const auto& [damaged, place] : std::vector<std::pair<std::string, std::string>>{
             {R"x({"permissions": {"deny": ["Bash(curl *)"], "allow": ["Bash(ls *)"],}})x", ":1:68"},
             {R"x({"permissions": ["Bash(curl *)"]})x", ":1:17"},
             {"[]", ":1:1"}}) {
        const auto file = write("home/.skilldeck/settings.json", damaged).string();
        BOOST_TEST(effective("curl x") == "ask", damaged);
        BOOST_TEST(effective("ls") == "ask", damaged);
        BOOST_TEST(effective("rm x") == "deny", damaged);
        BOOST_TEST(effective("ls", {"--settings", R"x({"permissions": {"allow": ["Bash(ls *)"]}})x"}) == "allow");
        BOOST_TEST(contains(text(answer("Bash", {{"command", "ls"}}), "reason"), file + place + " cannot be read"));
        const auto run = this->run({"skill", "list"});
        const auto at = run.err.find("(" + file + ":1)\n");
        BOOST_TEST(at != std::string::npos, run.err);
        BOOST_TEST(run.err.find(file, at + 2) == std::string::npos, run.err);
    }
}

BOOST_AUTO_TEST_CASE(a_file_that_says_its_hooks_twice_leaves_nothing_allowed) {
    const std::string guard = R"([{"hooks": [{"type": "command", "command": "exit 2"}]}])";
    const std::string twice = R"([{"hooks": [{"type": "command", "command": "exit 2", "command": "true"}]}])";
    for (const auto& hooks : {R"("hooks": {"PreToolUse": )" + guard + R"(}, "hooks": {})",
                              R"("hooks": {"PreToolUse": )" + guard + R"(, "PreToolUse": []})",
                              R"("hooks": {"PreToolUse": )" + twice + "}"}) {
        for (const std::string place : {"home/.skilldeck/settings.json", "project/.skilldeck/settings.json",
                                        "project/.skilldeck/settings.local.json", "project/.claude/settings.json"}) {
            const auto file = write(place, "{" + hooks + R"x(, "permissions": {"allow": ["Bash(ls *)"]}})x").string();
            const auto answered = answer("Bash", {{"command", "ls"}}, {"--trust-project"});
            BOOST_TEST(text(answered, "effective") == "ask", place << hooks);
            BOOST_TEST(contains(text(answered, "reason"), file + ":1:"), text(answered, "reason"));
            std::filesystem::remove(file);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_event_that_says_something_twice_is_never_allowed_and_its_hooks_run) {
    write(
        "home/.skilldeck/settings.json",
        R"x({"permissions": {"allow": ["Bash(ls)", "Read", "Edit"], "deny": ["Bash(rm *)"]}, "hooks": {"PreToolUse": [)x"
        R"x({"matcher": "Bash", "hooks": [{"type": "command", "command": "echo seen >> seen", "if": "Bash(rm *)"}]}]}})x");
    for (const std::string event :
         {R"({"tool_name": "Bash", "tool_input": {"command": "rm x", "command": "ls"}})",
          R"({"tool_name": "Bash", "tool_input": {"command": "rm x"}, "tool_input": {"command": "ls"}})",
          R"({"tool_name": "Bash", "tool_name": "Read", "tool_input": {"file_path": "x", "command": "rm x"}})"}) {
        std::filesystem::remove(project() / "seen");
        const auto answered = run({"hook", "run", "PreToolUse", "--json"}, event).json().as_object();
        BOOST_TEST(text(answered, "effective") == "ask", event);
        BOOST_TEST(contains(text(answered, "reason"), "twice"), event);
        BOOST_TEST(!answered.contains("rule"));
        BOOST_TEST(std::filesystem::exists(project() / "seen"), event);
    }
    const auto denied = R"({"tool_name": "Bash", "tool_input": {"command": "ls", "command": "rm x"}})";
    BOOST_TEST(text(run({"hook", "run", "PreToolUse", "--json"}, denied).json().as_object(), "effective") == "deny");
}

// B076
BOOST_AUTO_TEST_CASE(a_hook_can_only_forbid_more_than_the_rules) {
    const std::string rules = R"x("permissions": {"deny": ["Bash(rm *)"], "ask": ["Bash(git push *)"],)x"
                              R"x( "allow": ["Bash(ls *)"]})x";
    const auto with_hook = [&](std::string_view decision) {
        write("home/.skilldeck/settings.json",
              "{" + rules + R"(, "hooks": {"PreToolUse": [)" + hook_that_prints(decision) + "]}}");
    };
    with_hook("allow");
    BOOST_TEST(effective("rm x") == "deny");
    BOOST_TEST(effective("git push") == "ask");
    BOOST_TEST(effective("make") == "allow");
    with_hook("ask");
    BOOST_TEST(effective("ls") == "ask");
    BOOST_TEST(effective("rm x") == "deny");
    with_hook("deny");
    const auto denied = answer("Bash", {{"command", "ls"}});
    BOOST_TEST(text(denied, "effective") == "deny");
    BOOST_TEST(!denied.contains("rule"));
}

BOOST_AUTO_TEST_CASE(a_denial_by_a_rule_carries_the_reason_of_the_rule) {
    write("home/.skilldeck/settings.json", R"x({"permissions": {"deny": ["Bash(rm *)"]}, "hooks": {"PreToolUse": [)x" +
                                               hook_that_prints("allow\\\",\\\"permissionDecisionReason\\\":\\\"fine") +
                                               "]}}");
    const auto denied = answer("Bash", {{"command", "rm x"}});
    BOOST_TEST(text(denied, "decision") == "allow");
    BOOST_TEST(text(denied, "effective") == "deny");
    BOOST_TEST(contains(text(denied, "reason"), "Bash(rm *)"));
    const auto allowed = answer("Bash", {{"command", "ls"}});
    BOOST_TEST(text(allowed, "effective") == "allow");
    BOOST_TEST(text(allowed, "reason") == "fine");
}

BOOST_AUTO_TEST_CASE(the_rules_see_the_input_that_will_run) {
    write("home/.skilldeck/settings.json",
          R"x({"permissions": {"deny": ["Bash(rm *)"]}, "hooks": {"PreToolUse": [{"hooks": [{"type": "command",)x"
          R"x( "command": "echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",)x"
          R"x(\"updatedInput\":{\"command\":\"rm x\"}}}'"}]}]}})x");
    BOOST_TEST(effective("ls") == "deny");
}

BOOST_AUTO_TEST_CASE(a_hook_can_answer_the_question_that_a_rule_asks) {
    write("home/.skilldeck/settings.json",
          R"x({"permissions": {"ask": ["Bash(git push *)"], "deny": ["Bash(rm *)"]}, "hooks": {"PermissionRequest": [)x"
          R"x({"hooks": [{"type": "command", "command": "echo '{\"hookSpecificOutput\":{\"hookEventName\":)x"
          R"x(\"PermissionRequest\",\"decision\":{\"behavior\":\"allow\"}}}'"}]}]}})x");
    const auto effective_of = [this](std::string_view command) {
        const boost::json::object event{{"tool_name", "Bash"}, {"tool_input", {{"command", command}}}};
        const auto answered = run({"hook", "run", "PermissionRequest", "--json"}, boost::json::serialize(event));
        return std::string(answered.json().at("effective").as_string());
    };
    BOOST_TEST(effective_of("git push") == "allow");
    BOOST_TEST(effective_of("rm x") == "deny");
}

BOOST_AUTO_TEST_CASE(a_project_allows_nothing_before_trust) {
    write("project/.skilldeck/settings.json", R"x({"permissions": {"allow": ["Bash"], "deny": ["Bash(rm *)"]}})x");
    BOOST_TEST(effective("ls") == "default");
    BOOST_TEST(effective("rm x") == "deny");
    BOOST_TEST(effective("ls", {"--trust-project"}) == "allow");
    BOOST_TEST(effective("rm x", {"--trust-project"}) == "deny");
}

BOOST_AUTO_TEST_CASE(a_skill_is_forbidden_by_its_alias_too) {
    write("home/.skilldeck/skills/deploy/SKILL.md", "---\ndescription: x\naliases: [ship]\n---\nGo.\n");
    write("home/.skilldeck/settings.json", R"x({"permissions": {"deny": ["Skill(ship)"]}})x");
    BOOST_TEST(text(answer("Skill", {{"skill", "deploy"}}), "effective") == "deny");
    BOOST_TEST(text(answer("Skill", {{"skill", "/ship"}}), "effective") == "deny");
    BOOST_TEST(text(answer("Skill", {{"skill", "other"}}), "effective") == "default");
}

// B075
BOOST_AUTO_TEST_CASE(a_denied_skill_is_not_listed_for_the_model) {
    write("home/.skilldeck/skills/deploy/SKILL.md", "---\ndescription: x\naliases: [ship]\n---\nGo.\n");
    BOOST_TEST(contains(run({"skill", "listing"}).out, "- deploy: x"));
    write("home/.skilldeck/settings.json", R"x({"permissions": {"deny": ["Skill(ship)"]}})x");
    BOOST_TEST(!contains(run({"skill", "listing"}).out, "- deploy: x"));
    BOOST_TEST(contains(run({"skill", "listing", "--explain"}).out, "Skill(ship)"));
}

BOOST_AUTO_TEST_CASE(an_if_holds_by_the_same_rules) {
    write(
        "home/.skilldeck/settings.json",
        R"x({"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "exit 2", "if": "Bash(git push *)"}]}]}})x");
    BOOST_TEST(effective("ls && git push") == "deny");
    BOOST_TEST(effective("git pull") == "default");
    BOOST_TEST(effective("$x") == "deny");
    write("home/.skilldeck/settings.json",
          R"x({"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "exit 2", "if": "Bash("}]}]}})x");
    const auto broken = answer("Bash", {{"command", "ls"}});
    BOOST_TEST(text(broken, "effective") == "deny");
    BOOST_TEST(boost::json::serialize(broken).find("hook-condition-unjudged") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(doctor_tells_of_a_rule_that_is_none) {
    write("home/.skilldeck/settings.json", R"x({"permissions": {"deny": ["Skill("]}})x");
    const auto findings = run({"doctor", "--json"});
    BOOST_TEST(contains(findings.out, "permission-rule-malformed"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
