// SPDX-License-Identifier: Apache-2.0
// Catalogues without a disk, for the tests of the listing.
#pragma once

#include "skill/catalogue.hpp"
#include "skill/listing.hpp"

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skilldeck::test {

inline std::shared_ptr<const SkillSource> listed_source(LoadedFrom loaded_from, std::string_view qualified_origin,
                                                        Scope scope = Scope::user) {
    SkillSource source;
    source.origin.loaded_from = loaded_from;
    source.origin.source = qualified_origin;
    source.origin.scope = scope;
    source.origin.trusted = true;
    source.qualified_origin = qualified_origin;
    return std::make_shared<const SkillSource>(std::move(source));
}

inline Skill listed_skill(std::string_view name, std::string_view description,
                          LoadedFrom loaded_from = LoadedFrom::skills) {
    Skill skill;
    skill.source =
        listed_source(loaded_from, loaded_from == LoadedFrom::skills ? "user" : loaded_from_word(loaded_from));
    skill.name = name;
    skill.description = description;
    return skill;
}

inline std::shared_ptr<const Catalogue> catalogue_of(std::vector<Skill> skills, const CatalogueOptions& options = {}) {
    Discovery found;
    for (auto& skill : skills) found.skills.push_back(std::make_shared<const Skill>(std::move(skill)));
    return Catalogue::build(std::move(found), options);
}

inline ListingRequest within(std::size_t characters, SkillUsage usage = {}) {
    ListingRequest request;
    request.budget.characters = characters;
    request.usage = std::move(usage);
    return request;
}

/// Of skills of the user: the last use is the same for all unless said.
inline SkillUsage uses_of(std::initializer_list<std::pair<std::string_view, std::uint64_t>> counts) {
    SkillUsage usage;
    for (const auto& [name, uses] : counts) usage[std::string(name) + "@user"] = {uses, "2026-01-01T00:00:00.000Z"};
    return usage;
}

inline const ListingEntry* entry_of(const Listing& listing, std::string_view name) {
    for (const auto& entry : listing.entries) {
        if (entry.skill->skill->call_name() == name) return &entry;
    }
    return nullptr;
}

/// A text of so many characters, all different from a blank.
inline std::string text_of_length(std::size_t length, char letter = 'x') {
    return std::string(length, letter);
}

}  // namespace skilldeck::test
