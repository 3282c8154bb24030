// SPDX-License-Identifier: Apache-2.0
// How much room the listing of skills has: from the environment, the settings, the model's window, or the standard.
// Values that make no sense are diagnostics and the next source speaks. Pure functions; safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "settings/settings.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skilldeck {

inline constexpr std::string_view kListingBudgetVariable = "SLASH_COMMAND_TOOL_CHAR_BUDGET";
inline constexpr std::size_t kListingBudget = 8'000;    ///< code points, when nothing says otherwise
inline constexpr std::size_t kListingEntryLimit = 250;  ///< code points of one entry's text
inline constexpr std::size_t kContextTokensLimit = 1'000'000'000;

enum class BudgetSource : std::uint8_t { environment, setting, window, standard };
[[nodiscard]] std::string_view budget_source_word(BudgetSource source);

struct ListingBudget {
    std::size_t characters = kListingBudget;  ///< code points of the whole listing, line ends included
    BudgetSource source = BudgetSource::standard;
    std::size_t entry_limit = kListingEntryLimit;  ///< code points of one entry's text, `…` included
};

/// The variable's value (empty: not set), setting `skillListingBudgetChars`, `skillListingBudgetFraction` (0.01 unless
/// set) of the window at four characters a token, the standard; the first that speaks. And `skillListingMaxDescChars`.
[[nodiscard]] ListingBudget read_listing_budget(const Settings& settings, std::string_view variable,
                                                std::optional<std::size_t> context_tokens, Diagnostics& diagnostics);

}  // namespace skilldeck
