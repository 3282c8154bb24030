// SPDX-License-Identifier: Apache-2.0
// From installed plugins to what they contribute.
#include "plugin_deck.hpp"

#include "plugin/codes.hpp"
#include "settings/codes.hpp"

#include <boost/test/unit_test.hpp>

using namespace skilldeck;
using test::PluginDeck;
using test::reports;

BOOST_AUTO_TEST_SUITE(plugin_registry)

BOOST_AUTO_TEST_CASE(an_enabled_plugin_contributes_with_its_origin) {
    PluginDeck deck;
    deck.add("tools");
    deck.file("tools", "skills/review/SKILL.md", "# Review\n");
    deck.file("tools", "commands/db/migrate.md", "Migrate\n");
    deck.file("tools", "hooks/hooks.json", test::kHookFile);
    deck.file("tools", ".mcp.json", test::kServerFile);
    const auto set = deck.read();
    const auto& found = set->contributions();
    BOOST_TEST_REQUIRE(found.skills.size() == 2U);
    BOOST_CHECK(found.skills[0].kind == SkillSource::Kind::directory);
    BOOST_TEST(found.skills[0].name == "review");
    BOOST_TEST(found.skills[0].path.filename() == Path("SKILL.md"));
    BOOST_TEST(found.skills[0].name_prefix == "tools");
    BOOST_TEST(found.skills[0].qualified_origin == "m");
    BOOST_TEST(found.skills[0].plugin_data == deck.world.data_root / "tools-m");
    BOOST_CHECK(found.skills[0].origin.loaded_from == LoadedFrom::plugin);
    BOOST_TEST(found.skills[0].origin.plugin == "tools@m");
    BOOST_CHECK(found.skills[1].kind == SkillSource::Kind::command);
    BOOST_TEST(found.skills[1].name == "db:migrate");
    BOOST_TEST_REQUIRE(found.hooks.size() == 1U);
    BOOST_TEST(found.hooks[0].plugin_root == set->plugins()[0].package->root);
    BOOST_TEST_REQUIRE(found.mcp_servers.size() == 1U);
    BOOST_TEST(found.mcp_servers[0].name == "db");
    BOOST_TEST(deck.made.empty());
}

BOOST_AUTO_TEST_CASE(nothing_of_a_disabled_plugin_is_active) {
    PluginDeck deck;
    deck.add("tools");
    deck.file("tools", "skills/review/SKILL.md", "# Review\n");
    deck.file("tools", "hooks/hooks.json", test::kHookFile);
    deck.file("tools", ".mcp.json", test::kServerFile);
    deck.setting(Scope::user, R"({"enabledPlugins": {"tools@m": false}})");
    const auto set = deck.read();
    BOOST_TEST(set->contributions().skills.empty());
    BOOST_TEST(set->contributions().hooks.empty());
    BOOST_TEST(set->contributions().mcp_servers.empty());
    const auto names = contribution_names(set->plugins()[0]);
    BOOST_TEST(names.skills.size() == 1U);
    BOOST_TEST(names.hooks.at("Stop") == 1U);
}

BOOST_AUTO_TEST_CASE(strict_packages_skips_a_skill_that_the_standard_of_its_package_refuses) {
    PluginDeck deck;
    deck.add("tools");
    std::filesystem::remove_all(deck.directory.path() / "m/tools/.claude-plugin");
    deck.file("tools", "plugin.json",
              R"({"$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json", "name": "tools"})");
    deck.file("tools", "skills/sound/SKILL.md", "---\nname: sound\ndescription: d\n---\n");
    deck.file("tools", "skills/odd/SKILL.md", "No front matter\n");
    BOOST_TEST(deck.read()->contributions().skills.size() == 2U);
    deck.setting(Scope::user, R"({"strictPackages": true})");
    const auto set = deck.read();
    BOOST_TEST_REQUIRE(set->contributions().skills.size() == 1U);
    BOOST_TEST(set->contributions().skills[0].name == "sound");
}

BOOST_AUTO_TEST_CASE(entry_default_beats_manifest_default) {
    PluginDeck deck;
    deck.add("off", R"("defaultEnabled": false)");
    auto& both = deck.add("both", R"("defaultEnabled": false)");
    both.entry = PackageEntry{.name = "both",
                              .fields = {{"name", "both"}, {"source", "./both"}, {"defaultEnabled", true}},
                              .file = "/market.json"};
    deck.add("plain");
    const auto set = deck.read();
    BOOST_TEST(!set->find("off@m")->enabled());
    BOOST_CHECK(set->find("off@m")->enablement.decided_by == DecidedBy::manifest);
    BOOST_TEST(set->find("both@m")->enabled());
    BOOST_CHECK(set->find("both@m")->enablement.decided_by == DecidedBy::entry);
    BOOST_CHECK(set->find("plain@m")->enablement.decided_by == DecidedBy::system_default);
}

BOOST_AUTO_TEST_CASE(a_broken_plugin_stays_listed_and_takes_no_neighbour_along) {
    PluginDeck deck;
    deck.add("broken");
    deck.file("broken", ".claude-plugin/plugin.json", "{\"name\": ");
    auto& gone = deck.add("gone");
    gone.path = deck.directory.path() / "nowhere";
    deck.add("fine");
    deck.file("fine", "skills/s/SKILL.md", "text\n");
    const auto set = deck.read();
    BOOST_TEST(set->plugins().size() == 3U);
    for (const auto* id : {"broken@m", "gone@m"}) {
        const auto* plugin = set->find(id);
        BOOST_TEST_REQUIRE(plugin != nullptr);
        BOOST_TEST(!plugin->active());
        BOOST_TEST(plugin->enabled());
        BOOST_TEST_REQUIRE(!plugin->diagnostics.empty());
        BOOST_TEST(plugin->diagnostics[0].plugin == id);
    }
    BOOST_TEST(set->contributions().skills.size() == 1U);
}

BOOST_AUTO_TEST_CASE(for_work_only_enabled_plugins_are_read) {
    PluginDeck deck;
    deck.add("off");
    deck.add("on");
    deck.setting(Scope::user, R"({"enabledPlugins": {"off@m": false}})");
    const auto set = deck.read(PluginDepth::enabled_only);
    BOOST_TEST(!set->find("off@m")->package.has_value());
    BOOST_TEST(set->find("off@m")->diagnostics.empty());
    BOOST_TEST(set->find("on@m")->active());
}

BOOST_AUTO_TEST_CASE(a_plugin_has_the_rights_of_the_place_that_enabled_it) {
    for (const bool trusted : {false, true}) {
        PluginDeck deck;
        deck.project_trusted = trusted;
        deck.add("tools").scope = "project";
        deck.file("tools", "skills/s/SKILL.md", "text\n");
        deck.file("tools", "hooks/hooks.json", test::kHookFile);
        deck.file("tools", ".mcp.json", test::kServerFile);
        const auto set = deck.read();
        const auto& plugin = set->plugins()[0];
        BOOST_CHECK(plugin.origin.scope == Scope::project);
        BOOST_TEST(plugin.origin.trusted == trusted);
        BOOST_TEST(set->contributions().skills.size() == 1U);
        BOOST_TEST(set->contributions().hooks.size() == (trusted ? 1U : 0U));
        BOOST_TEST(set->contributions().mcp_servers.size() == (trusted ? 1U : 0U));
        BOOST_TEST(plugin.refused.size() == (trusted ? 0U : 2U));
        if (!trusted) BOOST_TEST(plugin.refused[0].why == "the workspace is not trusted");
    }
}

BOOST_AUTO_TEST_CASE(a_plugin_linked_from_inside_the_project_is_the_projects_whoever_enabled_it) {
    PluginDeck deck;
    std::filesystem::create_directories(deck.world.project_dir);
    auto& plugin = deck.add("tools");
    const auto inside = deck.world.project_dir / "tools";
    std::filesystem::rename(plugin.path, inside);
    plugin.path = inside;
    plugin.linked = true;
    deck.directory.write("project/tools/hooks/hooks.json", test::kHookFile);
    deck.setting(Scope::user, R"({"enabledPlugins": {"tools@m": true}})");
    const auto set = deck.read();
    BOOST_CHECK(set->plugins()[0].enablement.decided_by == DecidedBy::user);
    BOOST_CHECK(set->plugins()[0].origin.scope == Scope::project);
    BOOST_TEST(set->contributions().hooks.empty());
}

BOOST_AUTO_TEST_CASE(stopped_hooks_are_refused_with_the_setting_that_stops_them) {
    PluginDeck deck;
    deck.add("tools");
    deck.file("tools", "hooks/hooks.json", test::kHookFile);
    deck.add("forced");
    deck.file("forced", "hooks/hooks.json", test::kHookFile);
    deck.setting(Scope::managed, R"({"allowManagedHooksOnly": true, "enabledPlugins": {"forced@m": true}})");
    const auto set = deck.read();
    BOOST_TEST_REQUIRE(set->contributions().hooks.size() == 1U);
    BOOST_TEST(set->contributions().hooks[0].origin.plugin == "forced@m");
    BOOST_TEST_REQUIRE(set->find("tools@m")->refused.size() == 1U);
    BOOST_TEST(set->find("tools@m")->refused[0].what == "hook Stop[0].hooks[0]");
    BOOST_TEST(set->find("tools@m")->refused[0].why.starts_with("allowManagedHooksOnly in "));
}

BOOST_AUTO_TEST_CASE(a_plugin_dir_copy_stands_in_for_the_installed_plugin_of_its_name) {
    PluginDeck deck;
    deck.add("tools");
    deck.file("tools", "skills/s/SKILL.md", "text\n");
    deck.add_copy("tools");
    const auto set = deck.read();
    BOOST_TEST(set->find("tools@m")->replaced_by == "tools@inline");
    BOOST_TEST(set->find("tools@m")->enabled());
    BOOST_TEST(reports(*set->find("tools@m"), code::plugin_replaced));
    BOOST_TEST(set->find("tools@inline")->active());
    BOOST_TEST(set->contributions().skills.empty());
    BOOST_TEST(set->named("tools").size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_copy_that_is_switched_off_or_broken_stands_in_for_nobody) {
    PluginDeck off;
    off.add("tools");
    off.add_copy("tools");
    off.setting(Scope::user, R"({"enabledPlugins": {"tools@inline": false}})");
    BOOST_TEST(off.read()->find("tools@m")->active());
    PluginDeck broken;
    broken.add("tools");
    broken.add_copy("tools");
    broken.directory.write("inline/tools/.claude-plugin/plugin.json", "{");
    BOOST_TEST(broken.read()->find("tools@m")->active());
}

BOOST_AUTO_TEST_CASE(a_plugin_that_managed_settings_name_is_not_replaced) {
    for (const auto* word : {"true", "false"}) {
        PluginDeck deck;
        deck.add("tools");
        deck.add_copy("tools");
        deck.setting(Scope::managed, R"({"enabledPlugins": {"tools@m": )" + std::string(word) + "}}");
        const auto set = deck.read();
        BOOST_TEST(set->find("tools@m")->replaced_by.empty());
        const auto& copy = *set->find("tools@inline");
        BOOST_TEST(!copy.active());
        BOOST_TEST(!copy.availability.available);
        BOOST_TEST(reports(copy, code::plugin_locked));
        BOOST_TEST(!copy.refused.empty());
    }
}

BOOST_AUTO_TEST_CASE(of_two_copies_of_one_name_the_first_is_used) {
    PluginDeck deck;
    deck.add_copy("tools");
    auto& second = deck.add_copy("tools");
    second.version = "2.0.0";
    const auto set = deck.read();
    BOOST_TEST(set->plugins()[0].active());
    BOOST_TEST(!set->plugins()[1].active());
}

BOOST_AUTO_TEST_CASE(managed_settings_can_forbid_plugin_dir) {
    PluginDeck deck;
    deck.add("tools");
    deck.add_copy("tools");
    deck.setting(Scope::managed, R"({"disableSideloadFlags": true})");
    const auto set = deck.read();
    BOOST_TEST(!set->find("tools@inline")->active());
    BOOST_TEST(reports(*set->find("tools@inline"), code::plugin_sideload_disabled));
    BOOST_TEST(set->find("tools@m")->active());
}

BOOST_AUTO_TEST_CASE(marketplace_policy_is_held_against_what_is_installed_already) {
    PluginDeck deck;
    deck.add("good");
    deck.add("bad", {}, "other");
    deck.add("lost", {}, "unknown");
    deck.add_copy("session");
    deck.marketplaces = {{"m", {{"kind", "directory"}, {"path", "/srv/m"}}},
                         {"other", {{"kind", "directory"}, {"path", "/srv/other"}}}};
    deck.setting(Scope::managed, R"({"strictKnownMarketplaces": [{"source": "directory", "path": "/srv/m"}]})");
    const auto set = deck.read();
    BOOST_TEST(set->find("good@m")->active());
    BOOST_TEST(set->find("session@inline")->active());
    for (const auto* id : {"bad@other", "lost@unknown"}) {
        BOOST_TEST(!set->find(id)->availability.available);
        BOOST_TEST(reports(*set->find(id), code::marketplace_not_known));
    }
}

BOOST_AUTO_TEST_CASE(a_dependency_that_is_not_there_is_reported) {
    PluginDeck deck;
    deck.add("app", R"("dependencies": ["base", {"name": "lib", "version": "^2.0.0"}, "off", "absent"])");
    deck.add("base");
    deck.add("lib");
    deck.add("off");
    deck.setting(Scope::user, R"({"enabledPlugins": {"off@m": false}})");
    const auto set = deck.read();
    std::vector<std::string> messages, hints;
    for (const auto& found : set->find("app@m")->diagnostics) {
        if (found.code == code::plugin_dependency_missing) messages.push_back(found.message);
        if (found.code == code::plugin_dependency_missing) hints.push_back(found.hint.substr(0, found.hint.find(':')));
    }
    const std::vector<std::string> expected{"needs the plugin lib@m, which is installed as 1.0.0, wanted ^2.0.0",
                                            "needs the plugin off@m, which is disabled",
                                            "needs the plugin absent@m, which is not installed"};
    BOOST_TEST(messages == expected, boost::test_tools::per_element());
    const std::vector<std::string> mends{"bring both up to date", "enable it", "install it"};
    BOOST_TEST(hints == mends, boost::test_tools::per_element());
    BOOST_TEST(set->find("app@m")->active());
}

BOOST_AUTO_TEST_CASE(a_builtin_plugin_counts_as_bundled) {
    PluginDeck deck;
    auto& plugin = deck.add("core", {}, "builtin");
    plugin.place = PluginPlace::builtin;
    deck.directory.write("builtin/core/skills/s/SKILL.md", "text\n");
    const auto set = deck.read();
    BOOST_TEST_REQUIRE(set->contributions().skills.size() == 1U);
    BOOST_CHECK(set->contributions().skills[0].origin.loaded_from == LoadedFrom::bundled);
}

BOOST_AUTO_TEST_SUITE_END()
