// SPDX-License-Identifier: Apache-2.0
#include "skill/catalogue.hpp"

#include "base/text.hpp"
#include "skill/codes.hpp"
#include "skill/skill_definition.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace skilldeck {

namespace {

SkillSourceKind kind_of(const Skill& skill) {
    const auto& origin = skill.origin();
    switch (origin.loaded_from) {
        case LoadedFrom::managed: return SkillSourceKind::managed;
        case LoadedFrom::commands_deprecated: return SkillSourceKind::commands;
        case LoadedFrom::plugin: return SkillSourceKind::plugin;
        case LoadedFrom::bundled: return SkillSourceKind::bundled;
        case LoadedFrom::mcp: return SkillSourceKind::mcp;
        case LoadedFrom::remote: return SkillSourceKind::remote;
        case LoadedFrom::skills: break;
    }
    if (origin.source == skill_source_word(SkillSourceKind::add_dir)) return SkillSourceKind::add_dir;
    return origin.scope == Scope::user ? SkillSourceKind::user : SkillSourceKind::project;
}

/// The folder that tells two skills of one name and origin apart: `.claude/skills`; of a plugin, below its root.
std::string folder_of(const SkillSource& source) {
    if (!source.plugin_root.empty()) {
        const auto relative = source.path.lexically_relative(source.plugin_root).generic_string();
        if (!relative.empty() && relative != "." && !relative.starts_with("..")) return relative;
    }
    return (source.path.parent_path().filename() / source.path.filename()).generic_string();
}

std::string leaf_of(const Skill& skill) {
    return skill.is_command() ? Path(skill.file.view()).stem().string() : skill.directory().filename().string();
}

std::string with_prefix(const SkillSource& source, std::string_view name) {
    const auto& prefix = source.name_prefix;
    return prefix.empty() ? std::string(name) : (prefix + ":").append(name);
}
std::string with_prefix(const Skill& skill, std::string_view name) {
    return with_prefix(*skill.source, name);
}

/// By folder and by the skill's own name, each also with the origin.
FurtherNames further_names(const std::vector<CatalogueEntry>& entries, const std::vector<SkillWay>& ways) {
    FurtherNames names;
    if (ways.empty()) return names;
    std::unordered_map<std::string, std::size_t> by_file;
    for (std::size_t i = 0; i < entries.size(); ++i) by_file.emplace(entries[i].skill->file.string(), i);
    for (const auto& way : ways) {
        const auto found = by_file.find(way.file);
        if (found == by_file.end()) continue;
        for (const auto& name : {to_nfc(way.folder_name), entries[found->second].skill->name}) {
            const auto called = with_prefix(*way.source, name);
            auto& of_entry = names[found->second];
            of_entry.push_back(called);
            of_entry.push_back(called + "@" + way.source->qualified_origin);
        }
    }
    return names;
}

/// `apps/web:name`, for a skill below the start directory.
std::string with_folder(const Skill& skill, std::string_view name) {
    return (skill.source->nested_in + ":").append(name);
}

bool is_nested(const Skill& skill) {
    return !skill.source->nested_in.empty();
}

using Prefixes = std::map<std::string, PrefixOwner, std::less<>>;

/// Of `plugin:…`; null: nobody's.
const PrefixOwner* owner_of(const Prefixes& prefixes, std::string_view name) {
    const auto colon = name.find(':');
    if (colon == std::string_view::npos) return nullptr;
    const auto found = prefixes.find(name.substr(0, colon));
    return found == prefixes.end() ? nullptr : &found->second;
}

/// The id of the plugin that owns a name a skill would have, if that is not the skill's own; else empty.
std::string_view other_owner(const Prefixes& prefixes, const Skill& skill, std::string_view name) {
    const auto& origin = skill.origin();
    if (origin.loaded_from == LoadedFrom::managed || origin.loaded_from == LoadedFrom::bundled) return {};
    const auto* owner = owner_of(prefixes, name);
    return owner == nullptr || owner->plugin == origin.plugin ? std::string_view() : std::string_view(owner->plugin);
}

/// Gives the names of one catalogue out; who asks first gets a name. Names are views of the entries and their skills,
/// or of `made_names`. What touched files have brought asks last: no name changes its meaning because a file was
/// opened.
class Naming {
public:
    /// `order`: the positions of the entries in the order of discovery.
    Naming(std::vector<CatalogueEntry>& entries, std::span<const std::size_t> order, const Prefixes& prefixes,
           const FurtherNames& further, CatalogueNames& names)
        : entries_(entries), prefixes_(prefixes), further_(further), names_(names) {
        names_.given.reserve(2 * entries.size());
        order_.reserve(order.size());
        for (const auto i : order) (is_nested(*entries_[i].skill) ? nested_ : order_).push_back(i);
    }

    void run() {
        for (const auto* order : {&order_, &nested_}) {
            for (const auto i : *order) give_qualified_name(i);
        }
        for (auto& entry : entries_) find_name_owner(entry);
        give_call_names();
        for (const auto i : order_) {
            const auto& skill = *entries_[i].skill;
            if (!skill.folder_name.empty() && owns_prefix(entries_[i])) claim_with_prefix(skill, skill.folder_name, i);
        }
        for (const auto i : order_) {
            if (!owns_prefix(entries_[i])) continue;
            for (const auto alias : entries_[i].skill->aliases) claim_with_prefix(*entries_[i].skill, alias, i);
        }
        for (const auto i : order_) give_further_names(i);
        for (const auto i : order_) give_bare_names(i);
        give_nested_names();
    }

private:
    /// Another plugin has the name: its skills are not taken, nor those that it might have.
    static bool owns_prefix(const CatalogueEntry& entry) { return entry.name_owner.empty(); }

    void find_name_owner(CatalogueEntry& entry) const {
        entry.name_owner = entry.skill->source->prefix_owner;
        if (entry.name_owner.empty()) entry.name_owner = other_owner(prefixes_, *entry.skill, call_name(entry));
    }

    bool claim_whole(std::string_view name, std::size_t index) { return names_.given.add(name, index); }

    bool claim(std::string_view name, std::size_t index) {
        return other_owner(prefixes_, *entries_[index].skill, name).empty() && claim_whole(name, index);
    }

    void claim_with_prefix(const Skill& skill, std::string_view name, std::size_t index) {
        const bool whole = skill.source->name_prefix.empty();
        claim(whole ? name : names_.made.emplace_back(with_prefix(skill, name)), index);
    }

    bool claim_qualified(std::string_view name, std::size_t index) {
        auto& kept = entries_[index].qualified_name;
        kept = name;
        return claim_whole(kept, index);
    }

    void give_qualified_name(std::size_t index) {
        const auto& skill = *entries_[index].skill;
        std::string name = skill.call_name() + "@" + skill.source->qualified_origin;
        if (claim_qualified(name, index)) return;
        name += "/" + folder_of(*skill.source);
        if (claim_qualified(name, index)) return;
        name += "/" + leaf_of(skill);
        for (int number = 1; !claim_qualified(number == 1 ? name : name + "#" + std::to_string(number), index);)
            ++number;
    }

    /// The beginning of the qualified name.
    static std::string_view call_name(const CatalogueEntry& entry) {
        const auto& skill = *entry.skill;
        const auto& prefix = skill.source->name_prefix;
        const auto size = skill.name.size() + (prefix.empty() ? 0 : prefix.size() + 1);
        return entry.qualified_name.view().substr(0, size);
    }

    /// A disabled skill hides nobody: it gets its name only when no other skill wants it.
    void give_call_names() {
        for (const bool disabled : {false, true}) {
            for (const auto i : order_) {
                auto& entry = entries_[i];
                if ((entry.state == SkillState::disabled) != disabled) continue;
                const auto name = call_name(entry);
                if (owns_prefix(entry) ? claim(name, i) || disabled : disabled) continue;
                entry.state = SkillState::shadowed;
            }
        }
        name_winners(order_);
    }

    void name_winners(std::span<const std::size_t> order) {
        for (const auto i : order) {
            if (entries_[i].state == SkillState::shadowed) entries_[i].shadowed_by = owner_of_name(entries_[i]);
        }
    }

    /// The skill that has it, else the plugin that has the prefix.
    [[nodiscard]] std::string owner_of_name(const CatalogueEntry& entry) const {
        const auto found = names_.given.find(call_name(entry));
        return (found ? entries_[*found].qualified_name : entry.name_owner).string();
    }

    void give_bare_names(std::size_t index) {
        const auto& skill = *entries_[index].skill;
        const bool hidden = entries_[index].state == SkillState::shadowed || !owns_prefix(entries_[index]);
        if (skill.source->name_prefix.empty() || hidden) return;
        claim(skill.name, index);
        if (!skill.folder_name.empty()) claim(skill.folder_name, index);
    }

    /// The short name while it is free, the one with the folder in any case.
    void give_nested_names() {
        for (const bool disabled : {false, true}) {
            for (const auto i : nested_) {
                auto& entry = entries_[i];
                if ((entry.state == SkillState::disabled) != disabled) continue;
                const bool has_short = owns_prefix(entry) && claim(call_name(entry), i);
                const bool has_long = claim_in_folder(i, entry.skill->name);
                entry.called_in_folder = has_long && !has_short;
                if (!has_short && !has_long && !disabled) entry.state = SkillState::shadowed;
            }
        }
        name_winners(nested_);
        for (const auto i : nested_) {
            const auto& skill = *entries_[i].skill;
            if (!skill.folder_name.empty()) claim_short_and_long(i, skill.folder_name);
        }
        for (const auto i : nested_) {
            for (const auto alias : entries_[i].skill->aliases) claim_short_and_long(i, alias);
        }
    }

    void claim_short_and_long(std::size_t index, std::string_view name) {
        if (!owns_prefix(entries_[index])) return;
        claim(name, index);
        claim_in_folder(index, name);
    }

    /// A folder may have the name of a plugin, whose names are its own, or one that cannot be typed.
    bool claim_in_folder(std::size_t index, std::string_view name) {
        const auto& skill = *entries_[index].skill;
        if (!owns_prefix(entries_[index]) || !is_usable_skill_name(with_folder(skill, name))) return false;
        return claim(names_.made.emplace_back(with_folder(skill, name)), index);
    }

    void give_further_names(std::size_t index) {
        const auto found = further_.find(index);
        if (found == further_.end() || !owns_prefix(entries_[index])) return;
        for (const auto& name : found->second) claim(name, index);
    }

    std::vector<CatalogueEntry>& entries_;
    std::vector<std::size_t> order_, nested_;
    const Prefixes& prefixes_;
    const FurtherNames& further_;
    CatalogueNames& names_;
};

/// What settings say of one skill.
struct Wish {
    SkillOverride wanted = SkillOverride::on;
    std::string_view off_because;
};

Wish wish_about(const Skill& skill, const CatalogueOptions& options) {
    if (const auto doubt = options.sources.doubt(kind_of(skill)); !doubt.empty()) return {SkillOverride::off, doubt};
    if (!skill.origin().plugin.empty()) return {};
    const auto& [by_name, unreadable] = options.overrides;
    auto found = is_nested(skill) ? by_name.find(with_folder(skill, skill.name)) : by_name.end();
    if (found == by_name.end()) found = by_name.find(skill.name);
    if (found != by_name.end()) return {found->second, {}};
    return unreadable.empty() ? Wish() : Wish{SkillOverride::off, unreadable};
}

CatalogueEntry entry_of(std::shared_ptr<const Skill> skill, const CatalogueOptions& options) {
    CatalogueEntry entry;
    entry.skill = std::move(skill);
    const auto [wanted, off_because] = wish_about(*entry.skill, options);
    entry.off_because = off_because;
    if (!entry.skill->enabled || wanted == SkillOverride::off) entry.state = SkillState::disabled;
    entry.model_disabled = entry.skill->disable_model_invocation || wanted == SkillOverride::user_invocable_only;
    entry.name_only = wanted == SkillOverride::name_only;
    return entry;
}

/// The skills in the order of a list, as positions in the order of discovery.
std::vector<std::size_t> list_order(const std::vector<std::shared_ptr<const Skill>>& skills) {
    std::vector<std::size_t> order(skills.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto comes_before = [&](std::size_t a, std::size_t b) {
        const auto& first = *skills[a];
        const auto& second = *skills[b];
        const auto kind = kind_of(first), other = kind_of(second);
        if (kind != other) return kind < other;
        if (is_nested(first) != is_nested(second)) return is_nested(second);
        const bool plain = first.source->name_prefix.empty() && second.source->name_prefix.empty();
        return plain ? first.name < second.name : first.call_name() < second.call_name();
    };
    // Discovery has nearly this order: folders are read in the order of their names.
    if (!std::is_sorted(order.begin(), order.end(), comes_before)) {
        std::stable_sort(order.begin(), order.end(), comes_before);
    }
    return order;
}

/// Whose skills are told apart by their folders: one plugin, or one folder of skills.
std::string group_of(const Skill& skill) {
    const auto& source = *skill.source;
    return (source.origin.plugin.empty() ? source.path.string() : source.origin.plugin) + "\n" + skill.name;
}

/// Of two in one place that have the same name the one whose folder is called so comes first, and so has it.
void put_named_folders_first(const std::vector<CatalogueEntry>& entries, std::vector<std::size_t>& order) {
    const auto is_renamed = [&](std::size_t entry) { return !entries[entry].skill->folder_name.empty(); };
    if (std::none_of(order.begin(), order.end(), is_renamed)) return;
    std::unordered_map<std::string, std::size_t> by_folder;  // where in the order
    for (std::size_t at = 0; at < order.size(); ++at) {
        const auto& skill = *entries[order[at]].skill;
        if (!is_renamed(order[at]) && !skill.is_command()) by_folder.try_emplace(group_of(skill), at);
    }
    std::vector<std::pair<std::size_t, std::size_t>> moves;  // from, to
    for (std::size_t at = 0; at < order.size(); ++at) {
        if (!is_renamed(order[at])) continue;
        const auto named = by_folder.find(group_of(*entries[order[at]].skill));
        if (named == by_folder.end() || named->second < at) continue;
        moves.emplace_back(named->second, at);
        by_folder.erase(named);  // the first of those that are called like it is enough
    }
    // From the front: a move shifts only what lies between its two places.
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const auto [from, to] = moves[i];
        const auto begin = order.begin();
        std::rotate(begin + static_cast<std::ptrdiff_t>(to), begin + static_cast<std::ptrdiff_t>(from),
                    begin + static_cast<std::ptrdiff_t>(from) + 1);
        for (auto later = i + 1; later < moves.size(); ++later) {
            for (auto* place : {&moves[later].first, &moves[later].second}) {
                if (*place >= to && *place < from) ++*place;
            }
        }
    }
}

}  // namespace

std::string CatalogueEntry::call_name() const {
    return called_in_folder ? with_folder(*skill, skill->name) : skill->call_name();
}

std::string_view skill_state_word(SkillState state) {
    switch (state) {
        case SkillState::active: return "active";
        case SkillState::conditional: return "conditional";
        case SkillState::disabled: return "disabled";
        case SkillState::shadowed: return "shadowed";
    }
    return "active";
}

std::shared_ptr<const Catalogue> Catalogue::build(Discovery found, const CatalogueOptions& options) {
    std::shared_ptr<Catalogue> catalogue(new Catalogue());
    auto& entries = catalogue->entries_;
    const auto listed = list_order(found.skills);
    entries.reserve(listed.size());
    std::vector<std::size_t> discovered(listed.size());
    for (const auto index : listed) {
        discovered[index] = entries.size();
        entries.push_back(entry_of(std::move(found.skills[index]), options));
    }
    put_named_folders_first(entries, discovered);
    catalogue->prefixes_ = options.prefixes;
    catalogue->further_names_ = further_names(entries, found.ways);
    Naming(entries, discovered, catalogue->prefixes_, catalogue->further_names_, catalogue->names_).run();

    catalogue->diagnostics_ = std::move(found.diagnostics);
    for (const auto index : discovered) {
        auto& entry = entries[index];
        const bool waits = !entry.skill->paths.empty() && !options.activated.contains(entry.qualified_name.view());
        if (entry.state == SkillState::active && waits) entry.state = SkillState::conditional;
        if (entry.state != SkillState::shadowed) continue;
        auto diagnostic =
            make_diagnostic(code::skill_shadowed, entry.skill->file, {entry.qualified_name, entry.shadowed_by});
        diagnostic.plugin = entry.skill->origin().plugin;
        catalogue->diagnostics_.push_back(std::move(diagnostic));
    }
    return catalogue;
}

const CatalogueEntry* Catalogue::find(std::string_view name) const {
    const auto found = names_.given.find(to_nfc(name));
    return found ? &entries_[*found] : nullptr;
}

bool Catalogue::is_owned(std::string_view name) const {
    return owner_of(prefixes_, to_nfc(name)) != nullptr;
}

std::string_view Catalogue::longest_name_of(std::string_view line) const {
    constexpr std::size_t kTypedNameLimit = 1024;  // bytes; what is longer is no name
    auto end = line.size() <= kTypedNameLimit ? line.size() : line.find_last_of(" \t", kTypedNameLimit);
    for (; end != std::string_view::npos && end > 0; end = line.find_last_of(" \t", end - 1)) {
        if (find(line.substr(0, end)) != nullptr) return line.substr(0, end);
    }
    return {};
}

std::vector<std::string> Catalogue::names_of(const CatalogueEntry& entry) const {
    const auto& skill = *entry.skill;
    std::vector<std::string> names{entry.qualified_name.string(), skill.call_name()};
    const auto add = [&](std::string_view name) {
        const bool known = std::find(names.begin(), names.end(), name) != names.end();
        if (!known && !name.empty() && find(name) == &entry) names.emplace_back(name);
    };
    add(skill.name);
    add(with_prefix(skill, skill.folder_name));
    add(skill.folder_name);
    for (const auto alias : skill.aliases) add(with_prefix(skill, alias));
    const auto add_whole = [&](std::string_view name) {
        if (std::ranges::find(names, name) == names.end()) names.emplace_back(name);
    };
    const auto further = further_names_.find(static_cast<std::size_t>(&entry - entries_.data()));
    if (further != further_names_.end()) std::ranges::for_each(further->second, add_whole);
    if (!is_nested(skill)) return names;
    std::vector<std::string_view> plain{skill.name, skill.folder_name};
    plain.insert(plain.end(), skill.aliases.begin(), skill.aliases.end());
    for (const auto name : plain) {
        if (name.empty()) continue;
        add_whole(name);
        add_whole(with_folder(skill, name));
    }
    return names;
}

std::vector<std::string> Catalogue::suggestions(std::string_view name) const {
    std::vector<std::string> names;
    for (const auto& entry : entries_) {
        if (entry.state == SkillState::disabled || entry.state == SkillState::shadowed) continue;
        names.push_back(entry.call_name());
        names.insert(names.end(), entry.skill->aliases.begin(), entry.skill->aliases.end());
    }
    return nearest(name, names);
}

Error Catalogue::unknown_skill(std::string_view name) const {
    auto error = make_error(code::skill_unknown, {}, {name});
    if (const auto* owner = owner_of(prefixes_, name)) {
        std::vector<std::string> others;
        for (const auto& entry : entries_) {
            if (!entry.name_owner.empty() && entry.skill->call_name() == name)
                others.push_back(entry.qualified_name.string());
        }
        if (!owner->active || !others.empty()) {
            error.hint = "this name belongs to the plugin " + owner->plugin;
            error.hint += owner->active ? ", which has no such skill" : ", which is disabled or cannot be used";
            if (!others.empty()) error.hint += "; another skill is called by its whole name: " + join(others, ", ");
            return error;
        }
    }
    const auto near = suggestions(name);
    if (!near.empty()) error.hint = "did you mean " + join(near, ", ") + "?";
    return error;
}

}  // namespace skilldeck
