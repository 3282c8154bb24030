// SPDX-License-Identifier: Apache-2.0
#include "market/market.hpp"
#include "market/codes.hpp"

#include "market_fixture.hpp"
#include "os/damaged_copy.hpp"

namespace skilldeck::test {

BOOST_AUTO_TEST_SUITE(adding_marketplaces)

BOOST_AUTO_TEST_CASE(a_directory_is_registered_with_its_root) {
    Deck deck;
    deck.catalogue(R"({"name": "p", "source": "./p"})");
    const auto added = deck.market().add_marketplace("market");
    BOOST_REQUIRE(added.has_value());
    BOOST_TEST((added->outcome == MarketAction::Outcome::done));
    BOOST_TEST(added->id == "shop");
    const auto registry = boost::json::parse(deck.text(deck.plugins() / "known_marketplaces.json")).as_object();
    BOOST_TEST(registry.at("version").as_int64() == 2);
    const auto& shop = registry.at("marketplaces").at("shop").as_object();
    BOOST_TEST(shop.at("source").at("source").as_string() == "directory");
    BOOST_TEST(shop.at("source").at("path").as_string() == deck.market_root().string());
    BOOST_TEST(shop.at("installLocation").as_string() == deck.market_root().string());
    BOOST_TEST(shop.at("lastUpdated").as_string() == "2026-02-02T02:40:00.000Z");
}

BOOST_AUTO_TEST_CASE(a_json_file_gives_paths_from_the_marketplace_root) {  // B093
    Deck deck;
    deck.catalogue(R"({"name": "p", "source": "./p"})");
    deck.plugin("p", "1.0.0");
    BOOST_REQUIRE(
        deck.market().add_marketplace((deck.market_root() / ".claude-plugin/marketplace.json").string()).has_value());
    const auto action = deck.install("p@shop");
    BOOST_TEST(action.path == deck.plugins() / "cache/shop/p/1.0.0");
    BOOST_TEST(std::filesystem::is_directory(action.path));
}

BOOST_AUTO_TEST_CASE(the_same_source_again_is_already_there) {
    Deck deck;
    deck.ready();
    const auto again = deck.market().add_marketplace("./market");
    BOOST_REQUIRE(again.has_value());
    BOOST_TEST((again->outcome == MarketAction::Outcome::already));
}

BOOST_AUTO_TEST_CASE(another_source_of_the_same_name_is_refused_and_changes_nothing) {  // B089
    Deck deck;
    deck.ready();
    deck.catalogue("", "shop", "other");
    const auto before = deck.text(deck.plugins() / "known_marketplaces.json");
    const auto refused = deck.market().add_marketplace("other");
    BOOST_REQUIRE(!refused.has_value());
    BOOST_TEST(refused.error().code == code::marketplace_name_taken);
    BOOST_TEST(refused.error().what.find(deck.market_root().string()) != std::string::npos);
    BOOST_TEST(deck.text(deck.plugins() / "known_marketplaces.json") == before);

    const auto renamed = deck.market().add_marketplace("other", "second");
    BOOST_REQUIRE(renamed.has_value());
    BOOST_TEST(renamed->id == "second");
}

BOOST_AUTO_TEST_CASE(a_reserved_name_is_refused_and_another_one_helps) {
    Deck deck;
    deck.catalogue("", "Inline");
    BOOST_TEST(deck.market().add_marketplace("market").error().code == code::marketplace_name_reserved);
    BOOST_TEST(deck.market().add_marketplace("market", "user").error().code == code::marketplace_name_reserved);
    BOOST_TEST(deck.market().add_marketplace("market", "mine").has_value());
}

BOOST_AUTO_TEST_CASE(only_the_bundled_marketplace_has_its_name) {
    Deck deck;
    deck.catalogue("", "SkillDeck");
    MarketPolicy policy;
    policy.is_bundled = [](const Marketplace&) { return false; };
    BOOST_TEST(deck.market({}, policy).add_marketplace("market").error().code == code::marketplace_name_reserved);
    BOOST_TEST(deck.market({}, policy).add_marketplace("market", "mine").has_value());
    policy.is_bundled = [](const Marketplace&) { return true; };
    BOOST_TEST(deck.market({}, policy).add_marketplace("market").has_value());
}

BOOST_AUTO_TEST_CASE(a_failed_add_leaves_no_trace) {  // B081
    Deck deck;
    deck.scratch.write("market/.claude-plugin/marketplace.json", "{ broken");
    BOOST_TEST(!deck.market().add_marketplace("market").has_value());
    BOOST_TEST(!std::filesystem::exists(deck.plugins() / "known_marketplaces.json"));
    deck.catalogue("");
    BOOST_TEST(deck.market().add_marketplace("market").has_value());
}

BOOST_AUTO_TEST_CASE(a_root_that_is_also_a_plugin_is_read_as_the_marketplace) {  // B094
    Deck deck;
    deck.catalogue(R"({"name": "whole", "source": "./"})");
    deck.scratch.write("market/.claude-plugin/plugin.json", R"({"name": "whole", "version": "3.0.0"})");
    deck.scratch.write("market/skills/do/SKILL.md", "Do.");
    deck.add();
    const auto action = deck.install("whole@shop");
    BOOST_TEST(action.version == "3.0.0");
    BOOST_TEST(std::filesystem::exists(action.path / "skills/do/SKILL.md"));
}

BOOST_AUTO_TEST_CASE(policy_is_asked_before_anything_is_read) {
    Deck deck;
    deck.scratch.write("market/.claude-plugin/marketplace.json", "{ broken");
    MarketPolicy policy;
    policy.refuse_marketplace = [](const Source& source, std::string_view) -> std::optional<Error> {
        return make_error(code::source_invalid, source.path, {source.path, "is blocked"});
    };
    const auto refused = deck.market({}, policy).add_marketplace("market");
    BOOST_REQUIRE(!refused.has_value());
    BOOST_TEST(refused.error().what.find("is blocked") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_source_that_must_be_fetched_is_refused_by_kind) {
    Deck deck;
    const auto refused = deck.market().add_marketplace("https://github.com/o/r");
    BOOST_REQUIRE(!refused.has_value());
    BOOST_TEST(refused.error().code == code::unsupported_source);
    BOOST_TEST(refused.error().what.find("\"git\"") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(listing_marketplaces)

BOOST_AUTO_TEST_CASE(a_marketplace_whose_directory_is_gone_does_not_touch_the_others) {  // B103
    Deck deck;
    deck.ready();
    deck.catalogue(R"({"name": "q", "source": "./q"})", "gone", "other");
    deck.plugin("q", "1.0.0", "Q.", "other");
    deck.add("other");
    deck.install("p@shop");
    deck.install("q@gone");
    std::filesystem::remove_all(deck.market_root("other"));

    Diagnostics diagnostics;
    const auto list = deck.market().marketplaces(diagnostics);
    BOOST_REQUIRE(list.size() == 2U);
    BOOST_TEST(!list[0].marketplace.has_value());
    BOOST_TEST(has_code(list[0].diagnostics, code::marketplace_file_missing));
    BOOST_TEST(list[1].marketplace.has_value());
    BOOST_TEST(diagnostics.empty());
    BOOST_TEST(ids_of(deck.market().installed(diagnostics)) == (Names{"p@shop user", "q@gone user"}));
}

BOOST_AUTO_TEST_CASE(available_plugins_say_what_is_installed_and_what_is_invalid) {
    Deck deck;
    deck.catalogue(
        R"({"name": "p", "source": "./p", "description": "d", "version": "1"}, {"name": "bad"}, {"name": "q", "source": "./q"})");
    deck.plugin("p", "1.0.0");
    deck.add();
    deck.install("p@shop");
    Diagnostics diagnostics;
    const auto list = deck.market().available(diagnostics);
    BOOST_REQUIRE(list.size() == 3U);
    BOOST_TEST(list[0].id == "p@shop");
    BOOST_TEST((list[0].installed && list[0].valid));
    BOOST_TEST(list[0].description == "d");
    BOOST_TEST((!list[1].installed && !list[1].valid));
    BOOST_TEST(has_code(list[1].diagnostics, code::entry_without_source));
    BOOST_TEST(list[1].source.to_view().at("kind") == "unknown");
    // Its folder is not there.
    BOOST_TEST((!list[2].installed && !list[2].valid));
    BOOST_TEST(has_code(list[2].diagnostics, code::source_missing));
    BOOST_TEST(list[2].source.to_view().at("kind") == "relative");
}

BOOST_AUTO_TEST_CASE(what_must_be_fetched_first_cannot_be_installed_and_says_so) {
    Deck deck;
    deck.catalogue(R"({"name": "r", "source": {"source": "command", "command": "make"}})");
    deck.add();
    Diagnostics diagnostics;
    const auto list = deck.market().available(diagnostics);
    BOOST_REQUIRE(list.size() == 1U);
    BOOST_TEST(!list[0].valid);
    BOOST_TEST(has_code(list[0].diagnostics, code::unsupported_source));
    BOOST_TEST(list[0].source.to_view().at("kind") == "command");
}

BOOST_AUTO_TEST_CASE(the_first_shape_of_the_registry_is_read_and_becomes_the_second_at_the_next_change) {
    Deck deck;
    deck.catalogue("");
    deck.catalogue("", "version", "second");
    deck.scratch.write("config/plugins/known_marketplaces.json",
                       R"({"version": {"source": {"source": "directory", "path": ")" +
                           deck.market_root("second").string() + R"("}, "installLocation": ")" +
                           deck.market_root("second").string() +
                           R"(", "lastUpdated": "2026-01-01T00:00:00.000Z", "autoUpdate": true}})");
    Diagnostics diagnostics;
    const auto before = deck.market().marketplaces(diagnostics);
    BOOST_REQUIRE(before.size() == 1U);
    BOOST_TEST(before[0].name == "version");
    BOOST_TEST(diagnostics.empty());
    deck.add();
    const auto root = boost::json::parse(deck.text(deck.plugins() / "known_marketplaces.json")).as_object();
    BOOST_TEST(root.at("version").as_int64() == 2);
    BOOST_TEST(root.at("marketplaces").at("version").at("autoUpdate").as_bool());
    BOOST_TEST(deck.market().marketplaces(diagnostics).size() == 2U);
    BOOST_TEST(diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(a_newer_registry_is_read_and_never_written) {
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    auto text = deck.text(deck.plugins() / "known_marketplaces.json");
    text.replace(text.find("\"version\":2"), 11, "\"version\":3");
    deck.scratch.write("config/plugins/known_marketplaces.json", text);
    Diagnostics diagnostics;
    BOOST_TEST(deck.market().marketplaces(diagnostics).size() == 1U);
    BOOST_TEST(has_code(diagnostics, code::state_file_newer));
    BOOST_TEST(deck.market().add_marketplace("market").error().code == code::state_file_newer);
    BOOST_TEST(deck.market().update_marketplace("shop").error().code == code::state_file_newer);
    BOOST_TEST(deck.market().remove_marketplace("shop").error().code == code::state_file_newer);
    BOOST_TEST(deck.text(deck.plugins() / "known_marketplaces.json") == text);
    BOOST_TEST(deck.market().installed(diagnostics).size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_misspelled_plugin_suggests_near_names) {
    Deck deck;
    deck.catalogue(R"({"name": "formatter", "source": "./formatter"})");
    deck.plugin("formatter", "1.0.0");
    deck.add();
    for (const std::string name : {"formater", "formater@shop"}) {
        const auto error = deck.market().install({.plugin = name, .version = {}}).error();
        BOOST_TEST(error.code == code::plugin_unknown);
        BOOST_TEST(error.hint == "did you mean formatter?", name << ": " << error.hint);
    }
    BOOST_TEST(deck.market().install({.plugin = "xyz", .version = {}}).error().hint.find("did you mean") ==
               std::string::npos);
    deck.install("formatter@shop");
    BOOST_TEST(deck.market().uninstall({.plugin = "formater", .scope = {}}).error().hint == "did you mean formatter?");
    BOOST_TEST(deck.market().uninstall({.plugin = "formater@shop", .scope = {}}).error().hint ==
               "did you mean formatter@shop?");
}

BOOST_AUTO_TEST_CASE(removing_a_marketplace_takes_its_plugins_along_in_every_scope) {  // B102, B113
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    deck.install("p@shop", Scope::project);
    const auto data = deck.market().data_directory("p@shop");
    deck.scratch.write("config/plugins/data/p-shop/x", "kept nowhere");
    const auto removed = deck.market().remove_marketplace("shop");
    BOOST_REQUIRE(removed.has_value());
    BOOST_REQUIRE(removed->removed.size() == 2U);
    BOOST_TEST(removed->removed[1].scope == "project");
    BOOST_TEST(removed->removed[1].project_dir == deck.project());
    BOOST_TEST(deck.stored().empty());
    BOOST_TEST(!std::filesystem::exists(data));
    Diagnostics diagnostics;
    BOOST_TEST(deck.market().installed(diagnostics).empty());
    BOOST_TEST(deck.market().marketplaces(diagnostics).empty());
    BOOST_TEST(std::filesystem::exists(deck.market_root() / "p/skills/do/SKILL.md"));
}

BOOST_AUTO_TEST_CASE(an_unknown_marketplace_suggests_a_near_name) {
    Deck deck;
    deck.ready();
    const auto error = deck.market().remove_marketplace("shp").error();
    BOOST_TEST(error.code == code::marketplace_unknown);
    BOOST_TEST(error.hint.find("shop") != std::string::npos);
    BOOST_TEST(deck.market().update_marketplace("shp").error().code == code::marketplace_unknown);
}

BOOST_AUTO_TEST_CASE(updating_a_marketplace_records_the_time_and_the_place) {  // B106
    Deck deck;
    deck.ready();
    const auto registry = deck.plugins() / "known_marketplaces.json";
    auto text = deck.text(registry);
    const auto at = text.find("installLocation");
    text.replace(text.find(deck.market_root().string(), at), deck.market_root().string().size(), "/gone");
    deck.scratch.write("config/plugins/known_marketplaces.json", text);
    deck.clock.time += std::chrono::hours{1};
    BOOST_REQUIRE(deck.market().update_marketplace("shop").has_value());
    const auto shop = boost::json::parse(deck.text(registry)).at("marketplaces").at("shop").as_object();
    BOOST_TEST(shop.at("installLocation").as_string() == deck.market_root().string());
    BOOST_TEST(shop.at("lastUpdated").as_string() == "2026-02-02T03:40:00.000Z");
}

BOOST_AUTO_TEST_CASE(a_damaged_registry_counts_as_empty_and_is_kept_aside) {  // B105
    for (const std::string& damage : Names{"", "[]", "{\"shop\": ", R"({"version": 2, "marketplaces": []})"}) {
        Deck deck;
        deck.catalogue("");
        deck.scratch.write("config/plugins/known_marketplaces.json", damage);
        Diagnostics diagnostics;
        BOOST_TEST(deck.market().marketplaces(diagnostics).empty());
        BOOST_TEST(has_code(diagnostics, code::state_file_damaged));
        deck.add();
        const auto written = boost::json::parse(deck.text(deck.plugins() / "known_marketplaces.json"));
        BOOST_TEST(written.at("marketplaces").as_object().contains("shop"));
        const auto copy = damaged_copy_path(deck.plugins() / "known_marketplaces.json", damage);
        BOOST_TEST(deck.text(copy) == damage);
        const auto& warning = diagnostics.at(0);
        BOOST_TEST(warning.message.find(copy.string()) != std::string::npos, warning.message);
    }
}

BOOST_AUTO_TEST_CASE(what_is_looked_up_in_a_damaged_registry_fails_for_the_damage) {
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    const auto registry = deck.plugins() / "known_marketplaces.json";
    deck.scratch.write("config/plugins/known_marketplaces.json", "{\"version\": 2, ");
    auto market = deck.market();
    const std::vector<Error> refusals{market.update_marketplace("shop").error(),
                                      market.remove_marketplace("shop").error(),
                                      deck.install_refusal("p@shop"),
                                      deck.install_refusal("p"),
                                      market.update({"p@shop", std::nullopt, {}}).error(),
                                      market.registry_problem().value()};
    for (const auto& refused : refusals) {
        BOOST_TEST(refused.code == code::marketplaces_damaged);
        BOOST_TEST(refused.where == registry.string());
        BOOST_TEST(refused.what.find("known_marketplaces.damaged.") != std::string::npos, refused.what);
        BOOST_TEST(refused.hint.find("the store has plugins of shop") != std::string::npos, refused.hint);
    }
    Diagnostics diagnostics;
    BOOST_TEST(market.installed(diagnostics).size() == 1U);  // the plugins themselves are not concerned
    BOOST_TEST(has_code(diagnostics, code::state_file_damaged));
    BOOST_TEST(deck.text(registry) == "{\"version\": 2, ");
    deck.add();
    BOOST_TEST(!deck.market().registry_problem().has_value());
    BOOST_TEST((deck.update("p@shop").outcome == MarketAction::Outcome::already));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_installed_is_counted_as_it_is_listed) {
    Deck deck;
    deck.plugin("p", "1.0.0");
    deck.catalogue(R"({"name": "p", "source": "./p"}, {"name": "missing", "source": "./missing"}, {"name": "bad"},
                      {"name": "later", "source": {"source": "teleport", "to": "x"}},
                      {"name": "packed", "source": {"source": "npm", "package": "x"}})");
    const auto added = deck.market().add_marketplace(deck.market_root().string());
    BOOST_REQUIRE(added.has_value());
    Diagnostics found;
    const auto listed = deck.market().available(found);
    BOOST_TEST(std::ranges::count(listed, false, &AvailablePlugin::valid) == 4);
    BOOST_TEST(added->message.find("; 4 of its plugins cannot be installed: ") != std::string::npos, added->message);
}

BOOST_AUTO_TEST_CASE(a_name_that_is_declared_for_another_source_is_not_given) {
    Deck deck;
    deck.catalogue("");
    deck.catalogue("", "other", "other");
    MarketPolicy policy;
    policy.refuse_name = [](const Source&, std::string_view name) {
        return name == "shop" ? std::optional(make_error(code::marketplace_name_taken, "", {name, "x"})) : std::nullopt;
    };
    BOOST_TEST(!deck.market({}, policy).add_marketplace(deck.market_root().string()).has_value());
    BOOST_TEST(!deck.market({}, policy).add_marketplace(deck.market_root("other").string(), "shop").has_value());
    BOOST_TEST(deck.market({}, policy).add_marketplace(deck.market_root().string(), "mine").has_value());
}

BOOST_AUTO_TEST_CASE(a_registration_that_cannot_be_read_stays_as_it_is) {
    Deck deck;
    deck.catalogue("");
    deck.scratch.write(
        "config/plugins/known_marketplaces.json",
        R"({"half": {}, "mcp": {"source": {"source": "directory", "path": "/x"}}, "later": {"new": 1}})");
    deck.add();
    const auto root = boost::json::parse(deck.text(deck.plugins() / "known_marketplaces.json")).as_object();
    BOOST_TEST(root.at("version").as_int64() == 2);
    const auto& registry = root.at("marketplaces").as_object();
    BOOST_TEST(registry.contains("half"));
    BOOST_TEST(registry.at("later").at("new").as_int64() == 1);
    Diagnostics diagnostics;
    const auto list = deck.market().marketplaces(diagnostics);
    BOOST_REQUIRE(list.size() == 1U);
    BOOST_TEST(list[0].name == "shop");
    BOOST_TEST(has_code(diagnostics, code::marketplace_name_reserved));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
