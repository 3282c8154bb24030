// SPDX-License-Identifier: Apache-2.0
// What the fields of front matter mean, for every source alike: a native skill's item of skills.json is brought into
// the same shape first. Inside skill/ only. Pure functions, safe from any thread.
#pragma once

#include "base/frontmatter.hpp"
#include "skill/skill.hpp"

#include <array>
#include <string>
#include <string_view>

namespace skilldeck {

/// One property of the definition: its name in JSON output and skills.json, and its key in front matter.
struct SkillProperty {
    std::string_view name, key;
};

inline constexpr std::array<SkillProperty, 22> kSkillProperties{{
    {"name", "name"},
    {"displayName", "display-name"},
    {"description", "description"},
    {"aliases", "aliases"},
    {"whenToUse", "when_to_use"},
    {"argumentHint", "argument-hint"},
    {"arguments", "arguments"},
    {"allowedTools", "allowed-tools"},
    {"disallowedTools", "disallowed-tools"},
    {"model", "model"},
    {"effort", "effort"},
    {"disableModelInvocation", "disable-model-invocation"},
    {"userInvocable", "user-invocable"},
    {"context", "context"},
    {"agent", "agent"},
    {"paths", "paths"},
    {"shell", "shell"},
    {"hooks", "hooks"},
    {"version", "version"},
    {"license", "license"},
    {"compatibility", "compatibility"},
    {"metadata", "metadata"},
}};

/// The property that a key of front matter sets, or empty. Restrictions are found in any spelling
/// (`disableModelInvocation`).
[[nodiscard]] std::string_view skill_property_of(std::string_view key);

/// Whether a text can be the name of a skill: not empty, well-formed, without unsafe characters, not too long.
[[nodiscard]] bool is_usable_skill_name(std::string_view name);

/// Fills `skill` from the fields, except what needs the body (the stand-in for a missing description).
/// `skill.source` and `skill.folder_name` are set; the latter is cleared when it equals the name.
void define_skill(Skill& skill, const FrontMatterValue::Map& fields, std::string_view file);

/// Front matter that was not read, or not closed, may hold what restricts the skill: true, and the error says so,
/// unless it was looked at and names no restriction. `text` is that of the file.
[[nodiscard]] bool close_unread(const FrontMatter& front_matter, std::string_view text, Diagnostics& diagnostics);

/// An item of skills.json, or of a manifest's command, as front matter. Keys it does not know are left out.
[[nodiscard]] FrontMatterValue::Map item_as_front_matter(const boost::json::object& item);

/// What a field says, as the definition has it: a list of tools as one however it is written, a restriction as yes or
/// no, a hint as text.
[[nodiscard]] boost::json::value read_property(std::string_view property, const FrontMatterValue& value);

inline constexpr std::string_view kBeforeText = "# \t\r\n\f\v";  ///< what the first text of a body may stand behind
/// The first line with text, without leading `#` and blanks.
[[nodiscard]] KeptText first_text_line(std::string_view body);

/// What skill_description_missing says of it.
[[nodiscard]] std::string_view description_instead(std::string_view stand_in);

/// Whether the text is in the source itself: bundled, or a command written into a manifest.
[[nodiscard]] bool has_own_text(const SkillSource& source);
/// What messages name as its file.
[[nodiscard]] std::string place_of_text(const SkillSource& source);

inline constexpr std::size_t kSkillHeadBytes = 2 * 1024;  ///< of a file that are read at first

/// The head of a skill's file: its front matter and, where that gives no description, the first line of text behind it.
struct SkillHead {
    FrontMatter front_matter;
    std::string text;
    std::uint64_t file_size = 0;
    Diagnostics diagnostics;
    [[nodiscard]] std::string_view body() const { return std::string_view(text).substr(front_matter.body_offset); }
    /// Of the body: behind the fence of front matter that is not closed. What can describe the skill begins there.
    [[nodiscard]] std::size_t text_offset() const;
};
/// 2 KiB, more until the front matter ends. Errors: those of FileReader, file_too_large above kSkillFileLimit,
/// skill_not_a_file.
[[nodiscard]] Result<SkillHead> read_skill_head(const FileReader& files, const Path& file);

/// read_skill() of a file whose first kSkillHeadBytes are in `start`, into a skill that is new.
[[nodiscard]] Result<> read_skill(const FileReader& files, std::string_view file, FileStart& start,
                                  std::string_view folder_name, std::shared_ptr<const SkillSource> source,
                                  Skill& skill);

}  // namespace skilldeck
