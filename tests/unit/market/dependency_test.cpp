// SPDX-License-Identifier: Apache-2.0
// What a plugin needs comes with it, in one change, or the reason why not is named and nothing changes.
#include "market/codes.hpp"
#include "market_fixture.hpp"

#include <set>

namespace skilldeck::test {

namespace {

/// A marketplace whose plugins are `name version dependencies`, the last as JSON items.
struct NeedyDeck : Deck {
    struct Offered {
        std::string name, version, needs;
    };
    void offer(const std::vector<Offered>& plugins, const std::string& market = "shop") {
        std::string entries;
        for (const auto& [name, version, needs] : plugins) {
            entries += (entries.empty() ? "" : ", ") + (R"({"name": ")" + name) + R"(", "source": "./)" + name + "\"}";
            plugin(name, version, "Body of " + name + version, market);
            scratch.write(
                market + "/" + name + "/.claude-plugin/plugin.json",
                R"({"name": ")" + name + R"(", "version": ")" + version + R"(", "dependencies": [)" + needs + "]}");
        }
        catalogue(entries, market, market);
    }
    Result<MarketAction> try_install(const std::string& id, Scope scope = Scope::user, MarketPolicy policy = {}) {
        return market({}, std::move(policy)).install({id, scope, std::nullopt, InstallRequest::Placement::copy});
    }
    /// The error; nothing may be installed or left in the store then.
    Error refusal(const std::string& id, MarketPolicy policy = {}) {
        const auto before = there();
        const auto action = try_install(id, Scope::user, std::move(policy));
        BOOST_REQUIRE_MESSAGE(!action.has_value(), id << " was installed");
        BOOST_TEST(there() == before, boost::test_tools::per_element());
        return action.error();
    }
    Names there() {
        Diagnostics found;
        auto names = ids_of(market({}).installed(found));
        if (files.is_directory(plugins() / "cache")) {
            for (auto& file : stored()) names.push_back(std::move(file));
        }
        return names;
    }
    Names installed() {
        Diagnostics found;
        return ids_of(market({}).installed(found));
    }
};

Names brought(const MarketAction& action) {
    Names names;
    for (const auto& one : action.dependencies) {
        const bool installed = one.done == MarketAction::Dependency::Done::installed;
        names.push_back((installed ? "installed " : "enabled ") + one.id + " " + one.version);
    }
    return names;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(dependencies)

BOOST_AUTO_TEST_CASE(what_is_missing_comes_along_at_the_same_scope) {
    NeedyDeck deck;
    std::set<std::string> flags;
    deck.companions.flag_files = [&](std::string_view id, Scope scope, const Path&) {
        flags.insert(std::string(id) + " " + std::string(scope_word(scope)));
        return std::vector{Result<Path>(deck.project() / ".skilldeck/settings.json")};
    };
    deck.offer({{"app", "1.0.0", R"("lib", {"name": "tool", "version": "^2.0.0"})"},
                {"lib", "1.5.0", R"({"name": "base", "version": ">=0.1 <1"})"},
                {"tool", "2.3.0", ""},
                {"base", "0.9.0", ""}});
    deck.add("shop");
    const auto action = deck.try_install("app@shop", Scope::project);
    BOOST_REQUIRE_MESSAGE(action.has_value(), (action ? std::string() : to_line(action.error())));
    const Names expected{"installed lib@shop 1.5.0", "installed base@shop 0.9.0", "installed tool@shop 2.3.0"};
    BOOST_TEST(brought(*action) == expected, boost::test_tools::per_element());
    BOOST_TEST(action->message ==
               "installed app@shop 1.0.0 (scope project) with lib@shop 1.5.0, base@shop 0.9.0, tool@shop 2.3.0");
    const Names all{"app@shop project", "base@shop project", "lib@shop project", "tool@shop project"};
    BOOST_TEST(deck.installed() == all, boost::test_tools::per_element());
    const std::set<std::string> expected_flags(all.begin(), all.end());
    BOOST_TEST((flags == expected_flags));
    for (const auto* id : {"app", "base", "lib", "tool"}) {
        BOOST_TEST(deck.text(deck.project() / ".skilldeck/settings.json").find(std::string(id) + "@shop\": true") !=
                   std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(what_is_there_already_stays_as_it_is) {
    NeedyDeck deck;
    deck.offer({{"app", "1.0.0", R"({"name": "lib", "version": "^1.0.0"})"}, {"lib", "1.5.0", ""}});
    deck.add("shop");
    deck.install("lib@shop");
    const auto action = deck.try_install("app@shop", Scope::project);
    BOOST_REQUIRE(action.has_value());
    BOOST_TEST(action->dependencies.empty());
    BOOST_TEST(deck.installed() == (Names{"app@shop project", "lib@shop user"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_there_and_off_is_switched_on_with_what_it_needs) {
    NeedyDeck deck;
    deck.offer({{"app", "1.0.0", R"("lib")"}, {"lib", "1.5.0", R"("base")"}, {"base", "1.0.0", ""}});
    deck.add("shop");
    deck.install("lib@shop");
    MarketPolicy policy;
    policy.is_enabled = [](std::string_view id) { return id == "app@shop"; };
    const auto action = deck.try_install("app@shop", Scope::user, policy);
    BOOST_REQUIRE(action.has_value());
    BOOST_TEST(brought(*action) == (Names{"enabled lib@shop 1.5.0", "enabled base@shop 1.0.0"}),
               boost::test_tools::per_element());
    BOOST_TEST(action->message == "installed app@shop 1.0.0 (scope user); enabled lib@shop, base@shop");
}

BOOST_AUTO_TEST_CASE(what_the_command_line_gives_needs_no_install) {
    NeedyDeck deck;
    deck.offer({{"app", "1.0.0", R"({"name": "lib", "version": "^9.0.0"})"}});
    deck.add("shop");
    MarketPolicy policy;
    policy.is_given = [](std::string_view name) { return name == "lib"; };
    BOOST_TEST(deck.try_install("app@shop", Scope::user, policy).has_value());
}

BOOST_AUTO_TEST_CASE(installing_again_brings_what_went_missing) {
    NeedyDeck deck;
    deck.offer({{"app", "1.0.0", R"("lib")"}, {"lib", "1.5.0", ""}});
    deck.add("shop");
    deck.install("app@shop");
    deck.uninstall("lib@shop");
    const auto action = deck.try_install("app@shop");
    BOOST_REQUIRE(action.has_value());
    BOOST_TEST((action->outcome == MarketAction::Outcome::done));
    BOOST_TEST(brought(*action) == Names{"installed lib@shop 1.5.0"}, boost::test_tools::per_element());
    BOOST_TEST((deck.try_install("app@shop")->outcome == MarketAction::Outcome::already));
}

BOOST_AUTO_TEST_CASE(an_entry_beside_a_manifest_may_name_some_too) {
    NeedyDeck deck;
    deck.offer({{"app", "1.0.0", R"("lib")"}, {"lib", "1.5.0", ""}, {"more", "1.0.0", ""}});
    deck.catalogue(R"({"name": "app", "source": "./app", "dependencies": ["more", "lib"]},
                      {"name": "lib", "source": "./lib"}, {"name": "more", "source": "./more"})",
                   "shop", "shop");
    deck.add("shop");
    const auto action = deck.try_install("app@shop");
    BOOST_REQUIRE(action.has_value());
    BOOST_TEST(brought(*action) == (Names{"installed lib@shop 1.5.0", "installed more@shop 1.0.0"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_update_brings_what_the_new_version_needs) {
    NeedyDeck deck;
    deck.offer({{"app", "1.0.0", ""}, {"lib", "1.5.0", ""}});
    deck.add("shop");
    deck.install("app@shop");
    deck.offer({{"app", "1.1.0", R"("lib")"}, {"lib", "1.5.0", ""}});
    const auto action = deck.update("app@shop");
    BOOST_TEST(brought(action) == Names{"installed lib@shop 1.5.0"}, boost::test_tools::per_element());
    BOOST_TEST(deck.installed() == (Names{"app@shop user", "lib@shop user"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_an_update_brings_needs_the_consent_that_the_plugin_itself_needs) {
    NeedyDeck deck;
    deck.offer({{"app", "1.0.0", ""}, {"lib", "1.5.0", ""}});
    deck.add("shop");
    deck.install("app@shop");
    deck.offer({{"app", "1.1.0", R"("lib")"}, {"lib", "1.5.0", ""}});
    deck.scratch.write("shop/lib/hooks/hooks.json",
                       R"({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}})");
    const auto refused = deck.market({}).update({"app@shop", std::nullopt, Consent::nothing_new});
    BOOST_REQUIRE(!refused.has_value());
    BOOST_TEST((refused.error().code == code::update_adds_rights));
    BOOST_TEST(refused.error().what.find("lib@shop") != std::string::npos);
    BOOST_TEST(deck.installed() == Names{"app@shop user"}, boost::test_tools::per_element());
    BOOST_TEST(deck.update("app@shop", Consent::additions).dependencies.size() == 1U);
}

BOOST_AUTO_TEST_CASE(one_that_the_marketplace_has_not_is_named) {
    NeedyDeck deck;
    deck.offer({{"app", "1.0.0", R"("lib")"}, {"lib", "1.0.0", R"("absent")"}});
    deck.add("shop");
    const auto error = deck.refusal("app@shop");
    BOOST_TEST((error.code == code::dependency_unavailable));
    BOOST_TEST(error.what == "lib@shop needs absent@shop, which cannot be installed: no plugin \"absent\" in shop");
}

BOOST_AUTO_TEST_CASE(a_version_that_does_not_fit_is_named_with_what_there_is) {
    NeedyDeck deck;
    deck.offer({{"app", "1.0.0", R"({"name": "lib", "version": "^2.0.0"})"}, {"lib", "1.5.0", ""}});
    deck.add("shop");
    const auto offered = deck.refusal("app@shop");
    BOOST_TEST((offered.code == code::dependency_version));
    BOOST_TEST(offered.what == "app@shop needs lib@shop in version ^2.0.0, and its marketplace has 1.5.0");
    deck.install("lib@shop");
    const auto there = deck.refusal("app@shop");
    BOOST_TEST(there.what == "app@shop needs lib@shop in version ^2.0.0, and 1.5.0 is installed");
    BOOST_TEST(there.hint == "bring it up to date first: skilldeck plugin update lib@shop");
}

BOOST_AUTO_TEST_CASE(a_pre_release_and_no_version_at_all_fit_only_where_the_range_says_so) {
    NeedyDeck deck;
    deck.offer({{"app", "1.0.0", R"({"name": "lib", "version": "^2.0.0"})"},
                {"next", "1.0.0", R"({"name": "lib", "version": "^2.0.0-0"})"},
                {"any", "1.0.0", R"({"name": "plain", "version": "*"})"},
                {"some", "1.0.0", R"({"name": "plain", "version": ">=0"})"},
                {"lib", "2.0.0-rc.1", ""},
                {"plain", "today", ""}});
    deck.add("shop");
    BOOST_TEST((deck.refusal("app@shop").code == code::dependency_version));
    BOOST_TEST(deck.try_install("next@shop").has_value());
    BOOST_TEST((deck.refusal("some@shop").code == code::dependency_version));
    BOOST_TEST(deck.try_install("any@shop").has_value());
}

BOOST_AUTO_TEST_CASE(two_that_want_different_versions_are_both_named) {
    NeedyDeck deck;
    deck.offer({{"app", "1.0.0", R"("one", "two")"},
                {"one", "1.0.0", R"({"name": "lib", "version": "^1.0.0"})"},
                {"two", "1.0.0", R"({"name": "lib", "version": "^2.0.0"})"},
                {"lib", "1.5.0", ""}});
    deck.add("shop");
    const auto error = deck.refusal("app@shop");
    BOOST_TEST((error.code == code::dependency_conflict));
    BOOST_TEST(error.what ==
               "two@shop needs lib@shop in version ^2.0.0, one@shop needs it in version ^1.0.0, and the "
               "marketplace has 1.5.0");
}

BOOST_AUTO_TEST_CASE(a_circle_is_named_whole) {
    NeedyDeck deck;
    deck.offer({{"app", "1.0.0", R"("a")"},
                {"a", "1.0.0", R"("b")"},
                {"b", "1.0.0", R"("a")"},
                {"self", "1.0.0", R"("self")"}});
    deck.add("shop");
    const auto error = deck.refusal("app@shop");
    BOOST_TEST((error.code == code::dependency_cycle));
    BOOST_TEST(error.what == "plugins need each other in a circle: a@shop -> b@shop -> a@shop");
    BOOST_TEST(deck.refusal("self@shop").what == "plugins need each other in a circle: self@shop -> self@shop");
}

BOOST_AUTO_TEST_CASE(one_of_another_marketplace_is_named_and_serves_once_it_is_installed) {
    NeedyDeck deck;
    deck.offer({{"app", "1.0.0", R"("lib@other")"}});
    deck.offer({{"lib", "1.0.0", ""}}, "other");
    deck.add("shop");
    deck.add("other");
    const auto error = deck.refusal("app@shop");
    BOOST_TEST((error.code == code::dependency_elsewhere));
    BOOST_TEST(error.what == "app@shop needs lib@other of another marketplace, which is not installed");
    BOOST_TEST(error.hint == "install it first: skilldeck plugin install lib@other");
    deck.install("lib@other");
    BOOST_TEST(deck.try_install("app@shop").has_value());
}

BOOST_AUTO_TEST_CASE(one_that_policy_forbids_is_not_brought) {
    NeedyDeck deck;
    deck.offer({{"app", "1.0.0", R"("lib")"}, {"lib", "1.0.0", ""}});
    deck.add("shop");
    MarketPolicy policy;
    policy.refuse_plugin = [](std::string_view id) -> std::optional<Error> {
        if (id != "lib@shop") return std::nullopt;
        return make_error(code::plugin_unknown, id, {"lib", "the policy"});
    };
    const auto error = deck.refusal("app@shop", policy);
    BOOST_TEST(error.what == "app@shop: no plugin \"lib\" in the policy");
}

BOOST_AUTO_TEST_CASE(what_is_no_dependency_is_named) {
    NeedyDeck deck;
    deck.offer({{"name", "1.0.0", R"("../lib")"},
                {"range", "1.0.0", R"({"name": "lib", "version": "newest"})"},
                {"lib", "1.0.0", ""}});
    deck.add("shop");
    BOOST_TEST((deck.refusal("name@shop").code == code::dependency_invalid));
    const auto error = deck.refusal("range@shop");
    BOOST_TEST(error.what == "range@shop needs \"lib@shop\", but \"newest\" is no range of versions");
}

BOOST_AUTO_TEST_CASE(a_lock_holds_for_what_comes_along) {
    NeedyDeck deck;
    deck.offer({{"app", "1.0.0", R"("lib")"}, {"lib", "1.0.0", ""}});
    deck.add("shop");
    deck.install("app@shop");
    BOOST_REQUIRE(deck.market({}).write_lock().has_value());
    deck.uninstall("app@shop");
    deck.uninstall("lib@shop");
    deck.offer({{"app", "1.0.0", R"("lib")"}, {"lib", "1.0.1", ""}});
    InstallRequest frozen;
    frozen.plugin = "app@shop";
    frozen.lock = LockRule::frozen;
    const auto refused = deck.market({}).install(frozen);
    BOOST_REQUIRE(!refused.has_value());
    BOOST_TEST((refused.error().code == code::lock_refuses));
    BOOST_TEST(deck.installed().empty());
    deck.offer({{"app", "1.0.0", R"("lib")"}, {"lib", "1.0.0", ""}});
    BOOST_TEST(deck.market({}).install(frozen).has_value());
    BOOST_TEST(deck.market({}).check_lock()->differences.empty());
}

BOOST_AUTO_TEST_CASE(an_update_leaves_nobody_behind_who_is_on) {
    NeedyDeck deck;
    const std::string one = R"({"name": "lib", "version": "^1.0.0"})";
    deck.offer({{"app", "1.0.0", one}, {"lib", "1.0.0", ""}});
    deck.add("shop");
    deck.install("app@shop");
    deck.offer({{"app", "1.0.0", one}, {"lib", "2.0.0", ""}});
    const auto before = deck.there();
    for (const auto how : {UpdateRequest::Dependents::stay, UpdateRequest::Dependents::go_along}) {
        const auto refused = deck.market({}).update({"lib@shop", {}, Consent::everything, LockRule::ignored, how});
        BOOST_REQUIRE(!refused.has_value());
        BOOST_TEST((refused.error().code == code::dependents_left_behind));
        BOOST_TEST(refused.error().what ==
                   "lib@shop stays at 1.0.0: app@shop needs it in version ^1.0.0, and it would be 2.0.0");
        BOOST_TEST(deck.there() == before, boost::test_tools::per_element());
    }
    const auto other_scope = deck.try_install("lib@shop", Scope::local);
    BOOST_REQUIRE(!other_scope.has_value());
    BOOST_TEST((other_scope.error().code == code::dependents_left_behind));
    BOOST_TEST(deck.there() == before, boost::test_tools::per_element());

    MarketPolicy off, given;
    off.is_enabled = [](std::string_view id) { return id != "app@shop"; };
    given.is_given = [](std::string_view name) { return name == "lib"; };
    BOOST_TEST(deck.market({}, off).update({"lib@shop", std::nullopt}).has_value());
    // It was left behind already, so nothing holds the next one.
    deck.offer({{"app", "1.0.0", one}, {"lib", "3.0.0", ""}});
    BOOST_TEST(deck.market({}).update({"lib@shop", std::nullopt}).has_value());
    deck.offer({{"app", "1.0.0", R"({"name": "lib", "version": "^3.0.0"})"}, {"lib", "4.0.0", ""}});
    BOOST_TEST(deck.market({}).update({"app@shop", std::nullopt}).has_value());
    BOOST_TEST(deck.market({}, given).update({"lib@shop", std::nullopt}).has_value());
}

BOOST_AUTO_TEST_CASE(who_takes_the_new_version_goes_along_and_so_do_those_that_need_them) {
    NeedyDeck deck;
    const auto needs = [](const std::string& name, int major) {
        return R"({"name": ")" + name + R"(", "version": "^)" + std::to_string(major) + R"(.0.0"})";
    };
    deck.offer({{"top", "1.0.0", needs("app", 1)}, {"app", "1.0.0", needs("lib", 1)}, {"lib", "1.0.0", ""}});
    deck.add("shop");
    deck.install("top@shop");
    const UpdateRequest all{
        "lib@shop", {}, Consent::nothing_new, LockRule::ignored, UpdateRequest::Dependents::go_along};
    // The one in the middle would go, but not the one that needs it.
    deck.offer({{"top", "1.0.0", needs("app", 1)}, {"app", "2.0.0", needs("lib", 2)}, {"lib", "2.0.0", ""}});
    const auto before = deck.there();
    BOOST_TEST(!deck.market({}).update(all).has_value());
    BOOST_TEST(deck.there() == before, boost::test_tools::per_element());

    deck.offer({{"top", "2.0.0", needs("app", 2)},
                {"app", "2.0.0", needs("lib", 2) + R"(, "more")"},
                {"more", "1.0.0", ""},
                {"lib", "2.0.0", ""}});
    const auto moved = deck.market({}).update(all);
    BOOST_REQUIRE_MESSAGE(moved.has_value(), (moved ? std::string() : to_line(moved.error())));
    Names said;
    for (const auto& one : *moved) said.push_back(one.message);
    const Names expected{
        "updated lib@shop from 1.0.0 to 2.0.0 (scope user)",
        "updated app@shop from 1.0.0 to 2.0.0 (scope user) with more@shop 1.0.0, together with lib@shop",
        "updated top@shop from 1.0.0 to 2.0.0 (scope user), together with lib@shop"};
    BOOST_TEST(said == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(who_would_bring_more_rights_along_is_asked_about) {
    NeedyDeck deck;
    deck.offer({{"app", "1.0.0", R"({"name": "lib", "version": "^1.0.0"})"}, {"lib", "1.0.0", ""}});
    deck.add("shop");
    deck.install("app@shop");
    deck.offer({{"app", "2.0.0", R"({"name": "lib", "version": "^2.0.0"})"}, {"lib", "2.0.0", ""}});
    deck.scratch.write("shop/app/hooks/hooks.json",
                       R"({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}})");
    UpdateRequest all{"lib@shop", {}, Consent::nothing_new, LockRule::ignored, UpdateRequest::Dependents::go_along};
    const auto before = deck.there();
    const auto refused = deck.market({}).update(all);
    BOOST_REQUIRE(!refused.has_value());
    BOOST_TEST((refused.error().code == code::update_adds_rights));
    BOOST_TEST(refused.error().what.find("app@shop") != std::string::npos);
    BOOST_TEST(deck.there() == before, boost::test_tools::per_element());
    all.consent = Consent::additions;
    BOOST_TEST(deck.market({}).update(all).value().size() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
