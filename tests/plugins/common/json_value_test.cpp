// SPDX-License-Identifier: Apache-2.0
#include "json_value.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

namespace plugin_support {
namespace {

JsonValue parsed(std::string_view text) {
    auto read = read_json(text);
    const auto* error = std::get_if<JsonError>(&read);
    BOOST_REQUIRE_MESSAGE(error == nullptr, text << ": " << (error != nullptr ? error->what : ""));
    return std::get<JsonValue>(std::move(read));
}

bool refused(std::string_view text, const JsonLimits& limits = {}) {
    return std::holds_alternative<JsonError>(read_json(text, limits));
}

std::string quoted(std::string_view text) {
    std::string out;
    append_json_string(out, text);
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json_value)

BOOST_AUTO_TEST_CASE(values_of_every_type_are_read) {
    const JsonValue value = parsed(R"( {"a": [true, false, null, -1.5e2, "x"], "o": {"k": "v"}} )");
    const auto& items = *value.find("a")->as_array();
    BOOST_TEST(*items[0].as_bool());
    BOOST_TEST(!*items[1].as_bool());
    BOOST_TEST(items[2].is_null());
    BOOST_TEST(*items[3].as_number() == -150.0);
    BOOST_TEST(*items[4].as_string() == "x");
    BOOST_TEST(value.text_at("o", "k").value() == "v");
    BOOST_TEST(!value.text_at("o", "other").has_value());
    BOOST_TEST(!value.text_at("a").has_value());
    BOOST_TEST(!value.text_at("a", "k").has_value());
    BOOST_TEST(parsed("[]").as_array()->empty());
    BOOST_TEST(parsed("{}").as_object()->empty());
}

BOOST_AUTO_TEST_CASE(escapes_become_utf_8) {
    BOOST_TEST(*parsed(R"("\"\\\/\b\f\n\r\t")").as_string() == "\"\\/\b\f\n\r\t");
    BOOST_TEST(*parsed(R"("\u0041\u00e9\u20ac\ud83d\ude00")").as_string() == "Aé€😀");
    BOOST_TEST(*parsed("\"é\"").as_string() == "é");
    BOOST_TEST(parsed(R"("\u0000")").as_string()->size() == 1U);
}

BOOST_AUTO_TEST_CASE(what_is_not_json_is_refused) {
    for (const std::string_view text : {"",
                                        " ",
                                        "{",
                                        "[1,]",
                                        "{\"a\":1,}",
                                        "{a:1}",
                                        "{\"a\" 1}",
                                        "01",
                                        "1.",
                                        ".5",
                                        "-",
                                        "+1",
                                        "1e",
                                        "nul",
                                        "tru",
                                        "'x'",
                                        "\"x",
                                        "\"\\x\"",
                                        "\"\\u12\"",
                                        "\"\\u12g4\"",
                                        "\"\\ud800\"",
                                        "\"\\ud800\\u0041\"",
                                        "\"\\udc00\"",
                                        "\"\n\"",
                                        "1 2",
                                        "{} x",
                                        "[1}",
                                        "\"\xff\"",
                                        "\"\xc0\xaf\"",
                                        "\"\xed\xa0\x80\"",
                                        "NaN",
                                        "1e999",
                                        "{\"a\":1,\"a\":2}",
                                        "\xEF\xBB\xBF{}"}) {
        BOOST_TEST(refused(text), text);
    }
}

BOOST_AUTO_TEST_CASE(limits_hold) {
    BOOST_TEST(refused(std::string(100'000, '[')));
    BOOST_TEST(!refused("[[1]]", {.bytes = 5, .values = 3, .members = 1, .depth = 2}));
    BOOST_TEST(refused("[[1]]", {.bytes = 4, .values = 3, .members = 1, .depth = 2}));
    BOOST_TEST(refused("[[1]]", {.bytes = 5, .values = 2, .members = 1, .depth = 2}));
    BOOST_TEST(refused("[[1]]", {.bytes = 5, .values = 3, .members = 1, .depth = 1}));
    BOOST_TEST(refused(R"({"a":1,"b":2})", {.bytes = 50, .values = 9, .members = 1, .depth = 9}));
}

BOOST_AUTO_TEST_CASE(every_prefix_of_a_document_is_refused_or_read) {
    const std::string text = R"({"a":[1.5e+3,"\u00e9\ud83d\ude00",true],"b":{"c":null}})";
    for (std::size_t length = 0; length < text.size(); ++length) BOOST_TEST(refused(text.substr(0, length)));
    BOOST_TEST(!refused(text));
}

BOOST_AUTO_TEST_CASE(what_is_written_reads_back) {
    BOOST_TEST(quoted("a\"b\\c\n\t\x01\x7f") == R"("a\"b\\c\n\t\u0001\u007f")");
    const std::string text = "é€😀 \x1f / \x7f";
    BOOST_TEST(*parsed(quoted(text)).as_string() == text);
    BOOST_TEST(quoted("a\xff\xe2\x82z") == "\"a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz\"");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace plugin_support
