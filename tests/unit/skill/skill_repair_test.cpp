// SPDX-License-Identifier: Apache-2.0
// What --fix writes, byte for byte; and that it changes nothing else, whatever stands in the file.
#include "skill/skill_repair.hpp"
#include "front_matter_meaning.hpp"

#include <boost/test/unit_test.hpp>

#include <random>
#include <string>
#include <vector>

namespace skilldeck::test {

namespace {

const std::string kEnd = "---\nBody.\n";

struct Repaired {
    std::string what, before, after;
};

void check(const Repaired& test, std::string_view folder = "tidy") {
    const auto once = repair_skill(test.before, folder);
    BOOST_TEST(once.text == test.after, test.what << ": got\n" << once.text);
    BOOST_TEST(once.repairs.empty() == (test.before == test.after), test.what);
    const auto twice = repair_skill(once.text, folder);
    BOOST_TEST(twice.repairs.empty(), test.what << ": not stable");
    BOOST_TEST(twice.text == once.text, test.what);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(skill_repair)

BOOST_AUTO_TEST_CASE(what_is_mechanical_is_mended) {
    const std::string start = "---\nname: tidy\n";
    const std::vector<Repaired> tests{
        {"a byte order mark", "\xEF\xBB\xBF" + start + kEnd, start + kEnd},
        {"carriage returns", "---\r\nname: tidy\r\n---\r\nBody.\r\n", start + kEnd},
        {"blanks behind fences", "--- \nname: tidy\n---\t\nBody.\n", start + kEnd},
        {"a field behind a tab, perhaps", "---\nname: tidy\n\tdescription: Sorts\n" + kEnd,
         "---\nname: tidy\n\tdescription: Sorts\n" + kEnd},
        {"a colon", start + "description: Sorts: all\n" + kEnd, start + "description: 'Sorts: all'\n" + kEnd},
        {"a quote in it", start + "description: It's: fine\n" + kEnd, start + "description: 'It''s: fine'\n" + kEnd},
        {"a value on two lines", start + "description: Sorts: all\n  of it\nlicense: MIT\n" + kEnd,
         start + "description: 'Sorts: all of it'\nlicense: MIT\n" + kEnd},
        {"an empty line that was there stays", start + "description: Sorts: all\n\nlicense: MIT\n" + kEnd,
         start + "description: 'Sorts: all'\n\nlicense: MIT\n" + kEnd},
        {"tabs", start + "metadata:\n\ta: b\n" + kEnd, start + "metadata:\n  a: b\n" + kEnd},
        {"a hint in brackets", start + "argument-hint: [file]  # one\n" + kEnd,
         start + "argument-hint: '[file]'  # one\n" + kEnd},
        {"two hints", start + "argument-hint: [a] [b]\n" + kEnd, start + "argument-hint: '[a] [b]'\n" + kEnd},
        {"a number as text", start + "metadata:\n  version: 1.0\n" + kEnd,
         start + "metadata:\n  version: '1.0'\n" + kEnd},
        {"tools with commas", start + "allowed-tools: Read, Bash(git log:*), Grep\n" + kEnd,
         start + "allowed-tools: Read Bash(git log:*) Grep\n" + kEnd},
        {"tools in a list", start + "allowed-tools:\n  - Read\n  - Bash(a b)\nlicense: MIT\n" + kEnd,
         start + "allowed-tools: Read Bash(a b)\nlicense: MIT\n" + kEnd},
        {"tools in brackets", start + "allowed-tools: [\"Read\", Grep]\n" + kEnd,
         start + "allowed-tools: Read Grep\n" + kEnd},
        {"the case of the name", "---\nname: \"Tidy\"\n" + kEnd, "---\nname: \"tidy\"\n" + kEnd}};
    for (const auto& test : tests) check(test);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_proved_stays) {
    const std::vector<std::string> texts{
        "# No front matter\r",
        "---\nname: tidy\ndescription: Never closed: really\n",
        "---\nname: tidy\nallowed-tools:\n  - Read # the files\n  - Grep\n---\nBody.\n",
        "---\nname: tidy\nallowed-tools:\n  - Read\n  - two words\n---\nBody.\n",
        "---\nname: Other\n---\nBody.\n",
        "---\nname: tidy\ndescription: cut #off\n---\nBody.\n",
        "---\nname: tidy\r\ndescription: a\rb: c\n---\nBody.\n",
        "---\n\xFF: \xFE\ndescription: a: b\n---\nBody.\n",
        "",
        "---",
        "---\n---"};
    for (const auto& text : texts) check({text, text, text});
    const std::string upper = "---\nname: tidy\n---\nBody.\n";
    check({"a folder that is no good name", upper, upper}, "Tidy");
}

BOOST_AUTO_TEST_CASE(whatever_stands_there_its_meaning_stays) {
    const std::vector<std::string> pieces{"name: Tidy",
                                          "description: a: b",
                                          "description: \"x\\d\"",
                                          "  more: text",
                                          "allowed-tools: A, B(c d)",
                                          "allowed-tools: [A, 'B']",
                                          "- item",
                                          "\tkey: tab",
                                          "argument-hint: [a] [b]",
                                          "argument-hint: {x: y}",
                                          "metadata:",
                                          "  version: 2",
                                          "  tags: [a, b]",
                                          "# comment",
                                          "license: yes",
                                          "compatibility: >-",
                                          "  folded: text",
                                          "prose without a key",
                                          "---",
                                          "...",
                                          "'quoted': \"value\" rest",
                                          "description: it's # cut",
                                          "name: 007",
                                          "description: \"never closed",
                                          "disallowed-tools: [A, B",
                                          "allowed-tools: &t [A, B]",
                                          "disallowed-tools: *t",
                                          "model: &t Use: it",
                                          "user-invocable:false",
                                          "disable-model-invocation = true",
                                          "compatibility: |",
                                          "  \tindented text",
                                          ""};
    std::mt19937 random(20261130);  // NOLINT(cert-msc51-cpp): the same cases every time
    for (int round = 0; round < 2000; ++round) {
        const std::string end = round % 5 == 0 ? "\r\n" : "\n";
        std::string text = round % 7 == 0 ? "\xEF\xBB\xBF---" : "---";
        text += end;
        for (auto lines = random() % 6; lines > 0; --lines) text += pieces[random() % pieces.size()] + end;
        text += "---" + end + "Body $1." + end;
        const auto once = repair_skill(text, "tidy");
        BOOST_TEST_REQUIRE(meaning_of(once.text) == meaning_of(text), text << "\nbecame\n" << once.text);
        const auto twice = repair_skill(once.text, "tidy");
        BOOST_TEST_REQUIRE(twice.text == once.text, text << "\nbecame\n" << once.text << "\nthen\n" << twice.text);
        BOOST_TEST_REQUIRE(once.repairs.empty() == (once.text == text), text);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
