// SPDX-License-Identifier: Apache-2.0
#include "judging.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace skilldeck {

using namespace test;

namespace {

SettingsLayer layer(Scope scope, std::string_view permissions) {
    SettingsLayer made;
    made.scope = scope;
    made.file = "/" + std::string(scope_word(scope)) + "/settings.json";
    made.values["permissions"] = boost::json::parse(std::string(permissions));
    return made;
}

std::vector<PermissionRule> rules_in(Scope scope, std::string_view permissions) {
    const Settings settings({layer(scope, permissions)}, {});
    return read_permission_rules(settings, AllowRules::of_every_layer).rules;
}

constexpr std::string_view kAllowed = R"x("allow": ["Bash", "Read", "Write", "WebFetch", "mcp__box__*"])x";

}  // namespace

BOOST_AUTO_TEST_SUITE(unreadable_rules)

BOOST_AUTO_TEST_CASE(an_entry_that_is_no_rule_closes_the_tool_it_may_be_about) {
    struct Row {
        std::string entry;
        std::string_view bash, redirected, read, fetch;
    };
    const std::vector<Row> table{
        {R"x("Bash(git push")x", "ask", "ask", "allow", "allow"},
        {R"x("Bash(x)y")x", "ask", "ask", "allow", "allow"},
        {R"x("Bash()")x", "ask", "ask", "allow", "allow"},
        {R"x("bash")x", "ask", "ask", "allow", "allow"},
        {R"x("BASH(rm *)")x", "ask", "ask", "allow", "allow"},
        {R"x("Bash rm")x", "ask", "ask", "allow", "allow"},
        {R"x(" bash(rm")x", "ask", "ask", "allow", "allow"},
        {R"x("Read([)")x", "allow", "allow", "ask", "allow"},
        {R"x("read(x")x", "allow", "allow", "ask", "allow"},
        {R"x("Edit(/secrets/**")x", "allow", "ask", "allow", "allow"},
        {R"x("webfetch(domain:a.net)")x", "allow", "allow", "allow", "ask"},
        {R"x("WebFetch(evil.com)")x", "allow", "allow", "allow", "ask"},
        {R"x("WebFetch(domain:https://evil.com)")x", "allow", "allow", "allow", "ask"},
        {R"x("skill(deploy)")x", "allow", "allow", "allow", "allow"},
        {R"x("Skill(")x", "allow", "allow", "allow", "allow"},
        {R"x("mcp__BOX(")x", "allow", "allow", "allow", "allow"},
        {R"x("Bsh(rm")x", "ask", "ask", "ask", "ask"},
        {R"x("(rm)")x", "ask", "ask", "ask", "ask"},
        {R"x("")x", "ask", "ask", "ask", "ask"},
        {R"x(["Bash(x)"])x", "ask", "ask", "ask", "ask"},
        {R"x({"Bash": "x"})x", "ask", "ask", "ask", "ask"},
        {"null", "ask", "ask", "ask", "ask"},
        {"7", "ask", "ask", "ask", "ask"},
        {"true", "ask", "ask", "ask", "ask"},
        // What is a rule closes nothing more.
        {R"x("Bash(rm *)")x", "allow", "allow", "allow", "allow"},
        {R"x("run_shell_command")x", "allow", "allow", "allow", "allow"},
    };
    for (const auto& row : table) {
        for (const std::string list : {"deny", "ask"}) {
            for (const auto scope : {Scope::managed, Scope::user, Scope::project, Scope::local, Scope::flag}) {
                BOOST_TEST_CONTEXT(row.entry << " in " << list << " of " << scope_word(scope)) {
                    const auto rules =
                        rules_in(scope, "{\"" + list + "\": [" + row.entry + "], " + std::string(kAllowed) + "}");
                    BOOST_TEST(judged(rules, "ls") == row.bash);
                    BOOST_TEST(judged(rules, "ls > f") == row.redirected);
                    BOOST_TEST(judged(rules, "Read", {{"file_path", "f"}}) == row.read);
                    BOOST_TEST(judged(rules, "WebFetch", {{"url", "https://a.org"}}) == row.fetch);
                    const bool of_skills = row.entry.find("kill(") != std::string::npos;
                    if (of_skills) BOOST_TEST(judged(rules, "Skill", {{"skill", "deploy"}}) == "default");
                }
            }
        }
    }
    const auto of_server = rules_in(Scope::user, R"x({"deny": ["mcp__BOX__get("], "allow": ["mcp__box__*"]})x");
    BOOST_TEST(judged(of_server, "mcp__box__get", {}) == "ask");
    BOOST_TEST(judged(of_server, "mcp__box__put", {}) == "allow");
    const auto alone = rules_in(Scope::user, R"x({"deny": "Bash(git push", "allow": ["Bash"]})x");
    BOOST_TEST(judged(alone, "ls") == "ask");
    // An entry of allow that is no rule allows nothing, and closes nothing.
    BOOST_TEST(judged(rules_in(Scope::user, R"x({"allow": ["Bash(", null, "Bash"]})x"), "ls") == "allow");
}

BOOST_AUTO_TEST_CASE(the_reason_names_the_file_the_place_and_the_entry) {
    const auto rules = rules_in(Scope::managed, R"x({"deny": ["Edit", "Bash(git push"], "allow": ["Bash"]})x");
    const auto decision = decide(rules, {"Bash", {{"command", "ls"}}, {}, {}, {}}, kPlaces);
    BOOST_TEST(word(decision.verdict) == "ask");
    BOOST_TEST(decision.unreadable);
    BOOST_TEST(!decision.rule);
    for (const auto* part : {"managed", "/managed/settings.json", "/permissions/deny/1", "Bash(git push"}) {
        BOOST_TEST(decision.reason.find(part) != std::string::npos, part << " in " << decision.reason);
    }
}

BOOST_AUTO_TEST_CASE(what_can_be_read_beside_it_still_holds) {
    const auto rules = rules_in(
        Scope::user, R"x({"deny": ["Bash(", "Bash(rm *)"], "ask": [null, "Bash(git *)"], "allow": ["Bash", "Read"]})x");
    check(rules, {{"rm x", "deny"}, {"git x", "ask"}, {"ls", "ask"}});
    BOOST_TEST(judged(rules, "Read", {{"file_path", "f"}}) == "ask");
}

BOOST_AUTO_TEST_CASE(an_input_that_is_no_text_is_asked_about_where_a_rule_restricts) {
    struct Row {
        std::string rule, tool, input;
        std::string_view wanted;
    };
    const std::vector<Row> table{
        {"Bash(rm *)", "Bash", R"({"command": ["rm", "x"]})", "ask"},
        {"Bash(rm *)", "Bash", R"({"command": 5})", "ask"},
        {"Bash(rm *)", "Bash", R"({"command": null})", "ask"},
        {"Bash(rm *)", "Bash", R"({"command": {"x": "rm x"}})", "ask"},
        {"Bash(rm *)", "Bash", R"({"cmd": "ls"})", "ask"},
        {"Bash(rm *)", "Bash", "{}", "ask"},
        {"Edit(/secrets/**)", "Bash", "{}", "ask"},
        {"Bash(rm *)", "Bash", R"({"command": "ls"})", "allow"},
        {"Read(*.env)", "Read", R"({"file_path": ["a.env"]})", "ask"},
        {"Read(*.env)", "Read", R"({"file_path": 5})", "ask"},
        {"Read(*.env)", "Read", R"({"file_path": true})", "ask"},
        {"Read(*.env)", "Grep", R"({"path": ["a.env"]})", "ask"},
        {"Read(*.env)", "Grep", R"({"path": null})", "ask"},
        {"Read(*.env)", "Grep", R"({"pattern": "x"})", "allow"},
        {"Read(*.env)", "Glob", R"({"pattern": ["a.env"]})", "ask"},
        {"Read(/secrets/**)", "Glob", R"({"pattern": "*/../../secrets/*"})", "ask"},
        {"Read(/secrets/**)", "Glob", R"({"pattern": "../secrets/*"})", "deny"},
        {"Edit(*.env)", "Write", R"({"file_path": {"a": 1}})", "ask"},
        {"Edit(*.env)", "NotebookEdit", R"({"notebook_path": 7})", "ask"},
        {"WebFetch(domain:evil.net)", "WebFetch", R"({"url": ["https://evil.net"]})", "ask"},
        {"WebFetch(domain:evil.net)", "WebFetch", R"({"url": 1})", "ask"},
        {"Skill(deploy)", "Skill", R"({"skill": ["deploy"]})", "ask"},
        {"Skill(deploy)", "Skill", "{}", "ask"},
        {"Agent(Explore)", "Agent", R"({"subagent_type": ["Explore"]})", "ask"},
        {"Agent(Explore)", "Agent", R"({"subagent_type": "Plan", "agentType": "Explore"})", "deny"},
        {"Agent(Explore)", "Agent", R"({"prompt": "x"})", "allow"},
    };
    for (const auto& row : table) {
        for (const bool denies : {true, false}) {
            auto rules = rules_of({}, {}, {"Bash", "Read", "Edit", "WebFetch", "Skill", "Agent"});
            const auto list = denies ? RuleList::deny : RuleList::ask;
            rules.push_back(parse_permission_rule(row.rule, list, {"user", {}}).value());
            const auto wanted = !denies && row.wanted == "deny" ? "ask" : row.wanted;
            BOOST_TEST(judged(rules, row.tool, boost::json::parse(row.input).as_object()) == wanted,
                       row.rule << " " << row.tool << " " << row.input);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_input_that_is_no_text_is_never_allowed_by_a_rule_about_some) {
    const auto rules = rules_of({}, {}, {"Bash(5)", "Bash(* x)", "Read(5)", "Read(**)", "Agent(5*)", "Skill(5)"});
    for (const auto* input : {R"({"command": 5, "file_path": 5, "subagent_type": 5, "skill": 5})",
                              R"({"command": [], "file_path": [], "subagent_type": [], "skill": []})"}) {
        for (const auto* tool : {"Bash", "Read", "Agent", "Skill"}) {
            BOOST_TEST(judged(rules, tool, boost::json::parse(input).as_object()) == "default", tool << " " << input);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
