// SPDX-License-Identifier: Apache-2.0
#include "package/skill_conformance.hpp"

#include "base/agent_skills.hpp"
#include "base/frontmatter.hpp"

#include <string>
#include <utility>
#include <variant>

namespace skilldeck {

namespace {

using Kind = AgentSkillsFault::Kind;

std::string in_words(const AgentSkillsFault& fault, std::string_view folder) {
    const std::string field(fault.field);
    const auto* text = fault.value != nullptr ? std::get_if<std::string>(&fault.value->value) : nullptr;
    switch (fault.kind) {
        case Kind::missing: return field + " is missing";
        case Kind::not_text: return field + " is not a text";
        case Kind::name_not_of_folder:
            return "the name \"" + *text + "\" is not that of its folder, \"" + std::string(folder) + "\"";
        case Kind::not_map:
        case Kind::metadata_value: return "metadata is not a map of texts";
        case Kind::tools_with_commas: return "allowed-tools has commas in place of blanks between the tools";
        case Kind::length:
            if (fault.field == "name") break;
            return field + " has " + std::to_string(fault.length) + " characters, wanted 1 to " +
                   std::to_string(fault.most);
        default: break;
    }
    return "the name \"" + *text + "\" is not 1 to 64 lower-case letters, digits and single hyphens between them";
}

/// One sentence for all that is wrong with the form of the name, and one for metadata.
std::vector<std::string> sentences_of(const std::vector<AgentSkillsFault>& faults, std::string_view folder) {
    std::vector<std::string> sentences;
    for (const auto& fault : faults) {
        auto sentence = in_words(fault, folder);
        if (sentences.empty() || sentences.back() != sentence) sentences.push_back(std::move(sentence));
    }
    return sentences;
}

}  // namespace

std::vector<std::string> skill_conformance_faults(std::string_view text, std::string_view folder) {
    Diagnostics ignored;
    const auto header = parse_front_matter(text, {}, ignored);
    switch (header.reading) {
        case FrontMatterReading::none: return {"it has no front matter"};
        case FrontMatterReading::repaired:
        case FrontMatterReading::unreadable: return {"its front matter is not YAML"};
        case FrontMatterReading::strict: break;
    }
    return sentences_of(agent_skills_faults(header, folder), folder);
}

}  // namespace skilldeck
