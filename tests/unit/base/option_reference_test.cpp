// SPDX-License-Identifier: Apache-2.0
#include "base/option_reference.hpp"

#include <boost/test/unit_test.hpp>

using namespace skilldeck;

BOOST_AUTO_TEST_SUITE(option_reference)

BOOST_AUTO_TEST_CASE(names_are_identifiers) {
    for (const auto* name : {"a", "_", "API_KEY", "constructor", "x9"}) BOOST_TEST(is_option_name(name), name);
    for (const auto* name : {"", "9x", "a-b", "a.b", "ä", "a b"}) BOOST_TEST(!is_option_name(name), name);
    BOOST_TEST(option_variable_name("apiKey_2") == "APIKEY_2");
}

BOOST_AUTO_TEST_CASE(a_text_says_which_options_it_refers_to) {
    const std::vector<std::string> wanted{"a", "b-c"};
    const auto found = options_in(
        "${user_config.a} $user_config.x ${user_config.b-c}${user_config.a} ${user_config.} "
        "${user_config.x ${other} ${USER_CONFIG.y}");
    BOOST_TEST(found == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_value_is_put_in_once_and_not_looked_at_again) {
    const auto value = [](std::string_view name) -> std::optional<std::string> {
        if (name == "a") return "${user_config.b}";
        return name == "b" ? std::optional<std::string>("") : std::nullopt;
    };
    BOOST_TEST(replace_option_references("<${user_config.a}|${user_config.b}|${user_config.c}|$x>", value) ==
               "<${user_config.b}||${user_config.c}|$x>");
    BOOST_TEST(replace_option_references("${user_config.", value) == "${user_config.");
}

BOOST_AUTO_TEST_SUITE_END()
