// SPDX-License-Identifier: Apache-2.0
// Headers made to cost time or memory: each meets a limit, says which, and leaves what it can. Their size is the limit
// of a header, so that a cost that grows with its square would be noticed by whoever runs the tests.
#include "base/codes.hpp"
#include "base/frontmatter.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>

namespace skilldeck {

namespace {

constexpr std::size_t kNearlyFull = 63 * 1024;

std::string repeated(std::string_view part, std::size_t bytes = kNearlyFull) {
    std::string text;
    while (text.size() + part.size() <= bytes) text += part;
    return text;
}

struct Reading {
    FrontMatter front_matter;
    Diagnostics diagnostics;

    [[nodiscard]] bool says(Code code) const {
        return std::any_of(diagnostics.begin(), diagnostics.end(), [&](const auto& one) { return one.code == code; });
    }
    [[nodiscard]] std::string name() const {
        const auto* value = front_matter.find("name");
        return value == nullptr ? std::string() : front_matter_text(*value).value_or("");
    }
};

Reading read(const std::string& header) {
    Reading reading;
    const auto text = "---\n" + header + "\n---\nbody\n";
    reading.front_matter = parse_front_matter(text, "file.md", reading.diagnostics);
    BOOST_TEST(text.substr(reading.front_matter.body_offset) == "body\n");
    return reading;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(frontmatter_limits)

BOOST_AUTO_TEST_CASE(nesting_costs_the_field_it_is_in) {
    for (const char* part : {"[", "{a: ", "- ", "? ", "[{"}) {
        const auto reading = read("name: x\nmetadata: " + repeated(part));
        BOOST_TEST(reading.name() == "x", part);
        BOOST_TEST(!reading.diagnostics.empty(), part);
    }
    const auto closed = read("name: x\nmetadata: " + repeated("[", 30'000) + repeated("]", 30'000));
    BOOST_TEST(closed.says(code::frontmatter_too_deep));
    BOOST_TEST(closed.name() == "x");
    std::string deep = "name: x\nmetadata:\n";
    for (std::size_t level = 1; level <= 100; ++level) deep += std::string(level, ' ') + "k:\n";
    const auto block = read(deep);
    BOOST_TEST(block.says(code::frontmatter_too_deep));
    BOOST_TEST(block.name() == "x");
}

BOOST_AUTO_TEST_CASE(a_megabyte_of_brackets_is_too_large) {
    const auto reading = read("name: x\nmetadata: " + std::string(1024 * 1024, '['));
    BOOST_TEST(reading.says(code::frontmatter_too_large));
    BOOST_TEST((reading.front_matter.reading == FrontMatterReading::unreadable));
    BOOST_TEST(reading.diagnostics.size() == 1u);
}

BOOST_AUTO_TEST_CASE(aliases_do_not_multiply) {
    std::string bomb = "name: x\nl0: &l0 [x,x,x,x,x,x,x,x,x,x]\n";
    for (int level = 1; level < 20; ++level) {
        const auto before = std::to_string(level - 1);
        bomb += "l" + std::to_string(level) + ": &l" + std::to_string(level) + " [";
        for (int i = 0; i < 10; ++i) bomb += (i == 0 ? "*l" : ",*l") + before;
        bomb += "]\n";
    }
    const auto reading = read(bomb);
    BOOST_TEST(reading.says(code::frontmatter_too_many_nodes));
    BOOST_TEST(reading.name() == "x");
    const auto many = read("name: x\na: &a [1]\nlist: [" + repeated("*a,") + "1]");
    BOOST_TEST(many.says(code::frontmatter_too_many_nodes));
    BOOST_TEST(many.name() == "x");
}

BOOST_AUTO_TEST_CASE(values_are_counted) {
    for (const auto& header : {"name: x\nlist: [" + repeated("1,") + "1]", "name: x\nlist:\n" + repeated("- a\n")}) {
        const auto reading = read(header);
        BOOST_TEST((reading.front_matter.reading == FrontMatterReading::unreadable));
        BOOST_TEST(reading.says(code::frontmatter_too_many_values));
        BOOST_TEST(reading.diagnostics.size() == 1u);
    }
    std::string keys = "name: x\n";
    for (int i = 0; i < 6000; ++i) keys += "k" + std::to_string(i) + ": \n";
    BOOST_TEST(read(keys).says(code::frontmatter_too_many_values));
    std::string many = "name: x\n";
    for (int i = 0; i < 2000; ++i) many += "k" + std::to_string(i) + ": v\n";
    const auto fine = read(many);
    BOOST_TEST((fine.front_matter.reading == FrontMatterReading::strict));
    BOOST_TEST(fine.front_matter.fields.size() == 2001u);
}

BOOST_AUTO_TEST_CASE(broken_lines_are_repaired_up_to_a_number) {
    for (const char* line :
         {"k: [\n", "- [\n", "name: a: b\n", "k: \"\n", "k: {a\n", "  - x: y: z\n", "k: '\n", "\t- [a\n"}) {
        const auto reading = read("name: x\n" + repeated(line, 990 * std::string_view(line).size()));
        BOOST_TEST(!reading.diagnostics.empty(), line);
    }
    const auto prose = read("name: x\n" + repeated("prose: it: is\n", 14 * 2000));
    BOOST_TEST((prose.front_matter.reading == FrontMatterReading::unreadable));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
