// SPDX-License-Identifier: Apache-2.0
// The list of skills that the model is shown, fitted to a budget: whose text is whole, whose is shortened, who is there
// by name only, and why. It owns that decision; where the budget comes from is listing_budget.hpp, how the answer is
// written listing_output.hpp. Pure functions of a catalogue snapshot; safe from any thread.
#pragma once

#include "permission/rules.hpp"
#include "skill/catalogue.hpp"
#include "skill/listing_budget.hpp"
#include "skill/usage.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace skilldeck {

/// Below this many code points a text says nothing, and the name stands alone.
inline constexpr std::size_t kSmallestShare = 20;

/// Of an entry, and of the whole listing: what the least of those that can be cut has.
enum class ListingLevel : std::uint8_t { full = 1, shortened = 2, name_only = 3 };

enum class ListingReason : std::uint8_t {
    fits,         ///< everything does
    bundled,      ///< set aside before the rest
    used,         ///< used ones come first
    equal_share,  ///< of what is left
    no_room,      ///< an equal share would be too small
    by_setting,   ///< skillOverrides: name-only
    no_text,      ///< there is none
};

struct ListingEntry {
    const CatalogueEntry* skill = nullptr;  ///< of the listing's catalogue
    std::size_t shown = 0, cut = 0;         ///< code points of its text; together all of it
    ListingReason reason = ListingReason::fits;
    SkillUse use;
    [[nodiscard]] ListingLevel level() const;
};

struct AbsentSkill {
    std::string name;  ///< as it is called; qualified where another skill has that name
    std::string why;
};

struct Listing {
    std::shared_ptr<const Catalogue> catalogue;
    std::string text;  ///< lines `- name: TEXT`; no line end after the last
    ListingBudget budget;
    std::size_t used = 0;  ///< code points of `text`
    ListingLevel level = ListingLevel::full;
    std::size_t share = 0;              ///< code points that each of those with an equal share could have
    std::vector<ListingEntry> entries;  ///< highest source first, then name
    std::vector<AbsentSkill> absent;    ///< every other skill of the catalogue

    [[nodiscard]] bool exceeds_budget() const { return used > budget.characters; }
};

struct ListingRequest {
    ListingBudget budget;
    SkillUsage usage;
    std::map<std::string, std::string, std::less<>> denied;  ///< qualified name -> the rule that denies it
};

/// The skills that a deny rule takes from the model, whatever the arguments, for ListingRequest::denied.
[[nodiscard]] std::map<std::string, std::string, std::less<>> denied_skills(const Catalogue& catalogue,
                                                                            std::span<const PermissionRule> rules);

[[nodiscard]] Listing make_listing(std::shared_ptr<const Catalogue> catalogue, const ListingRequest& request);

/// What must be said about a listing: how many were cut, and that names and bundled skills alone exceed the budget.
[[nodiscard]] Diagnostics listing_diagnostics(const Listing& listing);

}  // namespace skilldeck
