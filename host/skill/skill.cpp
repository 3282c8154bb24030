// SPDX-License-Identifier: Apache-2.0
#include "skill/skill.hpp"

#include "base/display_text.hpp"
#include "base/frontmatter.hpp"
#include "base/text.hpp"
#include "base/text_encoding.hpp"
#include "os/codes.hpp"
#include "skill/bundled.hpp"
#include "skill/codes.hpp"
#include "skill/skill_definition.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kLargestHead = 96 * 1024;  // the parser's limit of a header and a first line of text
constexpr std::size_t kHeadGrowth = 4;

std::string_view without_byte_order_mark(std::string_view text) {
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    return text;
}

/// Whether a line with text in it is whole.
bool has_text_line(std::string_view body) {
    const auto text = body.find_first_not_of(kBeforeText);
    return text != std::string_view::npos && body.find_first_of("\r\n", text) != std::string_view::npos;
}

bool has_description(const FrontMatter& front_matter) {
    const auto* value = front_matter.find("description");
    const auto* text = value == nullptr || value->null ? nullptr : std::get_if<std::string>(&value->value);
    return text != nullptr && !trim(*text).empty();
}

/// The beginning of one file, which grows until it says what a listing needs to know.
class HeadReader {
public:
    HeadReader(const FileReader& files, std::string_view file) : files_(files), file_(file) {}

    [[nodiscard]] Result<SkillHead> read(FileStart start) {
        if (start.info.kind != FileKind::regular) return make_error(code::skill_not_a_file, file_, {file_});
        if (start.info.size > kSkillFileLimit) {
            return make_error(code::file_too_large, file_, {std::to_string(kSkillFileLimit)});
        }
        take(std::move(start));
        parse();
        // Until the first line feed it is open what ends a line.
        while (may_grow() && (head_.text.empty() || head_.front_matter.goes_on)) {
            if (const auto grown = grow(); !grown) return grown.error();
            parse();
        }
        if (has_description(head_.front_matter)) return std::move(head_);
        while (may_grow() && head_.front_matter.body_found && !has_text_line(head_.body())) {
            if (const auto grown = grow(); !grown) return grown.error();
        }
        return std::move(head_);
    }

private:
    void parse() {
        const auto extent = whole_ ? TextExtent::whole : TextExtent::head;
        head_.front_matter = parse_front_matter(head_.text, file_, head_.diagnostics, extent);
    }

    [[nodiscard]] bool may_grow() const { return !whole_ && bytes_ < kLargestHead; }

    [[nodiscard]] Result<> grow() {
        bytes_ = std::min(bytes_ * kHeadGrowth, kLargestHead);
        auto start = files_.read_start(Path(file_), bytes_, Links::follow);
        if (!start) return start.error();
        take(std::move(*start));
        return {};
    }

    /// A line that is cut could look like a closing fence, and a character that is cut like none.
    void take(FileStart start) {
        whole_ = start.text.size() < bytes_ || start.text.size() >= start.info.size;
        if (may_grow()) start.text.resize(start.text.rfind('\n') + 1);  // npos + 1 is 0
        head_.text = std::move(start.text);
        head_.file_size = start.info.size;
    }

    const FileReader& files_;
    std::string_view file_;
    SkillHead head_;
    std::size_t bytes_ = kSkillHeadBytes;
    bool whole_ = false;
};

Result<> start_skill(Skill& skill, std::string_view folder_name, std::shared_ptr<const SkillSource> source,
                     std::string_view file) {
    if (!is_usable_skill_name(folder_name))
        return make_error(code::skill_name_refused, file, {with_breaks_shown(folder_name)});
    skill.source = std::move(source);
    skill.folder_name = to_nfc(folder_name);
    skill.file = file;
    return {};
}

/// What a manifest says of its command, then what the front matter says.
FrontMatterValue::Map fields_of_command(const Skill& skill, const SkillHead& head) {
    auto fields = item_as_front_matter(skill.source->item);
    for (const auto& field : head.front_matter.fields) {
        const bool said =
            std::any_of(fields.begin(), fields.end(), [&](const auto& of) { return of.first == field.first; });
        if (!said) fields.push_back(field);
    }
    return fields;
}

/// What every skill with a text has in common: fields, the stand-in for a description, the length.
void finish_skill(Skill& skill, SkillHead& head, std::string_view file) {
    skill.diagnostics = std::move(head.diagnostics);
    if (skill.is_command() && !skill.source->item.empty()) {
        define_skill(skill, fields_of_command(skill, head), file);
    } else {
        define_skill(skill, head.front_matter.fields, file);
    }
    if (close_unread(head.front_matter, head.text, skill.diagnostics)) skill.disable_model_invocation = true;
    if (skill.description.empty() && head.front_matter.body_found) {
        skill.description = first_text_line(head.body().substr(head.text_offset()));
        if (!skill.is_command()) {
            const auto instead = description_instead(skill.description);
            skill.diagnostics.push_back(make_diagnostic(code::skill_description_missing, file, {instead}));
        }
    }
    const std::uint64_t offset = head.front_matter.body_offset;
    if (head.front_matter.body_found) skill.content_length = head.file_size > offset ? head.file_size - offset : 0;
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
    auto start = files.read_start(file, kSkillHeadBytes, Links::follow);
    if (!start) return start.error();
    return HeadReader(files, file.string()).read(std::move(*start));
}

Result<Skill> read_skill(const FileReader& files, const Path& file, std::string_view folder_name,
                         std::shared_ptr<const SkillSource> source) {
    auto start = files.read_start(file, kSkillHeadBytes, Links::follow);
    if (!start) return start.error();
    Skill skill;
    const auto read = read_skill(files, file.string(), *start, folder_name, std::move(source), skill);
    if (!read) return read.error();
    return skill;
}

Result<> read_skill(const FileReader& files, std::string_view file, FileStart& start, std::string_view folder_name,
                    std::shared_ptr<const SkillSource> source, Skill& skill) {
    if (auto started = start_skill(skill, folder_name, std::move(source), file); !started) return started;
    auto head = HeadReader(files, file).read(std::exchange(start, {}));
    if (!head) return head.error();
    finish_skill(skill, *head, file);
    start.text = std::move(head->text);  // its memory serves the next one
    return {};
}

Result<Skill> skill_from_text(std::shared_ptr<const SkillSource> source) {
    const auto& place = *source;
    Skill skill;
    if (const auto started = start_skill(skill, place.name, source, place.path.string()); !started)
        return started.error();
    SkillHead head;
    head.text = place.text;
    head.file_size = place.text.size();
    const auto file = place_of_text(place);
    head.front_matter = parse_front_matter(head.text, file, head.diagnostics);
    finish_skill(skill, head, file);
    if (place.kind == SkillSource::Kind::bundled) skill.reference_files = KeptList(bundled_reference_files(place.name));
    return skill;
}

Result<SkillBody> read_skill_body(const FileReader& files, const Skill& skill) {
    Diagnostics ignored;
    return read_skill_body(files, skill, ignored);
}

Result<SkillBody> read_skill_body(const FileReader& files, const Skill& skill, Diagnostics& warnings) {
    std::string text;
    if (skill.source->kind == SkillSource::Kind::native) {
        return make_error(code::skill_has_no_text, {}, {skill.call_name()});
    }
    if (has_own_text(*skill.source)) {
        text = skill.source->text;
    } else {
        auto read = files.read(Path(skill.file.view()), kSkillFileLimit);
        if (!read) return read.error();
        text = std::move(*read);
    }
    const bool utf16 = is_utf16(text);
    if (!utf16) text = with_line_feeds(std::move(text));
    Diagnostics known_from_listing;
    const auto matter = parse_front_matter(text, skill.file, known_from_listing);
    const auto body = without_byte_order_mark(std::string_view(text).substr(matter.body_offset));
    if (is_valid_utf8(body) && !utf16) return SkillBody{std::string(body), matter.body_line};
    report_encoding(text, body, has_own_text(*skill.source) ? place_of_text(*skill.source) : skill.file.string(),
                    warnings);
    warnings.back().plugin = skill.origin().plugin;
    return SkillBody{repair_utf8(body), matter.body_line};
}

}  // namespace skilldeck
