// SPDX-License-Identifier: Apache-2.0
#include "package/skill_conformance.hpp"

#include "base/agent_skills.hpp"
#include "base/frontmatter.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

bool is_skill_name(std::string_view name) {
    const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    return !name.empty() && name.size() <= kSkillNameLength && std::ranges::all_of(name, allowed) &&
           name.front() != '-' && name.back() != '-' && name.find("--") == std::string_view::npos;
}

/// One reading of one header.
class Judge {
public:
    explicit Judge(const FrontMatter& header) : header_(header) {}

    std::vector<std::string> judge(std::string_view folder) {
        judge_name(folder);
        if (const auto text = wanted_text("description", true))
            judge_length("description", *text, kSkillDescriptionLength);
        (void)wanted_text("license", false);
        if (const auto text = wanted_text("compatibility", false)) {
            judge_length("compatibility", *text, kSkillCompatibilityLength);
        }
        judge_metadata();
        (void)wanted_text("allowed-tools", false);
        return std::move(faults_);
    }

private:
    std::optional<std::string> wanted_text(std::string_view key, bool required) {
        const auto* value = header_.find(key);
        const auto text = value != nullptr ? front_matter_text(*value) : std::nullopt;
        if (value == nullptr || value->null) {
            if (required) faults_.push_back(std::string(key) + " is missing");
        } else if (!text) {
            faults_.push_back(std::string(key) + " is not a text");
        }
        return text;
    }

    void judge_length(std::string_view key, std::string_view text, std::size_t most) {
        const auto length = count_code_points(trim(text));
        if (length >= 1 && length <= most) return;
        faults_.push_back(std::string(key) + " has " + std::to_string(length) + " characters, wanted 1 to " +
                          std::to_string(most));
    }

    void judge_name(std::string_view folder) {
        const auto name = wanted_text("name", true);
        if (!name) return;
        if (!is_skill_name(*name)) {
            faults_.push_back("the name \"" + *name +
                              "\" is not 1 to 64 lower-case letters, digits and single hyphens between them");
        } else if (*name != folder) {
            faults_.push_back("the name \"" + *name + "\" is not that of its folder, \"" + std::string(folder) + "\"");
        }
    }

    void judge_metadata() {
        const auto* metadata = header_.find("metadata");
        if (metadata == nullptr || metadata->null) return;
        const auto* map = std::get_if<FrontMatterValue::Map>(&metadata->value);
        const auto is_text = [](const auto& member) { return front_matter_text(member.second).has_value(); };
        if (map == nullptr || !std::ranges::all_of(*map, is_text)) {
            faults_.emplace_back("metadata is not a map of texts");
        }
    }

    const FrontMatter& header_;
    std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> agent_skills_faults(std::string_view text, std::string_view folder) {
    Diagnostics ignored;
    const auto header = parse_front_matter(text, {}, ignored);
    switch (header.reading) {
        case FrontMatterReading::none: return {"it has no front matter"};
        case FrontMatterReading::repaired:
        case FrontMatterReading::unreadable: return {"its front matter is not YAML"};
        case FrontMatterReading::strict: break;
    }
    return Judge(header).judge(folder);
}

}  // namespace skilldeck
