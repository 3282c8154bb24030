// SPDX-License-Identifier: Apache-2.0
// Times in the records are for people: a clock that jumps decides nothing.
#include "market/codes.hpp"
#include "market_fixture.hpp"

#include <array>

namespace skilldeck::test {

namespace {

using std::chrono::hours;

constexpr hours kYear{24 * 365};

std::string time_in_record(Deck& deck, const char* key) {
    const auto records = deck.records();
    return std::string(records.at("plugins").at("p@shop").at(0).at(key).as_string());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(clocks)

BOOST_AUTO_TEST_CASE(a_clock_that_jumps_back_or_forward_decides_nothing) {
    for (const auto jump : {-60 * kYear, -10 * kYear, hours(-1), hours(1), 100 * kYear}) {
        BOOST_TEST_CONTEXT(jump.count() << " hours") {
            Deck deck;
            deck.ready("1.0.0");
            deck.install("p@shop");
            const auto installed_at = time_in_record(deck, "installedAt");
            deck.clock.time += jump;
            const auto again = deck.market().update({"p@shop", std::nullopt, Consent::nothing_new});
            BOOST_REQUIRE(again.has_value());
            BOOST_TEST((again->front().outcome == MarketAction::Outcome::already));
            deck.plugin("p", "1.1.0", "New.");
            BOOST_TEST(deck.update("p@shop").version == "1.1.0");
            BOOST_TEST(time_in_record(deck, "installedAt") == installed_at);
            BOOST_TEST(time_in_record(deck, "lastUpdated") == to_iso8601(deck.clock.now()));
            deck.clock.time -= 2 * jump;
            const auto back = deck.market().rollback({"p@shop", std::nullopt});
            BOOST_REQUIRE(back.has_value());
            BOOST_TEST(back->version == "1.0.0");
            BOOST_TEST(deck.update("p@shop").version == "1.1.0");
            BOOST_TEST(deck.market().update_marketplace("shop").has_value());
            Diagnostics found;
            BOOST_TEST(ids_of(deck.market().installed(found)) == Names{"p@shop user"},
                       boost::test_tools::per_element());
            BOOST_TEST(found.empty());
            deck.uninstall("p@shop");
            BOOST_TEST(deck.stored() == Names{}, boost::test_tools::per_element());
        }
    }
}

BOOST_AUTO_TEST_CASE(leftovers_go_whatever_their_time) {
    for (const auto age : {-100 * kYear, hours(0), 30 * kYear}) {
        Deck deck;
        deck.ready();
        const auto left = deck.scratch.write("config/plugins/cache/.staging/9/SKILL.md", "x");
        std::filesystem::last_write_time(left, std::filesystem::file_time_type::clock::now() - age);
        deck.install("p@shop");
        BOOST_TEST(!std::filesystem::exists(left));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
