// SPDX-License-Identifier: Apache-2.0
#include "skill/agent_validation.hpp"

#include "base/frontmatter_json.hpp"
#include "base/frontmatter_places.hpp"
#include "base/text.hpp"
#include "skill/codes.hpp"
#include "skill/skill.hpp"
#include "skill/skill_definition.hpp"
#include "skill/skill_rules.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace skilldeck {

namespace {

enum class Wanted : std::uint8_t { name, text, list, number, flag, worktree, anything };

/// The fields of an agent, and what each may hold.
struct Field {
    std::string_view key;
    Wanted wanted;
};
constexpr std::array kFields{Field{"name", Wanted::name},
                             Field{"description", Wanted::text},
                             Field{"model", Wanted::text},
                             Field{"effort", Wanted::anything},
                             Field{"maxTurns", Wanted::number},
                             Field{"tools", Wanted::list},
                             Field{"disallowedTools", Wanted::list},
                             Field{"skills", Wanted::list},
                             Field{"memory", Wanted::text},
                             Field{"background", Wanted::flag},
                             Field{"omitClaudeMd", Wanted::flag},
                             Field{"isolation", Wanted::worktree},
                             Field{"color", Wanted::text},
                             Field{"experimental", Wanted::anything}};
/// An agent of a plugin may not give these to itself.
constexpr std::array<std::string_view, 4> kNotOfPlugins{"permissionMode", "hooks", "mcpServers", "initialPrompt"};
constexpr std::size_t kNameLength = 256;  // code points

bool is_name(std::string_view name) {
    const auto unfit = [](char c) { return c == ' ' || c == ':' || c == '/'; };
    return is_usable_skill_name(name) && std::none_of(name.begin(), name.end(), unfit) &&
           count_code_points(name) <= kNameLength;
}

bool is_text_list(const FrontMatterValue& value) {
    const auto* list = std::get_if<FrontMatterValue::List>(&value.value);
    const auto is_text = [](const FrontMatterValue& item) { return front_matter_json(item).is_string(); };
    return list != nullptr ? std::all_of(list->begin(), list->end(), is_text) : front_matter_json(value).is_string();
}

/// What a value should have been; empty: it is that.
std::string_view missing_form(Wanted wanted, const FrontMatterValue& value) {
    const auto text = front_matter_text(value);
    switch (wanted) {
        case Wanted::name: return text && is_name(trim(*text)) ? "" : "a name without blanks, colons and slashes";
        case Wanted::text: return text ? "" : "text";
        case Wanted::list: return is_text_list(value) ? "" : "names, as a list or with commas between them";
        case Wanted::number: return front_matter_json(value).is_number() ? "" : "a number";
        case Wanted::flag: return front_matter_bool(value) ? "" : "true or false";
        case Wanted::worktree: return text && *text == "worktree" ? "" : "worktree";
        case Wanted::anything: break;
    }
    return "";
}

void judge_field(const JudgedText& agent, std::string_view key, const FrontMatterValue& value) {
    const TextPosition at{value.line, agent.lines.first_column(value.line)};
    const auto field = std::ranges::find(kFields, key, &Field::key);
    if (field != kFields.end()) {
        const auto wanted = value.null ? std::string_view() : missing_form(field->wanted, value);
        if (!wanted.empty()) agent.find(code::agent_field_invalid, value, {key, value.source, wanted});
        return;
    }
    if (std::ranges::find(kNotOfPlugins, key) != kNotOfPlugins.end())
        return agent.find(code::agent_field_not_of_plugins, at, {key});
    agent.find(code::agent_field_unknown, at, {key});
    std::vector<std::string> known;
    for (const auto& other : kFields) known.emplace_back(other.key);
    const auto near = nearest(key, known, 1);
    if (!near.empty()) agent.findings.back().hint = "did you mean \"" + near.front() + "\"?";
}

}  // namespace

Diagnostics validate_agent(const FileReader& files, const Path& file) {
    const auto path = file.string();
    const auto name = file.stem().string();
    const auto text = files.read(file, kSkillFileLimit);
    if (!text) return {to_diagnostic(text.error())};
    Diagnostics findings;
    const SourceLines lines(*text);
    const auto header = parse_front_matter(*text, path, findings);
    const JudgedText judged{path, name, *text, lines, header, findings};
    judge_skill_text(judged);
    for (const auto& [key, value] : header.fields) judge_field(judged, key, value);
    if (trim(text->substr(header.body_offset)).empty())
        judged.find(code::skill_body_empty, {std::max(header.body_line - 1, 1), 1});
    for (auto& finding : findings) {
        add_front_matter_column(finding, lines);
        make_strict(finding);
    }
    std::ranges::stable_sort(findings, {}, [](const Diagnostic& one) { return one.line.value_or(0); });
    return findings;
}

std::string agent_name(const FileReader& files, const Path& file, const std::string& name_of_file) {
    const auto text = files.read(file, kSkillFileLimit);
    if (!text) return name_of_file;
    Diagnostics said_by_validation;
    const auto header = parse_front_matter(*text, file.string(), said_by_validation);
    const auto* value = header.find("name");
    const auto name = value != nullptr ? front_matter_text(*value) : std::nullopt;
    if (!name || trim(*name).empty()) return name_of_file;
    const auto colon = name_of_file.rfind(':');
    const auto folders = colon == std::string::npos ? std::string() : name_of_file.substr(0, colon + 1);
    return folders + std::string(trim(*name));
}

}  // namespace skilldeck
