// SPDX-License-Identifier: Apache-2.0
// The fields of the front matter, as the Agent Skills specification wants them.
#include "base/agent_skills.hpp"
#include "base/display_text.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "skill/codes.hpp"
#include "skill/skill_definition.hpp"
#include "skill/skill_rules.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace skilldeck {

namespace {

/// "Helps with PDFs." is the specification's own example of too little.
constexpr std::size_t kVagueWords = 4;
/// A license is to be short: a name, or one sentence that names a file.
constexpr std::size_t kLicenseLength = 200;

constexpr std::array<std::string_view, 6> kFields{"name",          "description", "license",
                                                  "compatibility", "metadata",    "allowed-tools"};
/// Fields of others that this host reads, and whose they are.
struct Extension {
    std::string_view key, owner;
};
constexpr std::array kExtensions{
    Extension{"when_to_use", "Claude Code"},    Extension{"argument-hint", "Claude Code"},
    Extension{"arguments", "Claude Code"},      Extension{"disable-model-invocation", "Claude Code"},
    Extension{"user-invocable", "Claude Code"}, Extension{"disallowed-tools", "Claude Code"},
    Extension{"model", "Claude Code"},          Extension{"effort", "Claude Code"},
    Extension{"context", "Claude Code"},        Extension{"agent", "Claude Code"},
    Extension{"background", "Claude Code"},     Extension{"hooks", "Claude Code"},
    Extension{"paths", "Claude Code"},          Extension{"shell", "Claude Code"},
    Extension{"aliases", "Skilldeck"},          Extension{"display-name", "Skilldeck"},
    Extension{"version", "Skilldeck"}};

std::string in_quotes(std::string_view text) {
    return "\"" + clean_for_line(text) + "\"";
}

std::string_view kind_in_yaml(const boost::json::value& value) {
    if (value.is_null()) return "empty";
    if (value.is_bool()) return "true or false";
    if (value.is_number()) return "a number";
    if (value.is_array()) return "a list";
    return value.is_object() ? "a map" : "text";
}

class FieldRules {
public:
    explicit FieldRules(const JudgedText& skill) : skill_(skill) {}

    void judge() const {
        judge_name();
        judge_description();
        if (const auto license = text("license"); license && count_code_points(*license) > kLicenseLength) {
            skill_.find(code::skill_license_long, field("license"), {std::to_string(count_code_points(*license))});
        }
        judge_compatibility();
        judge_metadata();
        judge_tools();
        for (const auto& [key, value] : skill_.header.fields) judge_key(key, value);
    }

private:
    [[nodiscard]] const FrontMatterValue* find(std::string_view key) const { return skill_.header.find(key); }
    [[nodiscard]] const FrontMatterValue& field(std::string_view key) const { return *find(key); }

    /// The text of a field that has one; a number or boolean is said to be none, and still read.
    [[nodiscard]] std::optional<std::string> text(std::string_view key) const {
        const auto* value = find(key);
        if (value == nullptr) return std::nullopt;
        auto found = front_matter_text(*value);
        if (!found) return std::nullopt;
        const auto typed = front_matter_json(*value);
        if (!typed.is_string()) skill_.find(code::skill_field_not_text, *value, {key, kind_in_yaml(typed)});
        return found;
    }

    [[nodiscard]] static bool is_empty(const FrontMatterValue* value) {
        if (value == nullptr || value->null) return true;
        const auto found = front_matter_text(*value);
        return found && trim(*found).empty();
    }

    void judge_name() const {
        const auto* value = find("name");
        if (is_empty(value)) {
            const auto at = value != nullptr ? skill_.position_of(*value) : TextPosition{};
            return skill_.find(code::skill_name_missing, at, {skill_.folder});
        }
        const auto name = text("name");
        if (!name) return;  // a list or map: the reader said so
        const auto length = count_code_points(*name);
        if (length > kSkillNameLength) {
            skill_.find(code::skill_name_length, *value, {std::to_string(length), std::to_string(kSkillNameLength)});
        }
        judge_characters(*value, *name);
        const auto shown = in_quotes(*name);
        if (name->starts_with('-')) skill_.find(code::skill_name_hyphens, *value, {shown, "begins with a hyphen"});
        if (name->size() > 1 && name->ends_with('-')) {
            skill_.find(code::skill_name_hyphens, at(*value, *name, name->size() - 1), {shown, "ends with a hyphen"});
        }
        if (const auto twice = name->find("--"); twice != std::string::npos) {
            skill_.find(code::skill_name_hyphens, at(*value, *name, twice), {shown, "has two hyphens in a row"});
        }
    }

    void judge_characters(const FrontMatterValue& value, std::string_view name) const {
        for (std::size_t offset = 0; offset < name.size();) {
            const auto decoded = decode_code_point(name, offset);
            const char c = decoded.length == 1 ? name[offset] : '\0';
            const bool allowed = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
            if (!allowed) {
                const auto bad = c == ' ' ? std::string("a blank") : in_quotes(name.substr(offset, decoded.length));
                return skill_.find(code::skill_name_characters, at(value, name, offset), {in_quotes(name), bad});
            }
            offset += decoded.length;
        }
    }

    /// The place of one byte of a text, where the text stands on the line as it is.
    [[nodiscard]] TextPosition at(const FrontMatterValue& value, std::string_view text, std::size_t offset) const {
        auto place = skill_.position_of(value);
        const auto line = skill_.lines.line(place.line);
        const auto start = line.find(text, static_cast<std::size_t>(place.column) - 1);
        if (start != std::string_view::npos) place.column = static_cast<int>(start + offset) + 1;
        return place;
    }

    void judge_description() const {
        const auto* value = find("description");
        if (is_empty(value)) {
            const auto at = value != nullptr ? skill_.position_of(*value) : TextPosition{};
            return skill_.find(code::skill_description_missing, at);
        }
        const auto description = text("description");
        if (!description) return;
        const auto length = count_code_points(*description);
        if (length > kSkillDescriptionLength) {
            skill_.find(code::skill_description_length, *value,
                        {std::to_string(length), std::to_string(kSkillDescriptionLength)});
        }
        const auto line = clean_for_line(*description);
        const auto words = static_cast<std::size_t>(std::count(line.begin(), line.end(), ' ')) + 1;
        // Scripts without blanks between words say more in fewer "words".
        const bool ascii = std::all_of(line.begin(), line.end(), [](char c) { return c >= 0; });
        if (ascii && words < kVagueWords) skill_.find(code::skill_description_vague, *value);
    }

    void judge_compatibility() const {
        const auto* value = find("compatibility");
        if (value == nullptr) return;
        const auto compatibility = value->null ? std::string() : text("compatibility");
        if (!compatibility) return;
        const auto length = count_code_points(trim(*compatibility));
        if (length >= 1 && length <= kSkillCompatibilityLength) return;
        skill_.find(code::skill_compatibility_length, *value,
                    {std::to_string(length), std::to_string(kSkillCompatibilityLength)});
    }

    void judge_metadata() const {
        const auto* value = find("metadata");
        const auto* map = value != nullptr ? std::get_if<FrontMatterValue::Map>(&value->value) : nullptr;
        if (map == nullptr) return;  // another kind: the reader said so
        for (const auto& [key, member] : *map) {
            const auto typed = front_matter_json(member);
            if (typed.is_string()) continue;
            const bool scalar = front_matter_text(member).has_value();
            skill_.find(scalar ? code::skill_field_not_text : code::skill_metadata_value, member,
                        {scalar ? "metadata." + key : key, kind_in_yaml(typed)});
        }
    }

    void judge_tools() const {
        const auto* value = find("allowed-tools");
        if (value == nullptr || value->null) return;
        const auto tools = text("allowed-tools");
        if (!tools) {
            const bool list = std::holds_alternative<FrontMatterValue::List>(value->value);
            if (list) skill_.find(code::skill_allowed_tools_form, *value, {"a list"});
            return;  // a map: the reader said so
        }
        int depth = 0;
        std::size_t opened = 0, comma = std::string::npos;
        for (std::size_t i = 0; i < tools->size(); ++i) {
            const char c = (*tools)[i];
            if (c == '(' && depth++ == 0) opened = i;
            if (c == ')' && depth > 0) --depth;
            if (c == ',' && depth == 0) comma = std::min(comma, i);
        }
        if (depth > 0) {
            skill_.find(code::skill_allowed_tools_parenthesis, at(*value, *tools, opened),
                        {in_quotes(std::string_view(*tools).substr(opened))});
        }
        if (comma != std::string::npos) {
            skill_.find(code::skill_allowed_tools_form, at(*value, *tools, comma), {"a list with commas"});
        }
    }

    void judge_key(std::string_view key, const FrontMatterValue& value) const {
        if (is_agent_skills_field(key)) return;
        // `[file]` is literal text to its readers.
        if (key == "argument-hint" && !value.null && !front_matter_text(value)) {
            skill_.find(code::skill_field_not_text, value, {key, kind_in_yaml(front_matter_json(value))});
        }
        const TextPosition at{value.line, skill_.lines.first_column(value.line)};
        const auto extension = std::find_if(kExtensions.begin(), kExtensions.end(),
                                            [&](const Extension& known) { return known.key == key; });
        if (extension != kExtensions.end()) {
            return skill_.find(code::skill_field_extension, at, {in_quotes(key), extension->owner});
        }
        if (!skill_property_of(key).empty()) return;  // a restriction in another spelling: the reader said so
        skill_.find(code::skill_field_unknown, at, {in_quotes(key)});
        std::vector<std::string> known(kFields.begin(), kFields.end());
        for (const auto& other : kExtensions) known.emplace_back(other.key);
        const auto near = nearest(key, known, 1);
        if (!near.empty()) skill_.findings.back().hint = "did you mean \"" + near.front() + "\"?";
    }

    const JudgedText& skill_;
};

}  // namespace

bool is_agent_skills_field(std::string_view key) {
    return std::find(kFields.begin(), kFields.end(), key) != kFields.end();
}

void judge_skill_fields(const JudgedText& skill) {
    FieldRules(skill).judge();
}

}  // namespace skilldeck
