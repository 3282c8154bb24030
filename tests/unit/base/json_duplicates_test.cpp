// SPDX-License-Identifier: Apache-2.0
#include "base/json_duplicates.hpp"

#include <boost/test/unit_test.hpp>

using namespace skilldeck;

BOOST_AUTO_TEST_SUITE(json_duplicates_found)

BOOST_AUTO_TEST_CASE(every_repeated_key_is_found_where_it_stands) {
    const auto found =
        json_duplicates("{\"a\": {\"x\": 1, \"x\": 2},\n \"b\": [{\"k\": 1}, {\"k\": 2, \"\\u006b\": 3}],\n \"a\": 0}");
    BOOST_TEST_REQUIRE(found.size() == 3U);
    BOOST_TEST(found[0].place.pointer == "/a/x");
    BOOST_TEST(found[0].first.column == 8);
    BOOST_TEST(found[0].again.column == 16);
    BOOST_TEST(found[1].place.pointer == "/b/1/k");
    BOOST_TEST(found[1].again.line == 2);
    BOOST_TEST(found[2].place.pointer == "/a");
    BOOST_TEST(found[2].first.line == 1);
    BOOST_TEST(found[2].again.line == 3);
}

BOOST_AUTO_TEST_CASE(the_same_key_in_different_objects_is_no_repetition) {
    BOOST_TEST(json_duplicates(R"({"a": {"a": {"a": 1}}, "b": {"a": 1}, "c": [{"a": 1}, {"a": 1}]})").empty());
    BOOST_TEST(json_duplicates(R"({"a": {"x": 1}, "b": 2})").empty());
    BOOST_TEST(json_duplicates("").empty());
    // Below a key that is there twice the members of the two values are not the same ones.
    BOOST_TEST(json_duplicates(R"({"a": {"x": 1}, "a": {"x": 2}})").size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
