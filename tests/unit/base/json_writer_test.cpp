// SPDX-License-Identifier: Apache-2.0
#include "base/json_writer.hpp"

#include "base/json.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <limits>
#include <string>

namespace skilldeck {

namespace {

std::string rewritten(std::string_view text) {
    std::string out;
    JsonWriter(out).value(parse_json(text, "test.json").value());
    return out;
}

std::string written(std::string_view text) {
    std::string out;
    JsonWriter(out).value(text);
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json_writer)

BOOST_AUTO_TEST_CASE(members_and_items_are_separated) {
    std::string out;
    JsonWriter writer(out);
    writer.begin_array();
    writer.begin_object();
    writer.member("name", "x");
    writer.member("on", true);
    writer.member("count", std::size_t{3});
    writer.member("absent", std::optional<std::string>{});
    writer.member("present", std::optional<int>{-1});
    writer.member_if("empty", "");
    writer.member("list", std::vector<std::string>{"a", "b"});
    writer.key("inner");
    writer.begin_object();
    writer.end_object();
    writer.end_object();
    writer.value(2);
    writer.end_array();
    BOOST_TEST(out == R"([{"name":"x","on":true,"count":3,"present":-1,"list":["a","b"],"inner":{}},2])");
}

BOOST_AUTO_TEST_CASE(what_could_harm_a_terminal_is_escaped) {
    BOOST_TEST(written("\"\\/\n\t\r\b\f") == R"("\"\\/\n\t\r\b\f")");
    BOOST_TEST(written("\x1b[31m") == R"("\u001b[31m")");
    BOOST_TEST(written("\x7f\u0080\u0085\u009b\u009f\u00a0") == "\"\\u007f\\u0080\\u0085\\u009b\\u009f\u00a0\"");
    BOOST_TEST(written("\u061c\u200e\u200f\u202a\u202e\u2066\u2069") ==
               R"("\u061c\u200e\u200f\u202a\u202e\u2066\u2069")");
    BOOST_TEST(written("\u6f22 \U0001F980") == "\"\u6f22 \U0001F980\"");
    BOOST_TEST(written("a\xFFz") == "\"a\uFFFDz\"");
}

BOOST_AUTO_TEST_CASE(numbers_keep_a_readable_spelling) {
    BOOST_TEST(rewritten("[0, -1, 9007199254740993, 18446744073709551615]") ==
               "[0,-1,9007199254740993,18446744073709551615]");
    BOOST_TEST(rewritten("[0.01, 1.5, 1.0, -2.25, 1e300]") == "[0.01,1.5,1.0,-2.25,1e+300]");
    std::string out;
    JsonWriter(out).value(std::numeric_limits<double>::infinity());
    BOOST_TEST(out == "null");
    out.clear();
    JsonWriter(out).value(std::numeric_limits<std::int64_t>::min());
    BOOST_TEST(out == "-9223372036854775808");
}

BOOST_AUTO_TEST_CASE(a_tree_is_written_in_its_order) {
    BOOST_TEST(rewritten(R"({"z": [1, {"a": null}], "b": "x", "a": false})") ==
               R"({"z":[1,{"a":null}],"b":"x","a":false})");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
