// SPDX-License-Identifier: Apache-2.0
#include "base/agent_skills.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace skilldeck {

namespace {

using Kind = AgentSkillsFault::Kind;

constexpr std::string_view kName = "name", kDescription = "description", kLicense = "license",
                           kCompatibility = "compatibility", kMetadata = "metadata", kAllowedTools = "allowed-tools";
constexpr std::array kFields{kName, kDescription, kLicense, kCompatibility, kMetadata, kAllowedTools};

/// The first byte that no name may hold.
std::size_t first_foreign(std::string_view name) {
    const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    return static_cast<std::size_t>(std::find_if_not(name.begin(), name.end(), allowed) - name.begin());
}

class Judge {
public:
    explicit Judge(const FrontMatter& header) : header_(header) {}

    std::vector<AgentSkillsFault> judge(std::string_view folder) {
        judge_name(folder);
        if (const auto* text = required_text(kDescription)) judge_length(kDescription, *text, kSkillDescriptionLength);
        (void)optional_text(kLicense);
        judge_compatibility();
        judge_metadata();
        judge_tools();
        return std::move(faults_);
    }

private:
    AgentSkillsFault& add(Kind kind, std::string_view field, std::size_t at = 0) {
        AgentSkillsFault fault;
        fault.kind = kind;
        fault.field = field;
        fault.value = header_.find(field);
        fault.at = at;
        return faults_.emplace_back(fault);
    }

    const std::string* optional_text(std::string_view field) {
        const auto* value = header_.find(field);
        if (value == nullptr || value->null) return nullptr;
        const auto* text = std::get_if<std::string>(&value->value);
        if (text == nullptr) add(Kind::not_text, field);
        return text;
    }

    const std::string* required_text(std::string_view field) {
        const auto* value = header_.find(field);
        if (value != nullptr && !value->null) return optional_text(field);
        add(Kind::missing, field);
        return nullptr;
    }

    bool judge_length(std::string_view field, std::string_view text, std::size_t most) {
        const auto length = trim(text).empty() ? 0 : count_code_points(text);
        if (length >= 1 && length <= most) return true;
        auto& fault = add(Kind::length, field);
        fault.length = length;
        fault.most = most;
        return false;
    }

    void judge_name(std::string_view folder) {
        const auto* name = required_text(kName);
        if (name == nullptr) return;
        const auto before = faults_.size();
        if (!judge_length(kName, *name, kSkillNameLength) && faults_.back().length == 0) return;
        if (const auto foreign = first_foreign(*name); foreign < name->size())
            add(Kind::name_characters, kName, foreign);
        if (name->starts_with('-')) add(Kind::name_hyphen_first, kName);
        if (name->size() > 1 && name->ends_with('-')) add(Kind::name_hyphen_last, kName, name->size() - 1);
        if (const auto twice = name->find("--"); twice != std::string::npos) {
            add(Kind::name_hyphen_twice, kName, twice);
        }
        if (faults_.size() == before && *name != folder) add(Kind::name_not_of_folder, kName);
    }

    void judge_compatibility() {
        const auto* value = header_.find(kCompatibility);
        if (value == nullptr) return;
        const auto* text = optional_text(kCompatibility);
        if (text != nullptr || value->null) {
            judge_length(kCompatibility, text != nullptr ? *text : std::string_view(), kSkillCompatibilityLength);
        }
    }

    void judge_metadata() {
        const auto* value = header_.find(kMetadata);
        if (value == nullptr || value->null) return;
        const auto* map = std::get_if<FrontMatterValue::Map>(&value->value);
        if (map == nullptr) {
            add(Kind::not_map, kMetadata);
            return;
        }
        for (const auto& [key, member] : *map) {
            if (front_matter_text(member)) continue;
            auto& fault = add(Kind::metadata_value, kMetadata);
            fault.value = &member;
            fault.member = key;
        }
    }

    void judge_tools() {
        const auto* tools = optional_text(kAllowedTools);
        if (tools == nullptr) return;
        if (const auto comma = front_matter_comma(*tools); comma != std::string_view::npos) {
            add(Kind::tools_with_commas, kAllowedTools, comma);
        }
    }

    const FrontMatter& header_;
    std::vector<AgentSkillsFault> faults_;
};

}  // namespace

std::vector<AgentSkillsFault> agent_skills_faults(const FrontMatter& header, std::string_view folder) {
    return Judge(header).judge(folder);
}

bool is_agent_skills_field(std::string_view key) {
    return std::find(kFields.begin(), kFields.end(), key) != kFields.end();
}

std::vector<std::string> agent_skills_fields() {
    return {kFields.begin(), kFields.end()};
}

}  // namespace skilldeck
