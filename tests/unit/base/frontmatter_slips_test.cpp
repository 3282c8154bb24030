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
    for (const char* other : {"", "disable", "allowed-tools", "user-invocable-x"}) {
        BOOST_TEST(restriction_of(other).empty(), other);
    }
    BOOST_TEST(mentions_restriction("{name: x, DisallowedTools: [Bash"));
    BOOST_TEST(!mentions_restriction("name: x\nallowed-tools: Bash"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
