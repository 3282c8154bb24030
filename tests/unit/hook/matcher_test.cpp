// SPDX-License-Identifier: Apache-2.0
#include "hook/matcher.hpp"
#include "hook/codes.hpp"

#include "hook_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

namespace {

Result<HookMatcher> compiled(const std::optional<std::string>& matcher, std::string_view event = "PreToolUse") {
    return HookMatcher::compile(matcher, *find_hook_event(event));
}

bool matches(const std::optional<std::string>& matcher, std::string_view subject,
             std::string_view event = "PreToolUse") {
    return compiled(matcher, event)->matches(subject).value();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(hook_matcher)

BOOST_AUTO_TEST_CASE(absent_empty_and_star_match_everything) {
    for (const auto& matcher :
         {std::optional<std::string>(), std::optional<std::string>(""), std::optional<std::string>("*")}) {
        BOOST_TEST(matches(matcher, "Bash"));
        BOOST_TEST(matches(matcher, ""));
    }
}

BOOST_AUTO_TEST_CASE(plain_words_are_exact_names_and_lists) {
    BOOST_TEST(matches("Read", "Read"));
    BOOST_TEST(!matches("Read", "ReadAll"));
    BOOST_TEST(!matches("Rea", "Read"));
    BOOST_TEST(matches("Read|Glob", "Glob"));
    BOOST_TEST(matches(" Read , Glob ,", "Read"));
    BOOST_TEST(!matches("Read|Glob", "GlobAll"));
    BOOST_TEST(matches("mcp__my-server__get", "mcp__my-server__get"));
    BOOST_TEST(!matches("mcp__memory", "mcp__memory__get"));
}

BOOST_AUTO_TEST_CASE(anything_else_is_an_unanchored_case_sensitive_search) {
    BOOST_TEST(matches("ea.", "Read"));
    BOOST_TEST(matches("mcp__memory__.*", "mcp__memory__get"));
    BOOST_TEST(!matches("^Read$", "ReadAll"));
    BOOST_TEST(!matches("^read$", "Read"));
    BOOST_TEST(matches("(Read|Glob)", "xGlobx"));
    BOOST_TEST(matches("^plug:agent$", "plug:agent"));
    BOOST_TEST(matches("^\\w+$", "Read_2"));
    BOOST_TEST(!matches("^b$", "a\nb"));  // `^` is the beginning of the text, not of a line
}

BOOST_AUTO_TEST_CASE(a_matcher_in_other_case_or_with_arguments_does_not_match) {
    BOOST_TEST(!matches("bash", "Bash"));
    BOOST_TEST(!matches("Bash(git add *)", "Bash"));
}

BOOST_AUTO_TEST_CASE(a_matcher_that_looks_like_a_permission_rule_gets_a_hint) {
    auto rule = test::hook_of("PreToolUse", "x");
    rule.matcher = "Bash(git add *)";
    auto expression = test::hook_of("PreToolUse", "x");
    expression.matcher = "(Read|Glob)";
    const auto found = check_hook_matchers(std::vector{rule, expression});
    BOOST_REQUIRE(found.size() == 1U);
    BOOST_TEST((found[0].code == code::hook_matcher_like_rule));
    BOOST_TEST(found[0].file == "/settings.json");
}

BOOST_AUTO_TEST_CASE(a_broken_or_too_long_expression_is_an_error_not_an_exception) {
    for (const auto* broken : {"Bash(", "[", "*a", "a{2,1}"}) {
        BOOST_TEST((compiled(broken).error().code == code::hook_matcher_invalid), broken);
        BOOST_TEST(compiled(broken).error().what.find(broken) != std::string::npos);
    }
    BOOST_TEST(compiled(std::string(1'000, '.')).has_value());
    BOOST_TEST(compiled(std::string(1'001, '.')).has_error());
    BOOST_TEST(compiled("|,").has_error());
    auto hook = test::hook_of("PreToolUse", "x");
    hook.matcher = "Bash(";
    auto next = hook;
    next.place = "PreToolUse[0].hooks[1]";
    const auto found = check_hook_matchers(std::vector{hook, next});
    BOOST_REQUIRE(found.size() == 1U);  // both are behind one matcher
    BOOST_TEST(found[0].message.starts_with("PreToolUse[0].matcher: "));
    std::vector judged{hook, test::hook_of("PreToolUse", "x")};
    BOOST_TEST((judge_hook_matchers(judged) == check_hook_matchers(judged)));
    BOOST_TEST(judged[0].fault.starts_with("matcher \"Bash(\" cannot be used: "));
    BOOST_TEST(judged[1].fault.empty());
}

BOOST_AUTO_TEST_CASE(an_expression_that_explodes_ends_as_an_error) {
    const auto ended = compiled("(a+)+$")->matches(std::string(5'000, 'a') + "b");
    BOOST_TEST((ended.has_error() || !*ended));
    BOOST_TEST(compiled("(a|aa)+$")->matches(std::string(5'000, 'a') + "b").has_error());
    BOOST_TEST(compiled("x.")->matches(std::string(64 * 1024 + 1, 'a')).has_error());
}

BOOST_AUTO_TEST_CASE(file_names_and_errors_know_only_the_bar_as_separator) {
    BOOST_TEST(matches("env|rc", "rc", "FileChanged"));
    BOOST_TEST(matches("rate-limit", "api_rate-limit_hit", "StopFailure"));
    BOOST_TEST(!matches("rate-limit", "api_rate-limit_hit", "PreToolUse"));
}

BOOST_AUTO_TEST_CASE(events_without_a_matcher_ignore_it) {
    BOOST_TEST(matches("nothing like it", "", "Stop"));
    BOOST_TEST(matches("Bash(", "", "UserPromptSubmit"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
