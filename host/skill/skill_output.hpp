// SPDX-License-Identifier: Apache-2.0
// How skills are written: the JSON of `skill list`, `skill show` and `skill expand`, and the same for people.
// Lists are written piece by piece and never held whole. Pure functions; safe from any thread.
#pragma once

#include "skill/catalogue.hpp"
#include "skill/expansion.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace skilldeck {

using WriteText = std::function<void(std::string_view)>;

enum class SkillSelection : std::uint8_t {
    usable,  ///< active and conditional
    all,     ///< and disabled and shadowed
};

/// One JSON array, with a line end.
void write_skill_list_json(const Catalogue& catalogue, SkillSelection selection, const WriteText& write);
/// A table: name, origin, state where it is not active, description on one line. `width`: columns, 0 for no limit.
void write_skill_list_text(const Catalogue& catalogue, SkillSelection selection, std::size_t width,
                           const WriteText& write);

/// The list object with files, fields, safe and asks.
void write_skill_show_json(const FileReader& files, const CatalogueEntry& entry, const WriteText& write);
void write_skill_show_text(const FileReader& files, const CatalogueEntry& entry, const WriteText& write);

void write_expanded_json(const ExpandedSkill& expanded, const WriteText& write);

}  // namespace skilldeck
