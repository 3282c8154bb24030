// SPDX-License-Identifier: Apache-2.0
#include "base/source_lines.hpp"

#include <boost/test/unit_test.hpp>

#include <array>

namespace skilldeck::test {

BOOST_AUTO_TEST_SUITE(source_lines)

BOOST_AUTO_TEST_CASE(lines_end_as_the_reader_of_front_matter_has_it) {
    struct Case {
        std::string_view text, second;
        int count;
    };
    constexpr std::array kCases{Case{"a\nb", "b", 2}, Case{"a\r\nb\r\n", "b", 2}, Case{"a\rb\rc", "b", 3},
                                Case{"a\n\n", "", 2}, Case{"a\rb\nc", "c", 2},    Case{"", "", 0}};
    for (const auto& test : kCases) {
        const SourceLines lines(test.text);
        BOOST_TEST(lines.count() == test.count, test.text);
        BOOST_TEST(lines.line(2) == test.second, test.text);
    }
    BOOST_TEST(SourceLines("a\nb").line(3) == "");
    BOOST_TEST(SourceLines("a\nb").line(0) == "");
}

BOOST_AUTO_TEST_CASE(a_byte_is_found_on_its_line) {
    const std::string_view text = "one\r\ntwo\n\nfour";
    const SourceLines lines(text);
    const auto at = [&](std::size_t byte) {
        const auto place = lines.position(byte);
        return std::to_string(place.line) + ":" + std::to_string(place.column);
    };
    BOOST_TEST(at(0) == "1:1");
    BOOST_TEST(at(4) == "1:5");
    BOOST_TEST(at(5) == "2:1");
    BOOST_TEST(at(9) == "3:1");
    BOOST_TEST(at(text.size()) == "4:5");
    BOOST_TEST(lines.offset(4) == 10U);
    BOOST_TEST(lines.offset(9) == text.size());
}

BOOST_AUTO_TEST_CASE(a_value_has_a_column_of_its_own) {
    struct Case {
        std::string_view line;
        int key, value;
    };
    constexpr std::array kCases{Case{"name: x", 1, 7},
                                Case{"  version:   1", 3, 14},
                                Case{"- item", 1, 3},
                                Case{"- - deep: y", 1, 11},
                                Case{"\"a: b\": c", 1, 9},
                                Case{"key:", 1, 1},
                                Case{"http://x is prose", 1, 1},
                                Case{"", 1, 1},
                                Case{"when: it: rains", 1, 7}};
    for (const auto& test : kCases) {
        const SourceLines lines(test.line);
        BOOST_TEST(lines.first_column(1) == test.key, test.line);
        BOOST_TEST(lines.value_column(1) == test.value, test.line);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
