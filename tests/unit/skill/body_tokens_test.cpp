// SPDX-License-Identifier: Apache-2.0
// Which shell blocks of a body are live (D3).
#include "skill/body_tokens.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

using Strings = std::vector<std::string>;

namespace {

Strings commands(std::string_view body) {
    Strings found;
    for (const auto& token : find_body_tokens(body, {})) {
        const bool shell = token.kind == BodyTokenKind::inline_shell || token.kind == BodyTokenKind::fenced_shell;
        if (shell) found.emplace_back(token.text);
    }
    return found;
}

void runs(std::string_view body, const Strings& wanted) {
    BOOST_TEST(commands(body) == wanted, boost::test_tools::per_element());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(body_tokens)

BOOST_AUTO_TEST_CASE(the_inline_form_begins_a_line_or_follows_a_blank) {
    runs("!`date`", {"date"});
    runs("Now: !`date` and\t!`uptime`.\n- !`who`\r\n", {"date", "uptime", "who"});
    runs("KEY=!`date` wow!`date` (!`date`)", {});
    runs("! `date` !``date`` !`` !` ` !`open\nend`", {});
}

BOOST_AUTO_TEST_CASE(a_fence_with_a_mark_is_one_block) {
    const std::string body = "Before\n```!\necho one\necho two\n```\nAfter\n";
    const auto tokens = find_body_tokens(body, {});
    BOOST_REQUIRE(tokens.size() == 1U);
    BOOST_TEST((tokens[0].kind == BodyTokenKind::fenced_shell));
    BOOST_TEST(tokens[0].text == "echo one\necho two\n");
    BOOST_TEST(body.substr(tokens[0].begin, tokens[0].end - tokens[0].begin) == "```!\necho one\necho two\n```");
    runs("  ```!\r\nls\r\n  ```\r\n", {"ls\r\n"});
    runs("````!\nls\n```\n````", {"ls\n```\n"});
    runs("```!\nls", {});
    runs("> ```!\n> ls\n> ```\n", {});
    runs("~~~!\nls\n~~~\n", {});
    runs("```!bash\nls\n```\n", {});
}

// B044
BOOST_AUTO_TEST_CASE(documentation_is_never_live) {
    runs("```\n!`frame`\n```\n", {"frame"});
    runs("```markdown\n- Data: !`canary`\n```\n", {});
    runs("```md\n!`canary`\n```\nLive: !`x`\n", {"x"});
    runs("~~~~ markdown\n```\n!`canary`\n```\n~~~~\n", {});
    runs("````markdown\n```!\ncanary\n```\n````\n!`x`\n", {"x"});
    runs("> ```markdown\n> !`canary`\n> ```\n", {});
    runs("1. ```md\n   !`canary`\n   ```\n", {});
    runs("```markdown\n!`canary`\n", {});
    runs("Syntax: `` !`canary` `` and ``` !`canary` ``` here\n", {});
    runs("Over lines: ``a\n!`canary` b``\n!`x`\n", {"x"});
}

// A closing fence is indented by at most three, has the same mark, is as long, and nothing stands behind it.
BOOST_AUTO_TEST_CASE(what_does_not_close_a_fence_of_documentation_leaves_it_open) {
    runs("```md\n1. Look:\n\n    ```bash\n    git status\n    ```\n\n!`x`\n```\n!`after`\n", {"after"});
    runs("```md\n\t```\n!`x`\n", {});
    runs("```md\n   ```\n!`after`\n", {"after"});
    runs("~~~md\n```\n!`x`\n    ~~~\n!`x`\n~~~\n!`after`\n", {"after"});
    runs("````md\n```\n!`x`\n`````\n!`after`\n", {"after"});
    runs("```md\n``` end\n!`x`\n```bash\n!`x`\n``` \t\r\n!`after`\n", {"after"});
    runs("```md\n- ```\n!`x`\n> ```\n!`x`\n", {});
    runs("```md\n!`x`\n", {});
}

BOOST_AUTO_TEST_CASE(a_fence_of_documentation_ends_where_its_list_item_or_quotation_lets_it) {
    runs("1. Look:\n\n    ```md\n    !`x`\n    ```\n\n!`after`\n", {"after"});
    runs("- ```md\n  !`x`\n     ```\n!`after`\n", {"after"});
    runs("- ```md\n      ```\n  !`x`\n", {});
    runs("- a\n  - ```md\n    !`x`\n    ```\n!`after`\n", {"after"});
    runs("-\t```md\n\t!`x`\n\t```\n!`after`\n", {"after"});
    runs("10. ```md\n    !`x`\n        ```\n    !`x`\n", {});
    runs("- ```md\n  !`x`\n```\n!`after`\n", {"after"});
    runs("> ```md\n> !`x`\n> ```\n!`after`\n", {"after"});
    runs("> ```md\n> !`x`\n```\n!`x`\n", {});
    runs("> - ```md\n>   !`x`\n>   ```\n!`after`\n", {"after"});
    runs("        ```md\n        !`x`\n        ```\n!`after`\n", {"after"});
}

BOOST_AUTO_TEST_CASE(documentation_inside_another_fence_is_documentation) {
    runs("````\n```md\n!`x`\n```\n````\n```!\nafter\n```\n", {"after\n"});
    runs("```\n```md\n!`x`\n```\n!`after`\n", {"after"});
    runs("    ```\n\n```md\n!`x`\n```\n", {});
}

BOOST_AUTO_TEST_CASE(markdown_is_named_in_many_ways) {
    for (const std::string info :
         {"md", " md", "MarkDown", "mdx", "{.md}", "{ .markdown }", "{#id .md .numberLines}", "md {.numberLines}",
          "md{1,3}", "markdown:README.md", "md title=\"a\"", ".md", "{md}", "md,ignore"}) {
        BOOST_TEST_CONTEXT(info) runs("```" + info + "\n!`x`\n```\n", {});
    }
    for (const std::string info : {"", "text", "mdfind", "{.bash}", "bash title=md"}) {
        BOOST_TEST_CONTEXT(info) runs("```" + info + "\n!`x`\n```\n", {"x"});
    }
}

BOOST_AUTO_TEST_CASE(backticks_that_close_nothing_hide_nothing) {
    runs("An empty `` pair\n\n!`x`\n", {"x"});
    runs("``` not a fence ``` !`x`\n", {"x"});
}

// B047: by position
BOOST_AUTO_TEST_CASE(the_live_one_of_two_equal_texts_is_found) {
    const std::string body = "```markdown\n!`echo TWIN`\n```\nLive: !`echo TWIN`\n";
    const auto tokens = find_body_tokens(body, {});
    BOOST_REQUIRE(tokens.size() == 1U);
    BOOST_TEST(tokens[0].begin == body.rfind("!`"));
}

// D14: a placeholder in a command is the shell's business
BOOST_AUTO_TEST_CASE(inside_a_shell_block_nothing_else_is_a_token) {
    BOOST_TEST(find_body_tokens("!`echo $ARGUMENTS $0 \\$1 ${CLAUDE_SKILL_DIR}`", {}).size() == 1U);
    BOOST_TEST(find_body_tokens("```!\necho $0 !`x`\n```", {}).size() == 1U);
}

BOOST_AUTO_TEST_CASE(shell_blocks_are_text_where_they_are_not_looked_for) {
    const auto tokens = find_body_tokens("!`echo $0`", {}, ShellTokens::ignore);
    BOOST_REQUIRE(tokens.size() == 1U);
    BOOST_TEST((tokens[0].kind == BodyTokenKind::indexed));
}

BOOST_AUTO_TEST_CASE(a_long_hostile_text_takes_linear_time) {
    std::string body;
    for (int i = 0; i < 200'000; ++i) body += "``a`` ";
    BOOST_TEST(find_body_tokens(body, {}).empty());
    body.clear();
    for (int i = 0; i < 100'000; ++i) body += "```!\n";
    BOOST_TEST(find_body_tokens(body, {}).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
