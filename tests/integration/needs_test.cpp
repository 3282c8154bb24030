// SPDX-License-Identifier: Apache-2.0
// Plugins that need each other, a project that pins them, and a store that is tidied up, as a person sees it.
#include "deck.hpp"

#include <unistd.h>
#include <boost/test/unit_test.hpp>

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

/// `app` needs `lib`, which needs `base`; `lib` brings a hook.
class NeedyDeck : public Deck {
public:
    NeedyDeck() {
        write("shop/.claude-plugin/marketplace.json",
              R"({"name": "shop", "owner": {"name": "o"}, "plugins": [{"name": "app", "source": "./app"},
                  {"name": "lib", "source": "./lib"}, {"name": "base", "source": "./base"}]})");
        offer("app", "1.0.0", R"({"name": "lib", "version": "^1.0.0"})");
        offer("lib", "1.2.0", R"("base")");
        offer("base", "1.0.0", "");
        write("shop/lib/hooks/hooks.json",
              R"({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}})");
        BOOST_TEST_REQUIRE(run({"marketplace", "add", (path() / "shop").string()}).status == 0);
    }
    void offer(const std::string& name, const std::string& version, const std::string& needs) const {
        write("shop/" + name + "/.claude-plugin/plugin.json",
              R"({"name": ")" + name + R"(", "version": ")" + version + R"(", "dependencies": [)" + needs + "]}");
        write("shop/" + name + "/skills/do/SKILL.md", skill_text("do", "Does it", "Done by " + version + ".\n"));
    }
    [[nodiscard]] bool is_on(std::string_view id) const { return plugin(id).at("enabled").as_bool(); }
};

Names codes(const boost::json::value& diagnostics) {
    Names names;
    for (const auto& one : diagnostics.as_array()) names.emplace_back(one.at("code").as_string());
    return names;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(needs)

BOOST_AUTO_TEST_CASE(an_install_brings_what_is_needed_and_says_what_that_does) {
    const NeedyDeck deck;
    const auto installed = deck.run({"plugin", "install", "app@shop", "--json"});
    BOOST_TEST_REQUIRE(installed.status == 0, installed.all());
    const auto action = installed.json();
    const auto expected = boost::json::parse(R"([{"id": "lib@shop", "version": "1.2.0", "outcome": "installed"},
                                                {"id": "base@shop", "version": "1.0.0", "outcome": "installed"}])");
    BOOST_TEST((action.at("dependencies") == expected), installed.all());
    BOOST_TEST(contains(std::string(action.at("message").as_string()),
                        "with lib@shop 1.2.0, base@shop 1.0.0; lib@shop brings 1 hook"),
               installed.all());
    for (const auto* id : {"app@shop", "lib@shop", "base@shop"}) {
        BOOST_TEST(deck.is_on(id), id);
        BOOST_TEST(deck.plugin(id).at("decidedBy") == "user");
    }
    BOOST_TEST(deck.run({"doctor"}).status == 0);
}

BOOST_AUTO_TEST_CASE(what_cannot_come_is_named_and_nothing_is_installed) {
    const NeedyDeck deck;
    deck.offer("base", "1.0.0", R"("gone")");
    const auto refused = deck.run({"plugin", "install", "app@shop"});
    BOOST_TEST(refused.status == 1);
    BOOST_TEST(contains(refused.err, "error: base@shop needs gone@shop, which cannot be installed"), refused.all());
    BOOST_TEST(deck.run({"plugin", "list", "--json"}).json().as_array().empty());
    BOOST_TEST(!fs::exists(deck.config() / "settings.json"));
}

BOOST_AUTO_TEST_CASE(what_is_needed_stays_on_and_who_needs_it_is_named) {
    const NeedyDeck deck;
    deck.run({"plugin", "install", "app@shop"});
    const auto held = deck.run({"plugin", "disable", "base@shop"});
    BOOST_TEST(held.status == 1);
    BOOST_TEST(contains(held.err, "base@shop stays enabled, as others need it: app@shop -> lib@shop -> base@shop"),
               held.all());
    BOOST_TEST(contains(held.err, "disable first what needs it: skilldeck plugin disable app@shop"), held.all());
    const auto said = deck.run({"plugin", "disable", "lib@shop", "--json"});
    BOOST_TEST(said.status == 1);
    BOOST_TEST(said.json().at("error").at("code") == "plugin-held-by-need", said.all());
    for (const auto* id : {"app@shop", "lib@shop", "base@shop"}) BOOST_TEST(deck.is_on(id), id);

    for (const auto* id : {"app@shop", "lib@shop", "base@shop"}) {
        const auto off = deck.run({"plugin", "disable", id});
        BOOST_TEST(off.status == 0, off.all());
        BOOST_TEST(off.err.empty(), off.err);
    }
    const auto on = deck.run({"plugin", "enable", "app@shop", "--json"});
    BOOST_TEST(on.status == 0, on.all());
    const auto action = on.json();
    BOOST_TEST(contains(std::string(action.at("message").as_string()), "and what it needs: lib@shop, base@shop"),
               on.all());
    BOOST_TEST(action.at("dependencies").as_array().size() == 2U);
    BOOST_TEST(action.at("dependencies").at(0).at("outcome") == "enabled");
    for (const auto* id : {"app@shop", "lib@shop", "base@shop"}) BOOST_TEST(deck.is_on(id), id);
    BOOST_TEST(deck.run({"plugin", "enable", "app@shop", "--json"}).json().at("outcome") == "already");

    const auto all = deck.run({"plugin", "disable", "--all"});
    BOOST_TEST(all.status == 0, all.all());
    for (const auto* id : {"app@shop", "lib@shop", "base@shop"}) BOOST_TEST(!deck.is_on(id), id);
}

BOOST_AUTO_TEST_CASE(a_session_keeps_on_what_is_needed_too) {
    const NeedyDeck deck;
    deck.run({"plugin", "install", "app@shop"});
    const auto held = deck.session({"/plugin disable base@shop", "/exit"});
    BOOST_TEST(contains(held.all(), "app@shop -> lib@shop -> base@shop"), held.all());
    BOOST_TEST(deck.is_on("base@shop"));
}

BOOST_AUTO_TEST_CASE(a_copy_of_the_command_line_frees_the_installed_one) {
    const NeedyDeck deck;
    deck.run({"plugin", "install", "app@shop"});
    const auto off = deck.run({"plugin", "disable", "base@shop", "--plugin-dir", (deck.path() / "shop/base").string()});
    BOOST_TEST(off.status == 0, off.all());
}

BOOST_AUTO_TEST_CASE(a_need_that_settings_leave_unmet_is_said_and_the_rest_goes_on) {
    const NeedyDeck deck;
    deck.run({"plugin", "install", "app@shop"});
    deck.write("home/.skilldeck/settings.json",
               R"({"enabledPlugins": {"app@shop": true, "lib@shop": true, "base@shop": false}})");
    BOOST_TEST(deck.is_on("lib@shop"));
    const auto explained = deck.run({"plugin", "explain", "lib@shop"});
    BOOST_TEST(contains(explained.out, "needs base@shop: disabled"), explained.all());
    BOOST_TEST(contains(explained.out, "needed by app@shop"), explained.all());
    const auto problems = deck.run({"doctor", "--json"}).json().at("findings");
    BOOST_TEST(codes(problems) == Names{"plugin-dependency-missing"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_needs_something_that_is_not_there_is_not_enabled) {
    const NeedyDeck deck;
    deck.run({"plugin", "install", "app@shop"});
    deck.run({"plugin", "disable", "--all"});
    deck.run({"plugin", "uninstall", "base@shop"});
    const auto missing = deck.run({"plugin", "enable", "app@shop"});
    BOOST_TEST(missing.status == 1);
    BOOST_TEST(contains(missing.err, "lib@shop needs base@shop, which is not installed"), missing.all());
    BOOST_TEST(contains(missing.err, "install it: skilldeck plugin install base@shop"), missing.all());
    for (const auto* id : {"app@shop", "lib@shop"}) BOOST_TEST(!deck.is_on(id), id);
    const auto given = deck.run({"plugin", "enable", "app@shop", "--plugin-dir", (deck.path() / "shop/base").string()});
    BOOST_TEST(given.status == 0, given.all());
    deck.run({"plugin", "disable", "--all"});

    // What nobody needs while it is off may move; then it does not fit any more.
    deck.run({"plugin", "install", "base@shop"});
    deck.offer("lib", "2.0.0", R"("base")");
    BOOST_TEST(deck.run({"plugin", "update", "lib@shop"}).status == 0);
    const auto other = deck.run({"plugin", "enable", "app@shop", "--json"});
    BOOST_TEST(other.status == 1);
    BOOST_TEST(other.json().at("error").at("code") == "plugin-need-unmet", other.all());
    BOOST_TEST(contains(other.err, "app@shop needs lib@shop in version ^1.0.0, which is installed as 2.0.0"),
               other.all());
    BOOST_TEST(!deck.is_on("app@shop"));
}

BOOST_AUTO_TEST_CASE(uninstalling_names_who_needs_it) {
    const NeedyDeck deck;
    deck.run({"plugin", "install", "app@shop"});
    const auto gone = deck.run({"plugin", "uninstall", "lib@shop"});
    BOOST_TEST(gone.status == 0);
    BOOST_TEST(contains(gone.err, "warning: lib@shop is needed by app@shop, and is not installed"), gone.all());
    const auto alone = deck.run({"plugin", "uninstall", "app@shop"});
    BOOST_TEST(!contains(alone.err, "needed by"), alone.all());
}

BOOST_AUTO_TEST_CASE(no_version_comes_that_an_enabled_plugin_does_not_take) {
    const NeedyDeck deck;
    deck.run({"plugin", "install", "app@shop"});
    deck.offer("lib", "2.0.0", R"("base")");
    deck.offer("base", "1.1.0", "");
    const auto alone = deck.run({"plugin", "update", "lib@shop"});
    BOOST_TEST(alone.status == 1, alone.all());
    BOOST_TEST(
        contains(alone.err, "lib@shop stays at 1.2.0: app@shop needs it in version ^1.0.0, and it would be 2.0.0"),
        alone.all());
    BOOST_TEST(contains(alone.err, "skilldeck plugin disable app@shop"), alone.all());
    const auto all = deck.run({"plugin", "update", "--json"});
    BOOST_TEST(all.status == 1, all.all());
    Names outcomes;
    const auto answer = all.json();
    for (const auto& one : answer.as_array())
        outcomes.push_back(std::string(one.at("id").as_string()) + " " + std::string(one.at("outcome").as_string()));
    BOOST_TEST(outcomes == (Names{"app@shop already", "base@shop done", "lib@shop failed"}),
               boost::test_tools::per_element());
    BOOST_TEST(deck.plugin("lib@shop").at("version") == "1.2.0");
    const auto by_name = deck.run({"plugin", "install", "lib@shop", "--version", "2.0.0"});
    BOOST_TEST(by_name.status == 1);
    BOOST_TEST(contains(by_name.err, "app@shop needs it in version ^1.0.0"), by_name.all());

    deck.run({"plugin", "disable", "app@shop"});
    BOOST_TEST(deck.run({"plugin", "update", "lib@shop"}).status == 0);
    BOOST_TEST(deck.run({"plugin", "rollback", "lib@shop"}).status == 0);
    const auto absent = deck.run({"plugin", "install", "lib@shop", "--version", "3.0.0"});
    BOOST_TEST(absent.status == 1);
    BOOST_TEST(contains(absent.err, "has version 2.0.0, 1.2.0 (stored), not 3.0.0"), absent.all());
}

BOOST_AUTO_TEST_CASE(an_update_of_all_moves_those_together_that_take_each_other) {
    const NeedyDeck deck;
    deck.run({"plugin", "install", "app@shop"});
    deck.offer("app", "2.0.0", R"({"name": "lib", "version": "^2.0.0"})");
    deck.offer("lib", "2.0.0", R"("base")");
    for (const auto* id : {"app@shop", "lib@shop"}) {
        const auto alone = deck.run({"plugin", "update", id});
        BOOST_TEST(alone.status == 1, alone.all());
        BOOST_TEST(contains(alone.err, "in one go"), alone.all());
    }
    const auto all = deck.run({"plugin", "update", "--json"});
    BOOST_TEST(all.status == 0, all.all());
    BOOST_TEST(all.json().as_array().size() == 3U, all.all());
    for (const auto* id : {"app@shop", "lib@shop"}) BOOST_TEST(deck.plugin(id).at("version") == "2.0.0", id);
    BOOST_TEST(deck.run({"doctor"}).status == 0);

    const auto held = deck.run({"plugin", "rollback", "lib@shop"});
    BOOST_TEST(held.status == 1);
    BOOST_TEST(contains(held.err, "lib@shop stays at 2.0.0: app@shop needs it in version ^2.0.0"), held.all());
    BOOST_TEST(deck.run({"plugin", "rollback", "app@shop"}).status == 0);
    const auto back = deck.run({"plugin", "rollback", "lib@shop"});
    BOOST_TEST(back.status == 0, back.all());
}

BOOST_AUTO_TEST_CASE(a_lock_moves_those_together_that_it_pins_together) {
    const NeedyDeck deck;
    deck.run({"plugin", "install", "app@shop"});
    deck.offer("app", "2.0.0", R"({"name": "lib", "version": "^2.0.0"})");
    deck.offer("lib", "2.0.0", R"("base")");
    BOOST_TEST(deck.run({"plugin", "update"}).status == 0);
    BOOST_TEST(deck.run({"lock"}).status == 0);
    for (const auto* id : {"app@shop", "lib@shop"}) BOOST_TEST(deck.run({"plugin", "rollback", id}).status == 0);
    const auto alone = deck.run({"plugin", "install", "lib@shop", "--frozen"});
    BOOST_TEST(alone.status == 1);
    BOOST_TEST(contains(alone.err, "skilldeck plugin update --frozen"), alone.all());
    const auto all = deck.run({"plugin", "update", "--frozen"});
    BOOST_TEST(all.status == 0, all.all());
    BOOST_TEST(deck.run({"lock", "--frozen"}).status == 0);
}

BOOST_AUTO_TEST_CASE(what_policy_fixes_stays_as_it_is_whoever_needs_it) {
    if (::geteuid() != 0) {
        BOOST_TEST_MESSAGE("SKIP: managed files must be root's");
        return;
    }
    NeedyDeck deck;
    deck.run({"plugin", "install", "app@shop"});
    deck.options = {"--managed-dir", (deck.path() / "policy").string()};
    deck.write("policy/settings.json", R"({"enabledPlugins": {"lib@shop": true}})");
    const auto forced = deck.run({"plugin", "disable", "lib@shop", "--json"});
    BOOST_TEST(forced.status == 3, forced.all());
    BOOST_TEST(forced.json().at("error").at("code") == "plugin-state-held", forced.all());
    deck.run({"plugin", "disable", "--all"});
    BOOST_TEST(deck.is_on("lib@shop"));
    BOOST_TEST(!deck.is_on("base@shop"));

    deck.write("policy/settings.json", R"({"enabledPlugins": {"lib@shop": false}})");
    const auto unmet = deck.run({"plugin", "enable", "app@shop"});
    BOOST_TEST(unmet.status == 1, unmet.all());
    BOOST_TEST(contains(unmet.err, "app@shop needs lib@shop in version ^1.0.0, which is disabled"), unmet.all());
    BOOST_TEST(!deck.is_on("app@shop"));
}

BOOST_AUTO_TEST_CASE(a_lock_holds_what_a_project_has) {
    const NeedyDeck deck;
    const auto none = deck.run({"lock", "--frozen", "--json"});
    BOOST_TEST(none.status == 1);
    BOOST_TEST(none.json().at("error").at("code") == "lock-missing");
    deck.run({"plugin", "install", "app@shop"});
    const auto locked = deck.run({"lock", "--json"});
    BOOST_TEST_REQUIRE(locked.status == 0, locked.all());
    const auto lock = locked.json();
    BOOST_TEST(lock.at("ok") == true);
    Names entries;
    for (const auto& one : lock.at("entries").as_array()) {
        entries.push_back(std::string(one.at("id").as_string()) + " " + std::string(one.at("version").as_string()));
        BOOST_TEST(one.at("digest").as_string().size() == 64U);
    }
    BOOST_TEST(entries == (Names{"app@shop 1.0.0", "base@shop 1.0.0", "lib@shop 1.2.0"}),
               boost::test_tools::per_element());
    BOOST_TEST(deck.run({"lock", "--frozen"}).status == 0);

    deck.offer("lib", "1.3.0", R"("base")");
    const auto held = deck.run({"plugin", "update", "lib@shop", "--frozen", "--json"});
    BOOST_TEST(held.json().at("outcome") == "already", held.all());
    deck.run({"plugin", "update", "lib@shop"});
    const auto different = deck.run({"lock", "--frozen", "--json"});
    BOOST_TEST(different.status == 1);
    BOOST_TEST(different.json().at("ok") == false);
    BOOST_TEST(codes(different.json().at("differences")) == Names{"lock-version-differs"},
               boost::test_tools::per_element());
    BOOST_TEST(contains(different.err, "error: \"lib@shop\" is installed as 1.3.0, pinned as 1.2.0"), different.all());
    BOOST_TEST(contains(different.err, "hint: skilldeck plugin install lib@shop --frozen"), different.all());
    const auto seen = deck.run({"doctor", "--json"});
    BOOST_TEST(seen.status == 0, seen.all());
    BOOST_TEST(codes(seen.json().at("findings")) == Names{"lock-version-differs"}, boost::test_tools::per_element());
    const auto mended = deck.run({"plugin", "install", "lib@shop", "--frozen"});
    BOOST_TEST(mended.status == 0, mended.all());
    BOOST_TEST(deck.run({"lock", "--frozen"}).status == 0);
}

BOOST_AUTO_TEST_CASE(prune_says_what_went_and_how_much) {
    const NeedyDeck deck;
    deck.run({"plugin", "install", "base@shop"});
    BOOST_TEST(deck.run({"plugin", "prune"}).out == "nothing to remove\n");
    deck.write("home/.skilldeck/plugins/cache/shop/base/0.9.0/file", "0123456789");
    deck.write("home/.skilldeck/plugins/cache/old/tool/1.0/file", "01");
    const auto pruned = deck.run({"plugin", "prune", "--json"});
    BOOST_TEST_REQUIRE(pruned.status == 0, pruned.all());
    const auto report = pruned.json();
    BOOST_TEST(report.at("command") == "plugin prune");
    BOOST_TEST(report.at("outcome") == "done");
    BOOST_TEST(report.at("bytes") == 12);
    BOOST_TEST(report.at("removed").at(0).at("id") == "tool@old");
    BOOST_TEST(report.at("removed").at(1).at("version") == "0.9.0");
    BOOST_TEST(report.at("removed").at(1).at("bytes") == 10);
    BOOST_TEST(!fs::exists(deck.config() / "plugins/cache/old"));
    BOOST_TEST(deck.run({"plugin", "prune", "--json"}).json().at("outcome") == "already");
    BOOST_TEST(deck.run({"plugin", "list", "--json"}).json().as_array().size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
