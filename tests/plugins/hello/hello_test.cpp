// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>
#include <skilldeck/testing/fake_host.hpp>
#include <string>
#include <string_view>

extern "C" {
#include "json_slice.h"
}

namespace {

std::string member(std::string_view object, const char* name) {
    return std::string(skd::view(json_member(skd::str(object), name)));
}

std::string content(std::string_view value) {
    return std::string(skd::view(json_string_content(skd::str(value))));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(hello)

BOOST_AUTO_TEST_CASE(a_member_is_found_as_it_stands) {
    BOOST_TEST(member(R"({"a": 1, "b": "x"})", "a") == "1");
    BOOST_TEST(member(R"({"a": 1, "b": "x"})", "b") == "\"x\"");
    BOOST_TEST(member(R"( { "o" : {"b": [1, {"c": "}"}]} , "b" : "q\"," } )", "b") == R"("q\",")");
    BOOST_TEST(member(R"({"o": {"b": [1, {"c": "}"}]}, "b": 2})", "o") == R"({"b": [1, {"c": "}"}]})");
    BOOST_TEST(member(R"({"ab": 1, "a": true })", "a") == "true");
}

BOOST_AUTO_TEST_CASE(what_is_not_there_is_empty) {
    for (const std::string_view text : {"", "{}", "[1]", "{", "{\"b", "{\"b\"", "{\"b\":", "{\"a\" 1}", "null",
                                        R"({"ab": {"a": 1}})", R"({"x": "a"})"}) {
        BOOST_TEST(member(text, "a").empty(), text);
    }
    BOOST_TEST(content("12").empty());
    BOOST_TEST(content("\"").empty());
    BOOST_TEST(content("\"\"").empty());
    BOOST_TEST(content(R"("a\"b")") == R"(a\"b)");
}

BOOST_AUTO_TEST_CASE(a_greeting_has_the_name_the_host_and_the_option) {
    skd::testing::Surroundings surroundings;
    surroundings.options_json = R"({"salutation": "Good \"evening\""})";
    skd::testing::FakeHost host(skd::testing::open_library(PLUGIN_LIBRARY), surroundings);
    BOOST_REQUIRE(host.started());
    const auto answer = host.render_skill("greeting", R"({"argv": ["Ada", "L."], "args": "Ada \u00e9 \"L.\""})");
    BOOST_TEST(answer.ok());
    BOOST_TEST(answer.output.find(R"(Good \"evening\", Ada \u00e9 \"L.\"!)") != std::string::npos);
    BOOST_TEST(answer.output.find("fake-host 1.0.0") != std::string::npos);
    host.stop();
    BOOST_TEST(host.broken_rules().empty());
}

BOOST_AUTO_TEST_CASE(without_arguments_and_options_it_greets_the_world) {
    skd::testing::FakeHost host(skd::testing::open_library(PLUGIN_LIBRARY));
    BOOST_TEST(host.render_skill("greeting", "{\"argv\": []}").output.find("Hello, world!") != std::string::npos);
    BOOST_TEST(host.render_skill("other").status == SKD_ERR_NOT_FOUND);
    BOOST_TEST(host.configure("{}").status == SKD_ERR_UNSUPPORTED);
    host.set_cancelled(true);
    BOOST_TEST(host.render_skill("greeting").status == SKD_ERR_CANCELLED);
    host.stop();
    BOOST_TEST(host.broken_rules().empty());
}

BOOST_AUTO_TEST_CASE(output_that_the_host_cuts_off_is_a_failure) {
    skd::testing::Surroundings surroundings;
    surroundings.output_limit = 50;
    skd::testing::FakeHost host(skd::testing::open_library(PLUGIN_LIBRARY), surroundings);
    BOOST_TEST(host.render_skill("greeting").status == SKD_ERR_LIMIT);
    BOOST_TEST(host.broken_rules().empty());
}

BOOST_AUTO_TEST_SUITE_END()
