// SPDX-License-Identifier: Apache-2.0
#include "skill/listing_budget.hpp"

#include "base/text.hpp"
#include "skill/codes.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace skilldeck {

namespace {

constexpr std::string_view kBudgetKey = "skillListingBudgetChars", kFractionKey = "skillListingBudgetFraction",
                           kEntryKey = "skillListingMaxDescChars";
constexpr std::string_view kWantedCount = "a positive whole number", kWantedFraction = "a number above 0, at most 1";
constexpr std::size_t kCharactersPerToken = 4;
constexpr std::size_t kMillion = 1'000'000;
constexpr std::size_t kUsualMillionths = 10'000;  // of the window: 1 %

void ignored(std::string_view name, std::string_view value, std::string_view wanted, Diagnostics& diagnostics) {
    diagnostics.push_back(make_diagnostic(code::skill_listing_value_ignored, {}, {name, value, wanted}));
}

std::optional<std::size_t> count_setting(const Settings& settings, std::string_view key, Diagnostics& diagnostics) {
    const auto* value = settings.find(key);
    if (value == nullptr || value->is_null()) return std::nullopt;
    if (value->is_int64() && value->get_int64() > 0) return static_cast<std::size_t>(value->get_int64());
    ignored(key, boost::json::serialize(*value), kWantedCount, diagnostics);
    return std::nullopt;
}

/// Whole millionths, so that a share of a window is the number people reckon: 0.29 of 100 is 29.
std::size_t millionths_of_window(const Settings& settings, Diagnostics& diagnostics) {
    const auto* value = settings.find(kFractionKey);
    if (value == nullptr || value->is_null()) return kUsualMillionths;
    const auto fraction = value->is_number() ? value->to_number<double>() : 0.0;
    const auto parts = fraction > 0 && fraction <= 1 ? std::llround(fraction * static_cast<double>(kMillion)) : 0;
    if (parts > 0) return static_cast<std::size_t>(parts);
    ignored(kFractionKey, boost::json::serialize(*value), kWantedFraction, diagnostics);
    return kUsualMillionths;
}

std::optional<std::size_t> count_variable(std::string_view text, Diagnostics& diagnostics) {
    const auto digits = trim(text);
    if (digits.empty()) return std::nullopt;
    std::size_t count = 0;
    const auto* end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, count);
    if (read.ec == std::errc() && read.ptr == end && count > 0) return count;
    ignored(kListingBudgetVariable, text, kWantedCount, diagnostics);
    return std::nullopt;
}

}  // namespace

std::string_view budget_source_word(BudgetSource source) {
    switch (source) {
        case BudgetSource::environment: return "environment";
        case BudgetSource::setting: return "setting";
        case BudgetSource::window: return "window";
        case BudgetSource::standard: return "standard";
    }
    return "standard";
}

ListingBudget read_listing_budget(const Settings& settings, std::string_view variable,
                                  std::optional<std::size_t> context_tokens, Diagnostics& diagnostics) {
    ListingBudget budget;
    budget.entry_limit = count_setting(settings, kEntryKey, diagnostics).value_or(kListingEntryLimit);
    const auto from_variable = count_variable(variable, diagnostics);
    const auto from_setting = count_setting(settings, kBudgetKey, diagnostics);
    const auto parts = millionths_of_window(settings, diagnostics);
    if (from_variable) {
        budget.characters = *from_variable;
        budget.source = BudgetSource::environment;
    } else if (from_setting) {
        budget.characters = *from_setting;
        budget.source = BudgetSource::setting;
    } else if (context_tokens) {
        budget.characters = std::min(*context_tokens, kContextTokensLimit) * kCharactersPerToken * parts / kMillion;
        budget.source = BudgetSource::window;
    }
    return budget;
}

}  // namespace skilldeck
