// SPDX-License-Identifier: Apache-2.0
// One table for each rule of lenient reading: text, fence, strict, repeated keys, repair, raw lines, scalars, lists,
// booleans, paths. What single reports of users ask for is frontmatter_test.cpp.
#include "base/codes.hpp"
#include "base/frontmatter.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

namespace {

using namespace std::string_view_literals;
using Texts = std::vector<std::string>;
using Reading = FrontMatterReading;

FrontMatter read(std::string_view text, TextExtent extent = TextExtent::whole) {
    Diagnostics diagnostics;
    return parse_front_matter(text, "file.md", diagnostics, extent);
}

std::string with_crlf(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '\n') result += '\r';
        result += c;
    }
    return result;
}

/// A scalar as text, a list as `[a|b]`, a map as `{}`, null as `null`.
std::string shown(const FrontMatterValue* value) {
    if (value == nullptr) return "absent";
    if (value->null) return "null";
    if (const auto text = front_matter_text(*value)) return *text;
    const auto* list = std::get_if<FrontMatterValue::List>(&value->value);
    if (list == nullptr) return "{}";
    std::string result = "[";
    for (const auto& item : front_matter_list(*value)) result += (result.size() > 1 ? "|" : "") + item;
    return result + "]";
}

struct Case {
    const char* header;
    Reading reading;
    std::vector<std::pair<const char*, const char*>> fields;
};

/// Every case also with CRLF, with a byte order mark, and with both.
void check(const std::vector<Case>& cases) {
    for (const auto& [header, reading, fields] : cases) {
        const auto file = "---\n" + std::string(header) + "\n---\nbody\n";
        const auto crlf = with_crlf(file);
        const std::string mark = "\xEF\xBB\xBF";
        for (const auto& spelling : {file, crlf, mark + file, mark + crlf}) {
            const auto result = read(spelling);
            BOOST_TEST((result.reading == reading), spelling);
            for (const auto& [key, value] : fields) {
                const auto found = shown(result.find(key));
                BOOST_TEST(found == value, spelling << ": " << key << " is " << found << ", wanted " << value);
            }
            BOOST_TEST(std::string_view(spelling).substr(result.body_offset).starts_with("body"), spelling);
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(frontmatter_rules)

BOOST_AUTO_TEST_CASE(L0_a_carriage_return_alone_ends_lines_only_where_there_is_no_line_feed_at_all) {
    const auto old = read("---\rname: a\rtools:\r  - x\r---\rbody\r");
    BOOST_TEST(shown(old.find("name")) == "a");
    BOOST_TEST(shown(old.find("tools")) == "[x]");
    BOOST_TEST(old.body_line == 6);
    BOOST_TEST(shown(read("---\nname: a\rb\n---\n").find("name")) == "a b");
    BOOST_TEST((read("---\rname: a\r---\rbody\n").reading == Reading::none));
}

BOOST_AUTO_TEST_CASE(L0_bytes_that_are_not_utf8_cost_one_character_each) {
    for (const auto& [bytes, wanted] : {std::pair{"a\x80z"sv, "a\uFFFDz"sv},
                                        {"a\xC3z"sv, "a\uFFFDz"sv},
                                        {"a\xE2\x82z"sv, "a\uFFFDz"sv},
                                        {"a\xED\xA0\x80z"sv, "a\uFFFD\uFFFD\uFFFDz"sv},
                                        {"a\xC0\xAFz"sv, "a\uFFFD\uFFFDz"sv}}) {
        const auto result = read("---\nname: " + std::string(bytes) + "\n---\n");
        BOOST_TEST(shown(result.find("name")) == wanted);
    }
}

BOOST_AUTO_TEST_CASE(L1_the_fence_is_the_first_line_and_the_next_of_its_kind) {
    BOOST_TEST((read("--- \t\nname: a\n---\t \nbody").reading == Reading::strict));
    BOOST_TEST((read("---\nname: a\n--- x\nb: c\n---\nbody").reading == Reading::repaired));
    for (const char* none : {"", "-", "--", "--- x\nname: a\n---\n", " ---\nname: a\n---\n", "\n---\nname: a\n---\n",
                             "<!-- x -->\n---\nname: a\n---\n", "```\n---\nname: a\n---\n", "----\nname: a\n----\n"}) {
        const auto result = read(none);
        BOOST_TEST((result.reading == Reading::none), none);
        BOOST_TEST(result.body_offset == 0u, none);
    }
    for (const char* open : {"---", "---\n", "---\nname: a", "---\nname: a\n----\n", "---\nname: a\n ---\n"}) {
        Diagnostics diagnostics;
        const auto result = parse_front_matter(open, "file.md", diagnostics);
        BOOST_TEST((result.reading == Reading::none), open);
        BOOST_REQUIRE(diagnostics.size() == 1u);
        BOOST_TEST((diagnostics[0].code == code::frontmatter_unclosed));
    }
}

BOOST_AUTO_TEST_CASE(L2_yaml_comes_first) {
    check({{"name: a\ndescription: 'b: c'\n# d", Reading::strict, {{"name", "a"}, {"description", "b: c"}}},
           {"name: &x a\nother: *x", Reading::strict, {{"name", "a"}, {"other", "a"}}},
           {"name: !!str 5\nother: !x y", Reading::strict, {{"name", "5"}, {"other", "y"}}},
           {"{name: a, tools: [b, c]}", Reading::strict, {{"name", "a"}, {"tools", "[b|c]"}}},
           {"? name\n: a", Reading::strict, {{"name", "a"}}},
           {"\"name\": a\n'b c': d", Reading::strict, {{"name", "a"}, {"b c", "d"}}},
           {"description: \"a\n  b\n\n  c\"", Reading::strict, {{"description", "a b\nc"}}},
           {"description: |2-\n    a\n   b", Reading::strict, {{"description", "  a\n b"}}},
           {"", Reading::strict, {{"name", "absent"}}}});
}

BOOST_AUTO_TEST_CASE(L3_the_last_of_a_repeated_key_wins) {
    check({{"name: a\nname: b", Reading::strict, {{"name", "b"}}},
           {"tools: [a]\nname: x\ntools:\n  - b", Reading::strict, {{"tools", "[b]"}, {"name", "x"}}},
           {"name: a: b\nname: c", Reading::repaired, {{"name", "c"}}}});
}

BOOST_AUTO_TEST_CASE(L4_what_yaml_refuses_is_quoted) {
    check({{"description: a: b", Reading::repaired, {{"description", "a: b"}}},
           {"description: ends:", Reading::repaired, {{"description", "ends:"}}},
           {"description: a: b #c", Reading::repaired, {{"description", "a: b #c"}}},
           {"description: it's: b", Reading::repaired, {{"description", "it's: b"}}},
           {"description: \"a\" b", Reading::repaired, {{"description", "\"a\" b"}}},
           {"description: \"C:\\dir\"", Reading::repaired, {{"description", "C:\\dir"}}},
           {"argument-hint: [a] [b]", Reading::repaired, {{"argument-hint", "[a] [b]"}}},
           {"argument-hint: {a} b", Reading::repaired, {{"argument-hint", "{a} b"}}},
           {"description: @a", Reading::repaired, {{"description", "@a"}}},
           {"description: `a`", Reading::repaired, {{"description", "`a`"}}},
           {"description: %a", Reading::repaired, {{"description", "%a"}}},
           {"description: *a b", Reading::repaired, {{"description", "*a b"}}},
           {"description: , a", Reading::repaired, {{"description", ", a"}}},
           {"description: one\n  two: three\nname: x",
            Reading::repaired,
            {{"description", "one two: three"}, {"name", "x"}}},
           {"tools:\n  - a: b: c\n  - d", Reading::repaired, {{"tools", "[a: b: c|d]"}}},
           {"metadata:\n\ta: b\n\tc: d\nname: x", Reading::repaired, {{"metadata", "{}"}, {"name", "x"}}},
           {"a: b: c\nd: |\n  e: f\n  g", Reading::repaired, {{"a", "b: c"}, {"d", "e: f\ng\n"}}}});
}

BOOST_AUTO_TEST_CASE(L5_other_lines_go_on_with_the_field_above) {
    check({{"name: a\ndescription: Use it. Examples:\n\n<example>\nContext: x\nuser: \"y\"\n</example>\nmodel: opus",
            Reading::repaired,
            {{"description", "Use it. Examples: <example> Context: x user: \"y\" </example>"}, {"model", "opus"}}},
           {"name: a\nprose without a key\nname: b", Reading::repaired, {{"name", "a prose without a key"}}},
           {"tools:\n- a\n- b\nprose\nname: x\n}", Reading::repaired, {{"tools", "[a|b prose]"}, {"name", "x }"}}},
           {"description: \"a\nb: c\" d\nname: x", Reading::repaired, {{"name", "x"}}},
           {"just prose", Reading::unreadable, {{"name", "absent"}}}});
}

BOOST_AUTO_TEST_CASE(L6_scalars_keep_their_spelling_and_null_is_absent) {
    for (const char* text :
         {"1.0", "007", "0x1F", "1e3", "-5", "+1", ".5", "yes", "True", "2024-05-01", "1_000", "1:30"}) {
        BOOST_TEST(shown(read("---\na: " + std::string(text) + "\n---\n").find("a")) == text);
        BOOST_TEST(shown(read("---\na: [" + std::string(text) + "]\n---\n").find("a")) ==
                   "[" + std::string(text) + "]");
    }
    for (const char* text : {"", "~", "null", "Null", "NULL", "# nothing"}) {
        BOOST_TEST(shown(read("---\na: " + std::string(text) + "\n---\n").find("a")) == "null", text);
    }
    for (const char* text : {"'~'", "\"null\"", "nUll", "none"}) {
        BOOST_TEST(!read("---\na: " + std::string(text) + "\n---\n").find("a")->null, text);
    }
    for (const char* text : {"[file] ", "[a, b]", "[key: text]", "{a: b}"}) {
        const auto result = read("---\nargument-hint: " + std::string(text) + "\n---\n");
        const auto* hint = result.find("argument-hint");
        BOOST_TEST(!front_matter_text(*hint).has_value(), text);
        BOOST_TEST(hint->source == std::string(text).substr(0, std::string(text).find_last_not_of(' ') + 1));
    }
}

BOOST_AUTO_TEST_CASE(a_byte_order_mark_at_the_start_of_the_header_moves_no_source) {
    const auto result = read("---\n\xEF\xBB\xBFtools: [one, {a: 1}, \xC3\xA9\xC3\xA9]\n---\n");
    const auto* tools = result.find("tools");
    BOOST_TEST_REQUIRE((tools != nullptr));
    const auto& list = std::get<FrontMatterValue::List>(tools->value);
    BOOST_TEST_REQUIRE(list.size() == 3U);
    BOOST_TEST(list[1].source == "{a: 1}");
    BOOST_TEST(list[2].source == "\xC3\xA9\xC3\xA9");
}

BOOST_AUTO_TEST_CASE(an_item_without_text_at_the_end_of_a_header_that_was_repaired_is_an_empty_one) {
    for (const char* header : {"a: b: c\nd:\n-", "a: b: c\nd:\n- e\n-"}) {
        const auto result = read("---\n" + std::string(header) + "\n---\n");
        BOOST_TEST((result.reading == Reading::repaired), header);
        const auto* list = std::get_if<FrontMatterValue::List>(&result.find("d")->value);
        BOOST_TEST_REQUIRE((list != nullptr), header);
        BOOST_TEST(list->back().null, header);
        BOOST_TEST(list->back().source == "", header);
    }
}

BOOST_AUTO_TEST_CASE(L7_a_list_of_tools_is_split_outside_parentheses) {
    const std::vector<std::pair<const char*, Texts>> table{
        {"Read, Grep", {"Read", "Grep"}},
        {"Read Grep", {"Read", "Grep"}},
        {"Bash(git log, x) Read", {"Bash(git log, x)", "Read"}},
        {"Bash(a b), Read", {"Bash(a b)", "Read"}},
        {"Bash(a (b, c) d), Read", {"Bash(a (b, c) d)", "Read"}},
        {"[Read, Grep]", {"Read", "Grep"}},
        {"'[Read, \"Grep\"]'", {"Read", "Grep"}},
        {"\"Read\", 'Grep'", {"Read", "Grep"}},
        {"[\"Bash(a, b)\", Read]", {"Bash(a, b)", "Read"}},
        {"Read,", {"Read"}},
        {"'*'", {"*"}},
    };
    for (const auto& [text, wanted] : table) {
        const auto items = front_matter_list(*read("---\ntools: " + std::string(text) + "\n---\n").find("tools"));
        BOOST_TEST(items == wanted, boost::test_tools::per_element());
    }
    const auto block = read("---\ntools:\n  - Read, Grep\n  - Bash(a b)\n---\n");
    BOOST_TEST(front_matter_list(*block.find("tools")) == (Texts{"Read, Grep", "Bash(a b)"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(L8_booleans_have_many_spellings_and_else_are_none) {
    const auto flag = [](std::string_view text) {
        return front_matter_bool(*read("---\na: " + std::string(text) + "\n---\n").find("a"));
    };
    for (const auto* yes : {"true", "TRUE", "'true'", "yes", "Yes", "on", "ON", "1", "\"1\""})
        BOOST_TEST((flag(yes) == true), yes);
    for (const auto* no : {"false", "False", "no", "NO", "off", "0", "'0'"}) BOOST_TEST((flag(no) == false), no);
    for (const auto* none : {"", "~", "2", "y", "n", "t", "enabled", "[true]", "true false", "1.0"})
        BOOST_TEST(!flag(none).has_value(), none);
}

BOOST_AUTO_TEST_CASE(L9_paths_are_split_on_commas_outside_braces) {
    const std::vector<std::pair<const char*, Texts>> table{
        {"src/*.{ts,tsx}, docs/my file.md", {"src/*.{ts,tsx}", "docs/my file.md"}},
        {"a b c", {"a b c"}},
        {"[\"a,b\", c]", {"a,b", "c"}},
        {"'a', \"b\"", {"a", "b"}},
        {"{a,{b,c}},d", {"{a,{b,c}}", "d"}},
    };
    for (const auto& [text, wanted] : table) {
        const auto items = front_matter_paths(*read("---\npaths: " + std::string(text) + "\n---\n").find("paths"));
        BOOST_TEST(items == wanted, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(a_head_with_an_open_header_says_nothing_yet) {
    for (const char* head : {"---\n", "---\nname: a\n", "---\nname: a\nmodel: b\n"}) {
        Diagnostics diagnostics;
        const auto result = parse_front_matter(head, "file.md", diagnostics, TextExtent::head);
        BOOST_TEST((result.reading == Reading::none), head);
        BOOST_TEST(diagnostics.empty());
        BOOST_TEST(result.goes_on, head);
    }
    for (const char* head : {"", "text\n", "---\nname: a\n---\n", "---\nname: a\n---\nbody\n"}) {
        BOOST_TEST(!read(head, TextExtent::head).goes_on, head);
    }
}

BOOST_AUTO_TEST_CASE(a_header_that_is_too_large_is_called_so_wherever_it_ends) {
    const auto large = "---\nname: x\n" + std::string(5000, '#') + "\n";
    std::string text = large;
    while (text.size() <= 64 * 1024) text += std::string(100, '#') + "\n";
    BOOST_TEST(!read(text, TextExtent::head).goes_on);
    BOOST_TEST(read(large, TextExtent::head).goes_on);
    Diagnostics diagnostics;
    const auto head = parse_front_matter(text, "file.md", diagnostics, TextExtent::head);
    BOOST_TEST((head.reading == Reading::unreadable));
    BOOST_TEST(!head.body_found);
    BOOST_TEST(head.body_offset == text.size());
    BOOST_REQUIRE(diagnostics.size() == 1u);
    BOOST_TEST((diagnostics[0].code == code::frontmatter_too_large));
    BOOST_TEST(diagnostics[0].message == "the front matter is larger than 65536 bytes");

    diagnostics.clear();
    const auto whole = parse_front_matter(text + "---\nbody\n", "file.md", diagnostics);
    BOOST_TEST((whole.reading == Reading::unreadable));
    BOOST_TEST(whole.body_found);
    BOOST_TEST((text + "---\nbody\n").substr(whole.body_offset) == "body\n");
    BOOST_TEST((diagnostics.at(0).code == code::frontmatter_too_large));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
