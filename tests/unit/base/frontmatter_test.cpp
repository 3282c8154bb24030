// SPDX-License-Identifier: Apache-2.0
#include "base/frontmatter.hpp"

#include "base/codes.hpp"
#include "front_matter_reading.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>

namespace skilldeck {

using namespace std::string_view_literals;
using namespace test;

BOOST_AUTO_TEST_SUITE(frontmatter)

BOOST_AUTO_TEST_CASE(a_well_formed_header_is_read_strictly) {
    const auto reading =
        read("---\nname: ferry\ndescription: \"Cross: the water\"\nallowed-tools: Read, Grep\n---\nBoard.\n");
    BOOST_TEST(reading.is(FrontMatterReading::strict));
    BOOST_TEST(reading.text("name") == "ferry");
    BOOST_TEST(reading.text("description") == "Cross: the water");
    BOOST_TEST(reading.front_matter.find("description")->source == "\"Cross: the water\"");
    BOOST_TEST(reading.front_matter.find("description")->line == 3);
    BOOST_TEST(reading.body == "Board.\n");
    BOOST_TEST(reading.front_matter.body_line == 6);
    BOOST_TEST(reading.diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(text_without_a_header_is_all_body) {
    for (const char* text :
         {"", "plain\n", "\n---\nname: x\n---\n", "<!-- note -->\n---\nname: x\n---\n", "----\nname: x\n---\n"}) {
        const auto reading = read(text);
        BOOST_TEST(reading.is(FrontMatterReading::none), text);
        BOOST_TEST(reading.body == text);
        BOOST_TEST(reading.front_matter.body_line == 1);
        BOOST_TEST(reading.diagnostics.empty());
    }
}

BOOST_AUTO_TEST_CASE(B001_a_colon_in_a_plain_value_is_kept_and_said) {
    const auto reading = read_header("name: dock\ndescription: Load the crates: first the blue, then: the red");
    BOOST_TEST(reading.is(FrontMatterReading::repaired));
    BOOST_TEST(reading.text("description") == "Load the crates: first the blue, then: the red");
    BOOST_TEST(reading.text("name") == "dock");
    BOOST_REQUIRE(reading.diagnostics.size() == 1u);
    BOOST_TEST(reading.reports(code::frontmatter_repaired, 3));
    BOOST_TEST((reading.diagnostics[0].severity == Severity::warning));

    const auto fine = read_header("description: ratio 3:1 at http://x.example/a:b");
    BOOST_TEST(fine.is(FrontMatterReading::strict));
    BOOST_TEST(fine.diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(B002_a_restriction_survives_a_bad_neighbour) {
    const auto reading =
        read_header("description: Watch: only look\nallowed-tools: Read\ndisable-model-invocation: true");
    BOOST_TEST(reading.list("allowed-tools") == Texts{"Read"}, boost::test_tools::per_element());
    BOOST_TEST(front_matter_bool(*reading.front_matter.find("disable-model-invocation")).value());
}

BOOST_AUTO_TEST_CASE(B003_a_colon_on_a_continuation_line_is_part_of_the_value) {
    const auto reading = read_header("description: Count crates\n  and note: each colour\n  twice\nname: tally");
    BOOST_TEST(reading.text("description") == "Count crates and note: each colour twice");
    BOOST_TEST(reading.text("name") == "tally");
    BOOST_TEST(reading.reports(code::frontmatter_repaired, 2));
}

BOOST_AUTO_TEST_CASE(B004_a_byte_order_mark_is_not_part_of_the_text) {
    const auto reading = read("\xEF\xBB\xBF---\nname: lamp\n---\nlight\n");
    BOOST_TEST(reading.text("name") == "lamp");
    BOOST_TEST(reading.body == "light\n");
    const auto plain = read("\xEF\xBB\xBFlight\n");
    BOOST_TEST(plain.is(FrontMatterReading::none));
    BOOST_TEST(plain.body == "light\n");
}

BOOST_AUTO_TEST_CASE(B005_carriage_returns_and_blanks_behind_fences_change_nothing) {
    const auto reading = read(
        "---  \r\nname: gate\r\ndescription: >-\r\n  one\r\n  two\r\nallowed-tools:\r\n  - Read\r\n---\t\r\nbody\r\n");
    BOOST_TEST(reading.is(FrontMatterReading::strict));
    BOOST_TEST(reading.text("name") == "gate");
    BOOST_TEST(reading.text("description") == "one two");
    BOOST_TEST(reading.list("allowed-tools") == Texts{"Read"}, boost::test_tools::per_element());
    BOOST_TEST(reading.body == "body\r\n");

    const auto old_mac = read("---\rname: gate\r---\rbody\r");
    BOOST_TEST(old_mac.text("name") == "gate");
    BOOST_TEST(old_mac.body == "body\r");

    const auto stray = read("---\nname: gate\ndescription: C:\\docs\reports\n---\nbody\n");
    BOOST_TEST(stray.text("description") == "C:\\docs eports");
    BOOST_TEST(stray.text("name") == "gate");
}

BOOST_AUTO_TEST_CASE(B006_the_closing_fence_may_end_the_file_but_must_be_a_line) {
    const auto closed = read("---\nname: pier\n---");
    BOOST_TEST(closed.text("name") == "pier");
    BOOST_TEST(closed.body == "");
    const auto unclosed = read("---\nname: pier---\n");
    BOOST_TEST(unclosed.is(FrontMatterReading::none));
    BOOST_TEST(unclosed.body == "---\nname: pier---\n");
    BOOST_TEST(unclosed.reports(code::frontmatter_unclosed, 1));
    for (const char* empty : {"---\n---\nbody", "---\n\n# nothing yet\n---\nbody"}) {
        const auto reading = read(empty);
        BOOST_TEST(reading.is(FrontMatterReading::strict));
        BOOST_TEST(reading.front_matter.fields.empty());
        BOOST_TEST(reading.body == "body");
        BOOST_TEST(reading.diagnostics.empty());
    }
}

BOOST_AUTO_TEST_CASE(B009_later_fences_belong_to_the_body) {
    const auto reading = read("---\nname: pier\n---\nabove\n\n---\nname: other\n---\nbelow\n");
    BOOST_TEST(reading.text("name") == "pier");
    BOOST_TEST(reading.body == "above\n\n---\nname: other\n---\nbelow\n");
}

BOOST_AUTO_TEST_CASE(B010_block_scalars_are_folded_or_kept) {
    BOOST_TEST(read_header("description: >-\n  Row the boat\n  ashore\n\n  at dusk").text("description") ==
               "Row the boat ashore\nat dusk");
    BOOST_TEST(read_header("description: |\n  One: a\n  Two").text("description") == "One: a\nTwo\n");
    BOOST_TEST(read_header("description: >\n  a\n  b\nname: x").text("description") == "a b\n");
    // Beside a line that needs repair, too.
    const auto reading = read_header("description: |-\n  One: a\n  Two # three\nargument-hint: [a] [b]");
    BOOST_TEST(reading.text("description") == "One: a\nTwo # three");
    BOOST_TEST(reading.text("argument-hint") == "[a] [b]");
}

BOOST_AUTO_TEST_CASE(B011_a_nested_key_is_not_the_one_above_it) {
    const auto reading = read_header("description: outer\nmetadata:\n  description: inner\n  name: nested");
    BOOST_TEST(reading.text("description") == "outer");
    BOOST_TEST(reading.text("name") == "<absent>");
    const auto* metadata = std::get_if<FrontMatterValue::Map>(&reading.front_matter.find("metadata")->value);
    BOOST_REQUIRE(metadata != nullptr);
    BOOST_TEST(metadata->at(0).first == "description");
    BOOST_TEST(front_matter_text(metadata->at(0).second).value() == "inner");
    BOOST_TEST(metadata->at(1).second.line == 5);
}

BOOST_AUTO_TEST_CASE(B012_text_lost_to_a_comment_is_said) {
    const auto reading = read_header("name: x\ndescription: Fix #42 and the others");
    BOOST_TEST(reading.text("description") == "Fix");
    BOOST_TEST(reading.front_matter.find("description")->source == "Fix");
    BOOST_TEST(reading.reports(code::frontmatter_value_cut, 3));
    BOOST_TEST(read_header("description: C # for beginners").reports(code::frontmatter_value_cut, 2));
    BOOST_TEST(read_header("license: see issue #7").reports(code::frontmatter_value_cut, 2));
    for (const char* fine : {"model: sonnet # the quick one", "# note\nmodel: sonnet", "description: 'Fix #42'",
                             "description: a#b", "description: |\n  # Title #1"}) {
        BOOST_TEST(read_header(fine).diagnostics.empty(), fine);
    }
}

BOOST_AUTO_TEST_CASE(B013_a_quoted_word_may_begin_a_longer_value) {
    const auto reading = read_header("name: x\ndescription: \"Dock\" is the word, not 'pier'");
    BOOST_TEST(reading.text("description") == "\"Dock\" is the word, not 'pier'");
    BOOST_TEST(reading.reports(code::frontmatter_repaired, 3));
    BOOST_TEST(read_header("description: 'a' and 'b'").text("description") == "'a' and 'b'");
}

BOOST_AUTO_TEST_CASE(B015_the_text_of_a_hint_in_brackets_is_kept) {
    const auto map_in_list = read_header("argument-hint: [crate: colour]");
    BOOST_TEST(map_in_list.front_matter.find("argument-hint")->source == "[crate: colour]");
    BOOST_TEST(!front_matter_text(*map_in_list.front_matter.find("argument-hint")).has_value());
    BOOST_TEST(read_header("argument-hint: [file]   # one file").front_matter.find("argument-hint")->source ==
               "[file]");
    const auto two = read_header("argument-hint: [from] [to]\nname: x");
    BOOST_TEST(two.text("argument-hint") == "[from] [to]");
    BOOST_TEST(two.front_matter.find("argument-hint")->source == "[from] [to]");
    BOOST_TEST(read_header("argument-hint: <file> [--all|--none]").text("argument-hint") == "<file> [--all|--none]");
}

BOOST_AUTO_TEST_CASE(B016_B018_lists_come_in_block_and_flow_style) {
    const Texts wanted{"Read", "Bash(make -j4)", "mcp__box__open"};
    for (const char* header : {"allowed-tools:\n  - Read\n  - \"Bash(make -j4)\"\n  - mcp__box__open",
                               "allowed-tools:\n- Read\n- 'Bash(make -j4)'\n- mcp__box__open",
                               "allowed-tools: [Read, \"Bash(make -j4)\", mcp__box__open]",
                               "allowed-tools: [\n  Read,\n  Bash(make -j4),\n  mcp__box__open\n]"}) {
        BOOST_TEST(read_header(header).list("allowed-tools") == wanted, boost::test_tools::per_element());
    }
    const Texts rule{"Bash(git log: x)", "Read"};
    BOOST_TEST(read_header("allowed-tools:\n  - Bash(git log: x)\n  - Read").list("allowed-tools") == rule,
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(B017_text_is_split_outside_parentheses) {
    const auto list_of = [](const std::string& text) { return read_header("tools: " + text).list("tools"); };
    BOOST_TEST(list_of("Read,Grep , Glob") == (Texts{"Read", "Grep", "Glob"}), boost::test_tools::per_element());
    BOOST_TEST(list_of("Bash(git *) Bash(npm run x) Read") == (Texts{"Bash(git *)", "Bash(npm run x)", "Read"}),
               boost::test_tools::per_element());
    BOOST_TEST(list_of("Bash(awk '{print (1, 2)}' *), Write") == (Texts{"Bash(awk '{print (1, 2)}' *)", "Write"}),
               boost::test_tools::per_element());
    BOOST_TEST(list_of("Bash(git log:*), Read") == (Texts{"Bash(git log:*)", "Read"}),
               boost::test_tools::per_element());
    BOOST_TEST(list_of("'[Read, \"Write\"]'") == (Texts{"Read", "Write"}), boost::test_tools::per_element());
    BOOST_TEST(list_of("").empty());
    BOOST_TEST(list_of("[]").empty());
}

BOOST_AUTO_TEST_CASE(paths_are_split_on_commas_outside_braces) {
    const auto paths_of = [](const std::string& text) {
        return front_matter_paths(*read_header("paths: " + text).front_matter.find("paths"));
    };
    BOOST_TEST(paths_of("src/**/*.{ts,tsx}, my docs/*.md") == (Texts{"src/**/*.{ts,tsx}", "my docs/*.md"}),
               boost::test_tools::per_element());
    BOOST_TEST(paths_of("[\"a/**\", b]") == (Texts{"a/**", "b"}), boost::test_tools::per_element());
    BOOST_TEST(paths_of("**/*.py") == Texts{"**/*.py"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(B019_booleans_have_many_spellings) {
    const auto flag = [](const std::string& text) {
        return front_matter_bool(
            *read_header("disable-model-invocation: " + text).front_matter.find("disable-model-invocation"));
    };
    for (const char* yes : {"true", "True", "TRUE", "\"true\"", "yes", "'On'", "1"})
        BOOST_TEST((flag(yes) == true), yes);
    for (const char* no : {"false", "\"False\"", "NO", "off", "0"}) BOOST_TEST((flag(no) == false), no);
    for (const char* neither : {"maybe", "", "2", "[true]", "null"}) BOOST_TEST(!flag(neither).has_value(), neither);
}

BOOST_AUTO_TEST_CASE(B021_scalars_keep_their_spelling) {
    for (const char* text : {"12345", "2024-05-01", "1.0", "0x1F", "1e3", "007", "yes", ".5", "1_000"}) {
        BOOST_TEST(read_header("name: " + std::string(text)).text("name") == text);
    }
    for (const char* nothing : {"", "null", "~", "Null"}) {
        const auto reading = read_header("name: " + std::string(nothing));
        BOOST_TEST(reading.front_matter.find("name")->null, nothing);
        BOOST_TEST(!front_matter_text(*reading.front_matter.find("name")).has_value(), nothing);
    }
    BOOST_TEST(read_header("name: \"null\"").text("name") == "null");
}

BOOST_AUTO_TEST_CASE(B022_B023_every_script_is_text) {
    const auto reading = read_header("name: \u6f22\u5b57\ndescription: cafe\u0301: \u00fcber \U0001F980");
    BOOST_TEST(reading.text("name") == "\u6f22\u5b57");
    BOOST_TEST(reading.text("description") == "cafe\u0301: \u00fcber \U0001F980");
}

BOOST_AUTO_TEST_CASE(B026_a_header_that_nothing_can_save_leaves_the_body) {
    const auto reading = read("---\n\x01\x02\xFF\xFE\x00junk\n{{{{\n---\nbody\n"sv);
    BOOST_TEST(reading.is(FrontMatterReading::unreadable));
    BOOST_TEST(reading.front_matter.fields.empty());
    BOOST_TEST(reading.body == "body\n");
    const auto errors =
        std::count_if(reading.diagnostics.begin(), reading.diagnostics.end(),
                      [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; });
    BOOST_TEST(errors == 1);
    BOOST_TEST(read_header("just a sentence").is(FrontMatterReading::unreadable));
    const auto list = read_header("- a\n- list");
    BOOST_TEST(list.reports(code::frontmatter_unreadable, 2));
    BOOST_TEST(list.diagnostics[0].message.find("not a map") != std::string::npos);
    BOOST_TEST(read_header("- a\n- list").is(FrontMatterReading::unreadable));
}

BOOST_AUTO_TEST_CASE(of_a_repeated_key_the_last_counts) {
    const auto reading = read_header("name: first\ncolor: red\nname: second\nname: third");
    BOOST_TEST(reading.text("name") == "third");
    BOOST_TEST(reading.front_matter.fields.size() == 2u);
    BOOST_TEST(reading.diagnostics.size() == 1u);
    BOOST_TEST(reading.reports(code::frontmatter_repeated_key, 5));
}

BOOST_AUTO_TEST_CASE(values_that_begin_with_a_reserved_character_are_text) {
    for (const char* value : {"@scope/tool", "`code` first", "%d items", "*bold* words", "{{ name }} here", "> quoted",
                              "| piped", "& co: x", "[x](link) text", "ends with:", "\"C:\\dir\" is it"}) {
        const auto reading = read_header("name: x\ndescription: " + std::string(value) + "\nmodel: opus");
        BOOST_TEST(reading.text("description") == value);
        BOOST_TEST(reading.text("model") == "opus");
        BOOST_TEST(reading.reports(code::frontmatter_repaired, 3), value);
    }
    BOOST_TEST(read_header("description: \"see C:\\dir\\new\"").text("description") == "see C:\\dir\new");
    BOOST_TEST(read_header(R"(description: "a\_b\Nc\u00e9\x41")").text("description") == "a\u00a0b\u0085c\u00e9A");
    BOOST_TEST(read_header("description: it's here: 'now'").text("description") == "it's here: 'now'");
}

BOOST_AUTO_TEST_CASE(tabs_are_read_as_indentation_and_said) {
    const auto reading = read_header("name: x\nmetadata:\n\towner: yard\n\tlevel: 2");
    BOOST_TEST(reading.is(FrontMatterReading::repaired));
    BOOST_TEST(reading.reports(code::frontmatter_tabs, 4));
    const auto* metadata = std::get_if<FrontMatterValue::Map>(&reading.front_matter.find("metadata")->value);
    BOOST_REQUIRE(metadata != nullptr);
    BOOST_TEST(metadata->size() == 2u);
}

BOOST_AUTO_TEST_CASE(prose_between_fields_goes_on_with_the_field_above) {
    const auto reading = read_header(
        "name: guide\ndescription: Use it when boats meet. Examples:\n\n<example>\nContext: two boats\nuser: \"who "
        "goes first?\"\n"
        "</example>\nallowed-tools:\n  - Read\nmetadata: {owner: yard}\nmodel: opus");
    BOOST_TEST(reading.is(FrontMatterReading::repaired));
    BOOST_TEST(reading.text("description") ==
               "Use it when boats meet. Examples: <example> Context: two boats user: \"who goes first?\" </example>");
    BOOST_TEST(reading.list("allowed-tools") == Texts{"Read"}, boost::test_tools::per_element());
    BOOST_TEST(std::holds_alternative<FrontMatterValue::Map>(reading.front_matter.find("metadata")->value));
    BOOST_TEST(reading.text("model") == "opus");
    BOOST_TEST(reading.reports(code::frontmatter_repaired, 3));
}

BOOST_AUTO_TEST_CASE(a_line_without_a_colon_is_never_lost_silently) {
    const auto behind = read_header("description: Meet the boats\n\nThen go home.\nmodel: opus");
    BOOST_TEST(behind.text("description") == "Meet the boats Then go home.");
    BOOST_TEST(behind.text("model") == "opus");
    const auto before = read_header("What it is\nname: x");
    BOOST_TEST(before.text("name") == "x");
    BOOST_TEST(before.reports(code::frontmatter_line_dropped, 2));
}

BOOST_AUTO_TEST_CASE(a_block_that_is_repaired_leaves_the_others_as_they_are) {
    const auto reading = read_header(
        "description: Watch: look\nhooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n"
        "          command: \"./check.sh\"\nmodel: sonnet # quick");
    BOOST_TEST(reading.text("model") == "sonnet");
    const auto& hooks = std::get<FrontMatterValue::Map>(reading.front_matter.find("hooks")->value);
    const auto& entries = std::get<FrontMatterValue::List>(hooks.at(0).second.value);
    const auto& entry = std::get<FrontMatterValue::Map>(entries.at(0).value);
    BOOST_TEST(front_matter_text(entry.at(0).second).value() == "Bash");
    BOOST_TEST(reading.diagnostics.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_bad_line_deep_in_a_map_is_repaired_in_place) {
    const auto reading =
        read_header("metadata:\n  note: a: b\n  tags:\n    - one: two: three\n    - x: y\n  last: z\nname: n");
    BOOST_TEST(reading.reports(code::frontmatter_repaired, 3));
    BOOST_TEST(reading.reports(code::frontmatter_repaired, 5));
    const auto& metadata = std::get<FrontMatterValue::Map>(reading.front_matter.find("metadata")->value);
    BOOST_TEST(front_matter_text(metadata.at(0).second).value() == "a: b");
    BOOST_TEST(metadata.at(2).first == "last");
}

BOOST_AUTO_TEST_CASE(limits_cost_the_field_and_not_its_neighbours) {
    const std::string deep = std::string(40, '[') + std::string(40, ']');
    const auto too_deep = read_header("name: x\nmetadata: " + deep + "\nmodel: opus");
    BOOST_TEST(too_deep.text("name") == "x");
    BOOST_TEST(too_deep.text("model") == "opus");
    BOOST_TEST(too_deep.reports(code::frontmatter_too_deep, 3));

    std::string bomb = "name: x\na: &a [1,1,1,1,1,1,1,1,1,1]\n";
    for (char c = 'b'; c < 'h'; ++c) {
        bomb += std::string(1, c) + ": &" + c + " [";
        for (int i = 0; i < 10; ++i) bomb += std::string(i == 0 ? "*" : ",*") + static_cast<char>(c - 1);
        bomb += "]\n";
    }
    const auto exploding = read_header(bomb + "model: opus");
    BOOST_TEST(exploding.text("name") == "x");
    BOOST_TEST(exploding.reports(code::frontmatter_too_many_nodes, 5));

    const auto alias = read_header("name: &n boat\ndescription: *n");
    BOOST_TEST(alias.text("description") == "boat");
    BOOST_TEST(alias.diagnostics.empty());

    const auto alias_as_key = read_header("name: &n boat\nmetadata: {*n : x, *n}");
    BOOST_TEST(alias_as_key.text("name") == "boat");
    BOOST_TEST(!alias_as_key.is(FrontMatterReading::strict));

    const auto large = read("---\nname: x\ndescription: " + std::string(70'000, 'a') + "\n---\nbody\n");
    BOOST_TEST(large.is(FrontMatterReading::unreadable));
    BOOST_TEST(large.reports(code::frontmatter_too_large, 1));
    BOOST_TEST(large.body == "body\n");
}

BOOST_AUTO_TEST_CASE(a_header_that_is_wrong_only_as_a_whole_is_said) {
    const auto reading = read_header("name: pier\n...\nmodel: opus");
    BOOST_TEST(reading.is(FrontMatterReading::repaired));
    BOOST_TEST(reading.text("name") == "pier");
    BOOST_TEST(reading.text("model") == "opus");
    BOOST_TEST(reading.reports(code::frontmatter_not_yaml, 4));
}

BOOST_AUTO_TEST_CASE(bytes_that_are_not_utf8_become_replacement_characters) {
    const auto reading = read("---\nname: a\xFFz\n---\nbody");
    BOOST_TEST(reading.text("name") == "a\uFFFDz");
    BOOST_REQUIRE(reading.diagnostics.size() == 1u);
    BOOST_TEST((reading.diagnostics[0].code == code::text_not_utf8));
    BOOST_TEST((reading.diagnostics[0].severity == Severity::warning));
}

BOOST_AUTO_TEST_CASE(a_quote_that_is_not_closed_takes_no_field_below_along) {
    for (const std::string quote : {"\"", "'"}) {
        const auto reading = read_header("description: " + quote + "Cross the water\ndisable-model-invocation: true");
        BOOST_TEST(reading.is(FrontMatterReading::repaired));
        BOOST_TEST(reading.text("description") == quote + "Cross the water");
        BOOST_TEST(reading.text("disable-model-invocation") == "true");
        BOOST_TEST(reading.reports(code::frontmatter_repaired, 2));
    }
    BOOST_TEST(read_header("description: \"Cross\n  the water\"\nname: x").is(FrontMatterReading::strict));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
