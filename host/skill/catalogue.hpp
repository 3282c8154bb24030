// SPDX-License-Identifier: Apache-2.0
// All skills by name: an immutable snapshot, replaced whole on reload. It owns which of two skills of one name wins,
// and every name a skill can be called by. Readers never lock; safe from any thread.
#pragma once

#include "skill/discovery.hpp"
#include "skill/name_index.hpp"
#include "skill/skill.hpp"
#include "skill/skill_overrides.hpp"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace skilldeck {

enum class SkillState : std::uint8_t { active, conditional, disabled, shadowed };
[[nodiscard]] std::string_view skill_state_word(SkillState state);

struct CatalogueEntry {
    std::shared_ptr<const Skill> skill;
    KeptText qualified_name;  ///< `deploy@user`, `a:deploy@market`; unique, always resolves
    SkillState state = SkillState::active;
    KeptText shadowed_by;  ///< the winner's qualified name, else the plugin that owns the name
    KeptText name_owner;   ///< the id of another plugin that owns its name `plugin:…`: only the whole name leads here

    /// Below the start directory and its name another's: it is called `folder:name`.
    bool called_in_folder = false;
    bool model_disabled = false;  ///< the model may not call it: by its definition or by an override
    bool name_only = false;       ///< an override: listed without its text
    KeptText off_because;         ///< of one that is disabled, as settings that cannot be read might say so

    /// The name that leads here, where one does: `deploy`, `plugin:deploy`, `apps/web:deploy`.
    [[nodiscard]] std::string call_name() const;
};

/// Who has the names `prefix:…`.
struct PrefixOwner {
    std::string plugin;  ///< its id
    bool active = true;  ///< false: it contributes no skills, and no others get its names
};

struct CatalogueOptions {
    /// By prefix. Nobody else gets a name that begins with it, but the administrator and the program itself.
    std::map<std::string, PrefixOwner, std::less<>> prefixes;
    SkillOverrides overrides;                      ///< `apps/web:name` before `name`
    SourceSwitches sources;                        ///< which kinds are in doubt: their skills are off
    std::set<std::string, std::less<>> activated;  ///< qualified names of conditional skills now active
};

/// Every name and the position of its entry. A name is a view of its entry, of its skill, or of one that was made.
struct CatalogueNames {
    NameIndex given;
    std::deque<std::string> made;
};

/// By the position of an entry: what it is called by other ways to its file, NFC.
using FurtherNames = std::unordered_map<std::size_t, std::vector<std::string>>;

class Catalogue {
public:
    Catalogue(const Catalogue&) = delete;  // names are views of what it holds
    Catalogue& operator=(const Catalogue&) = delete;

    [[nodiscard]] static std::shared_ptr<const Catalogue> build(Discovery found, const CatalogueOptions& options = {});

    /// Highest kind of source first, of one kind those below the start directory last, then name by code point, then
    /// the order of discovery. Shadowed and disabled ones included.
    [[nodiscard]] std::span<const CatalogueEntry> entries() const { return entries_; }

    /// Exact names only, compared after NFC: qualified names, then `name` or `plugin:name`, then folder names, aliases,
    /// names by other ways to the file, and bare names of plugin skills while they are free. A disabled skill is found,
    /// with its state. No leading `/`.
    [[nodiscard]] const CatalogueEntry* find(std::string_view name) const;

    /// Whether a name begins with a prefix that a plugin owns: who is called so elsewhere is not known to be its skill.
    [[nodiscard]] bool is_owned(std::string_view name) const;

    /// The longest name that a typed line begins with, up to a blank or the end of the line; names may hold blanks
    /// themselves. Empty when it begins with none.
    [[nodiscard]] std::string_view longest_name_of(std::string_view line) const;

    /// Every name that an entry goes by: its qualified name first, then the name it is called by (also where another
    /// skill has it), then folder name, aliases and bare name where they lead to it, and what it would be called by
    /// every other way to its file; of one below the start directory all of them, as they are and with its folder
    /// before them. For rules that forbid.
    [[nodiscard]] std::vector<std::string> names_of(const CatalogueEntry& entry) const;

    /// Names near one that is not there, at most three.
    [[nodiscard]] std::vector<std::string> suggestions(std::string_view name) const;

    /// skill_unknown with suggestions in its hint; of a name with a prefix that a plugin owns, that plugin and the
    /// whole names of others that would have been called so.
    [[nodiscard]] Error unknown_skill(std::string_view name) const;

    /// What discovery and naming found that belongs to no skill (a skill's own: Skill::diagnostics).
    [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }

private:
    Catalogue() = default;
    std::vector<CatalogueEntry> entries_;
    CatalogueNames names_;
    FurtherNames further_names_;
    std::map<std::string, PrefixOwner, std::less<>> prefixes_;
    Diagnostics diagnostics_;
};

}  // namespace skilldeck
