// SPDX-License-Identifier: Apache-2.0
#include "skill/skill.hpp"

#include "base/frontmatter.hpp"
#include "base/text.hpp"
#include "skill/bundled.hpp"
#include "skill/codes.hpp"
#include "skill/skill_definition.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

constexpr std::size_t kFirstHead = 2 * 1024;
constexpr std::size_t kLargestHead = 96 * 1024;  // the parser's limit of a header and a first line of text
constexpr std::size_t kHeadGrowth = 4;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view without_byte_order_mark(std::string_view text) {
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    return text;
}

bool may_have_front_matter(std::string_view text) {
    return without_byte_order_mark(text).starts_with("---");
}

/// Whether more of the file could change what is known: the fence is still open, or no line of text is complete.
bool needs_more(const SkillHead& head) {
    if (head.front_matter.reading == FrontMatterReading::none && may_have_front_matter(head.text)) return true;
    const auto body = head.body();
    const auto text = body.find_first_not_of("# \t\r\n");
    return text == std::string_view::npos || body.find('\n', text) == std::string_view::npos;
}

Result<Skill> start_skill(std::string_view folder_name, std::shared_ptr<const SkillSource> source, const Path& file) {
    if (!is_usable_skill_name(folder_name)) {
        return make_error(code::skill_name_refused, file.string(), {folder_name});
    }
    Skill skill;
    skill.source = std::move(source);
    skill.folder_name = to_nfc(folder_name);
    skill.file = file;
    return skill;
}

/// What a manifest says of its command, then what the front matter says.
FrontMatterValue::Map fields_of(const Skill& skill, const SkillHead& head) {
    auto fields = skill.is_command() ? item_as_front_matter(skill.source->item) : FrontMatterValue::Map{};
    for (const auto& field : head.front_matter.fields) {
        const bool said =
            std::any_of(fields.begin(), fields.end(), [&](const auto& of) { return of.first == field.first; });
        if (!said) fields.push_back(field);
    }
    return fields;
}

/// What every skill with a text has in common: fields, the stand-in for a description, the length.
void finish_skill(Skill& skill, const SkillHead& head, const std::string& file) {
    skill.diagnostics = head.diagnostics;
    define_skill(skill, fields_of(skill, head), file);
    if (skill.description.empty()) {
        skill.description = first_text_line(head.body());
        if (!skill.is_command()) skill.diagnostics.push_back(make_diagnostic(code::skill_description_missing, file));
    }
    const std::uint64_t offset = head.front_matter.body_offset;
    skill.content_length = head.file_size > offset ? head.file_size - offset : 0;
    for (auto& diagnostic : skill.diagnostics) diagnostic.plugin = skill.origin().plugin;
}

}  // namespace

std::string_view skill_context_word(SkillContext context) {
    return context == SkillContext::fork ? "fork" : "inline";
}

bool Skill::is_command() const {
    return source->kind == SkillSource::Kind::commands || source->kind == SkillSource::Kind::command;
}

std::string Skill::call_name() const {
    return source->name_prefix.empty() ? name : source->name_prefix + ":" + name;
}

bool has_own_text(const SkillSource& source) {
    return source.kind == SkillSource::Kind::bundled ||
           (source.kind == SkillSource::Kind::command && !source.text.empty());
}

std::string place_of_text(const SkillSource& source) {
    return source.kind == SkillSource::Kind::bundled ? std::string(kBuiltinWord) : source.path.string();
}

Result<SkillHead> read_skill_head(const FileReader& files, const Path& file) {
    const auto info = files.info(file);
    if (!info) return info.error();
    SkillHead head;
    head.file_size = info->size;
    for (std::size_t bytes = kFirstHead;; bytes *= kHeadGrowth) {
        auto text = files.read_head(file, std::min(bytes, kLargestHead));
        if (!text) return text.error();
        const bool whole = text->size() < bytes || text->size() >= head.file_size;
        // A line that is cut could look like a closing fence.
        if (!whole) text->resize(text->rfind('\n') + 1);
        head.text = std::move(*text);
        head.diagnostics.clear();
        head.front_matter = parse_front_matter(head.text, file.string(), head.diagnostics);
        if (whole || bytes >= kLargestHead || !needs_more(head)) return head;
    }
}

Result<Skill> read_skill(const FileReader& files, const Path& file, std::string_view folder_name,
                         std::shared_ptr<const SkillSource> source) {
    auto skill = start_skill(folder_name, std::move(source), file);
    if (!skill) return skill;
    const auto head = read_skill_head(files, file);
    if (!head) return head.error();
    finish_skill(*skill, *head, file.string());
    return skill;
}

Result<Skill> skill_from_text(std::shared_ptr<const SkillSource> source) {
    const auto& place = *source;
    auto skill = start_skill(place.name, source, place.path);
    if (!skill) return skill;
    SkillHead head;
    head.text = place.text;
    head.file_size = place.text.size();
    const auto file = place_of_text(place);
    head.front_matter = parse_front_matter(head.text, file, head.diagnostics);
    finish_skill(*skill, head, file);
    if (place.kind == SkillSource::Kind::bundled) skill->reference_files = bundled_reference_files(place.name);
    return skill;
}

Result<SkillBody> read_skill_body(const FileReader& files, const Skill& skill) {
    std::string text;
    if (skill.source->kind == SkillSource::Kind::native) {
        return make_error(code::skill_has_no_text, {}, {skill.call_name()});
    }
    if (has_own_text(*skill.source)) {
        text = skill.source->text;
    } else {
        auto read = files.read(skill.file, kSkillFileLimit);
        if (!read) return read.error();
        text = std::move(*read);
    }
    Diagnostics known_from_listing;
    const auto matter = parse_front_matter(text, skill.file.string(), known_from_listing);
    const auto body = without_byte_order_mark(std::string_view(text).substr(matter.body_offset));
    return SkillBody{is_valid_utf8(body) ? std::string(body) : repair_utf8(body), matter.body_line};
}

}  // namespace skilldeck
