// SPDX-License-Identifier: Apache-2.0
#include "skill/skill_references.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace skilldeck::test {

namespace {

/// Each target with its place: `guide.md@4 `.
std::string found(std::string_view markdown) {
    std::string text;
    for (const auto& reference : find_file_references(markdown)) {
        text += reference.target + "@" + std::to_string(reference.offset) + " ";
    }
    return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(skill_references)

BOOST_AUTO_TEST_CASE(links_and_definitions_are_references) {
    BOOST_TEST(found("See [a](guide.md), ![b](img/x.png \"title\").") == "guide.md@8 img/x.png@24 ");
    BOOST_TEST(found("[label]: references/x.md\n[a][label]\n") == "references/x.md@9 ");
    BOOST_TEST(found("[a](<with blank.md>) [b](with%20blank.md)") == "with blank.md@5 with blank.md@25 ");
    BOOST_TEST(found("[a](x(1).md)") == "x(1).md@4 ");
    BOOST_TEST(found("[a](x.md#part) [b](y.md?v=1)") == "x.md@4 y.md@19 ");
    BOOST_TEST(found("[a](${CLAUDE_SKILL_DIR}/x.md)") == "x.md@24 ");
}

BOOST_AUTO_TEST_CASE(addresses_anchors_and_what_is_computed_are_none) {
    for (const auto* text :
         {"[a](https://example.com/x.md)", "[a](mailto:x@example.com)", "[a](#part)", "[a](//example.com/x)",
          "[a](${HOME}/x.md)", "[a]({path})", "[a]()", "[^1]: note", "- [ ] todo", "text (not a link)"}) {
        BOOST_TEST(found(text).empty(), text << ": " << found(text));
    }
}

BOOST_AUTO_TEST_CASE(code_is_no_reference) {
    BOOST_TEST(found("`[a](x.md)` [b](y.md)") == "y.md@16 ");
    BOOST_TEST(found("``a ` [a](x.md)`` [b](y.md)") == "y.md@22 ");
    BOOST_TEST(found("```\n[a](x.md)\n```\n[b](y.md)\n") == "y.md@22 ");
    BOOST_TEST(found("~~~~\n```\n~~~\n[a](x.md)\n~~~~\n[b](y.md)") == "y.md@32 ");
    BOOST_TEST(found("a ` alone [b](y.md)") == "y.md@14 ");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
