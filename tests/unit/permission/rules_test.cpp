// SPDX-License-Identifier: Apache-2.0
#include "permission/rules.hpp"

#include "base/codes.hpp"
#include "permission/codes.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace skilldeck {

namespace {

using Strings = std::vector<std::string>;

SettingsLayer layer(Scope scope, std::string_view permissions, bool effective = true) {
    SettingsLayer made;
    made.scope = scope;
    made.file = "/" + std::string(scope_word(scope)) + "/settings.json";
    made.values["permissions"] = boost::json::parse(std::string(permissions));
    made.effective = effective;
    return made;
}

Strings texts(const PermissionRules& read) {
    Strings out;
    for (const auto& rule : read.rules) {
        out.push_back(rule.origin.source + " " + std::string(rule_list_word(rule.list)) + " " + rule.text);
    }
    return out;
}

long count(const PermissionRules& read, Code code) {
    return std::ranges::count(read.diagnostics, code, &Diagnostic::code);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rules)

BOOST_AUTO_TEST_CASE(every_layer_gives_its_rules_highest_first) {
    const Settings settings({layer(Scope::user, R"x({"allow": ["Bash(ls *)"], "deny": "Read(x)"})x"),
                             layer(Scope::managed, R"x({"ask": ["WebFetch"]})x"),
                             layer(Scope::project, R"x({"allow": ["Edit"], "deny": ["Bash(rm *)"]})x")},
                            {});
    const Strings wanted{"managed ask WebFetch", "project deny Bash(rm *)", "project allow Edit", "user deny Read(x)",
                         "user allow Bash(ls *)"};
    BOOST_TEST(texts(read_permission_rules(settings, AllowRules::of_every_layer)) == wanted,
               boost::test_tools::per_element());
    const Strings managed{"managed ask WebFetch", "project deny Bash(rm *)", "user deny Read(x)"};
    BOOST_TEST(texts(read_permission_rules(settings, AllowRules::of_managed_layers)) == managed,
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_project_before_trust_can_only_restrict) {
    const Settings settings(
        {layer(Scope::project, R"x({"allow": ["Bash"], "deny": ["Edit"], "ask": ["Read"]})x", false)}, {});
    const Strings wanted{"project deny Edit", "project ask Read"};
    BOOST_TEST(texts(read_permission_rules(settings, AllowRules::of_every_layer)) == wanted,
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_layer_that_cannot_be_read_stands_among_the_rules_also_before_trust) {
    auto broken = layer(Scope::project, "{}", false);
    broken.unreadable["permissions"] = "/s.json:1:2 cannot be read: x";
    const Settings settings(
        {layer(Scope::user, R"x({"allow": ["Edit"]})x"), broken, layer(Scope::managed, R"x({"allow": ["Read"]})x")},
        {});
    const Strings wanted{"managed allow Read", "project unreadable /s.json:1:2 cannot be read: x", "user allow Edit"};
    BOOST_TEST(texts(read_permission_rules(settings, AllowRules::of_every_layer)) == wanted,
               boost::test_tools::per_element());
}

// B074
BOOST_AUTO_TEST_CASE(a_bad_rule_is_told_and_its_neighbours_stay) {
    const Settings settings(
        {layer(Scope::user, R"x({"deny": ["skill(deploy)", "Skill(", "Skill()", 7, "Bash(rm *)", ""], "allow": {}})x")},
        {});
    const auto read = read_permission_rules(settings, AllowRules::of_every_layer);
    BOOST_TEST(count(read, code::permission_rule_malformed) == 3);
    BOOST_TEST(count(read, code::permission_rule_unknown_tool) == 1);
    BOOST_TEST(read.diagnostics.size() == 6U);
    BOOST_TEST(texts(read).back() == "user deny Bash(rm *)");
    for (const auto* text : {"skill(deploy)", "Skill(\"", "Skill()"}) {
        BOOST_TEST(std::ranges::any_of(read.diagnostics,
                                       [&](const auto& d) { return d.message.find(text) != std::string::npos; }),
                   text);
    }
}

BOOST_AUTO_TEST_CASE(what_is_a_rule_and_what_is_not) {
    const auto reads = [](std::string_view text, RuleList list = RuleList::deny) {
        return parse_permission_rule(text, list, {}).has_value();
    };
    for (const auto* text : {"Bash", "Bash(ls)", "Bash(echo (a))", "Bash(a \\) b)", " Bash ( ls ) ", "mcp__a__b", "*",
                             "Read(**/*.c)", "mcp__plugin_a_b__c-d", "WebFetch(domain:*.a.org)", "WebFetch(*)",
                             "WebFetch(domain: a.org)", "WebFetch(domain:[::1])", "WebFetch(domain:b\xC3\xBC.de)"}) {
        BOOST_TEST(reads(text), text);
    }
    for (const auto* text : {"",
                             " ",
                             "()",
                             "(a)",
                             "Bash(",
                             "Bash)",
                             "Bash()",
                             "Bash( )",
                             "Bash(a) b",
                             "Ba sh",
                             "Bash(a\x01)",
                             "Bash(\xFF)",
                             "Read([)",
                             "WebFetch(evil.com)",
                             "WebFetch(domain:)",
                             "WebFetch(domain:https://evil.com)",
                             "WebFetch(domain:evil.com:80)",
                             "WebFetch(domain:evil.com/x)",
                             "WebFetch(url:evil.com)",
                             "WebFetch(Domain:evil.com)"}) {
        BOOST_TEST(!reads(text), text);
    }
    BOOST_TEST(!reads(std::string(kPermissionRuleLimit + 1, 'a')));
    BOOST_TEST(!reads("*", RuleList::allow));
    BOOST_TEST(!reads("mcp__*", RuleList::allow));
    BOOST_TEST(reads("mcp__box__*", RuleList::allow));
}

BOOST_AUTO_TEST_CASE(a_specifier_is_what_stands_in_the_parentheses) {
    const auto specifier = [](std::string_view text) {
        return parse_permission_rule(text, RuleList::deny, {})->specifier.value_or("-");
    };
    BOOST_TEST(specifier("Bash") == "-");
    BOOST_TEST(specifier("Bash(*)") == "-");
    BOOST_TEST(specifier("Bash(:*)") == "-");
    BOOST_TEST(specifier("Bash(ls -la)") == "ls -la");
    BOOST_TEST(specifier("Bash(f\\(\\) x)") == "f() x");
    BOOST_TEST(specifier("Bash(a \\* b)") == "a \\* b");
}

BOOST_AUTO_TEST_CASE(a_rule_that_no_command_is_like_is_told_and_kept) {
    const auto told = [](const std::string& text) {
        const auto read = read_permission_rules(
            Settings({layer(Scope::user, R"x({"deny": [")x" + text + R"x("]})x")}, {}), AllowRules::of_every_layer);
        BOOST_TEST(read.rules.size() == 1U, text);
        return count(read, code::permission_rule_never_matches);
    };
    BOOST_TEST(told("Bash(\xE2\x80\x8B"
                    "curl:*)") == 1);
    BOOST_TEST(told("Bash(cu\xC2\xADrl *)") == 1);
    BOOST_TEST(told("Bash(curl:* x)") == 1);
    BOOST_TEST(told("Bash(curl:*)") == 0);
    BOOST_TEST(told("Bash(echo \xE2\x80\x8B*)") == 0);
    BOOST_TEST(told("Bash(npm run a:b *)") == 0);
    BOOST_TEST(told("Bash(git log --format=%h:*)") == 0);
    BOOST_TEST(told("Read(a:* b)") == 0);
}

BOOST_AUTO_TEST_CASE(a_rule_that_does_otherwise_than_it_seems_is_told_and_kept) {
    const auto told = [](const std::string& list, const std::string& text) {
        const auto read = read_permission_rules(
            Settings({layer(Scope::user, R"x({")x" + list + R"x(": [")x" + text + R"x("]})x")}, {}),
            AllowRules::of_every_layer);
        BOOST_TEST(read.rules.size() == 1U, text);
        return count(read, code::permission_rule_unspecific) == 1;
    };
    struct Row {
        std::string text;
        bool restricting, allowing;
    };
    const std::vector<Row> table{{"WebSearch", false, false},
                                 {"WebSearch(x)", true, true},
                                 {"WebSearch(query:x)", false, true},
                                 {"TodoWrite(x)", true, true},
                                 {"PowerShell(rm *)", true, true},
                                 {"PowerShell(rm:*)", true, true},
                                 {"PowerShell(command:rm *)", false, true},
                                 {"mcp__a__b(x)", true, true},
                                 {"mcp__a__b(path:x)", false, true},
                                 {"run_shell_command(rm)", true, false},
                                 {"Bash(rm)", false, false},
                                 {"Read(x)", false, false},
                                 {"Skill(x)", false, false},
                                 {"Agent(x)", false, false},
                                 {"WebFetch(domain:x.org)", false, false}};
    for (const auto& row : table) {
        BOOST_TEST(told("deny", row.text) == row.restricting, row.text);
        BOOST_TEST(told("ask", row.text) == row.restricting, row.text);
        BOOST_TEST(told("allow", row.text) == row.allowing, row.text);
    }
}

BOOST_AUTO_TEST_CASE(hooks_that_cannot_be_read_might_deny_where_they_run) {
    auto trusted = layer(Scope::user, "{}");
    trusted.unreadable["hooks"] = "/s.json:1:2 cannot be read: x";
    auto untrusted = layer(Scope::project, "{}", false);
    untrusted.unreadable["hooks"] = "y";
    const Strings wanted{"user unreadable /s.json:1:2 cannot be read: x"};
    const auto read = read_permission_rules(Settings({trusted, untrusted}, {}), AllowRules::of_every_layer);
    BOOST_TEST(texts(read) == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(null_in_the_place_of_rules_is_told) {
    const auto read = read_permission_rules(Settings({layer(Scope::user, R"x({"deny": null, "allow": null})x")}, {}),
                                            AllowRules::of_every_layer);
    BOOST_TEST(count(read, code::json_wrong_type) == 2);
}

BOOST_AUTO_TEST_CASE(a_slip_in_a_tools_name_is_told_and_a_foreign_tool_is_not) {
    const auto read = [](std::string_view text) {
        const Strings tools{std::string(text)};
        return allowed_tools_rules(tools, {"skill x", {}});
    };
    for (const auto* text : {"bash", "Raed(x)", "webfetch"}) {
        BOOST_TEST(count(read(text), code::permission_rule_unknown_tool) == 1, text);
        BOOST_TEST(read(text).rules.size() == 1U, text);
    }
    for (const auto* text : {"Bash", "run_shell_command", "mcp__a__b", "apply_patch"}) {
        BOOST_TEST(read(text).diagnostics.empty(), text);
    }
    BOOST_TEST(read("Bash(git *)").rules[0].origin.source == "skill x");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
