// SPDX-License-Identifier: Apache-2.0
// Installed plugins whose marketplace calls them something else by now, or lists them no more.
#include "market/codes.hpp"
#include "recorded_deck.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;

/// `old@shop` is installed and switched on; the marketplace calls it `new` now.
struct Renamed : RecordedDeck {
    explicit Renamed(Scope scope = Scope::user) {
        catalogue(R"({"name": "old", "source": "./p"})");
        plugin("p", "1.0.0");
        add();
        install("old@shop", scope);
        rename();
    }
    void rename() const {
        catalogue(R"({"name": "new", "source": "./p"})", "shop", "market", R"("renames": {"old": "new"}, )");
    }
    [[nodiscard]] boost::json::object flags(Scope scope = Scope::user) const {
        const auto root = boost::json::parse(text(settings_of(scope))).as_object();
        return root.contains("enabledPlugins") ? root.at("enabledPlugins").as_object() : boost::json::object{};
    }
};

Diagnostics notices(Deck& deck) {
    Diagnostics found;
    const auto installed = deck.market().installed(found);
    BOOST_REQUIRE(installed.size() == 1U);
    BOOST_TEST(found.empty());
    return installed[0].notices;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(renames)

BOOST_AUTO_TEST_CASE(a_list_says_that_a_plugin_was_renamed_and_how_to_carry_it_over) {
    Renamed deck;
    const auto found = notices(deck);
    BOOST_REQUIRE(found.size() == 1U);
    BOOST_TEST(found[0].code == code::plugin_rename_waits);
    BOOST_TEST(found[0].plugin == "old@shop");
    BOOST_TEST(found[0].message.find("\"new@shop\"") != std::string::npos);
    BOOST_TEST(found[0].hint == "carry it over: skilldeck plugin update old@shop");
}

BOOST_AUTO_TEST_CASE(an_update_carries_it_over_with_its_switch_and_its_data) {
    Renamed deck;
    deck.scratch.write("config/plugins/data/old-shop/deep/kept", "data");
    deck.plugin("p", "1.1.0");
    const auto action = deck.update("old@shop");
    BOOST_TEST(action.id == "new@shop");
    BOOST_TEST(action.version == "1.1.0");
    BOOST_TEST(action.previous_version == "1.0.0");
    BOOST_TEST(action.message == "old@shop is called new@shop now and was carried over, version 1.1.0 (scope user)");
    BOOST_TEST(has_code(action.warnings, code::plugin_renamed));
    BOOST_TEST(action.path == deck.plugins() / "cache/shop/new/1.1.0");
    Diagnostics found;
    BOOST_TEST(ids_of(deck.market().installed(found)) == (Names{"new@shop user"}));
    BOOST_TEST(boost::json::serialize(deck.flags()) == R"({"new@shop":true})");
    BOOST_TEST(deck.text(deck.plugins() / "data/new-shop/deep/kept") == "data");
    BOOST_TEST(!fs::exists(deck.plugins() / "data/old-shop"));
    // The version before is still there, and a rollback finds it.
    BOOST_TEST(deck.market().rollback({"new@shop", std::nullopt}).value().version == "1.0.0");
}

BOOST_AUTO_TEST_CASE(its_secrets_go_along_without_a_data_folder_too_and_those_of_the_new_name_stay) {
    Renamed deck;
    Diagnostics found;
    BOOST_REQUIRE(deck.secrets().change_plugin_options("old@shop", {{"A", "old"}, {"B", "old"}}, found).has_value());
    BOOST_REQUIRE(deck.secrets().change_plugin_options("new@shop", {{"B", "new"}}, found).has_value());
    deck.update("old@shop");
    BOOST_TEST(boost::json::serialize(deck.secrets().plugin_options(found)) == R"({"new@shop":{"B":"new","A":"old"}})");
}

BOOST_AUTO_TEST_CASE(the_first_of_two_records_takes_a_copy_of_the_secrets_and_the_last_the_rest) {
    Renamed deck;
    deck.catalogue(R"({"name": "old", "source": "./p"})");
    deck.install("old@shop", Scope::project);
    deck.rename();
    Diagnostics found;
    BOOST_REQUIRE(deck.secrets().change_plugin_options("old@shop", {{"A", "1"}}, found).has_value());
    BOOST_REQUIRE(deck.market().update({"old@shop", Scope::user, {}}).has_value());
    BOOST_TEST(boost::json::serialize(deck.secrets().plugin_options(found)) ==
               R"({"old@shop":{"A":"1"},"new@shop":{"A":"1"}})");
    BOOST_REQUIRE(deck.market().update({"old@shop", Scope::project, {}}).has_value());
    BOOST_TEST(boost::json::serialize(deck.secrets().plugin_options(found)) == R"({"new@shop":{"A":"1"}})");
}

BOOST_AUTO_TEST_CASE(every_settings_file_of_its_scope_is_changed) {
    Renamed deck(Scope::project);
    deck.scratch.write("project/.claude/settings.json", R"({"enabledPlugins": {"old@shop": false}})");
    deck.update("old@shop");
    BOOST_TEST(boost::json::serialize(deck.flags(Scope::project)) == R"({"new@shop":true})");
    BOOST_TEST(deck.text(deck.project() / ".claude/settings.json") == R"({"enabledPlugins": {"new@shop": false}})");
}

BOOST_AUTO_TEST_CASE(the_same_version_is_carried_over_too) {
    Renamed deck;
    const auto action = deck.update("old@shop");
    BOOST_TEST((action.outcome == MarketAction::Outcome::done));
    BOOST_TEST(action.id == "new@shop");
    BOOST_TEST(action.path == deck.plugins() / "cache/shop/new/1.0.0");
    BOOST_TEST((deck.update("new@shop").outcome == MarketAction::Outcome::already));
    BOOST_TEST(notices(deck).empty());
}

BOOST_AUTO_TEST_CASE(what_was_switched_off_stays_off) {
    Renamed deck;
    deck.scratch.write("config/settings.json", R"({"enabledPlugins": {"old@shop": false, "z@z": true}})");
    deck.scratch.write("project/.skilldeck/settings.json", R"({"enabledPlugins": {"old@shop": false}})");
    deck.update("old@shop");
    BOOST_TEST(deck.flags().at("new@shop") == false);
    BOOST_TEST(!deck.flags().contains("old@shop"));
    BOOST_TEST(deck.flags().at("z@z") == true);
    // The project's file is other people's too: it keeps what it said.
    BOOST_TEST(deck.flags(Scope::project).at("new@shop") == false);
    BOOST_TEST(deck.flags(Scope::project).at("old@shop") == false);
}

BOOST_AUTO_TEST_CASE(a_switch_of_the_new_name_stays_as_it_is) {
    Renamed deck;
    deck.scratch.write("config/settings.json", R"({"enabledPlugins": {"old@shop": true, "new@shop": false}})");
    deck.update("old@shop");
    BOOST_TEST(boost::json::serialize(deck.flags()) == R"({"new@shop":false})");
}

BOOST_AUTO_TEST_CASE(settings_that_cannot_be_read_stop_it_before_anything_changes) {
    Renamed deck;
    deck.scratch.write("config/settings.json", "{ broken");
    const auto before = deck.state();
    BOOST_TEST(!deck.market().update({"old@shop", std::nullopt, {}}).has_value());
    BOOST_TEST((deck.state() == before), difference(before, deck.state()));
}

BOOST_AUTO_TEST_CASE(a_new_name_adds_no_rights_and_added_rights_still_stop_it) {
    Renamed deck;
    deck.plugin("p", "1.1.0");
    deck.scratch.write("market/p/hooks/hooks.json",
                       R"({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}})");
    const auto before = deck.state();
    BOOST_TEST(deck.market().update({"old@shop", std::nullopt, {}}).error().code == code::update_adds_rights);
    BOOST_TEST((deck.state() == before), difference(before, deck.state()));
    BOOST_TEST(deck.update("old@shop", Consent::additions).id == "new@shop");
}

BOOST_AUTO_TEST_CASE(an_approval_is_not_carried_over) {
    Renamed deck;
    const std::string digest(64, 'a');
    TrustStore trust(deck.files, deck.files, deck.clock, deck.config() / "trust.json", {});
    BOOST_REQUIRE(trust.approve_native("old@shop", digest, NativeApproval::in_process).has_value());
    BOOST_TEST(deck.update("old@shop").id == "new@shop");
    BOOST_TEST((trust.native_approval("new@shop", digest).value() == NativeApproval::none));
}

BOOST_AUTO_TEST_CASE(an_older_version_under_a_new_name_is_still_older) {
    Renamed deck;
    deck.plugin("p", "0.9.0");
    BOOST_TEST(deck.market().update({"old@shop", std::nullopt, {}}).error().code == code::version_older);
}

BOOST_AUTO_TEST_CASE(policy_may_refuse_either_name) {
    for (const std::string& refused : Names{"old@shop", "new@shop"}) {
        Renamed deck;
        MarketPolicy policy;
        policy.refuse_plugin = [&](std::string_view id) -> std::optional<Error> {
            if (id != refused) return std::nullopt;
            return make_error(code::source_invalid, id, {id, "is refused"});
        };
        const auto updated = deck.market({}, policy).update({"old@shop", std::nullopt, {}});
        BOOST_TEST(updated.error().code == code::source_invalid, refused);
    }
}

BOOST_AUTO_TEST_CASE(every_record_of_the_project_goes_along_and_those_of_others_stay) {
    Renamed deck;
    deck.catalogue(R"({"name": "old", "source": "./p"})");
    deck.install("old@shop", Scope::project);
    const auto other = deck.scratch.path() / "other";
    fs::create_directories(other);
    auto elsewhere = deck.market(other).install({"old@shop", Scope::local, std::nullopt, {}});
    BOOST_REQUIRE(elsewhere.has_value());
    deck.scratch.write("config/plugins/data/old-shop/kept", "data");
    deck.rename();
    const auto actions = deck.market().update({"old@shop", std::nullopt, {}}).value();
    BOOST_TEST(actions.size() == 2U);
    Diagnostics found;
    BOOST_TEST(ids_of(deck.market().installed(found)) == (Names{"new@shop project"}));
    BOOST_TEST(ids_of(deck.market(other).installed(found)) == (Names{"new@shop user", "old@shop local"}));
    // The other project's plugin still uses the data.
    BOOST_TEST(fs::exists(deck.plugins() / "data/old-shop/kept"));
    BOOST_TEST(has_code(actions.back().warnings, code::data_folder_stays));
}

BOOST_AUTO_TEST_CASE(neither_name_is_installed_beside_the_other) {
    Renamed deck;
    for (const std::string& name : Names{"new@shop", "old@shop"}) {
        const auto refused = deck.install_refusal(name);
        BOOST_TEST(refused.code == code::plugin_renamed_here, name);
        BOOST_TEST(refused.hint == "carry it over: skilldeck plugin update old@shop");
    }
    Renamed both;
    both.catalogue(R"({"name": "new", "source": "./p"}, {"name": "old", "source": "./p"})");
    both.install("new@shop");
    both.rename();
    BOOST_TEST(both.market().update({"old@shop", std::nullopt, {}}).error().code == code::plugin_rename_taken);
}

BOOST_AUTO_TEST_CASE(a_new_name_with_the_same_data_folder_keeps_it) {
    RecordedDeck deck;
    deck.catalogue(R"({"name": "a.b", "source": "./p"})");
    deck.plugin("p", "1.0.0");
    deck.add();
    deck.install("a.b@shop");
    deck.scratch.write("config/plugins/data/a-b-shop/kept", "data");
    deck.catalogue(R"({"name": "a-b", "source": "./p"})", "shop", "market", R"("renames": {"a.b": "a-b"}, )");
    BOOST_TEST(deck.update("a.b@shop").id == "a-b@shop");
    BOOST_TEST(fs::exists(deck.plugins() / "data/a-b-shop/kept"));
}

BOOST_AUTO_TEST_CASE(a_linked_plugin_goes_on_under_its_new_name) {
    RecordedDeck deck;
    deck.catalogue(R"({"name": "old", "source": "./p"})");
    deck.plugin("p", "1.0.0");
    deck.add();
    BOOST_REQUIRE(
        deck.market().install({"old@shop", Scope::user, std::nullopt, InstallRequest::Placement::link}).has_value());
    deck.catalogue(R"({"name": "new", "source": "./p"})", "shop", "market", R"("renames": {"old": "new"}, )");
    const auto action = deck.update("old@shop");
    BOOST_TEST(action.id == "new@shop");
    BOOST_TEST(action.path == deck.market_root() / "p");
    Diagnostics found;
    BOOST_TEST(deck.market().installed(found).at(0).linked);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(delisted_plugins)

BOOST_AUTO_TEST_CASE(a_plugin_that_is_listed_no_more_is_named_and_left_alone) {
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    BOOST_TEST(notices(deck).empty());
    deck.catalogue("");
    const auto found = notices(deck);
    BOOST_REQUIRE(found.size() == 1U);
    BOOST_TEST(found[0].code == code::plugin_delisted);
    BOOST_TEST(found[0].message ==
               "\"p@shop\" is no longer in its marketplace and gets no updates; it was left as it is");
    BOOST_TEST(found[0].hint.ends_with("skilldeck plugin uninstall p@shop"));
    const auto stored = deck.stored();
    const auto refused = deck.market().update({"p@shop", std::nullopt, {}});
    BOOST_TEST(refused.error().code == code::plugin_delisted);
    BOOST_TEST(deck.stored() == stored);
    deck.uninstall("p@shop");
    BOOST_TEST(deck.stored() == Names{});
}

BOOST_AUTO_TEST_CASE(a_plugin_that_was_taken_out_on_purpose_is_named_as_that) {
    for (const std::string& how : Names{R"("renames": {"p": null}, )", R"("renames": {"p": "q", "q": null}, )",
                                        R"("forceRemoveDeletedPlugins": true, )"}) {
        Deck deck;
        deck.ready();
        deck.install("p@shop");
        deck.catalogue("", "shop", "market", how);
        const auto found = notices(deck);
        BOOST_REQUIRE_MESSAGE(found.size() == 1U, how);
        BOOST_TEST(found[0].code == code::plugin_withdrawn, how);
        BOOST_TEST(deck.market().update({"p@shop", std::nullopt, {}}).error().code == code::plugin_withdrawn, how);
        Diagnostics ignored;
        BOOST_TEST(deck.market().installed(ignored).size() == 1U);
    }
}

BOOST_AUTO_TEST_CASE(a_chain_that_goes_in_circles_or_to_nothing_is_no_rename) {
    for (const std::string& how : Names{R"("renames": {"p": "q", "q": "p"}, )", R"("renames": {"p": "q"}, )"}) {
        Deck deck;
        deck.ready();
        deck.install("p@shop");
        deck.catalogue("", "shop", "market", how);
        BOOST_TEST(notices(deck).at(0).code == code::plugin_delisted, how);
    }
}

BOOST_AUTO_TEST_CASE(a_marketplace_that_cannot_be_read_says_nothing_of_its_plugins) {
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    deck.scratch.write("market/.claude-plugin/marketplace.json", "{ broken");
    BOOST_TEST(notices(deck).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
