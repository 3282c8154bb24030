// SPDX-License-Identifier: Apache-2.0
#include "market/dependencies.hpp"

#include "base/append.hpp"
#include "base/plugin_id.hpp"
#include "base/text.hpp"
#include "market/codes.hpp"
#include "market/installing.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kAnyVersion = "*";
constexpr std::array kPrecedence{Scope::managed, Scope::local, Scope::project, Scope::user};

std::string range_words(std::string_view range) {
    return range == kAnyVersion ? std::string("in any version") : "in version " + std::string(range);
}

}  // namespace

Result<> Market::Dependencies::add(const std::string& id, const PluginPackage& package) {
    way_.push_back(id);
    for (const auto& dependency : package.dependencies) {
        // What --plugin-dir gives stands in for every version.
        if (market_.policy_.is_given && market_.policy_.is_given(dependency.name)) continue;
        const auto need = read(id, dependency);
        if (!need) return need.error();
        if (auto met = meet(*need); !met) return met;
    }
    way_.pop_back();
    return {};
}

Result<Market::Dependencies::Need> Market::Dependencies::read(const std::string& dependent,
                                                              const PackageDependency& dependency) const {
    const auto market = dependency.marketplace.empty() ? std::string(market_half(dependent)) : dependency.marketplace;
    const auto id = dependency.name + "@" + market;
    if (!is_plugin_id(id)) return make_error(code::dependency_invalid, dependent, {dependent, id, "that is no plugin"});
    const auto text = dependency.range.empty() ? std::string(kAnyVersion) : dependency.range;
    auto range = VersionRange::parse(text);
    if (!range) {
        return make_error(code::dependency_invalid, dependent,
                          {dependent, id, "\"" + text + "\" is no range of versions"});
    }
    return Need{dependent, id, text, std::move(*range)};
}

/// A version that is none fits where any does.
Result<> Market::Dependencies::check_version(const Need& need, std::string_view version, const std::string& what,
                                             const std::string& hint) const {
    const auto parsed = parse_version(version);
    if (need.range_text == kAnyVersion || (parsed && need.range.contains(*parsed))) return {};
    const auto first = first_.find(need.id);
    if (first != first_.end() && first->second.dependent != need.dependent) {
        return make_error(code::dependency_conflict, need.dependent,
                          {need.dependent, need.id, range_words(need.range_text), first->second.dependent,
                           range_words(first->second.range_text), what});
    }
    return make_error(code::dependency_version, need.dependent,
                      {need.dependent, need.id, range_words(need.range_text), what, hint});
}

Result<> Market::Dependencies::meet(const Need& need) {
    if (std::ranges::find(way_, need.id) != way_.end()) {
        return make_error(code::dependency_cycle, way_.front(), {circle(need.id)});
    }
    for (const auto& list : {std::span<const Installing>(chosen), coming_}) {
        const auto there = std::ranges::find(list, need.id, [](const Installing& one) { return one.record.id; });
        if (there == list.end()) continue;
        const auto& version = there->record.version;
        return check_version(need, version, "the marketplace has " + version, {});
    }
    const auto* record = market_.record_that_counts(work_.records(), work_.store(), need.id);
    return record != nullptr ? meet_installed(need, *record) : meet_new(need);
}

Result<> Market::Dependencies::meet_installed(const Need& need, const InstallRecord& record) {
    // Two that are installed hold each other where they are, each alone.
    const bool both = !work_.records().of(need.dependent).empty();
    auto fits = check_version(need, record.version, record.version + " is installed",
                              both ? "bring both up to date in one go: skilldeck plugin update"
                                   : "bring it up to date first: skilldeck plugin update " + need.id);
    if (!fits) return fits;
    first_.emplace(need.id, need);
    const bool off = market_.is_off(need.id);
    const bool known = std::ranges::find(to_enable, need.id, &InstallRecord::id) != to_enable.end();
    if (!off || known) return {};
    if (market_.policy_.refuse_plugin) {
        if (auto refused = market_.policy_.refuse_plugin(need.id)) return about(*refused, need.dependent);
    }
    to_enable.push_back(record);
    const auto copy = record;  // the list grows
    const auto package = read_package(market_.reader_, copy.path, market_.options_of(copy));
    return package ? add(copy.id, *package) : Result<>();
}

Path Market::Dependencies::project() const {
    return scope_ == Scope::user ? Path{} : market_.places_.project_dir;
}

/// The entry of what is not there, if it may come along.
Result<Market::Found> Market::Dependencies::find(const Need& need) const {
    if (market_half(need.id) != market_half(need.dependent)) {
        return make_error(code::dependency_elsewhere, need.dependent, {need.dependent, need.id});
    }
    if (chosen.size() >= kMostDependencies) {
        return make_error(code::dependencies_too_many, way_.front(), {way_.front(), std::to_string(kMostDependencies)});
    }
    auto found = market_.find_entry(need.id);
    if (!found) return unavailable(need, found.error());
    if (found->id != need.id) return unavailable(need, make_error(code::plugin_renamed, {}, {need.id, found->id}));
    if (auto allowed = market_.may_install(*found, need.id); !allowed) return about(allowed.error(), need.dependent);
    const auto known = check_old_names(work_.records(), *found, scope_word(scope_), project());
    if (!known) return about(known.error(), need.dependent);
    if (auto free = market_.check_data_folder(work_.records(), need.id); !free) return free.error();
    return found;
}

Error Market::Dependencies::unavailable(const Need& need, const Error& why) {
    return make_error(code::dependency_unavailable, need.dependent, {need.dependent, need.id, why.what});
}

Result<> Market::Dependencies::meet_new(const Need& need) {
    const auto found = find(need);
    if (!found) return found.error();
    const auto wanted = market_.wanted_version(need.id, std::nullopt, rules_);
    if (!wanted) return wanted.error();
    auto choice = market_.choose(work_, *found, *wanted, rules_, warnings_);
    if (!choice) return wanted->any() ? choice.error() : unavailable(need, choice.error());
    auto fits = check_version(need, choice->version, "its marketplace has " + choice->version,
                              "ask who makes the plugins: the marketplace must have a version that fits");
    if (!fits) return fits;
    if (!wanted->any()) {
        auto newer = market_.check_not_older(need.id, choice->version, {}, warnings_);
        if (!newer) return newer;
    }
    first_.emplace(need.id, need);

    const auto package = choice->package;
    Installing plugin;
    plugin.record.id = need.id;
    plugin.record.scope = scope_word(scope_);
    plugin.record.project = project();
    record_entry(found->entry, plugin.record);
    plugin.record.installed_at = plugin.record.updated_at = to_iso8601(market_.clock_.now());
    plugin.changes = package_changes(market_.reader_, nullptr, package);
    auto placing = market_.place_of(work_, std::move(*choice), plugin.record);
    if (!placing) return placing.error();
    plugin.placing = std::move(*placing);
    chosen.push_back(std::move(plugin));
    return add(need.id, package);
}

std::string Market::Dependencies::circle(const std::string& id) const {
    std::vector<std::string> names(std::ranges::find(way_, id), way_.end());
    names.push_back(id);
    return join(names, " -> ");
}

/// The record that counts in this project, if its files are there.
const InstallRecord* Market::record_that_counts(const InstallRecords& records, const Store& store, std::string_view id,
                                                std::span<const Installing> coming) const {
    for (const auto scope : kPrecedence) {
        const auto* record = records.find(id, scope_word(scope), places_.project_dir);
        if (record == nullptr) continue;
        const bool comes = std::ranges::any_of(
            coming, [&](const Installing& one) { return one.record.id == id && one.record.path == record->path; });
        if (comes) return record;
        const bool ours = record->linked || store.owns(record->path);
        return ours && reader_.is_directory(record->path) ? record : nullptr;
    }
    return nullptr;
}

bool Market::is_off(std::string_view id) const {
    return policy_.is_enabled && !policy_.is_enabled(id);
}

Result<> Market::add_needed(Transaction& work, const InstallRecord& record, const PluginPackage& package,
                            const Rules& rules, std::vector<Installing>& all, StoreChange& change,
                            MarketAction& action) const {
    using Done = MarketAction::Dependency::Done;
    const auto scope = parse_scope(record.scope);
    if (!scope || package.dependencies.empty()) return {};
    Dependencies needed(*this, work, *scope, rules, action.warnings, all);
    if (auto added = needed.add(record.id, package); !added) return added;
    const auto switch_on = [&](const InstallRecord& one, Done done) -> Result<> {
        auto flags = flag_change(one.id, *scope, true);
        if (!flags) return flags.error();
        append(change.flags, std::move(*flags));
        action.dependencies.push_back({one.id, one.version, done});
        return {};
    };
    for (auto& one : needed.chosen) {
        if (auto on = switch_on(one.record, Done::installed); !on) return on;
        change.versions.push_back({one.record.id, one.record.version});
        all.push_back(std::move(one));
    }
    for (const auto& one : needed.to_enable) {
        if (auto on = switch_on(one, Done::enabled); !on) return on;
    }
    return {};
}

std::string with_dependencies(const MarketAction& action) {
    std::vector<std::string> installed, enabled;
    for (const auto& one : action.dependencies) {
        if (one.done == MarketAction::Dependency::Done::installed) installed.push_back(one.id + " " + one.version);
        if (one.done == MarketAction::Dependency::Done::enabled) enabled.push_back(one.id);
    }
    return (installed.empty() ? "" : " with " + join(installed, ", ")) +
           (enabled.empty() ? "" : "; enabled " + join(enabled, ", "));
}

}  // namespace skilldeck
