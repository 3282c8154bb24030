// SPDX-License-Identifier: Apache-2.0
// The fields of the front matter: what base/agent_skills finds against the specification, and what else is of use to
// say.
#include "base/agent_skills.hpp"
#include "base/display_text.hpp"
#include "base/frontmatter_json.hpp"
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

constexpr std::array<std::string_view, 5> kTextFields{"name", "description", "license", "compatibility",
                                                      "allowed-tools"};
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

    void judge_command() const {
        for (const std::string_view key : {"description", "allowed-tools"}) judge_scalar(key);
        judge_parentheses();
        for (const auto& [key, value] : skill_.header.fields) judge_key(key, value);
    }

    void judge() const {
        judge_scalars();
        for (const auto& fault : agent_skills_faults(skill_.header, skill_.folder)) say(fault);
        judge_description();
        judge_license();
        judge_parentheses();
        for (const auto& [key, value] : skill_.header.fields) judge_key(key, value);
    }

private:
    [[nodiscard]] const FrontMatterValue* find(std::string_view key) const { return skill_.header.find(key); }

    /// A number or boolean is read as its text all the same.
    void judge_scalar(std::string_view key) const {
        const auto* value = find(key);
        if (value == nullptr || !front_matter_text(*value)) return;
        const auto typed = front_matter_json(*value);
        if (!typed.is_string()) skill_.find(code::skill_field_not_text, *value, {key, kind_in_yaml(typed)});
    }

    void judge_scalars() const {
        for (const auto key : kTextFields) judge_scalar(key);
        const auto* metadata = find("metadata");
        const auto* map = metadata != nullptr ? std::get_if<FrontMatterValue::Map>(&metadata->value) : nullptr;
        if (map == nullptr) return;
        for (const auto& [key, member] : *map) {
            const auto typed = front_matter_json(member);
            if (!front_matter_text(member) || typed.is_string()) continue;
            skill_.find(code::skill_field_not_text, member, {"metadata." + key, kind_in_yaml(typed)});
        }
    }

    void say(const AgentSkillsFault& fault) const {
        using Kind = AgentSkillsFault::Kind;
        switch (fault.kind) {
            case Kind::missing: return say_missing(fault);
            case Kind::length: return fault.length == 0 && is_required(fault) ? say_missing(fault) : say_length(fault);
            case Kind::name_characters: return say_characters(fault);
            case Kind::name_hyphen_first: return say_hyphen(fault, "begins with a hyphen");
            case Kind::name_hyphen_last: return say_hyphen(fault, "ends with a hyphen");
            case Kind::name_hyphen_twice: return say_hyphen(fault, "has two hyphens in a row");
            case Kind::metadata_value:
                return skill_.find(code::skill_metadata_value, *fault.value,
                                   {fault.member, kind_in_yaml(front_matter_json(*fault.value))});
            case Kind::tools_with_commas:
                return skill_.find(code::skill_allowed_tools_form, place_of(fault), {"a list with commas"});
            case Kind::not_text: {
                const bool list = std::holds_alternative<FrontMatterValue::List>(fault.value->value);
                if (fault.field != "allowed-tools" || !list) return;  // the reader said so
                return skill_.find(code::skill_allowed_tools_form, *fault.value, {"a list"});
            }
            case Kind::name_not_of_folder:
            case Kind::not_map: return;  // the reader said so
        }
    }

    [[nodiscard]] static bool is_required(const AgentSkillsFault& fault) {
        return fault.field == "name" || fault.field == "description";
    }

    void say_missing(const AgentSkillsFault& fault) const {
        const auto at = fault.value != nullptr ? skill_.position_of(*fault.value) : TextPosition{};
        if (fault.field != "name") {
            const auto body = skill_.text.substr(skill_.header.body_offset);
            return skill_.find(code::skill_description_missing, at, {description_instead(trim(body))});
        }
        skill_.find(code::skill_name_missing, at, {skill_.folder});
    }

    void say_length(const AgentSkillsFault& fault) const {
        const auto code = fault.field == "name"          ? code::skill_name_length
                          : fault.field == "description" ? code::skill_description_length
                                                         : code::skill_compatibility_length;
        skill_.find(code, *fault.value, {std::to_string(fault.length), std::to_string(fault.most)});
    }

    void say_characters(const AgentSkillsFault& fault) const {
        const auto name = text_of(fault);
        const auto bad = name.substr(fault.at, decode_code_point(name, fault.at).length);
        skill_.find(code::skill_name_characters, place_of(fault),
                    {in_quotes(name), bad == " " ? "a blank" : in_quotes(bad)});
    }

    void say_hyphen(const AgentSkillsFault& fault, std::string_view what) const {
        skill_.find(code::skill_name_hyphens, place_of(fault), {in_quotes(text_of(fault)), what});
    }

    [[nodiscard]] static std::string_view text_of(const AgentSkillsFault& fault) {
        return std::get<std::string>(fault.value->value);
    }

    [[nodiscard]] TextPosition place_of(const AgentSkillsFault& fault) const {
        return at(*fault.value, text_of(fault), fault.at);
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
        const auto description = value != nullptr ? front_matter_text(*value) : std::nullopt;
        if (!description || trim(*description).empty()) return;
        const auto line = clean_for_listing(*description);  // one blank between words
        const auto words = static_cast<std::size_t>(std::count(line.begin(), line.end(), ' ')) + 1;
        // Scripts without blanks between words say more in fewer "words".
        const bool ascii = std::all_of(line.begin(), line.end(), [](char c) { return c >= 0; });
        if (ascii && words < kVagueWords) skill_.find(code::skill_description_vague, *value);
    }

    void judge_license() const {
        const auto* value = find("license");
        const auto license = value != nullptr ? front_matter_text(*value) : std::nullopt;
        const auto length = license ? count_code_points(*license) : 0;
        if (length > kLicenseLength) skill_.find(code::skill_license_long, *value, {std::to_string(length)});
    }

    void judge_parentheses() const {
        const auto* value = find("allowed-tools");
        const auto tools = value != nullptr ? front_matter_text(*value) : std::nullopt;
        int depth = 0;
        std::size_t opened = 0;
        for (std::size_t i = 0; tools && i < tools->size(); ++i) {
            const char c = (*tools)[i];
            if (c == '(' && depth++ == 0) opened = i;
            if (c == ')' && depth > 0) --depth;
        }
        if (depth == 0) return;
        skill_.find(code::skill_allowed_tools_parenthesis, at(*value, *tools, opened),
                    {in_quotes(std::string_view(*tools).substr(opened))});
    }

    void judge_key(std::string_view key, const FrontMatterValue& value) const {
        if (is_agent_skills_field(key)) return;
        // `[file]` is literal text to its readers, and so is a number.
        const auto typed = front_matter_json(value);
        if (key == "argument-hint" && !value.null && !typed.is_string()) {
            skill_.find(code::skill_field_not_text, value, {key, kind_in_yaml(typed)});
        }
        const TextPosition at{value.line, skill_.lines.first_column(value.line)};
        const auto extension = std::find_if(kExtensions.begin(), kExtensions.end(),
                                            [&](const Extension& known) { return known.key == key; });
        if (extension != kExtensions.end()) {
            return skill_.find(code::skill_field_extension, at, {in_quotes(key), extension->owner});
        }
        if (!skill_property_of(key).empty()) return;  // a restriction in another spelling: the reader said so
        skill_.find(code::skill_field_unknown, at, {in_quotes(key)});
        auto known = agent_skills_fields();
        for (const auto& other : kExtensions) known.emplace_back(other.key);
        const auto near = nearest(key, known, 1);
        if (!near.empty()) skill_.findings.back().hint = "did you mean \"" + near.front() + "\"?";
    }

    const JudgedText& skill_;
};

}  // namespace

void judge_skill_fields(const JudgedText& skill) {
    FieldRules(skill).judge();
}

void judge_command_fields(const JudgedText& command) {
    FieldRules(command).judge_command();
}

}  // namespace skilldeck
