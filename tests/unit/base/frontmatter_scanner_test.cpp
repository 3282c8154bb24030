// SPDX-License-Identifier: Apache-2.0
#include "base/frontmatter_scanner.hpp"

#include "header_agreement.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace skilldeck {

namespace {

std::string file_of(const std::string& header) {
    return "---\n" + header + "\n---\nbody\n";
}

std::string text_of(const std::string& header, std::string_view key) {
    const auto fields = scan_header(header + "\n", kFrontMatterFirstLine);
    if (!fields) return "<not scanned>";
    for (const auto& [name, value] : *fields) {
        if (name == key) return front_matter_text(value).value_or("<no text>");
    }
    return "<absent>";
}

/// What the scanner must read, as YAML does.
constexpr const char* kScanned[] = {
    "name: ferry",
    "name: ferry\ndescription: Row the boat, then stop. Use it at dusk.",
    "name:   ferry   ",
    "\n# a note\n\nname: ferry\n\n# another\nmodel: opus\n# the last",
    "name: ferry\n# Fix #12 and the others\nmodel: opus",
    "description: Ratio 3:1 at http://x.example/a:b#c, it's 100% of {that} [and] \"this\"",
    "description: Row the boat\n  ashore\n  at dusk\nname: x",
    "name: \"ferry: the boat\"\ndescription: 'it''s # here'",
    "description: \"say \\\"hello\\\" to C:\\\\dir\\nand go\"",
    "name: 'a' ",
    "version: 1.0\ndate: 2024-05-01\nwhole: 007\nflag: yes\nhex: 0x1F\nnegative: -5",
    "name: null\nmodel: ~\nagent:\nlast:",
    "allowed-tools: Read, Bash(git log:*), mcp__box__open",
    "allowed-tools: [Read, \"Bash(make -j4)\", 'Grep', Bash(git:*)]",
    "allowed-tools: []\npaths: [ a , b ]",
    "allowed-tools:\n  - Read\n  - \"Bash(make -j4)\"\n  - mcp__box__open\nname: x",
    "allowed-tools:\n- Read\n-   'Grep'\n\n- Glob\nname: x",
    "paths:\n\n  - src/**/*.{ts,tsx}\n  - docs goes\n    on here",
    "description: >-\n  Row the boat\n  ashore\n\n  at dusk\nname: x",
    "description: >\n  One: a\n  Two # three",
    "description: |\n  One: a\n    - indented\n\n\n  Two\n\nname: x",
    "description: |-\n  # Title\n  text",
    "description: |\n  text\n# a comment\nname: x",
    "metadata:\n  author: yard\n  version: \"2.0\"\n  tags: [a, b]\nname: x",
    "metadata:\n  deep:\n    deeper: x\n    list:\n      - one\n      - two\n  other: y",
    "metadata:\n    tags:\n    - one\n    - two\n    owner: yard",
    "name: \xE6\xBC\xA2\xE5\xAD\x97\ndescription: caf\xC3\xA9 \xF0\x9F\xA6\x80",
    "argument-hint: <file> [--all|--none]",
    "color: $HOME/x\nalso: ./y\nand: (z)\nunder: _a\nback: \\d",
    "",
    "# nothing yet",
};

/// What is rarer, or what YAML reads differently from what it looks like, or refuses.
constexpr const char* kLeftAlone[] = {
    "description: Load the crates: first the blue",
    "description: ends with:",
    "description: Fix #42 and the others",
    "model: sonnet # the quick one",
    "description: @scope/tool",
    "description: `code` first",
    "description: *bold* words",
    "description: &anchor value",
    "description: !tag value",
    "description: %d items",
    "description: ? what",
    "description: - dash",
    "description: , comma",
    "description: > quoted",
    "description: |+\n  text\n",
    "description: |2\n  text",
    "description: |",
    "description: |\n\n  text",
    "description: >\n  text\n    deeper",
    "description: \"open",
    "description: \"closed\" and on",
    "description: \"\\x41\"",
    "description: \"over\n  lines\"",
    "description: 'open",
    "description: [a] [b]",
    "description: [a, [b]]",
    "description: [a, {b: c}]",
    "description: [a,]",
    "description: [a,,b]",
    "description: [a: b]",
    "description: [a?b]",
    "description: [a, null]",
    "description: [\"a\"b]",
    "description: [a\n  , b]",
    "description: {a: b}",
    "metadata: *other",
    "name: x\nname: y",
    "metadata:\n  a: x\n  a: y",
    "metadata:\n  a:\n  b: y",
    "metadata:\n  a: ~",
    "metadata:\n   a: x\n  b: y",
    "metadata:\n  a: x\n   b: y",
    "metadata:\n  # note\n  a: x",
    "hooks:\n  - matcher: Bash\n    hooks: x",
    "hooks:\n  -\n    a",
    "list:\n  - a\n - b",
    "list:\n  - a\n  b: c",
    "list:\n  - - a",
    "list:\n  - [a]",
    "description:\n  on the line below",
    "description: one\n\n  two",
    "description: one\n  two: three",
    "description: one\n  # two",
    "  name: x",
    "name: x\n  model: y",
    "name: x\nplain line",
    "name:x",
    "name : x",
    "\"name\": x",
    "? name\n: x",
    "<<: x",
    "null: x",
    "- a\n- b",
    "...",
    "%YAML 1.2",
    "name: x\n...\nmodel: y",
    "name:\tx",
    "name: x\ty",
    "\tname: x",
    "name: a\x01z",
    "name: a\x7Fz",
};

}  // namespace

BOOST_AUTO_TEST_SUITE(frontmatter_scanner)

BOOST_AUTO_TEST_CASE(common_shapes_are_scanned_and_read_as_yaml_reads_them) {
    for (const std::string header : kScanned) {
        BOOST_TEST((compare_readings(file_of(header)) == Agreement::same), header);
    }
}

BOOST_AUTO_TEST_CASE(everything_else_is_left_to_yaml) {
    for (const std::string header : kLeftAlone) {
        BOOST_TEST((compare_readings(file_of(header)) == Agreement::not_scanned), header);
    }
}

BOOST_AUTO_TEST_CASE(a_header_cut_anywhere_is_scanned_as_yaml_reads_it_or_left_alone) {
    for (const std::string header : kScanned) {
        for (std::size_t size = 0; size < header.size(); ++size) {
            const auto cut = file_of(header.substr(0, size));
            BOOST_TEST((compare_readings(cut) != Agreement::different), cut);
        }
    }
}

BOOST_AUTO_TEST_CASE(values_are_those_of_the_specification) {
    BOOST_TEST(text_of("a: >-\n  one\n  two\n\n  three", "a") == "one two\nthree");
    BOOST_TEST(text_of("a: >\n  one\n  two", "a") == "one two\n");
    BOOST_TEST(text_of("a: |\n  one\n   two\n\n  three\n\n\nb: c", "a") == "one\n two\n\nthree\n");
    BOOST_TEST(text_of("a: |-\n  one\n  two\n\n", "a") == "one\ntwo");
    BOOST_TEST(text_of("a: one\n   two", "a") == "one two");
    BOOST_TEST(text_of("a: 'it''s'", "a") == "it's");
    BOOST_TEST(text_of("a: \"\\\"x\\\\y\\nz\"", "a") == "\"x\\y\nz");
    BOOST_TEST(text_of("a: ''", "a") == "");
    BOOST_TEST(text_of("a: 1.0", "a") == "1.0");
    BOOST_TEST(text_of("a: ~", "a") == "<no text>");
    BOOST_TEST(text_of("a: '~'", "a") == "~");
    BOOST_TEST(text_of("a: [x]", "a") == "<no text>");
}

BOOST_AUTO_TEST_CASE(sources_and_lines_are_those_of_the_file) {
    const auto fields =
        scan_header("# note\nlist: [ a, b ]\n\nmap:\n  k: 'v'\nlast: x\n# end\n", kFrontMatterFirstLine);
    BOOST_REQUIRE(fields.has_value());
    BOOST_REQUIRE(fields->size() == 3u);
    BOOST_TEST(fields->at(0).second.source == "[ a, b ]");
    BOOST_TEST(fields->at(0).second.line == 3);
    BOOST_TEST(std::get<FrontMatterValue::List>(fields->at(0).second.value).at(1).source == "b");
    BOOST_TEST(fields->at(1).second.source == "k: 'v'");
    BOOST_TEST(fields->at(1).second.line == 5);
    const auto& member = std::get<FrontMatterValue::Map>(fields->at(1).second.value).at(0);
    BOOST_TEST(member.second.source == "'v'");
    BOOST_TEST(member.second.line == 6);
    BOOST_TEST(fields->at(2).second.source == "x");
}

BOOST_AUTO_TEST_CASE(a_map_with_many_keys_is_left_to_yaml) {
    std::string header;
    for (int i = 0; i < 500; ++i) header += "k" + std::to_string(i) + ": x\n";
    BOOST_TEST((compare_readings(file_of(header)) == Agreement::not_scanned));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
