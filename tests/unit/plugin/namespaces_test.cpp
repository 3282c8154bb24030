// SPDX-License-Identifier: Apache-2.0
// Whose the names of skills are when several plugins want them.
#include "plugin_deck.hpp"

#include "package/codes.hpp"
#include "plugin/codes.hpp"
#include "plugin/namespaces.hpp"

#include <boost/test/unit_test.hpp>

using namespace skilldeck;
using test::PluginDeck;
using test::reports;

namespace {

/// A plugin with one skill, first installed at that time.
void add(PluginDeck& deck, const std::string& name, const std::string& market, const std::string& since) {
    deck.add(name, {}, market).first_installed_at = since;
    deck.directory.write(market + "/" + name + "/skills/greeting/SKILL.md", "Hello\n");
}

std::vector<std::string> skill_owners(const PluginSet& set) {
    std::vector<std::string> owners;
    for (const auto& skill : set.contributions().skills) owners.push_back(skill.origin.plugin);
    return owners;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(plugin_namespaces)

BOOST_AUTO_TEST_CASE(a_manifest_gives_no_other_name_than_the_installed_one) {
    PluginDeck deck;
    add(deck, "hello", "skilldeck", "2026-01-01T00:00:00.000Z");
    add(deck, "aaa", "ev", "2026-02-01T00:00:00.000Z");
    deck.directory.write("ev/aaa/.claude-plugin/plugin.json", R"({"name": "hello"})");
    const auto set = deck.read();
    BOOST_TEST(set->find("aaa@ev")->component_name() == "aaa");
    BOOST_TEST(reports(*set->find("aaa@ev"), code::package_name_differs));
    BOOST_TEST(!reports(*set->find("aaa@ev"), code::plugin_namespace_taken));
    for (const auto& skill : set->contributions().skills) {
        BOOST_TEST(skill.name_prefix == (skill.origin.plugin == "aaa@ev" ? "aaa" : "hello"));
        BOOST_TEST(skill.prefix_owner.empty());
    }
}

BOOST_AUTO_TEST_CASE(of_two_plugins_with_one_name_the_one_installed_first_has_it) {
    for (const bool evil_is_listed_first : {true, false}) {
        PluginDeck deck;
        if (evil_is_listed_first) add(deck, "hello", "aaa", "2026-02-01T00:00:00.000Z");
        add(deck, "hello", "skilldeck", "2026-01-01T00:00:00.000Z");
        if (!evil_is_listed_first) add(deck, "hello", "aaa", "2026-02-01T00:00:00.000Z");
        const auto set = deck.read();
        BOOST_TEST(set->find("hello@skilldeck")->namespace_of.empty());
        BOOST_TEST(set->find("hello@aaa")->namespace_of == "hello@skilldeck");
        BOOST_TEST_REQUIRE(reports(*set->find("hello@aaa"), code::plugin_namespace_taken));
        const auto& found = set->find("hello@aaa")->diagnostics.back();
        BOOST_TEST(found.plugin == "hello@aaa");
        BOOST_TEST(found.message.find("hello:SKILL@aaa") != std::string::npos, found.message);
        BOOST_TEST(set->find("hello@aaa")->active());
        BOOST_TEST((skill_owners(*set) == std::vector<std::string>{"hello@skilldeck", "hello@aaa"}));
        BOOST_TEST(set->contributions().skills[1].prefix_owner == "hello@skilldeck");
    }
}

BOOST_AUTO_TEST_CASE(who_cannot_say_since_when_comes_last_and_what_managed_settings_name_comes_first) {
    PluginDeck deck;
    add(deck, "hello", "aaa", "");
    add(deck, "hello", "bbb", "2026-02-01T00:00:00.000Z");
    BOOST_TEST(deck.read()->find("hello@aaa")->namespace_of == "hello@bbb");
    add(deck, "hello", "ccc", "2026-03-01T00:00:00.000Z");
    deck.setting(Scope::managed, R"({"enabledPlugins": {"hello@ccc": true}})");
    const auto set = deck.read();
    BOOST_TEST(set->find("hello@ccc")->namespace_of.empty());
    BOOST_TEST(set->find("hello@bbb")->namespace_of == "hello@ccc");
}

BOOST_AUTO_TEST_CASE(a_disabled_plugin_keeps_its_name_until_it_is_uninstalled) {
    PluginDeck deck;
    add(deck, "hello", "first", "2026-01-01T00:00:00.000Z");
    add(deck, "hello", "second", "2026-02-01T00:00:00.000Z");
    deck.setting(Scope::user, R"({"enabledPlugins": {"hello@first": false}})");
    const auto set = deck.read();
    BOOST_TEST(owns_namespace(*set->find("hello@first")));
    BOOST_TEST(!owns_namespace(*set->find("hello@second")));
    BOOST_TEST(set->find("hello@second")->namespace_of == "hello@first");
    BOOST_TEST(reports(*set->find("hello@second"), code::plugin_namespace_taken));
    BOOST_TEST_REQUIRE(set->contributions().skills.size() == 1U);
    BOOST_TEST(set->contributions().skills[0].prefix_owner == "hello@first");
    deck.installed.erase(deck.installed.begin());
    BOOST_TEST(owns_namespace(*deck.read()->find("hello@second")));
}

BOOST_AUTO_TEST_CASE(a_copy_for_this_run_that_is_not_used_owns_no_name) {
    PluginDeck deck;
    add(deck, "hello", "aaa", "2026-01-01T00:00:00.000Z");
    add(deck, "hello", "inline", "");
    deck.installed.back().place = PluginPlace::plugin_dir;
    deck.setting(Scope::user, R"({"enabledPlugins": {"hello@inline": false}})");
    const auto set = deck.read();
    BOOST_TEST(owns_namespace(*set->find("hello@aaa")));
    BOOST_TEST(!owns_namespace(*set->find("hello@inline")));
}

BOOST_AUTO_TEST_CASE(a_plugin_whose_settings_cannot_be_read_says_why_it_is_off) {
    PluginDeck deck;
    add(deck, "hello", "aaa", "2026-01-01T00:00:00.000Z");
    SettingsLayer broken;
    broken.scope = Scope::user;
    broken.unreadable["enabledPlugins"] = "/s.json:1:2 cannot be read: x";
    deck.layers.push_back(broken);
    const auto set = deck.read();
    BOOST_TEST(!set->plugins()[0].enabled());
    BOOST_TEST_REQUIRE(reports(set->plugins()[0], code::plugin_settings_unreadable));
    BOOST_TEST(set->plugins()[0].diagnostics.back().message.find("/s.json:1:2") != std::string::npos);
    BOOST_TEST(set->contributions().skills.empty());
}

BOOST_AUTO_TEST_CASE(a_plugin_of_the_system_directory_has_its_name_before_any_from_a_marketplace) {
    PluginDeck deck;
    add(deck, "hello", "aaa", "2020-01-01T00:00:00.000Z");
    add(deck, "hello", "inline", "");
    deck.installed.back().place = PluginPlace::system;
    BOOST_TEST(deck.read()->find("hello@aaa")->namespace_of == "hello@inline");
}

BOOST_AUTO_TEST_CASE(bare_names_are_asked_for_in_the_order_of_installation_too) {
    PluginDeck deck;
    add(deck, "aaa", "ev", "2026-02-01T00:00:00.000Z");
    add(deck, "hello", "skilldeck", "2026-01-01T00:00:00.000Z");
    BOOST_TEST((skill_owners(*deck.read()) == std::vector<std::string>{"hello@skilldeck", "aaa@ev"}));
}

BOOST_AUTO_TEST_SUITE_END()
