// SPDX-License-Identifier: Apache-2.0
// `install --version`: that version and no other, from the marketplace or from what is kept.
#include "market/codes.hpp"
#include "market_fixture.hpp"

namespace skilldeck::test {

namespace {

Result<MarketAction> install(Deck& deck, const std::string& version, Scope scope = Scope::user,
                             Consent consent = Consent::nothing_new) {
    InstallRequest request;
    request.plugin = "p@shop";
    request.scope = scope;
    request.version = version;
    request.consent = consent;
    return deck.market().install(request);
}

/// 1.1.0 is loaded, 1.0.0 is kept.
void updated(Deck& deck) {
    deck.ready("1.0.0");
    deck.install("p@shop");
    deck.plugin("p", "1.1.0", "New.");
    deck.update("p@shop");
}

std::string version_of(Deck& deck) {
    Diagnostics found;
    const auto installed = deck.market().installed(found);
    return installed.size() == 1U ? installed[0].version : std::to_string(installed.size()) + " plugins";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(chosen_version)

BOOST_AUTO_TEST_CASE(the_marketplaces_version_is_installed_when_it_is_that_one) {
    Deck deck;
    deck.ready("1.0.0");
    const auto action = install(deck, "1.0.0");
    BOOST_REQUIRE(action.has_value());
    BOOST_TEST(action->version == "1.0.0");
    const auto again = install(deck, "1.0.0");
    BOOST_REQUIRE(again.has_value());
    BOOST_TEST((again->outcome == MarketAction::Outcome::already));
}

BOOST_AUTO_TEST_CASE(another_one_is_an_error_that_names_what_there_is) {
    Deck deck;
    updated(deck);
    deck.plugin("p", "1.2.0", "Newest.");
    const auto refused = install(deck, "2.0.0");
    BOOST_REQUIRE(!refused.has_value());
    BOOST_TEST((refused.error().code == code::version_unavailable));
    BOOST_TEST(refused.error().what == "\"p@shop\" has version 1.2.0, 1.1.0 (stored), 1.0.0 (stored), not 2.0.0");
    BOOST_TEST(version_of(deck) == "1.1.0");
    BOOST_TEST(deck.stored().size() == 6U);  // nothing of 1.2.0 is left
}

BOOST_AUTO_TEST_CASE(what_is_installed_moves_to_the_version_of_the_marketplace_and_keeps_the_one_before) {
    Deck deck;
    updated(deck);
    deck.plugin("p", "1.2.0", "Newest.");
    const auto action = install(deck, "1.2.0");
    BOOST_REQUIRE_MESSAGE(action.has_value(), (action ? std::string() : to_line(action.error())));
    BOOST_TEST(action->previous_version == "1.1.0");
    BOOST_TEST(version_of(deck) == "1.2.0");
    BOOST_TEST(deck.market().rollback({"p@shop", std::nullopt})->version == "1.1.0");
}

BOOST_AUTO_TEST_CASE(a_kept_version_comes_back_without_the_marketplaces_files) {
    Deck deck;
    updated(deck);
    std::filesystem::remove_all(deck.market_root() / "p");
    const auto action = install(deck, "1.0.0");
    BOOST_REQUIRE_MESSAGE(action.has_value(), (action ? std::string() : to_line(action.error())));
    BOOST_TEST(action->version == "1.0.0");
    BOOST_TEST(action->previous_version == "1.1.0");
    BOOST_TEST(action->path == deck.plugins() / "cache/shop/p/1.0.0");
    BOOST_TEST(version_of(deck) == "1.0.0");
}

BOOST_AUTO_TEST_CASE(a_version_that_another_scope_keeps_serves_this_one) {
    Deck deck;
    updated(deck);
    const auto action = install(deck, "1.0.0", Scope::project);
    BOOST_REQUIRE_MESSAGE(action.has_value(), (action ? std::string() : to_line(action.error())));
    BOOST_TEST(action->version == "1.0.0");
    BOOST_TEST(action->scope == "project");
    deck.uninstall("p@shop", Scope::user);
    BOOST_TEST(version_of(deck) == "1.0.0");
    BOOST_TEST(deck.files.is_directory(action->path));
}

BOOST_AUTO_TEST_CASE(a_kept_version_that_was_changed_is_none) {
    Deck deck;
    updated(deck);
    deck.scratch.write("config/plugins/cache/shop/p/1.0.0/skills/do/SKILL.md", "changed");
    BOOST_TEST((install(deck, "1.0.0").error().code == code::version_unavailable));
    BOOST_TEST(version_of(deck) == "1.1.0");
}

BOOST_AUTO_TEST_CASE(an_older_one_needs_to_be_asked_for) {
    Deck deck;
    updated(deck);
    MarketPolicy policy;
    policy.highest_version = [](std::string_view) { return Result<std::string>("1.1.0"); };
    auto market = deck.market({}, policy);
    deck.uninstall("p@shop");
    deck.plugin("p", "1.0.0");
    InstallRequest request;
    request.plugin = "p@shop";
    BOOST_TEST((market.install(request).error().code == code::version_older));
    request.version = "1.0.0";
    BOOST_TEST(market.install(request).has_value());
    BOOST_TEST(version_of(deck) == "1.0.0");
}

BOOST_AUTO_TEST_CASE(what_it_adds_needs_the_consent_of_an_update) {
    Deck deck;
    updated(deck);
    deck.plugin("p", "1.2.0", "Newest.");
    deck.scratch.write("market/p/hooks/hooks.json",
                       R"({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}})");
    BOOST_TEST((install(deck, "1.2.0").error().code == code::update_adds_rights));
    BOOST_TEST(version_of(deck) == "1.1.0");
    BOOST_TEST(install(deck, "1.2.0", Scope::user, Consent::additions).has_value());
}

BOOST_AUTO_TEST_CASE(a_link_has_the_version_that_its_files_say) {
    Deck deck;
    deck.ready("1.0.0");
    InstallRequest request{"p@shop", Scope::user, "2.0.0", InstallRequest::Placement::link};
    BOOST_TEST((deck.market().install(request).error().code == code::version_unavailable));
    request.version = "1.0.0";
    BOOST_TEST(deck.market().install(request).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
