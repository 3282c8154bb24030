// SPDX-License-Identifier: Apache-2.0
#include "base/plugin_id.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace skilldeck {

BOOST_AUTO_TEST_SUITE(plugin_id)

BOOST_AUTO_TEST_CASE(a_plugin_name_is_one_safe_path_segment) {
    for (const char* good : {"a", "A1", "my-plugin_2.0", "0x"}) BOOST_TEST(is_plugin_name(good), good);
    for (const char* bad : {"", ".a", "-a", "_a", "a..b", "a/b", "a b", "a\\b", "\u00e9", "a@b", "a:b"}) {
        BOOST_TEST(!is_plugin_name(bad), bad);
    }
    BOOST_TEST(is_plugin_name(std::string(128, 'a')));
    BOOST_TEST(!is_plugin_name(std::string(129, 'a')));
}

BOOST_AUTO_TEST_CASE(a_plugin_id_is_two_names) {
    for (const char* good : {"a@b", "my-plugin_2.0@shop"}) BOOST_TEST(is_plugin_id(good), good);
    for (const char* bad : {"", "@", "a", "a@", "@b", "a@b@c", "a@../b", "a b@c"}) BOOST_TEST(!is_plugin_id(bad), bad);
    BOOST_TEST(name_half("a@b") == "a");
    BOOST_TEST(market_half("a@b") == "b");
    BOOST_TEST(name_half("a") == "a");
    BOOST_TEST(market_half("a") == "a");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
