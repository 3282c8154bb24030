// SPDX-License-Identifier: Apache-2.0
// Going back to the version before, which is kept.
#include "market/codes.hpp"
#include "market_fixture.hpp"

namespace skilldeck::test {

namespace {

Result<MarketAction> roll_back(Deck& deck, const std::string& plugin = "p@shop", std::optional<Scope> scope = {}) {
    return deck.market().rollback({plugin, scope});
}

void updated(Deck& deck) {
    deck.ready("1.0.0");
    deck.install("p@shop");
    deck.plugin("p", "1.1.0", "New.");
    deck.update("p@shop");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rolling_back)

BOOST_AUTO_TEST_CASE(the_version_before_is_the_current_one_and_back_again) {
    Deck deck;
    updated(deck);
    const auto back = roll_back(deck, "p");
    BOOST_REQUIRE(back.has_value());
    BOOST_TEST((back->outcome == MarketAction::Outcome::done));
    BOOST_TEST(back->id == "p@shop");
    BOOST_TEST(back->version == "1.0.0");
    BOOST_TEST(back->previous_version == "1.1.0");
    BOOST_TEST(back->path == deck.plugins() / "cache/shop/p/1.0.0");
    BOOST_TEST(back->message == "rolled p@shop back from 1.1.0 to 1.0.0 (scope user)");
    Diagnostics found;
    const auto installed = deck.market().installed(found);
    BOOST_REQUIRE(installed.size() == 1U);
    BOOST_TEST(installed[0].version == "1.0.0");
    BOOST_TEST(deck.text(installed[0].path / "skills/do/SKILL.md").ends_with("Body."));

    const auto forward = roll_back(deck);
    BOOST_REQUIRE(forward.has_value());
    BOOST_TEST(forward->version == "1.1.0");
    BOOST_TEST(forward->previous_version == "1.0.0");
}

BOOST_AUTO_TEST_CASE(it_needs_neither_the_marketplace_nor_its_files) {
    Deck deck;
    updated(deck);
    std::filesystem::remove_all(deck.market_root());
    BOOST_TEST(roll_back(deck).has_value());
}

BOOST_AUTO_TEST_CASE(a_plugin_that_only_its_entry_defines_goes_back_with_and_without_its_marketplace) {
    Deck deck;
    deck.catalogue(R"({"name": "p", "source": "./p", "strict": false, "version": "1.0.0", "lspServers": {"a": {}}})");
    deck.scratch.write("market/p/README.md", "One.");
    deck.add();
    deck.install("p@shop");
    deck.catalogue(R"({"name": "p", "source": "./p", "strict": false, "version": "1.1.0", "lspServers": {"a": {}}})");
    deck.scratch.write("market/p/README.md", "Two.");
    deck.update("p@shop");
    const auto back = roll_back(deck);
    BOOST_REQUIRE_MESSAGE(back.has_value(), (back ? std::string() : to_line(back.error())));
    BOOST_TEST(back->version == "1.0.0");
    BOOST_TEST(deck.text(back->path / "README.md") == "One.");
    std::filesystem::remove_all(deck.market_root());
    const auto forward = roll_back(deck);
    BOOST_REQUIRE_MESSAGE(forward.has_value(), (forward ? std::string() : to_line(forward.error())));
    BOOST_TEST(forward->version == "1.1.0");
    Diagnostics found;
    const auto installed = deck.market().installed(found);
    BOOST_REQUIRE(installed.size() == 1U);
    BOOST_REQUIRE(installed[0].entry.has_value());  // without it nothing says what the plugin is
    BOOST_TEST(installed[0].entry->fields.contains("lspServers"));
}

BOOST_AUTO_TEST_CASE(an_update_after_it_goes_forward_again) {
    Deck deck;
    updated(deck);
    BOOST_TEST(roll_back(deck).has_value());
    const auto action = deck.update("p@shop");
    BOOST_TEST(action.version == "1.1.0");
    BOOST_TEST(action.previous_version == "1.0.0");
    BOOST_TEST(roll_back(deck)->version == "1.0.0");
}

BOOST_AUTO_TEST_CASE(without_an_earlier_version_nothing_changes) {
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    const auto before = deck.text(deck.plugins() / "installed_plugins.json");
    BOOST_TEST((roll_back(deck).error().code == code::rollback_unavailable));
    BOOST_TEST((roll_back(deck, "q@shop").error().code == code::plugin_not_installed));
    BOOST_TEST(deck.text(deck.plugins() / "installed_plugins.json") == before);
}

BOOST_AUTO_TEST_CASE(a_kept_version_that_was_changed_is_refused) {
    Deck deck;
    updated(deck);
    deck.scratch.write("config/plugins/cache/shop/p/1.0.0/skills/do/SKILL.md", "changed");
    BOOST_TEST((roll_back(deck).error().code == code::rollback_damaged));
    std::filesystem::remove_all(deck.plugins() / "cache/shop/p/1.0.0");
    BOOST_TEST((roll_back(deck).error().code == code::rollback_unavailable));
}

BOOST_AUTO_TEST_CASE(each_scope_goes_back_on_its_own) {
    Deck deck;
    deck.ready("1.0.0");
    deck.install("p@shop");
    deck.install("p@shop", Scope::project);
    deck.plugin("p", "1.1.0", "New.");
    BOOST_REQUIRE(deck.market().update({"p@shop", std::nullopt, Consent::nothing_new}).has_value());
    BOOST_TEST((roll_back(deck).error().code == code::plugin_scope_ambiguous));
    BOOST_TEST(roll_back(deck, "p@shop", Scope::project)->version == "1.0.0");
    Diagnostics found;
    for (const auto& record : deck.market().records("p@shop", found)) {
        BOOST_TEST(record.version == (record.scope == "project" ? "1.0.0" : "1.1.0"));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
