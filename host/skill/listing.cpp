// SPDX-License-Identifier: Apache-2.0
#include "skill/listing.hpp"

#include "base/display_text.hpp"
#include "base/text.hpp"
#include "permission/decision.hpp"
#include "permission/tools.hpp"
#include "skill/codes.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kSkillTool = "Skill";
constexpr std::string_view kMark = "- ", kBehindName = ": ", kBetweenTexts = " - ", kCut = "…";
constexpr std::size_t kMarkLength = 2, kBehindNameLength = 2, kCutLength = 1;  // in code points

/// Signed: names and bundled skills may take more than there is.
using Room = std::int64_t;

/// One line to be.
struct Row {
    const CatalogueEntry* entry = nullptr;
    std::string name, text, ending;  ///< cleaned; `ending` is the origin of what comes from elsewhere
    std::size_t length = 0;          ///< code points of `text`
    std::size_t given = 0;           ///< code points it may take, `…` included
    SkillUse use;
    ListingReason reason = ListingReason::fits;
};

std::string text_of(const Skill& skill) {
    auto text = clean_for_listing(skill.description);
    const auto when = clean_for_listing(skill.when_to_use);
    if (!text.empty() && !when.empty()) text += kBetweenTexts;
    return text + when;
}

bool comes_from_elsewhere(const Skill& skill) {
    const auto from = skill.origin().loaded_from;
    return from == LoadedFrom::mcp || from == LoadedFrom::remote;
}

Row row_of(const CatalogueEntry& entry, const SkillUsage& usage) {
    Row row;
    row.entry = &entry;
    row.name = clean_for_listing(entry.call_name());
    row.text = text_of(*entry.skill);
    row.length = count_code_points(row.text);
    if (comes_from_elsewhere(*entry.skill)) {
        row.ending = " [" + clean_for_listing(entry.skill->source->qualified_origin) + "]";
    }
    if (const auto found = usage.find(usage_key(entry)); found != usage.end()) row.use = found->second;
    if (row.length == 0) row.reason = ListingReason::no_text;
    if (entry.name_only) row.reason = ListingReason::by_setting;
    return row;
}

std::string why_absent(const CatalogueEntry& entry, const ListingRequest& request) {
    const auto& skill = *entry.skill;
    switch (entry.state) {
        case SkillState::shadowed: return "hidden behind " + entry.shadowed_by.string();
        case SkillState::disabled:
            if (!entry.off_because.empty()) return "off, as it might be switched off: " + entry.off_because.string();
            return skill.enabled ? "disabled by skillOverrides" : "disabled by its module";
        case SkillState::conditional:
            return "waits until a file of its paths is touched: " + join(skill.paths.strings(), ", ");
        case SkillState::active: break;
    }
    if (skill.disable_model_invocation) return "for people only: disable-model-invocation";
    if (entry.model_disabled) return "for people only: skillOverrides says user-invocable-only";
    const auto denied = request.denied.find(entry.qualified_name.view());
    return denied == request.denied.end() ? std::string() : "denied by the rule " + denied->second;
}

bool is_more_used(const Row* a, const Row* b) {
    if (a->use.uses != b->use.uses) return a->use.uses > b->use.uses;
    if (a->use.last_used != b->use.last_used) return a->use.last_used > b->use.last_used;
    return a->name < b->name;
}

/// Gives the rows their room.
class Fitting {
public:
    Fitting(std::vector<Row>& rows, const ListingBudget& budget) : rows_(rows), budget_(budget) {}

    ListingLevel run() {
        for (auto& row : rows_) give_all(row);
        if (room_left() >= 0) return ListingLevel::full;
        std::vector<Row*> candidates;
        for (auto& row : rows_) {
            const bool can_be_cut = row.given > 0 && row.entry->skill->origin().loaded_from != LoadedFrom::bundled;
            if (can_be_cut) candidates.push_back(&row);
            if (row.given > 0 && !can_be_cut) row.reason = ListingReason::bundled;
        }
        std::stable_sort(candidates.begin(), candidates.end(), is_more_used);
        if (!candidates.empty() && give_out(candidates, room_for(candidates))) return ListingLevel::shortened;
        give_to_used(candidates);
        return ListingLevel::name_only;
    }

    [[nodiscard]] std::size_t share() const { return share_; }

private:
    [[nodiscard]] std::size_t whole(const Row& row) const { return std::min(row.length, budget_.entry_limit); }

    void give_all(Row& row) { row.given = row.reason == ListingReason::fits ? whole(row) : 0; }

    [[nodiscard]] Room room_left() const {
        Room taken = rows_.empty() ? 0 : static_cast<Room>(rows_.size()) - 1;  // line ends
        for (const auto& row : rows_) {
            taken += static_cast<Room>(kMarkLength + count_code_points(row.name) + count_code_points(row.ending));
            if (row.given > 0) taken += static_cast<Room>(kBehindNameLength + row.given);
        }
        return static_cast<Room>(budget_.characters) - taken;
    }

    /// What the texts of these may take together.
    [[nodiscard]] Room room_for(const std::vector<Row*>& rows) const {
        Room room = room_left();
        for (const auto* row : rows) room += static_cast<Room>(row->given);
        return room;
    }

    /// To all of them, most used first: the used keep their text while each one behind can still have the smallest
    /// share; from there on all have the same. False: that would be too little, and nothing was given.
    bool give_out(const std::vector<Row*>& rows, Room left) {
        std::size_t kept = 0;
        while (kept < rows.size() && rows[kept]->use.uses > 0) {
            const auto after = left - static_cast<Room>(whole(*rows[kept]));
            if (after < static_cast<Room>(kSmallestShare * (rows.size() - kept - 1))) break;
            left = after;
            ++kept;
        }
        const auto others = static_cast<Room>(rows.size() - kept);
        const auto share = others == 0 ? Room{0} : std::max<Room>(left, 0) / others;
        if (others > 0 && share < static_cast<Room>(kSmallestShare)) return false;
        share_ = static_cast<std::size_t>(share);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            rows[i]->reason = i < kept ? ListingReason::used : ListingReason::equal_share;
            rows[i]->given = i < kept ? whole(*rows[i]) : std::min(whole(*rows[i]), share_);
        }
        return true;
    }

    /// Names only, except of the most used as many as can have something.
    void give_to_used(const std::vector<Row*>& candidates) {
        std::vector<Row*> used;
        for (auto* row : candidates) {
            if (row->use.uses > 0) {
                used.push_back(row);
            } else {
                name_only(*row);
            }
        }
        for (auto room = room_for(used); !used.empty() && !give_out(used, room);) {
            name_only(*used.back());
            used.pop_back();
            room += static_cast<Room>(kBehindNameLength);
        }
    }

    static void name_only(Row& row) {
        row.reason = ListingReason::no_room;
        row.given = 0;
    }

    std::vector<Row>& rows_;
    const ListingBudget& budget_;
    std::size_t share_ = 0;
};

/// Writes the row's line and says what of its text is in it.
ListingEntry write_line(const Row& row, std::string& out) {
    ListingEntry entry{row.entry, row.length, 0, row.reason, row.use};
    if (!out.empty()) out += '\n';
    out += kMark;
    out += row.name;
    if (row.given < row.length) {
        entry.shown = row.given == 0 ? 0 : row.given - kCutLength;
        entry.cut = row.length - entry.shown;
    }
    if (row.given > 0) {
        out += kBehindName;
        out += first_code_points(row.text, entry.shown);
        if (entry.cut > 0) out += kCut;
    }
    out += row.ending;
    return entry;
}

}  // namespace

ListingLevel ListingEntry::level() const {
    if (cut == 0) return shown == 0 ? ListingLevel::name_only : ListingLevel::full;
    return shown == 0 ? ListingLevel::name_only : ListingLevel::shortened;
}

std::map<std::string, std::string, std::less<>> denied_skills(const Catalogue& catalogue,
                                                              std::span<const PermissionRule> rules) {
    std::map<std::string, std::string, std::less<>> denied;
    std::vector<PermissionRule> about;
    for (const auto& rule : rules) {
        if (rule.list == RuleList::deny && rule_covers_tool(rule.tool, kSkillTool)) about.push_back(rule);
    }
    if (about.empty()) return denied;
    for (const auto& entry : catalogue.entries()) {
        ToolCall call;
        call.tool = kSkillTool;
        call.input["skill"] = entry.call_name();
        call.skill_names = {entry.qualified_name.string()};
        call.other_skill_names = catalogue.names_of(entry);
        const auto decision = decide(about, call, {});
        if (decision.verdict != PermissionVerdict::deny) continue;
        denied[entry.qualified_name.string()] =
            decision.rule ? decision.rule->text + " of " + decision.rule->origin.source + " settings" : decision.reason;
    }
    return denied;
}

Listing make_listing(std::shared_ptr<const Catalogue> catalogue, const ListingRequest& request) {
    Listing listing;
    listing.budget = request.budget;
    std::vector<Row> rows;
    for (const auto& entry : catalogue->entries()) {
        auto why = why_absent(entry, request);
        if (why.empty()) {
            rows.push_back(row_of(entry, request.usage));
            continue;
        }
        const bool hidden = entry.state == SkillState::shadowed;
        listing.absent.push_back({hidden ? entry.qualified_name.string() : entry.call_name(), std::move(why)});
    }
    Fitting fitting(rows, listing.budget);
    listing.level = fitting.run();
    listing.share = fitting.share();
    listing.entries.reserve(rows.size());
    for (const auto& row : rows) listing.entries.push_back(write_line(row, listing.text));
    listing.used = count_code_points(listing.text);
    listing.catalogue = std::move(catalogue);
    return listing;
}

Diagnostics listing_diagnostics(const Listing& listing) {
    Diagnostics found;
    const auto cut =
        static_cast<std::size_t>(std::count_if(listing.entries.begin(), listing.entries.end(), [](const auto& entry) {
            return entry.cut > 0 && entry.reason != ListingReason::by_setting;
        }));
    const auto budget = std::to_string(listing.budget.characters);
    if (cut > 0 && listing.level == ListingLevel::full) {
        found.push_back(make_diagnostic(code::skill_listing_capped, {},
                                        {std::to_string(cut), std::to_string(listing.budget.entry_limit)}));
    } else if (cut > 0) {
        found.push_back(make_diagnostic(code::skill_listing_cut, {},
                                        {budget, std::to_string(cut), std::to_string(listing.entries.size())}));
    }
    if (listing.exceeds_budget()) {
        found.push_back(make_diagnostic(code::skill_listing_over_budget, {}, {std::to_string(listing.used), budget}));
    }
    return found;
}

}  // namespace skilldeck
