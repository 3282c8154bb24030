// SPDX-License-Identifier: Apache-2.0
#include "base/json_position.hpp"
#include "base/json.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck::test {

namespace {

std::string place(const JsonPositions& positions, const JsonMember* member) {
    if (member == nullptr) return "none";
    const auto at = positions.position(member->value);
    return member->path + " " + std::to_string(at.line) + ":" + std::to_string(at.column);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json_position)

BOOST_AUTO_TEST_CASE(members_are_found_by_their_path_or_its_end) {
    const std::string_view text = "{\n  \"hooks\": {\"Stop\": [{\"hooks\": [1,\n {\"a\": \"x\"}]}]},\n  \"a\" : 2\n}";
    const JsonPositions positions(text);
    BOOST_TEST(place(positions, positions.find("hooks")) == "hooks 2:12");
    BOOST_TEST(place(positions, positions.find("Stop[0].hooks[1]")) == "hooks.Stop[0].hooks[1] 3:2");
    BOOST_TEST(place(positions, positions.find("a")) == "a 4:9");
    BOOST_TEST(place(positions, positions.find("a", "hooks.Stop[0]")) == "hooks.Stop[0].hooks[1].a 3:8");
    BOOST_TEST(place(positions, positions.find("top")) == "none");
    BOOST_TEST(place(positions, positions.find("")) == " 1:1");
    BOOST_TEST(place(positions, positions.find_text("x")) == "hooks.Stop[0].hooks[1].a 3:8");
    BOOST_TEST(place(positions, positions.find_text("x", "a")) == "none");
    const auto* member = positions.find("a");
    BOOST_REQUIRE(member != nullptr);
    BOOST_TEST(text.substr(member->key, 3) == "\"a\"");
    BOOST_TEST(text.substr(member->value, member->end - member->value) == "2");
}

BOOST_AUTO_TEST_CASE(texts_are_decoded_and_keys_may_hold_anything) {
    const JsonPositions positions(
        "\xEF\xBB\xBF{\"a\\u0062\": \"l\\\"1\", \"com.example.x\": [\"]\", \"}\"], \"\": {}}");
    BOOST_TEST(place(positions, positions.find("ab")) == "ab 1:16");
    BOOST_TEST(positions.find_text("l\"1") == positions.find("ab"));
    BOOST_TEST(place(positions, positions.find("com.example.x[1]")) == "com.example.x[1] 1:47");
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
