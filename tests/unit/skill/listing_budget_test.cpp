// SPDX-License-Identifier: Apache-2.0
#include "skill/listing_budget.hpp"

#include "base/json.hpp"
#include "skill/codes.hpp"
#include "skill_samples.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

using namespace test;

namespace {

Settings user_settings(std::string_view text) {
    return Settings({settings_layer(Scope::user, parse_json_object(text, "settings.json").value())}, {});
}

ListingBudget budget_of(std::string_view settings, std::string_view variable, std::optional<std::size_t> tokens) {
    Diagnostics diagnostics;
    const auto budget = read_listing_budget(user_settings(settings), variable, tokens, diagnostics);
    BOOST_TEST(diagnostics.empty());
    return budget;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(listing_budget)

BOOST_AUTO_TEST_CASE(the_first_that_speaks_decides) {
    const auto* const both = R"({"skillListingBudgetChars": 900, "skillListingBudgetFraction": 0.5})";
    BOOST_TEST(budget_of("{}", "", std::nullopt).characters == 8'000U);
    BOOST_TEST((budget_of("{}", "", std::nullopt).source == BudgetSource::standard));
    BOOST_TEST(budget_of("{}", "", 200'000).characters == 8'000U);
    BOOST_TEST((budget_of("{}", "", 200'000).source == BudgetSource::window));
    BOOST_TEST(budget_of("{}", "", 15'000).characters == 600U);
    BOOST_TEST(budget_of(both, "", 15'000).characters == 900U);
    BOOST_TEST((budget_of(both, "", 15'000).source == BudgetSource::setting));
    BOOST_TEST(budget_of(both, " 700 ", 15'000).characters == 700U);
    BOOST_TEST((budget_of(both, "700", 15'000).source == BudgetSource::environment));
}

BOOST_AUTO_TEST_CASE(a_share_of_the_window_is_rounded_down) {
    BOOST_TEST(budget_of("{}", "", 1).characters == 0U);
    BOOST_TEST(budget_of("{}", "", 24).characters == 0U);
    BOOST_TEST(budget_of("{}", "", 25).characters == 1U);
    BOOST_TEST(budget_of("{}", "", 128'019).characters == 5'120U);
    BOOST_TEST(budget_of(R"({"skillListingBudgetFraction": 0.29})", "", 25).characters == 29U);
    BOOST_TEST(budget_of(R"({"skillListingBudgetFraction": 1})", "", 100).characters == 400U);
    BOOST_TEST(budget_of("{}", "", kContextTokensLimit * 2).characters == 40'000'000U);
}

BOOST_AUTO_TEST_CASE(a_share_of_an_unknown_window_is_the_standard) {
    BOOST_TEST(budget_of(R"({"skillListingBudgetFraction": 0.5})", "", std::nullopt).characters == 8'000U);
}

BOOST_AUTO_TEST_CASE(an_entry_has_250_characters_unless_a_setting_says_otherwise) {
    BOOST_TEST(budget_of("{}", "", std::nullopt).entry_limit == 250U);
    BOOST_TEST(budget_of(R"({"skillListingMaxDescChars": 1536})", "", std::nullopt).entry_limit == 1'536U);
}

BOOST_AUTO_TEST_CASE(what_makes_no_sense_is_said_and_passed_over) {
    for (const auto* variable : {"0", "-5", "many", "12k", "99999999999999999999999"}) {
        Diagnostics diagnostics;
        BOOST_TEST(read_listing_budget({}, variable, std::nullopt, diagnostics).characters == 8'000U, variable);
        BOOST_TEST(count_code(diagnostics, code::skill_listing_value_ignored) == 1U, variable);
    }
    for (const auto* value : {"0", "-1", "\"many\"", "1.5", "[]", "true"}) {
        for (const auto* key : {"skillListingBudgetChars", "skillListingMaxDescChars"}) {
            Diagnostics diagnostics;
            const auto text = "{\"" + std::string(key) + "\": " + value + "}";
            const auto budget = read_listing_budget(user_settings(text), "", std::nullopt, diagnostics);
            BOOST_TEST(budget.characters == 8'000U, text);
            BOOST_TEST(budget.entry_limit == 250U, text);
            BOOST_TEST(count_code(diagnostics, code::skill_listing_value_ignored) == 1U, text);
        }
    }
    for (const auto* value : {"0", "-0.5", "1.01", "\"1\"", "1e-9", "1e300"}) {
        Diagnostics diagnostics;
        const auto text = R"({"skillListingBudgetFraction": )" + std::string(value) + "}";
        BOOST_TEST(read_listing_budget(user_settings(text), "", 1'000, diagnostics).characters == 40U, text);
        BOOST_TEST(count_code(diagnostics, code::skill_listing_value_ignored) == 1U, text);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
