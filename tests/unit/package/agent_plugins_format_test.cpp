// SPDX-License-Identifier: Apache-2.0
// Agent Plugins 1.0.0 as a whole; each rule of it is agent_plugins_rules_test.cpp and agent_plugins_servers_test.cpp.
#include "package/codes.hpp"
#include "package_fixture.hpp"

namespace skilldeck::test {

BOOST_AUTO_TEST_SUITE(agent_plugins)

BOOST_AUTO_TEST_CASE(a_whole_plugin_is_read) {
    const auto package = must_read(Path(FIXTURES) / "packages/agent-plugins");
    BOOST_TEST(package.version == "0.3.0");
    BOOST_TEST(package.author == "A. Cook");
    BOOST_TEST(package.keywords == Names{"food"});
    BOOST_TEST(names_of(package.skills) == Names{"boil"});
    BOOST_TEST(servers_of(package) == Names{"oven"});
    BOOST_TEST(package.commands.empty());
    BOOST_TEST(codes_of(package.diagnostics) == std::vector<Code>{code::package_part_foreign},
               boost::test_tools::per_element());  // its commands
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
