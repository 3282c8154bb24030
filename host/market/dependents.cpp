// SPDX-License-Identifier: Apache-2.0
// What a change of versions does to enabled plugins that need one of them: they hold it where it is, or go along.
#include "base/plugin_id.hpp"
#include "base/semver.hpp"
#include "base/text.hpp"
#include "market/codes.hpp"
#include "market/dependencies.hpp"
#include "market/installing.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

std::string needed_id(const std::string& dependent, const PackageDependency& dependency) {
    return dependency.name + "@" +
           (dependency.marketplace.empty() ? std::string(market_half(dependent)) : dependency.marketplace);
}

}  // namespace

/// Of this project: what is installed of those that move, and what would be.
std::vector<Market::Move> Market::moves_of(const Transaction& work, std::span<const Installing> all) const {
    auto after = work.records();
    set_records(all, after);
    std::vector<Move> moves;
    for (const auto& one : all) {
        const auto* is = record_that_counts(work.records(), work.store(), one.record.id);
        const auto* would_be = record_that_counts(after, work.store(), one.record.id, all);
        if (is == nullptr || would_be == nullptr || is->version == would_be->version) continue;
        moves.push_back({one.record.id, is->version, would_be->version});
    }
    return moves;
}

/// A plugin that moves itself is held to what it needs of the others that move, one that stays to what it has now.
std::vector<Market::BrokenNeed> Market::broken_needs(const Transaction& work, std::span<const Installing> all) const {
    std::vector<BrokenNeed> broken;
    const auto moves = moves_of(work, all);
    if (moves.empty()) return broken;
    std::set<std::string> ids;
    for (const auto& record : work.records().all()) ids.insert(record.id);
    for (const auto& id : ids) {
        const auto* record = record_that_counts(work.records(), work.store(), id);
        if (record == nullptr || is_off(id) || (policy_.refuse_plugin && policy_.refuse_plugin(id))) continue;
        const auto coming = std::ranges::find(all, id, [](const Installing& one) { return one.record.id; });
        const bool stays = coming == all.end();
        if (!stays && !coming->package) continue;
        const auto package =
            stays ? read_package(reader_, record->path, options_of(*record)) : Result<PluginPackage>(*coming->package);
        if (!package) continue;  // it does not work anyway
        for (const auto& dependency : package->dependencies) {
            const auto move = std::ranges::find(moves, needed_id(id, dependency), &Move::id);
            if (move == moves.end() || (policy_.is_given && policy_.is_given(dependency.name))) continue;
            const bool broken_before = stays && !range_accepts(dependency.range, move->from);
            if (broken_before || range_accepts(dependency.range, move->to)) continue;
            broken.push_back({*record, dependency.range, *move});
        }
    }
    return broken;
}

/// All that hold back the first of them.
Error Market::left_behind(std::span<const BrokenNeed> broken, const Rules* rules) {
    const auto& first = broken.front();
    std::vector<std::string> who, switches;
    for (const auto& need : broken) {
        if (need.of.id != first.of.id) continue;
        who.push_back(need.dependent.id + " needs it in version " + need.range);
        switches.push_back("skilldeck plugin disable " + need.dependent.id);
    }
    auto hint = "disable first what needs it: " + join(switches, ", ");
    if (rules != nullptr && (rules->update || rules->pins)) {
        const std::string all = rules->pins ? "skilldeck plugin update --frozen" : "skilldeck plugin update";
        const bool together = rules->update && rules->update->dependents == UpdateRequest::Dependents::go_along;
        hint = (together ? "update it when what needs it takes the new version; or "
                         : "bring all up to date in one go where that fits: " + all + "; or ") +
               hint;
    }
    return make_error(code::dependents_left_behind, first.of.id,
                      {first.of.id, first.of.from, join(who, ", "), first.of.to, hint});
}

Result<> Market::check_dependents(const Transaction& work, std::span<const Installing> all) const {
    const auto broken = broken_needs(work, all);
    return broken.empty() ? Result<>() : left_behind(broken, nullptr);
}

/// Until nobody is left behind; each goes along once. Only what somebody can consent to is another error.
Result<> Market::bring_dependents(Transaction& work, const Rules& rules, std::vector<Installing>& all,
                                  StoreChange& change, MarketAction& action) const {
    const bool may = rules.update && rules.update->dependents == UpdateRequest::Dependents::go_along;
    for (;;) {
        const auto broken = broken_needs(work, all);
        if (broken.empty()) return {};
        const auto& record = broken.front().dependent;
        const bool moved = std::ranges::any_of(all, [&](const Installing& one) { return one.record.id == record.id; });
        if (!may || moved || !is_updated(record, *rules.update)) return left_behind(broken, &rules);
        auto along = bring_dependent(work, record, rules, all, change);
        if (!along) return along.error().code == code::update_adds_rights ? along.error() : left_behind(broken, &rules);
        action.along.push_back(std::move(*along));
    }
}

/// Its new version, with what that needs. What is in the way is said when it is updated itself.
Result<MarketAction> Market::bring_dependent(Transaction& work, const InstallRecord& record, const Rules& rules,
                                             std::vector<Installing>& all, StoreChange& change) const {
    const auto found = find_entry(record.id);
    if (!found) return found.error();
    if (found->id != record.id) return make_error(code::plugin_renamed, {}, {record.id, found->id});
    if (auto allowed = may_install(*found, record.id); !allowed) return allowed.error();
    const auto wanted = wanted_version(record.id, std::nullopt, rules);
    if (!wanted) return wanted.error();
    if (record.linked) return make_error(code::lock_linked, record.id, {record.id});
    MarketAction action;
    auto chosen = choose(work, *found, *wanted, rules, action.warnings);
    if (!chosen) return chosen.error();
    const auto package = chosen->package;
    auto next = next_version(work, *found, record, std::move(*chosen), *wanted, rules, action.warnings);
    if (!next) return next.error();
    keep_previous(work.store(), record, next->record);
    const auto now = next->record;
    action.id = now.id;
    action.scope = now.scope;
    action.version = now.version;
    action.previous_version = record.version;
    action.path = now.path;
    action.changed = as_changed(next->changes);
    if (auto taken = take_needed(work, std::move(*next), package, rules, all, change, action); !taken)
        return taken.error();
    action.message = "updated " + now.id + " from " + record.version + " to " + now.version + " (scope " + now.scope +
                     ")" + with_dependencies(action) + ", together with " + all.front().record.id;
    return action;
}

/// Directly or through others, by what is installed here.
std::set<std::string> Market::dependents_of(const InstallRecords& records, std::string_view id) const {
    std::multimap<std::string, std::string> needed_by;
    for (const auto& record : records.all()) {
        if (!record.applies_to(places_.project_dir)) continue;
        const auto package = read_package(reader_, record.path, options_of(record));
        if (!package) continue;
        for (const auto& dependency : package->dependencies) {
            needed_by.emplace(needed_id(record.id, dependency), record.id);
        }
    }
    std::set<std::string> found;
    std::vector<std::string> open{std::string(id)};
    while (!open.empty()) {
        const auto one = std::move(open.back());
        open.pop_back();
        const auto [first, last] = needed_by.equal_range(one);
        for (auto at = first; at != last; ++at) {
            if (found.insert(at->second).second) open.push_back(at->second);
        }
    }
    return found;
}

}  // namespace skilldeck
