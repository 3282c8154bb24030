// SPDX-License-Identifier: Apache-2.0
// Slips of the pen that would take other fields along, restrictions above all: quotes and brackets that are not
// closed, colons without a blank, aliases, tabs, other encodings.
#include "base/codes.hpp"
#include "base/frontmatter_places.hpp"
#include "base/restriction_keys.hpp"
#include "base/text_encoding.hpp"
#include "front_matter_reading.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>

namespace skilldeck {

using namespace std::string_view_literals;
using namespace test;

BOOST_AUTO_TEST_SUITE(frontmatter_slips)

BOOST_AUTO_TEST_CASE(a_quote_that_is_not_closed_ends_with_its_line) {
    for (const std::string quote : {"\"", "'"}) {
        const auto reading = read_header("name: s1\ndescription: " + quote +
                                         "Use when asked to do the thing\n"
                                         "disable-model-invocation: true\nallowed-tools: Read");
        BOOST_TEST(reading.text("name") == "s1");
        BOOST_TEST(reading.text("description") == quote + "Use when asked to do the thing");
        BOOST_TEST(reading.text("disable-model-invocation") == "true");
        BOOST_TEST(reading.list("allowed-tools") == Texts{"Read"}, boost::test_tools::per_element());
        BOOST_TEST(reading.said() == "frontmatter-repaired 3\n");
    }
}

BOOST_AUTO_TEST_CASE(a_quote_that_another_field_seems_to_close_takes_no_key_along) {
    for (const char* header : {"description: 'Use it\ndisable-model-invocation: true\nwhen_to_use: for the users'",
                               "description: \"Use it\ndisable-model-invocation: true\nwhen_to_use: \"",
                               "description: &d \"Use it\ndisable-model-invocation: true\nwhen_to_use: x\"",
                               "description: \"Use it\n  and more\ndisable-model-invocation: true\nwhen_to_use: x\"",
                               "allowed-tools: [\"Read, Write]\ndisable-model-invocation: true\nargument-hint: x\"]",
                               "\"quoted-key\": \"Use it\ndisable-model-invocation: true\nwhen_to_use: x\""}) {
        BOOST_TEST(read_header(header).text("disable-model-invocation") == "true", header);
        BOOST_TEST(!read_header(header).diagnostics.empty(), header);
    }
    for (const char* header : {"allowed-tools: [Read\ndisable-model-invocation: true\nargument-hint: x]",
                               "allowed-tools: [Read, Write\ndisable-model-invocation: true\npaths: [src, lib]",
                               "metadata: {a: b,\ndisable-model-invocation: true\n}"}) {
        BOOST_TEST(read_header(header).text("disable-model-invocation").starts_with("true"), header);
        BOOST_TEST(!read_header(header).diagnostics.empty(), header);
    }
    const auto below = read_header("metadata:\n  a: \"x\n  b: y\"\nmodel: opus");
    BOOST_TEST(std::get<FrontMatterValue::Map>(below.front_matter.find("metadata")->value).size() == 2U);
    BOOST_TEST(below.text("model") == "opus");
}

BOOST_AUTO_TEST_CASE(quoted_text_on_lines_of_its_own_is_fine) {
    for (const char* header : {"description: \"Use it when: so\n  key: no key\n  at all\"\nmodel: opus",
                               "description:\n  'Use it when: so\n  key: no key\n\n  at all'\nmodel: opus"}) {
        const auto reading = read_header(header);
        BOOST_TEST(reading.text("description").starts_with("Use it when: so key: no key"), header);
        BOOST_TEST(reading.text("model") == "opus");
        BOOST_TEST(reading.diagnostics.empty(), header);
    }
}

BOOST_AUTO_TEST_CASE(a_list_without_its_other_quote_or_bracket_is_one_all_the_same) {
    const Texts wanted{"Bash", "Write"};
    for (const char* value : {"\"Bash, Write", "'Bash Write", "[Bash, Write", "[\"Bash\", \"Write\"", "[\"Bash, Write",
                              "Bash, Write\"", "[Bash, 'Write"}) {
        const auto reading = read_header("disallowed-tools: " + std::string(value) + "\nmodel: opus");
        BOOST_TEST(reading.list("disallowed-tools") == wanted, boost::test_tools::per_element());
        BOOST_TEST(reading.text("model") == "opus", value);
    }
}

BOOST_AUTO_TEST_CASE(a_colon_without_a_blank_still_makes_a_key) {
    for (const char* line : {"disable-model-invocation:true", "disable-model-invocation=true",
                             "disable-model-invocation\uFF1Atrue", "disable-model-invocation :true"}) {
        const std::string broken(line);
        for (const auto& header : {"name: x\ndescription: Sorts\n" + broken, broken + "\nname: x\ndescription: Sorts",
                                   "name: x\n" + broken + "\ndescription: Sorts"}) {
            const auto reading = read_header(header);
            BOOST_TEST(reading.text("disable-model-invocation") == "true", header);
            BOOST_TEST(reading.text("name") == "x", header);
            BOOST_TEST(reading.text("description") == "Sorts", header);
            const auto place = header.substr(0, header.find(broken));
            const auto number = std::to_string(2 + std::count(place.begin(), place.end(), '\n'));
            BOOST_TEST(reading.said() == "frontmatter-colon " + number + "\n", header);
        }
    }
    const auto other = read_header("name:tidy\ndescription:Sorts: the mail\nmodel: opus");
    BOOST_TEST(other.text("name") == "tidy");
    BOOST_TEST(other.text("description") == "Sorts: the mail");
    BOOST_TEST(other.text("model") == "opus");
    BOOST_TEST(read_header("disableModelInvocation:true\nname: x").text("disableModelInvocation") == "true");
    // What is no key of ours stays prose.
    const auto prose = read_header("description: Meet\nhttps://example.org\nnote:here\nmodel: opus");
    BOOST_TEST(prose.text("description") == "Meet https://example.org note:here");
}

BOOST_AUTO_TEST_CASE(an_alias_keeps_its_value_where_another_line_is_repaired) {
    const auto reading = read_header(
        "description: &x Use: when it is\nallowed-tools: &t [Read, Write]\ndisallowed-tools: *t\nwhen_to_use: *x");
    BOOST_TEST(reading.text("description") == "Use: when it is");
    BOOST_TEST(reading.text("when_to_use") == "Use: when it is");
    BOOST_TEST(reading.list("disallowed-tools") == (Texts{"Read", "Write"}), boost::test_tools::per_element());
    BOOST_TEST(reading.said() == "frontmatter-repaired 2\n");
    const auto inside = read_header("argument-hint: [a] [b]\nmodel: &m Bash\ndisallowed-tools:\n  - *m\n  - Write");
    BOOST_TEST(inside.list("disallowed-tools") == (Texts{"Bash", "Write"}), boost::test_tools::per_element());
    const auto nowhere = read_header("name: x\ndisallowed-tools: *t");
    BOOST_TEST(nowhere.text("disallowed-tools") == "*t");
    BOOST_TEST(nowhere.front_matter.find("disallowed-tools")->source == "*t");
    const auto map = read_header("argument-hint: [a] [b]\nmetadata: &m\n  a: b: c\n  d: e");
    BOOST_TEST(std::get<FrontMatterValue::Map>(map.front_matter.find("metadata")->value).size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_tab_in_the_text_of_a_block_is_text) {
    const auto reading =
        read_header("argument-hint: [a] [b]\ndescription: |\n  first\n  \tindented\n\n  last\nmetadata:\n\ta: b");
    BOOST_TEST(reading.text("description") == "first\n\tindented\n\nlast\n");
    BOOST_TEST(reading.said() == "frontmatter-tabs 9\nfrontmatter-repaired 2\n");
    const auto tabbed = read_header("argument-hint: [a] [b]\ndescription: |\n\tfirst\n\tlast\nmodel: opus");
    BOOST_TEST(tabbed.text("description") == "first\nlast\n");
    BOOST_TEST(tabbed.text("model") == "opus");
}

BOOST_AUTO_TEST_CASE(bytes_that_are_not_utf8_are_said_where_they_are) {
    const auto reading = read("---\nname: x\ndescription: caf\xE9 s\n---\nbody\n");
    BOOST_TEST(reading.said() == "text-not-utf8 3\n");
    BOOST_TEST(reading.diagnostics[0].column.value_or(0) == 17);
    BOOST_TEST((reading.diagnostics[0].severity == Severity::warning));
    const auto returns = read("---\rname: x\rmodel: \xFF\r---\rbody\r");
    BOOST_TEST(returns.said() == "text-not-utf8 3\n");
    BOOST_TEST(returns.diagnostics[0].column.value_or(0) == 8);

    const std::string text = "---\nname: x\n---\nbody\n\nna\xC3 ve\n";
    Diagnostics said;
    BOOST_TEST(!report_encoding(text, std::string_view(text).substr(0, 16), "f", said));
    BOOST_TEST(report_encoding(text, std::string_view(text).substr(16), "f", said));
    BOOST_TEST_REQUIRE(said.size() == 1U);
    BOOST_TEST(said[0].line.value_or(0) == 6);
    BOOST_TEST(said[0].column.value_or(0) == 3);
}

BOOST_AUTO_TEST_CASE(utf16_is_called_by_its_name) {
    for (const auto text :
         {"\xFF\xFE-\0-\0-\0\n\0"sv, "\xFE\xFF\0-\0-\0-\0\n"sv, "-\0-\0-\0\n\0"sv, "\0-\0-\0-\0\n"sv}) {
        BOOST_TEST(is_utf16(text));
        const auto reading = read(text);
        BOOST_TEST((reading.front_matter.reading == FrontMatterReading::unreadable));
        BOOST_TEST(reading.said() == "text-utf16 1\n");
        BOOST_TEST((reading.diagnostics[0].severity == Severity::error));
        BOOST_TEST(reading.diagnostics[0].hint.find("UTF-8") != std::string::npos);
    }
    for (const auto text : {""sv, "-"sv, "---\n"sv, "\xEF\xBB\xBF---\n"sv, "\0\0\0\0"sv, "a\0bc"sv}) {
        BOOST_TEST(!is_utf16(text));
    }
}

BOOST_AUTO_TEST_CASE(a_restriction_is_found_in_any_spelling) {
    BOOST_TEST(restriction_of("disableModelInvocation") == "disable-model-invocation");
    BOOST_TEST(restriction_of("User_Invocable") == "user-invocable");
    BOOST_TEST(restriction_of("disallowed-tools") == "disallowed-tools");
    for (const char* other : {"", "disable", "allowed-tools", "user-invocable-when"}) {
        BOOST_TEST(restriction_of(other).empty(), other);
    }
    BOOST_TEST(mentions_restriction("{name: x, DisallowedTools: [Bash"));
    BOOST_TEST(!mentions_restriction("name: x\nallowed-tools: Bash"));
}

BOOST_AUTO_TEST_CASE(a_restriction_that_another_value_swallows_counts_all_the_same) {
    for (const std::string line :
         {" disable-model-invocation: true", "\tdisable-model-invocation: true", "  - disable-model-invocation: true",
          "- disable-model-invocation: true", "  disable-model-invocation:true", "  disable-model-invocation = true",
          "disable-model-invocation true", "  disable-model-invocation true", "  \"disable-model-invocation\": true",
          "  disableModelInvocation: true", "  disable\u2011model-invocation: true",
          "  disable-mode-invocation: true"}) {
        for (const std::string above : {"name: t5", "description: Sorts", "description: Sorts: it", "metadata: none",
                                        "description:", "description: Sorts\n  and files", "x-own: y",
                                        "description: \"Sorts\" it", "allowed-tools:\n  - Read"}) {
            const auto header = above + "\n" + line;
            const auto reading = read_header(header + "\nmodel: opus");
            BOOST_TEST(reading.text("disable-model-invocation") == "true", header);
            BOOST_TEST(reading.text("model") == "opus", header);
            const auto number = 2 + static_cast<int>(std::count(header.begin(), header.end(), '\n'));
            BOOST_TEST(reading.reports(code::frontmatter_restriction_swallowed, number), header);
        }
    }
    for (const char* line : {"disable-model-invocation", "  disable-model-invocation"}) {
        const auto reading = read_header("name: m\n" + std::string(line));
        const auto* found = reading.front_matter.find("disable-model-invocation");
        BOOST_REQUIRE(found != nullptr);
        BOOST_TEST(!front_matter_bool(*found).has_value());  // neither yes nor no: it restricts
    }
}

BOOST_AUTO_TEST_CASE(all_that_is_swallowed_counts) {
    const auto two =
        read_header("description: a\n  user-invocable: false\n  allowed-tools: Read\n disallowed-tools: Edit");
    BOOST_TEST(two.text("user-invocable") == "false");
    BOOST_TEST(two.list("disallowed-tools") == Texts{"Edit"}, boost::test_tools::per_element());
    BOOST_TEST(two.text("description").starts_with("a"));

    const Texts both{"Write", "Edit", "Bash(git *)"};
    for (const char* tail :
         {"disallowed-tools: Edit, Bash(git *)", "disallowed-tools: [Edit, Bash(git *)]",
          "disallowed-tools:\n    - Edit\n    - Bash(git *)", "disallowed-tools: Edit,\n    Bash(git *)"}) {
        const auto reading = read_header("disallowed-tools: Write\nname: m\n  " + std::string(tail));
        BOOST_TEST(reading.list("disallowed-tools") == both, boost::test_tools::per_element());
    }
    const auto mixed = read_header("disable-model-invocation: false\nname: m\n  disable-model-invocation: true");
    BOOST_TEST(mixed.text("disable-model-invocation") == "true");
    const auto loose = read_header("disable-model-invocation: true\nname: m\n  disable-model-invocation: false");
    BOOST_TEST(loose.text("disable-model-invocation") == "true");
}

BOOST_AUTO_TEST_CASE(a_restriction_in_real_text_or_in_a_real_map_is_none) {
    for (const char* header :
         {"description: |\n  Say\n  disable-model-invocation: true",
          "description: >-\n  Say\n\n  user-invocable: false", "description: \"Say\n  disable-model-invocation: true\"",
          "description:\n  'Say\n  user-invocable: false'", "metadata:\n  disable-model-invocation: true",
          "metadata:\n  a:\n    - disallowed-tools: Edit", "hooks:\n  x:\n    - disable-model-invocation: true",
          "x-own:\n  user-invocable: false", "x-own: {a: b,\n  user-invocable: false}",
          "description: On\n  user-invocable skills and more", "description: On\n  disallowed-tools and more",
          "keywords:\n  - user-invocable\n  - disallowed-tools", "description: a\n  # disable-model-invocation: true",
          "description: !!str |\n  user-invocable: false",
          "description: On\n  `user-invocable: false` and\n  (disallowed-tools: none)"}) {
        const auto reading = read_header(header);
        for (const char* key : {"disable-model-invocation", "user-invocable", "disallowed-tools"}) {
            BOOST_TEST(reading.front_matter.find(key) == nullptr, header);
        }
        const auto said = reading.said();
        BOOST_TEST(said.find("swallowed") == std::string::npos, header);
    }
}

BOOST_AUTO_TEST_CASE(a_restricting_key_is_found_with_other_hyphens_invisible_characters_and_slips) {
    for (const std::string hyphen :
         {"\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212", "\uFF0D", "\u00AD", ""}) {
        BOOST_TEST(restriction_of("disable" + hyphen + "model" + hyphen + "invocation") == "disable-model-invocation");
    }
    for (const std::string hidden : {"\u200B", "\uFEFF", "\u00A0", "\u00AD", "\u2060"}) {
        BOOST_TEST(restriction_of(hidden + "user-invocable") == "user-invocable");
        BOOST_TEST(restriction_of("user-invocable" + hidden) == "user-invocable");
        BOOST_TEST(restriction_of("disallowed" + hidden + "-tools") == "disallowed-tools");
        const auto reading = read_header("name: a\nuser-invocable" + hidden + ": false\nmodel: opus");
        BOOST_TEST(reading.front_matter.fields.size() == 3U);
    }
    const std::vector<std::pair<std::string, std::string>> slips{
        {"disable-mode-invocation", "disable-model-invocation"},
        {"disable-model-invokation", "disable-model-invocation"},
        {"disable-model-invocations", "disable-model-invocation"},
        {"dissallowed-tools", "disallowed-tools"},
        {"disallowed-tool", "disallowed-tools"},
        {"user-invokable", "user-invocable"},
        {"user-invcoable", "user-invocable"}};
    for (const auto& [written, meant] : slips) BOOST_TEST(restriction_of(written) == meant, written);
    for (const char* other : {"allowed-tools", "allowed_tools", "alowed-tools", "dallowed-tools", "tools", "invocable",
                              "enable-model-invocation", "user-invoked", "model", "disable", "description", ""}) {
        BOOST_TEST(restriction_of(other).empty(), other);
    }
}

BOOST_AUTO_TEST_CASE(an_invisible_character_makes_another_word) {
    for (const std::string value : {"fa\u200Blse", "false\u200B", "true\u200B", "\uFEFFtrue", "\uFF11"}) {
        FrontMatterValue read;
        read.value = value;
        BOOST_TEST(!front_matter_bool(read).has_value());
    }
}

BOOST_AUTO_TEST_CASE(a_blank_before_a_parenthesis_makes_no_second_tool) {
    const auto tools = [](const std::string& value) {
        return front_matter_tools(*read_header("allowed-tools: " + value).front_matter.find("allowed-tools"));
    };
    const Texts git{"Bash(git *)"}, more{"Read", "Bash(git *)", "Edit"};
    for (const char* value : {"Bash (git *)", "[Bash (git *)]", "\n  - Bash (git *)", "'Bash  (git *)'"}) {
        BOOST_TEST(tools(value) == git, boost::test_tools::per_element());
    }
    for (const char* value : {"Read Bash (git *) Edit", "Read, Bash (git *), Edit", "[Read, Bash (git *), Edit]"}) {
        BOOST_TEST(tools(value) == more, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(a_comment_in_a_parenthesis_or_behind_a_comma_is_said) {
    using Said = std::vector<std::pair<std::string, std::string>>;
    for (const auto& [header, said] : Said{{"allowed-tools: Bash(git # *), Edit", "frontmatter-value-cut 2\n"},
                                           {"allowed-tools: Edit, # Write", "frontmatter-value-cut 2\n"},
                                           {"paths: a, # b", "frontmatter-value-cut 2\n"},
                                           {"disallowed-tools: Edit # Write", "frontmatter-value-cut 2\n"},
                                           {"disallowedTools: Edit # Write", "frontmatter-value-cut 2\n"},
                                           {"allowed-tools:\n  - Read\n  - Bash(git # *)", "frontmatter-value-cut 4\n"},
                                           {"disallowed-tools:\n  - Edit # no writing", ""},
                                           {"user-invocable: false # for the model", ""},
                                           {"model: opus # a remark", ""}}) {
        BOOST_TEST(read_header(header).said() == said, header);
    }
    const Texts all{"Bash(git # *)", "Edit"};
    for (const char* value : {"Bash(git # *), Edit", "Bash(git # *), Edit # and no more", "[Bash(git # *), Edit]",
                              "\n  - Bash(git # *)\n  - Edit", "\n  - Bash(git # *) # x\n  - Edit # y"}) {
        const auto reading = read_header("disallowed-tools: " + std::string(value) + "\nmodel: opus");
        BOOST_TEST(reading.list("disallowed-tools") == all, boost::test_tools::per_element());
        BOOST_TEST(!reading.diagnostics.empty(), value);
        BOOST_TEST(reading.text("model") == "opus", value);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
