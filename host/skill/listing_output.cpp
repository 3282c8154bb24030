// SPDX-License-Identifier: Apache-2.0
#include "skill/listing_output.hpp"

#include "base/diagnostic_json.hpp"

namespace skilldeck {

namespace {

std::string times_used(const SkillUse& use) {
    if (use.uses == 0) return "never used";
    return "used " + std::to_string(use.uses) + (use.uses == 1 ? " time" : " times");
}

/// What the limit of an entry took from a text that had its place.
std::string with_limit(const Listing& listing, const ListingEntry& entry, std::string why) {
    if (entry.cut == 0) return why;
    return why + ", but longer than the " + std::to_string(listing.budget.entry_limit) + " characters of an entry";
}

void write_entry(const Listing& listing, const ListingEntry& entry, ListingDetail detail, JsonWriter& json) {
    json.begin_object();
    json.member("name", entry.skill->call_name());
    json.member("shown", entry.shown);
    json.member("cut", entry.cut);
    if (detail == ListingDetail::reasons) {
        json.member("qualifiedName", entry.skill->qualified_name);
        json.member("level", static_cast<int>(entry.level()));
        json.member("why", why_listed(listing, entry));
        json.member("uses", static_cast<std::size_t>(entry.use.uses));
        json.member_if("lastUsed", entry.use.last_used);
    }
    json.end_object();
}

/// What of a listing has come with a touched file.
std::string why_there(const Skill& skill) {
    std::string why;
    if (!skill.paths.empty()) why += "; active, as a file of its paths was touched";
    if (!skill.source->nested_in.empty()) why += "; found in " + skill.source->nested_in + ", where a file was touched";
    return why;
}

std::string why_shown(const Listing& listing, const ListingEntry& entry) {
    const auto share = std::to_string(listing.share);
    switch (entry.reason) {
        case ListingReason::fits: return with_limit(listing, entry, "everything fits");
        case ListingReason::bundled: return with_limit(listing, entry, "bundled skills keep their text");
        case ListingReason::used: return with_limit(listing, entry, times_used(entry.use) + ", so it keeps its text");
        case ListingReason::equal_share: return times_used(entry.use) + ", an equal share of " + share + " characters";
        case ListingReason::no_room:
            return times_used(entry.use) + ", and less than " + std::to_string(kSmallestShare) +
                   " characters are left for it";
        case ListingReason::by_setting: return "skillOverrides says name-only";
        case ListingReason::no_text: return "it has no description";
    }
    return {};
}

}  // namespace

std::string_view listing_level_word(ListingLevel level) {
    switch (level) {
        case ListingLevel::full: return "full";
        case ListingLevel::shortened: return "shortened";
        case ListingLevel::name_only: return "name only";
    }
    return "full";
}

std::string why_listed(const Listing& listing, const ListingEntry& entry) {
    return why_shown(listing, entry) + why_there(*entry.skill->skill);
}

void write_listing_json(const Listing& listing, ListingDetail detail, const Diagnostics& diagnostics,
                        JsonWriter& json) {
    json.begin_object();
    json.member("text", listing.text);
    json.member("budget", listing.budget.characters);
    json.member("budgetFrom", budget_source_word(listing.budget.source));
    json.member("used", listing.used);
    json.member("level", static_cast<int>(listing.level));
    if (detail == ListingDetail::reasons && listing.share > 0) json.member("share", listing.share);
    json.key("entries");
    json.begin_array();
    for (const auto& entry : listing.entries) write_entry(listing, entry, detail, json);
    json.end_array();
    json.key("absent");
    json.begin_array();
    for (const auto& absent : listing.absent) {
        json.begin_object();
        json.member("name", absent.name);
        json.member("why", absent.why);
        json.end_object();
    }
    json.end_array();
    write_diagnostics(json, "diagnostics", diagnostics);
    json.end_object();
}

}  // namespace skilldeck
