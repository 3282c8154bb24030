// SPDX-License-Identifier: Apache-2.0
#include "package/user_config.hpp"
#include "package/codes.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace skilldeck;

namespace {

boost::json::value json(std::string_view text) {
    return boost::json::parse(boost::json::string_view(text.data(), text.size()));
}

/// What one option is made of; the texts that every option needs are there.
std::vector<UserOption> read(std::string_view fields, Diagnostics& found, std::string_view name = "k") {
    const auto text =
        R"({")" + std::string(name) + R"(": {"title": "T", "description": "D", )" + std::string(fields) + "}}";
    return read_user_options(json(text).as_object(), Place("/plugin.json") / "userConfig", found);
}

UserOption option(std::string_view fields) {
    Diagnostics found;
    const auto options = read(fields, found);
    BOOST_TEST_REQUIRE(options.size() == 1U, fields);
    BOOST_TEST(found.empty());
    return options.front();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(user_config)

BOOST_AUTO_TEST_CASE(every_member_of_an_option_is_read) {
    const auto number = option(R"("type": "number", "required": true, "min": 1, "max": 2.5, "default": 2)");
    BOOST_TEST(number.name == "k");
    BOOST_CHECK(number.type == OptionType::number);
    BOOST_TEST(number.title == "T");
    BOOST_TEST(number.description == "D");
    BOOST_TEST(number.required);
    BOOST_TEST(*number.minimum == 1.0);
    BOOST_TEST(*number.maximum == 2.5);
    BOOST_TEST(number.default_value == 2);
    const auto choice = option(R"("type": "string", "options": ["a", "b"], "default": "b")");
    BOOST_TEST(choice.choices.size() == 2U);
    BOOST_TEST(option(R"("type": "string", "sensitive": true)").sensitive);
    BOOST_TEST(option(R"("type": "string", "multiple": true, "default": ["x"])").multiple);
    BOOST_TEST(option(R"("type": "string", "default": null)").default_value.is_null());
    for (const auto* word : {"string", "number", "boolean", "directory", "file"})
        BOOST_TEST(option_type_word(option(R"("type": ")" + std::string(word) + "\"").type) == word);
}

BOOST_AUTO_TEST_CASE(half_a_declaration_is_no_option_and_says_what_is_wrong) {
    struct Row {
        const char *fields, *says;
    };
    const Row rows[] = {
        {R"("type": "text")", "needs a \"type\" of string"},
        {R"("titel": "x", "type": "string")", "unknown field \"titel\""},
        {R"("type": "string", "sensitive": "yes")", "\"sensitive\" that is a string, wanted true or false"},
        {R"("type": "string", "required": 1)", "\"required\" that is a number"},
        {R"("type": "number", "multiple": true)", "only a string can have"},
        {R"("type": "string", "min": 1)", "only a number can have"},
        {R"("type": "number", "min": "1")", "\"min\" that is a string, wanted a number"},
        {R"("type": "number", "min": 3, "max": 2)", "a \"min\" above its \"max\""},
        {R"("type": "string", "options": [], "required": true)", "a list with something in it"},
        {R"("type": "string", "options": ["a"])", "needs a \"default\" among them"},
        {R"("type": "string", "options": ["a", "a"], "required": true)", "\"a\" twice"},
        {R"("type": "string", "options": [""], "required": true)", "1 to 64 characters"},
        {R"("type": "string", "options": ["a"], "default": "b")", "a \"default\" that is none of \"a\""},
        {R"("type": "string", "options": ["a"], "required": true, "sensitive": true)", "only a plain string"},
        {R"("type": "string", "options": ["a"], "required": true, "multiple": true)", "only a plain string"},
        {R"("type": "boolean", "options": ["a"], "required": true)", "only a plain string"},
        {R"("type": "boolean", "default": "true")", "a \"default\" that is a string, wanted true or false"},
        {R"("type": "number", "max": 2, "default": 3)", "a \"default\" that is above 2"},
    };
    for (const auto& row : rows) {
        Diagnostics found;
        BOOST_TEST(read(row.fields, found).empty(), row.fields);
        BOOST_TEST_REQUIRE(!found.empty(), row.fields);
        BOOST_CHECK(found[0].code == code::user_option_invalid);
        BOOST_TEST(found[0].message.find(row.says) != std::string::npos, found[0].message);
        BOOST_TEST(found[0].pointer.starts_with("/userConfig/k"), found[0].pointer);
    }
    const auto longest = std::string(64, 'x');
    Diagnostics found;
    BOOST_TEST(read(R"("type": "string", "required": true, "options": [")" + longest + R"(x"])", found).empty());
    BOOST_TEST(!read(R"("type": "string", "required": true, "options": [")" + longest + R"("])", found).empty());
}

BOOST_AUTO_TEST_CASE(a_bad_option_takes_no_neighbour_along) {
    Diagnostics found;
    const auto options = read_user_options(json(R"({"a-b": {"type": "string", "title": "T", "description": "D"}, "x": 3,
                 "constructor": {"type": "string", "title": "T", "description": "D"},
                 "untitled": {"type": "string", "description": "D"},
                 "CONSTRUCTOR": {"type": "string", "title": "T", "description": "D"},
                 "prototype": {"type": "boolean", "title": "T", "description": "D"}})")
                                               .as_object(),
                                           Place("/plugin.json") / "userConfig", found);
    BOOST_TEST_REQUIRE(options.size() == 2U);
    BOOST_TEST(options[0].name == "constructor");
    BOOST_TEST(options[1].name == "prototype");
    BOOST_TEST(found.size() == 4U);
    BOOST_TEST(found.back().message.find("environment variable of \"constructor\"") != std::string::npos);
    BOOST_TEST(find_option(options, "prototype") == &options[1]);
    BOOST_TEST(find_option(options, "toString") == nullptr);
}

BOOST_AUTO_TEST_CASE(a_value_fits_its_type_bounds_and_choices) {
    struct Row {
        const char *fields, *value, *problem;
    };
    const Row rows[] = {
        {R"("type": "string")", R"("x")", ""},
        {R"("type": "string")", "3", "is a number, wanted a string"},
        {R"("type": "string")", R"(["x"])", "is a list, wanted a string"},
        {R"("type": "string")", R"("a\u0000b")", "holds a NUL character"},
        {R"("type": "string", "required": true, "options": ["a", "b"])", R"("c")", R"(is none of "a", "b")"},
        {R"("type": "string", "multiple": true)", R"(["x", "y"])", ""},
        {R"("type": "string", "multiple": true)", R"(["x", 1])", "holds a number, wanted strings"},
        {R"("type": "string", "multiple": true)", R"("x")", "is a string, wanted a list of strings"},
        {R"("type": "number", "min": 1, "max": 9)", "1", ""},
        {R"("type": "number", "min": 1, "max": 9)", "9.0", ""},
        {R"("type": "number", "min": 1, "max": 9)", "0.5", "is below 1"},
        {R"("type": "number", "min": 1, "max": 9)", "10", "is above 9"},
        {R"("type": "number")", R"("1")", "is a string, wanted a number"},
        {R"("type": "boolean")", "false", ""},
        {R"("type": "boolean")", R"("no")", "is a string, wanted true or false"},
        {R"("type": "directory")", R"("/x")", ""},
        {R"("type": "file")", "true", "is true or false, wanted a string"},
    };
    for (const auto& row : rows)
        BOOST_TEST(option_value_problem(option(row.fields), json(row.value)) == row.problem, row.fields << row.value);
    const boost::json::value large(boost::json::string(kOptionValueBytes + 1, 'x'));
    BOOST_TEST(!option_value_problem(option(R"("type": "string")"), large).empty());
}

BOOST_AUTO_TEST_CASE(a_typed_text_becomes_the_value_of_its_type) {
    struct Row {
        const char *fields, *text, *value;
    };
    const Row rows[] = {
        {R"("type": "string")", "12", R"("12")"},
        {R"("type": "string")", " a=b ", R"(" a=b ")"},
        {R"("type": "number")", " 12", "12"},
        {R"("type": "number")", "1.5", "1.5E0"},
        {R"("type": "number")", "twelve", R"("twelve")"},
        {R"("type": "boolean")", "true", "true"},
        {R"("type": "boolean")", "yes", R"("yes")"},
        {R"("type": "string", "multiple": true)", R"(["a","b"])", R"(["a","b"])"},
        {R"("type": "string", "multiple": true)", "a, b", R"(["a, b"])"},
    };
    for (const auto& row : rows)
        BOOST_TEST(boost::json::serialize(parse_option_text(option(row.fields), row.text)) == row.value, row.text);
    using Texts = std::pair<const char*, const char*>;
    for (const auto& [value, text] : {Texts{R"("x y")", "x y"}, Texts{"12", "12"}, Texts{"0.5", "0.5"},
                                      Texts{"true", "true"}, Texts{R"(["a","b"])", R"(["a","b"])"}})
        BOOST_TEST(option_text(json(value)) == text);
    for (const auto* empty : {"null", R"("")", "[]"}) BOOST_TEST(is_empty_value(json(empty)), empty);
    for (const auto* full : {"0", "false", R"(" ")"}) BOOST_TEST(!is_empty_value(json(full)), full);
}

BOOST_AUTO_TEST_SUITE_END()
