// SPDX-License-Identifier: Apache-2.0
#include "base/json.hpp"
#include "base/codes.hpp"

#include <boost/json/array.hpp>
#include <boost/test/unit_test.hpp>

#include <string>

namespace skilldeck {

namespace {

std::string nested(std::size_t levels) {
    return std::string(levels, '[') + std::string(levels, ']');
}

boost::json::object object_of(std::string_view text) {
    return parse_json_object(text, "test.json").value();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json)

BOOST_AUTO_TEST_CASE(a_syntax_error_is_placed_by_line_and_column) {
    const auto error = parse_json("{\n  \"a\": 1,\n}", "settings.json").error();
    BOOST_TEST((error.code == code::json_malformed));
    BOOST_TEST(error.where == "settings.json");
    BOOST_TEST(error.what == "not valid JSON: unexpected character at line 3, column 1");
    BOOST_TEST(!error.hint.empty());
    BOOST_TEST(parse_json("{\"a\": x}", "f").error().what ==
               "not valid JSON: unexpected character at line 1, column 7");
    BOOST_TEST(parse_json("[1] [2]", "f").error().what ==
               "not valid JSON: more text after the document at line 1, column 5");
    BOOST_TEST(parse_json("{\"a\":\n", "f").error().what ==
               "not valid JSON: the document ends too early at line 2, column 1");
    BOOST_TEST((parse_json("", "f").error().code == code::json_malformed));
    BOOST_TEST((parse_json("// comment\n{}", "f").error().code == code::json_malformed));
}

BOOST_AUTO_TEST_CASE(a_byte_order_mark_is_skipped_and_does_not_shift_columns) {
    BOOST_TEST(parse_json_object("\xEF\xBB\xBF{\"a\": true}", "f").has_value());
    BOOST_TEST(parse_json("\xEF\xBB\xBF{x", "f").error().what ==
               "not valid JSON: unexpected character at line 1, column 2");
}

BOOST_AUTO_TEST_CASE(of_a_repeated_key_the_last_counts) {
    const auto object = object_of(R"({"a": 1, "b": 2, "a": 3})");
    BOOST_TEST(object.size() == 2u);
    BOOST_TEST((object.at("a") == 3));
}

BOOST_AUTO_TEST_CASE(the_limits_are_kept) {
    BOOST_TEST(parse_json(nested(64), "f").has_value());
    const auto too_deep = parse_json(nested(65), "f").error();
    BOOST_TEST((too_deep.code == code::json_too_deep));
    BOOST_TEST(too_deep.what == "nested deeper than 64 levels");
    BOOST_TEST(parse_json("[1,2]", "f", {.bytes = 5, .depth = 1}).has_value());
    BOOST_TEST((parse_json("[1,2] ", "f", {.bytes = 5, .depth = 1}).error().code == code::json_too_large));
    BOOST_TEST((parse_json("[[]]", "f", {.bytes = 50, .depth = 1}).error().code == code::json_too_deep));
}

BOOST_AUTO_TEST_CASE(text_that_is_not_utf8_is_refused) {
    BOOST_TEST((parse_json("\"\xFF\"", "f").error().code == code::text_not_utf8));
}

BOOST_AUTO_TEST_CASE(a_root_of_another_type_is_named) {
    const auto error = parse_json_object("[]", "f").error();
    BOOST_TEST((error.code == code::json_wrong_type));
    BOOST_TEST(error.what == "\"the document\" is a list, wanted a map");
}

BOOST_AUTO_TEST_CASE(typed_values_are_taken_out) {
    const auto object = object_of(R"({"s": "x", "t": true, "i": 3, "d": 0.5, "l": ["a", "b"], "o": {}, "n": null})");
    Diagnostics diagnostics;
    BOOST_TEST(json_string(object, "s", "f", diagnostics).value() == "x");
    BOOST_TEST(json_bool(object, "t", "f", diagnostics).value() == true);
    BOOST_TEST(json_number(object, "i", "f", diagnostics).value() == 3.0);
    BOOST_TEST(json_number(object, "d", "f", diagnostics).value() == 0.5);
    BOOST_TEST(json_strings(object, "l", "f", diagnostics).size() == 2u);
    BOOST_TEST(json_strings(object, "s", "f", diagnostics).size() == 1u);
    BOOST_TEST(json_object(object, "o", "f", diagnostics) != nullptr);
    BOOST_TEST(json_array(object, "l", "f", diagnostics)->size() == 2u);
    BOOST_TEST(!json_string(object, "n", "f", diagnostics).has_value());
    BOOST_TEST(!json_bool(object, "absent", "f", diagnostics).has_value());
    BOOST_TEST(diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(a_wrong_type_is_a_diagnostic_and_nothing_else_is_lost) {
    const auto object = object_of(R"({"s": 1, "l": ["a", 2, "c"], "d": 1e999})");
    Diagnostics diagnostics;
    BOOST_TEST(!json_string(object, "s", "/f.json", diagnostics).has_value());
    const std::vector<std::string> wanted{"a", "c"};
    BOOST_TEST(json_strings(object, "l", "/f.json", diagnostics) == wanted, boost::test_tools::per_element());
    BOOST_TEST(!json_number(object, "d", "/f.json", diagnostics).has_value());
    BOOST_TEST(json_object(object, "l", "/f.json", diagnostics) == nullptr);
    BOOST_REQUIRE(diagnostics.size() == 4u);
    BOOST_TEST(diagnostics[0].file == "/f.json");
    BOOST_TEST(diagnostics[0].message == "\"s\" is a number, wanted a string");
    BOOST_TEST(diagnostics[1].message == "\"l[1]\" is a number, wanted a string");
    BOOST_TEST(diagnostics[2].message == "\"d\" is a number out of range, wanted a number");
    BOOST_TEST(diagnostics[3].message == "\"l\" is a list, wanted a map");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
