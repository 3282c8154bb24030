// SPDX-License-Identifier: Apache-2.0
// What the Agent Skills specification (agentskills.io, "Frontmatter") asks of the fields of a SKILL.md, and where a
// header departs from it, as data: who judges says it in its own words. It knows no other fields. Pure functions, safe
// from any thread.
#pragma once

#include "base/frontmatter.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// In characters (code points).
inline constexpr std::size_t kSkillNameLength = 64, kSkillDescriptionLength = 1024, kSkillCompatibilityLength = 500;

/// One departure. Views and pointers are into the header that was judged.
struct AgentSkillsFault {
    enum class Kind : std::uint8_t {
        missing,   ///< a required field that is not there or has no value
        not_text,  ///< a list or map in place of text
        length,    ///< `length` characters, wanted 1 to `most`; a text of blanks has none
        name_characters,
        name_hyphen_first,
        name_hyphen_last,
        name_hyphen_twice,
        name_not_of_folder,  ///< said of a name in good form only
        not_map,             ///< metadata is none
        metadata_value,      ///< `member` of metadata has no text
        tools_with_commas
    };
    Kind kind{};
    std::string_view field;
    const FrontMatterValue* value = nullptr;  ///< of the field or member; null when it is absent
    std::size_t at = 0;                       ///< byte of the text that the fault is about
    std::size_t length = 0, most = 0;
    std::string_view member;
};

/// In the order of the specification. `folder` is the name of the directory that holds the skill.
[[nodiscard]] std::vector<AgentSkillsFault> agent_skills_faults(const FrontMatter& header, std::string_view folder);

/// Whether a key is one of the six fields of the specification.
[[nodiscard]] bool is_agent_skills_field(std::string_view key);
/// Their names.
[[nodiscard]] std::vector<std::string> agent_skills_fields();

}  // namespace skilldeck
