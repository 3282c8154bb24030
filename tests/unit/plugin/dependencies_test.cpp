// SPDX-License-Identifier: Apache-2.0
// Which need is met by what, who needs a plugin, and what would have to be switched on.
#include "plugin/dependencies.hpp"
#include "plugin_deck.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

namespace skilldeck::test {

namespace {

using Names = std::vector<std::string>;

Names ids(const std::vector<const Plugin*>& plugins) {
    Names names;
    for (const auto* plugin : plugins) names.push_back(plugin->id());
    return names;
}

Names states(const PluginSet& set, std::string_view id) {
    Names names;
    for (const auto& state : dependency_states(*set.find(id), set.plugins())) {
        names.push_back(state.id + " " + std::string(dependency_word(state.kind)));
    }
    return names;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(plugin_dependencies)

BOOST_AUTO_TEST_CASE(each_need_has_its_state) {
    PluginDeck deck;
    deck.add("app",
             R"("dependencies": ["base", {"name": "lib", "version": "^2.0.0"}, {"name": "lib", "version": "^1.0.0"},
                       "off", "absent", "base@other"])");
    deck.add("base");
    deck.add("lib");
    deck.add("off");
    deck.setting(Scope::user, R"({"enabledPlugins": {"off@m": false}})");
    const auto set = deck.read();
    const Names expected{"base@m met",     "lib@m other-version", "lib@m met",
                         "off@m disabled", "absent@m missing",    "base@other missing"};
    BOOST_TEST(states(*set, "app@m") == expected, boost::test_tools::per_element());
    BOOST_TEST(ids(needed_by(*set->find("base@m"), set->plugins())) == Names{"app@m"},
               boost::test_tools::per_element());
    BOOST_TEST(needed_by(*set->find("off@m"), set->plugins()).empty());
    BOOST_TEST(ids(needed_and_off(*set->find("app@m"), set->plugins())) == Names{"off@m"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_copy_of_the_command_line_meets_every_version) {
    PluginDeck deck;
    deck.add("app", R"("dependencies": [{"name": "lib", "version": "^9.0.0"}])");
    deck.add_copy("lib");
    const auto set = deck.read();
    BOOST_TEST(states(*set, "app@m") == Names{"lib@m met"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_off_is_found_through_what_is_off_and_a_circle_ends) {
    PluginDeck deck;
    deck.add("app", R"("dependencies": ["one"])");
    deck.add("one", R"("dependencies": ["two"])");
    deck.add("two", R"("dependencies": ["app", "one"])");
    deck.setting(Scope::user, R"({"enabledPlugins": {"app@m": false, "one@m": false, "two@m": false}})");
    const auto set = deck.read();
    const Names expected{"one@m", "two@m"};
    BOOST_TEST(ids(needed_and_off(*set->find("app@m"), set->plugins())) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_off_in_a_version_that_does_not_fit_is_not_to_be_switched_on) {
    PluginDeck deck;
    deck.add("app", R"("dependencies": [{"name": "lib", "version": "^2.0.0"}])");
    deck.add("lib");
    deck.setting(Scope::user, R"({"enabledPlugins": {"lib@m": false}})");
    const auto set = deck.read();
    BOOST_TEST(states(*set, "app@m") == Names{"lib@m other-version"}, boost::test_tools::per_element());
    BOOST_TEST(needed_and_off(*set->find("app@m"), set->plugins()).empty());
}

BOOST_AUTO_TEST_CASE(a_plugin_is_held_by_all_that_need_it_through_each_other) {
    PluginDeck deck;
    deck.add("base");
    deck.add("left", R"("dependencies": ["base"])");
    deck.add("right", R"("dependencies": ["base", "left"])");
    deck.add("off", R"("dependencies": ["base"])");
    deck.setting(Scope::user, R"({"enabledPlugins": {"off@m": false}})");
    const auto set = deck.read();
    const auto hold = hold_on(*set->find("base@m"), set->plugins());
    const Names chains{"left@m -> base@m", "right@m -> base@m"};
    BOOST_TEST(hold.chains == chains, boost::test_tools::per_element());
    BOOST_TEST(hold.outermost == "right@m");
    BOOST_TEST(hold_on(*set->find("right@m"), set->plugins()).chains.empty());
    BOOST_TEST(hold_on(*set->find("off@m"), set->plugins()).outermost.empty());
}

BOOST_AUTO_TEST_CASE(a_circle_holds_each_of_its_plugins_and_ends) {
    PluginDeck deck;
    deck.add("one", R"("dependencies": ["two"])");
    deck.add("two", R"("dependencies": ["one"])");
    const auto set = deck.read();
    const auto hold = hold_on(*set->find("one@m"), set->plugins());
    BOOST_TEST(hold.chains == Names{"two@m -> one@m"}, boost::test_tools::per_element());
    BOOST_TEST(hold.outermost == "two@m");
}

BOOST_AUTO_TEST_CASE(a_copy_of_the_command_line_holds_nothing_back) {
    PluginDeck deck;
    deck.add("app", R"("dependencies": ["lib"])");
    deck.add("lib");
    deck.add_copy("lib");
    const auto set = deck.read();
    BOOST_TEST(hold_on(*set->find("lib@m"), set->plugins()).chains.empty());
}

BOOST_AUTO_TEST_CASE(an_explanation_says_both_ways) {
    PluginDeck deck;
    deck.add("app", R"("dependencies": [{"name": "lib", "version": "^1.0.0"}, "absent"])");
    deck.add("lib");
    const auto set = deck.read();
    const auto explained = [&](const char* id) {
        std::string text;
        JsonWriter json(text);
        write_plugin_explanation(json, *set, *set->find(id), NothingLoaded());
        return boost::json::parse(text).as_object();
    };
    const auto app = explained("app@m");
    const auto wanted = boost::json::parse(R"([{"id": "lib@m", "range": "^1.0.0", "state": "met", "version": "1.0.0"},
                                              {"id": "absent@m", "state": "missing"}])");
    BOOST_TEST((app.at("dependencies") == wanted));
    BOOST_TEST(app.at("neededBy").as_array().empty());
    BOOST_TEST(app.at("diagnostics").at(0).at("code") == "plugin-dependency-missing");
    BOOST_TEST(explained("lib@m").at("neededBy").at(0) == "app@m");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
