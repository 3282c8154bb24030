// SPDX-License-Identifier: Apache-2.0
#include "skill/skill_validation.hpp"

#include "base/codes.hpp"
#include "base/frontmatter_places.hpp"
#include "base/text.hpp"
#include "base/text_encoding.hpp"
#include "skill/codes.hpp"
#include "skill/skill_definition.hpp"
#include "skill/skill_rules.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <tuple>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kLowerSkillFileName = "skill.md";
constexpr std::string_view kSkillsFolder = "skills";

/// What the reader gets along with and a strict judge does not.
struct Strictly {
    Code code;
    Severity severity;
};
const std::array kStrictly{Strictly{code::frontmatter_repaired, Severity::error},
                           Strictly{code::frontmatter_colon, Severity::error},
                           Strictly{code::frontmatter_not_yaml, Severity::error},
                           Strictly{code::frontmatter_line_dropped, Severity::error},
                           Strictly{code::frontmatter_tabs, Severity::error},
                           Strictly{code::frontmatter_repeated_key, Severity::error},
                           Strictly{code::frontmatter_restriction_swallowed, Severity::error},
                           Strictly{code::frontmatter_comment_kept, Severity::error},
                           Strictly{code::frontmatter_unclosed, Severity::error},
                           Strictly{code::text_not_utf8, Severity::error},
                           Strictly{code::skill_name_mismatch, Severity::error},
                           Strictly{code::skill_name_ignored, Severity::error},
                           Strictly{code::skill_description_missing, Severity::error},
                           Strictly{code::skill_field_ignored, Severity::error},
                           Strictly{code::skill_file_name_case, Severity::error},
                           Strictly{code::skill_not_a_file, Severity::error},
                           Strictly{code::skill_effort_ignored, Severity::warning}};

/// What the Claude layout allows.
const std::array kClaudeAllows{
    code::skill_name_missing,       code::skill_name_length,          code::skill_name_characters,
    code::skill_name_hyphens,       code::skill_name_mismatch,        code::skill_description_missing,
    code::skill_description_length, code::skill_compatibility_length, code::skill_metadata_value,
    code::skill_allowed_tools_form, code::skill_front_matter_missing, code::skill_file_name_case};
const std::array kOnlyOfAgentSkills{code::skill_field_extension};

template <class List>
bool contains(const List& list, Code code) {
    return std::find(list.begin(), list.end(), code) != list.end();
}

void apply_standard(Diagnostics& findings, SkillStandard standard) {
    if (standard == SkillStandard::agent_skills) return;
    std::erase_if(findings, [](const Diagnostic& finding) { return contains(kOnlyOfAgentSkills, finding.code); });
    for (auto& finding : findings) {
        if (contains(kClaudeAllows, finding.code)) finding.severity = std::min(finding.severity, Severity::warning);
    }
}

Diagnostics strictly(Diagnostics findings, SkillStandard standard) {
    for (auto& finding : findings) make_strict(finding);
    apply_standard(findings, standard);
    return findings;
}

void sort_by_place(Diagnostics& findings, const std::string& first) {
    std::stable_sort(findings.begin(), findings.end(), [&](const Diagnostic& a, const Diagnostic& b) {
        const auto place = [&](const Diagnostic& d) {
            return std::make_tuple(d.file != first, std::string_view(d.file), d.line.value_or(0), d.column.value_or(0));
        };
        return place(a) < place(b);
    });
}

/// What is said of a file as a whole and of its header: sharper, with columns, in the order of the file.
void finish(const JudgedText& judged, SkillStandard standard) {
    for (auto& finding : judged.findings) {
        if (finding.code == code::skill_restriction_spelling) finding.column = judged.lines.first_column(*finding.line);
        add_front_matter_column(finding, judged.lines);
        make_strict(finding);
    }
    apply_standard(judged.findings, standard);
    sort_by_place(judged.findings, judged.file);
}

/// What reading the fields for use has to say about them.
void add_definition(const JudgedText& judged, SkillSource::Kind kind, const Path& path) {
    auto source = std::make_shared<SkillSource>();
    source->kind = kind;
    source->path = path;
    Skill skill;
    skill.source = std::move(source);
    skill.folder_name = to_nfc(judged.folder);
    define_skill(skill, judged.header.fields, judged.file);
    judged.findings.insert(judged.findings.end(), skill.diagnostics.begin(), skill.diagnostics.end());
}

bool is_readable(const FrontMatter& header) {
    return header.reading == FrontMatterReading::strict || header.reading == FrontMatterReading::repaired;
}

bool holds_skill(const FileReader& files, const Path& directory) {
    return files.info(directory / kSkillFileName, Links::keep) ||
           files.info(directory / kLowerSkillFileName, Links::keep);
}

SkillToJudge skill_in(const FileReader& files, const Path& directory, std::string folder) {
    const bool exact = files.info(directory / kSkillFileName, Links::keep).has_value();
    return {directory / (exact ? kSkillFileName : kLowerSkillFileName), std::move(folder)};
}

Result<std::vector<SkillToJudge>> skills_below(const FileReader& files, const Path& directory) {
    const auto entries = files.list(directory);
    if (!entries) return entries.error();
    std::vector<SkillToJudge> skills;
    for (const auto& entry : *entries) {
        if (entry.kind != FileKind::directory && entry.kind != FileKind::link) continue;
        const auto child = directory / entry.name;
        if (files.is_directory(child) && holds_skill(files, child)) {
            skills.push_back(skill_in(files, child, entry.name));
        }
    }
    return skills;
}

}  // namespace

void make_strict(Diagnostic& finding) {
    const auto rule =
        std::find_if(kStrictly.begin(), kStrictly.end(), [&](const auto& known) { return known.code == finding.code; });
    if (rule != kStrictly.end()) finding.severity = rule->severity;
}

void JudgedText::find(Code code, TextPosition at, std::initializer_list<std::string_view> arguments) const {
    auto finding = make_diagnostic(code, file, arguments);
    finding.line = at.line;
    finding.column = at.column;
    findings.push_back(std::move(finding));
}

void JudgedText::find(Code code, const FrontMatterValue& value,
                      std::initializer_list<std::string_view> arguments) const {
    find(code, position_of(value), arguments);
}

TextPosition JudgedText::position_of(const FrontMatterValue& value) const {
    return {value.line, lines.value_column(value.line)};
}

Result<std::vector<SkillToJudge>> skills_to_judge(const FileReader& files, const Path& path) {
    const auto info = files.info(path);
    if (!info) return info.error();
    if (info->kind != FileKind::directory) {
        const auto real = files.real_path(path.parent_path());
        return std::vector{SkillToJudge{path, real ? real->filename().string() : std::string()}};
    }
    const auto real = files.real_path(path);
    if (!real) return real.error();
    // The name of the folder as it is written: a link gives the skill its own name.
    const auto written = path.has_filename() && path.filename() != "." && path.filename() != ".." ? path : *real;
    if (holds_skill(files, path)) return std::vector{skill_in(files, path, written.filename().string())};
    auto skills = skills_below(files, path);
    if (skills && skills->empty() && files.is_directory(path / kSkillsFolder)) {
        skills = skills_below(files, path / kSkillsFolder);
    }
    if (skills && skills->empty()) return make_error(code::skill_file_missing, path.string());
    return skills;
}

Diagnostics validate_skill(const FileReader& files, const SkillToJudge& skill, SkillStandard standard) {
    const auto file = skill.file.string();
    const auto name = skill.file.filename().string();
    Diagnostics findings;
    if (name != kSkillFileName) findings.push_back(make_diagnostic(code::skill_file_name_case, file, {name}));
    const auto info = files.info(skill.file);
    if (info && info->kind != FileKind::regular) {
        findings.push_back(make_diagnostic(code::skill_not_a_file, file, {name}));
    }
    const auto text = files.read(skill.file, kSkillFileLimit);
    if (!text) {
        if (!info || info->kind == FileKind::regular) findings.push_back(to_diagnostic(text.error()));
        return strictly(std::move(findings), standard);
    }
    const SourceLines lines(*text);
    const auto header = parse_front_matter(*text, file, findings);
    (void)close_unread(header, *text, findings);
    if (is_utf16(*text)) return strictly(std::move(findings), standard);
    report_encoding(*text, std::string_view(*text).substr(header.body_offset), file, findings);
    const JudgedText judged{file, skill.folder, *text, lines, header, findings};
    judge_skill_text(judged);
    if (header.reading == FrontMatterReading::none) {
        const bool unclosed = std::any_of(findings.begin(), findings.end(), [](const Diagnostic& finding) {
            return finding.code == code::frontmatter_unclosed;
        });
        if (!unclosed) judged.find(code::skill_front_matter_missing, TextPosition{});
    }
    if (is_readable(header)) {
        add_definition(judged, SkillSource::Kind::root, skill.file.parent_path());
        judge_skill_fields(judged);
    }
    judge_skill_body(judged, files, skill.file.parent_path());
    finish(judged, standard);
    return findings;
}

Diagnostics validate_command(const FileReader& files, const Path& file, const std::string& name) {
    const auto path = file.string();
    Diagnostics findings;
    const auto text = files.read(file, kSkillFileLimit);
    if (!text) return {to_diagnostic(text.error())};
    const SourceLines lines(*text);
    const auto header = parse_front_matter(*text, path, findings);
    (void)close_unread(header, *text, findings);
    if (is_utf16(*text)) return strictly(std::move(findings), SkillStandard::claude_layout);
    report_encoding(*text, std::string_view(*text).substr(header.body_offset), path, findings);
    const JudgedText judged{path, name, *text, lines, header, findings};
    judge_skill_text(judged);
    if (is_readable(header)) {
        add_definition(judged, SkillSource::Kind::command, file);
        judge_command_fields(judged);
    }
    if (trim(text->substr(header.body_offset)).empty())
        judged.find(code::skill_body_empty, {std::max(header.body_line - 1, 1), 1});
    finish(judged, SkillStandard::claude_layout);
    return findings;
}

}  // namespace skilldeck
