// SPDX-License-Identifier: Apache-2.0
#include "base/json_position.hpp"
#include "base/json.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck::test {

namespace {

std::string place(const JsonPositions& positions, std::string_view pointer, Place::Part part) {
    const auto at = positions.position(pointer, part);
    return std::to_string(at.line) + ":" + std::to_string(at.column);
}

std::string key(const JsonPositions& positions, std::string_view pointer) {
    return place(positions, pointer, Place::Part::key);
}

std::string value(const JsonPositions& positions, std::string_view pointer) {
    return place(positions, pointer, Place::Part::value);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json_position)

BOOST_AUTO_TEST_CASE(members_are_found_by_their_pointer) {
    const std::string_view text = "{\n  \"hooks\": {\"Stop\": [{\"hooks\": [1,\n {\"a\": \"x\"}]}]},\n  \"a\" : 2\n}";
    const JsonPositions positions(text);
    BOOST_TEST(value(positions, "/hooks") == "2:12");
    BOOST_TEST(key(positions, "/hooks") == "2:3");
    BOOST_TEST(value(positions, "/hooks/Stop/0/hooks/1") == "3:2");
    BOOST_TEST(key(positions, "/hooks/Stop/0/hooks/1") == "3:2");  // an item has no key
    BOOST_TEST(value(positions, "/hooks/Stop/0/hooks/1/a") == "3:8");
    BOOST_TEST(value(positions, "/a") == "4:9");
    BOOST_TEST(value(positions, "") == "1:1");
    BOOST_TEST(positions.find("/Stop") == nullptr);
    const auto* member = positions.find("/a");
    BOOST_REQUIRE(member != nullptr);
    BOOST_TEST(text.substr(member->key, 3) == "\"a\"");
    BOOST_TEST(text.substr(member->value, member->end - member->value) == "2");
}

BOOST_AUTO_TEST_CASE(what_is_not_there_is_placed_at_what_should_hold_it) {
    const JsonPositions positions("{\n\"a\": {\"b\": [5]}}");
    BOOST_TEST(value(positions, "/a/missing") == "2:1");
    BOOST_TEST(value(positions, "/a/b/7/c") == "2:7");
    BOOST_TEST(value(positions, "/missing") == "1:1");
}

BOOST_AUTO_TEST_CASE(of_a_repeated_key_the_last_counts) {
    const JsonPositions positions("{\"a\": 1,\n\"a\": 2}");
    BOOST_TEST(value(positions, "/a") == "2:6");
}

BOOST_AUTO_TEST_CASE(texts_are_decoded_and_keys_may_hold_anything) {
    const JsonPositions positions(
        "\xEF\xBB\xBF{\"a\\u0062\": \"l\\\"1\", \"com.example/x~y\": [\"]\", \"}\"], \"\": {}}");
    const auto* member = positions.find("/ab");
    BOOST_REQUIRE(member != nullptr);
    BOOST_TEST(member->text == "l\"1");
    BOOST_TEST(value(positions, "/ab") == "1:16");
    BOOST_TEST(value(positions, "/com.example~1x~0y/1") == "1:49");
    BOOST_TEST(positions.find("/") != nullptr);
    const Place place("file.json");
    BOOST_TEST((place / "com.example/x~y" / 1).pointer == "/com.example~1x~0y/1");
}

BOOST_AUTO_TEST_CASE(a_text_that_is_no_json_ends_the_scan) {
    for (const std::string_view text :
         {"", "{", "{\"a\"", "{\"a\":", "[1,", "\"open", "{\"a\": \"b\\", "{]", "nonsense"}) {
        const JsonPositions positions(text);
        BOOST_TEST(positions.members().size() <= 3U, text);
    }
    const JsonPositions deep(std::string(100'000, '['));
    BOOST_TEST(deep.members().size() < 1000U);
}

BOOST_AUTO_TEST_CASE(the_place_of_an_error_is_known) {
    const auto at = json_error_position("{\n \"a\": 1,,\n}");
    BOOST_REQUIRE(at.has_value());
    BOOST_TEST(at->line == 2);
    BOOST_TEST(at->column == 9);
    BOOST_TEST(!json_error_position("{}").has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
