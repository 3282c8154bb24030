// SPDX-License-Identifier: Apache-2.0
// Finds skills: the local places in their order, then what plugins and the program itself bring. It owns the order of
// sources, the walk over folders and links, and what is refused there; names that clash are catalogue.hpp's business.
// Blocking reads; safe from any thread.
#pragma once

#include "settings/settings.hpp"
#include "skill/skill.hpp"

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skilldeck {

inline constexpr std::size_t kDirectoriesPerRoot = 20'000;
inline constexpr int kCommandFolderDepth = 6;

/// The kinds of sources that have a switch, highest first.
enum class SkillSourceKind : std::uint8_t { managed, user, project, add_dir, commands, plugin, bundled, mcp, remote };
[[nodiscard]] std::string_view skill_source_word(SkillSourceKind kind);  ///< `addDir` for add_dir

/// Which kinds of sources are read; all, to begin with.
class SourceSwitches {
public:
    [[nodiscard]] bool on(SkillSourceKind kind) const { return (off_ & bit(kind)) == 0; }
    void turn_on(SkillSourceKind kind) {
        off_ &= ~bit(kind);
        doubted_ &= ~bit(kind);
    }
    void turn_off(SkillSourceKind kind) { off_ |= bit(kind); }

    /// It cannot be known of any kind whether it is off: none of their skills can be called. What is turned on after
    /// that is on again.
    void doubt_all(std::string why) {
        why_doubted_ = std::move(why);
        doubted_ = ~0U;
    }
    /// Why; empty: the kind is not in doubt.
    [[nodiscard]] std::string_view doubt(SkillSourceKind kind) const {
        return (doubted_ & bit(kind)) == 0 ? std::string_view() : std::string_view(why_doubted_);
    }

private:
    static unsigned bit(SkillSourceKind kind) { return 1U << static_cast<unsigned>(kind); }

    unsigned off_ = 0, doubted_ = 0;
    std::string why_doubted_;
};

/// Setting `skillSources`, then each `--sources` list (`-bundled` removes one, words without a minus keep only those),
/// then managed `strictPluginOnlyCustomization`. Errors: source_word_unknown for a word in `lists`.
[[nodiscard]] Result<SourceSwitches> read_source_switches(const Settings& settings, std::span<const std::string> lists);

enum class CompatPlaces : std::uint8_t { read, skip };  ///< skip: `--no-compat`, no `.claude` and `.agents` folders

/// The folders of a home or a project that have folders of skills in them.
inline constexpr std::string_view kOwnFolder = ".skilldeck", kAgentsFolder = ".agents", kClaudeFolder = ".claude";
[[nodiscard]] inline bool is_skills_parent(std::string_view name) {
    return name == kOwnFolder || name == kAgentsFolder || name == kClaudeFolder;
}

/// Where to look. All absolute.
struct DiscoveryPlaces {
    std::vector<Path> managed_dirs;
    Path config_dir;                   ///< ~/.skilldeck
    Path home;                         ///< of `.agents` and `.claude`; its owner is "the user"
    Path start_directory;              ///< the walk up to the repository root begins here
    std::vector<Path> nested_folders;  ///< below it, real paths, highest first (activation.hpp)
    std::vector<Path> added_dirs;
    std::set<Path> trusted_added;  ///< those of them that are trusted
    CompatPlaces compat = CompatPlaces::read;
    bool project_trusted = false;
};

/// The nearest folder at or above `directory` that holds `.git` (a folder, or the file of a worktree), or nothing.
[[nodiscard]] std::optional<Path> repository_root(const FileReader& files, const Path& directory);

/// The folders to look into, in their order, whether they exist or not. Diagnostics: where the walk up had to end.
[[nodiscard]] std::vector<SkillSource> local_skill_sources(const FileReader& files, const DiscoveryPlaces& places,
                                                           const SourceSwitches& switches, Diagnostics& diagnostics);

/// Another way to a file that counts once. What a skill there would be called leads to the one that is.
struct SkillWay {
    std::string file;         ///< of that skill
    std::string folder_name;  ///< of this way, as read_skill() takes it
    std::shared_ptr<const SkillSource> source;
};

struct Discovery {
    std::vector<std::shared_ptr<const Skill>>
        skills;  ///< highest source first; of two ways to one file in a folder the one without a link counts
    std::vector<SkillWay> ways;
    Diagnostics diagnostics;  ///< what belongs to no skill; a skill's own are with it
};

/// Everything: local sources, then `others` (of plugins, bundled_skill_sources()) in the order of their kind, each kind
/// in the order given. One bad entry is one diagnostic and costs no other entry.
[[nodiscard]] Discovery discover_skills(const FileReader& files, const DiscoveryPlaces& places,
                                        const SourceSwitches& switches, std::vector<SkillSource> others);

/// What a native module answered to `list_skills` for `asked` (a source of kind dynamic), as sources of kind native.
/// An item that is no object is a diagnostic.
[[nodiscard]] std::vector<SkillSource> dynamic_skill_sources(const SkillSource& asked, const NativeReply& reply,
                                                             Diagnostics& diagnostics);

}  // namespace skilldeck
