// SPDX-License-Identifier: Apache-2.0
// What `skill show` adds to a listing: fields with their places, files, and what makes a call ask first.
#include "base/text.hpp"
#include "skill/body_tokens.hpp"
#include "skill/skill.hpp"
#include "skill/skill_definition.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

constexpr std::size_t kMostFiles = 1'000;
constexpr int kFileDepth = 8;

std::string place_of(const Skill& skill) {
    return has_own_text(*skill.source) ? place_of_text(*skill.source) : skill.file.string();
}

bool has_field(const std::vector<SkillField>& fields, std::string_view name) {
    return std::any_of(fields.begin(), fields.end(), [&](const SkillField& field) { return field.name == name; });
}

void add_front_matter(const SkillHead& head, const std::string& file, std::vector<SkillField>& fields) {
    for (const auto& [key, value] : head.front_matter.fields) {
        const auto property = skill_property_of(key);
        if (property.empty() || value.null) continue;
        const bool exact = std::any_of(kSkillProperties.begin(), kSkillProperties.end(),
                                       [&](const SkillProperty& known) { return known.key == key; });
        if (!exact && has_field(fields, property)) continue;
        if (exact) std::erase_if(fields, [&](const SkillField& field) { return field.name == property; });
        fields.push_back({std::string(property), read_property(property, value), file, value.line});
    }
}

/// The line of the file in which the stand-in for a missing description is.
int line_of_first_text(const SkillHead& head) {
    const auto body = head.body();
    const auto at = body.find_first_not_of(kBeforeText, head.text_offset());
    const auto before = body.substr(0, std::min(at, body.size()));
    return head.front_matter.body_line + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
}

void add_derived(const Skill& skill, const SkillHead& head, std::vector<SkillField>& fields) {
    const auto file = place_of(skill);
    if (!has_field(fields, "description") && !skill.description.empty()) {
        fields.push_back({"description", boost::json::value(skill.description.view()), file, line_of_first_text(head)});
    }
    if (has_field(fields, "name")) return;
    const bool in_folder = !skill.is_command() && !has_own_text(*skill.source);
    fields.push_back(
        {"name", boost::json::value(skill.name), in_folder ? skill.directory().string() : file, std::nullopt});
}

std::vector<SkillField> item_fields(const Skill& skill) {
    std::vector<SkillField> fields;
    const auto& file = skill.source->path;
    for (const auto& member : skill.source->item) {
        fields.push_back({std::string(member.key()), member.value(), file.string(), std::nullopt});
    }
    return fields;
}

void collect_files(const FileReader& files, const Path& folder, int depth, std::vector<std::string>& found) {
    const auto entries = files.list(folder);
    if (!entries) return;
    for (const auto& entry : *entries) {
        if (found.size() >= kMostFiles) return;
        if (entry.kind == FileKind::directory && entry.name != ".git" && depth < kFileDepth) {
            collect_files(files, folder / entry.name, depth + 1, found);
        } else if (entry.kind != FileKind::directory) {
            found.push_back((folder / entry.name).string());
        }
    }
}

/// The properties that are not on the safe list, each with whether it is set. One added to the definition later belongs
/// here until it has been found safe.
std::vector<std::string> unsafe_properties(const Skill& skill) {
    std::vector<std::string> set;
    if (!skill.allowed_tools.empty()) set.emplace_back("allowedTools");
    if (!skill.disallowed_tools.empty()) set.emplace_back("disallowedTools");
    if (!skill.hooks.empty()) set.emplace_back("hooks");
    if (!skill.shell.empty()) set.emplace_back("shell");
    return set;
}

}  // namespace

std::vector<SkillField> skill_fields(const FileReader& files, const Skill& skill) {
    if (skill.source->kind == SkillSource::Kind::native) return item_fields(skill);
    SkillHead head;
    if (has_own_text(*skill.source)) {
        head.text = skill.source->text;
        head.front_matter = parse_front_matter(head.text, place_of(skill), head.diagnostics);
    } else {
        auto read = read_skill_head(files, skill.file);
        if (!read) return {};
        head = std::move(*read);
    }
    std::vector<SkillField> fields;
    add_front_matter(head, place_of(skill), fields);
    add_derived(skill, head, fields);
    return fields;
}

std::vector<std::string> skill_files(const FileReader& files, const Skill& skill) {
    if (skill.file.empty()) return skill.reference_files.strings();
    if (skill.is_command()) return {skill.file.string()};
    std::vector<std::string> found;
    collect_files(files, skill.directory(), 0, found);
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<std::string> skill_asks(const FileReader& files, const Skill& skill) {
    auto asks = unsafe_properties(skill);
    const auto body = read_skill_body(files, skill);
    if (!body) return asks;
    const auto tokens = find_body_tokens(body->text, skill.arguments.strings());
    const bool runs = std::any_of(tokens.begin(), tokens.end(), [](const BodyToken& token) {
        return token.kind == BodyTokenKind::inline_shell || token.kind == BodyTokenKind::fenced_shell;
    });
    if (runs) asks.emplace_back("shellBlocks");
    return asks;
}

}  // namespace skilldeck
