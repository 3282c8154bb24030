// SPDX-License-Identifier: Apache-2.0
#include "base/frontmatter.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "readers.hpp"
#include "skill/skill.hpp"

#include <sha1.h>

#include <boost/json/array.hpp>

#include <array>
#include <memory>
#include <string>

namespace skilldeck::corpus {

namespace {

namespace json = boost::json;

constexpr std::size_t kShownDescription = 80;  // code points that the expectations keep
constexpr std::size_t kDigestDigits = 12;
constexpr std::size_t kFileBytes = 16 * 1024 * 1024;

/// The white space of the independent reader: what \s matches in JavaScript.
bool is_space(char32_t c) {
    return (c >= 0x09 && c <= 0x0D) || c == 0x20 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
           c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000 || c == 0xFEFF;
}

std::string folded(std::string_view text) {
    std::string result;
    bool gap = false;
    for_each_code_point(text, [&](const DecodedCodePoint& decoded, std::string_view bytes) {
        if (is_space(decoded.value)) {
            gap = true;
            return;
        }
        if (gap && !result.empty()) result += ' ';
        gap = false;
        result += bytes;
    });
    return result;
}

/// CRLF is a line end, and so is a lone CR in a file that has no LF at all.
std::string with_line_feeds(std::string_view text, bool file_has_line_feed) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool carriage_return = text[i] == '\r';
        if (carriage_return && i + 1 < text.size() && text[i + 1] == '\n') continue;
        result += carriage_return && !file_has_line_feed ? '\n' : text[i];
    }
    return result;
}

std::string short_sha1(std::string_view text) {
    std::array<char, SHA1_DIGEST_STRING_LENGTH> digits{};
    SHA1Data(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(), digits.data());
    return std::string(digits.data(), kDigestDigits);
}

json::array texts(const std::vector<std::string>& items) {
    json::array list;
    for (const auto& item : items) list.emplace_back(json::string(item));
    return list;
}

json::value list_or_null(const FrontMatter& header, std::string_view key, const std::vector<std::string>& items) {
    const auto* value = header.find(key);
    if (items.empty() && (value == nullptr || value->null)) return nullptr;
    return json::value(texts(items));
}

/// How the expectations call the stages of reading.
std::string_view stage_of(FrontMatterReading reading) {
    switch (reading) {
        case FrontMatterReading::none: return "none";
        case FrontMatterReading::strict: return "strict";
        case FrontMatterReading::repaired: return "lenient";
        case FrontMatterReading::unreadable: return "unreadable";
    }
    return "unreadable";
}

std::string_view expected_stage(std::string_view parsed) {
    if (parsed == "no-frontmatter" || parsed == "unclosed") return "none";
    if (parsed == "strict" || parsed == "empty") return "strict";
    return parsed.starts_with("lenient") ? "lenient" : "unreadable";
}

std::string_view text_view(const json::value& value) {
    return value.is_string() ? std::string_view(value.get_string()) : std::string_view();
}

/// One Markdown file of the corpus.
class MarkdownFile {
public:
    MarkdownFile(Comparison& comparison, const FileReader& files, const Path& path, std::string_view place,
                 const json::object& wanted)
        : comparison_(comparison), files_(files), path_(path), place_(place), wanted_(wanted) {}

    void compare_skill(SkillSource::Kind kind, std::string_view kind_word, std::string_view folder_name) {
        if (!read_text(kind_word)) return;
        auto source = std::make_shared<SkillSource>();
        source->kind = kind;
        source->path = path_;
        const auto skill = read_skill(files_, path_, folder_name, source);
        if (!skill) return same("readable", true, json::string(to_line(skill.error())));
        const auto& name = member_or_null(wanted_, "name");
        const bool named = kind == SkillSource::Kind::directory && name.is_string();
        same("name", named ? name : json::value(json::string(folder_name)), json::string(skill->name));
        compare_header();
        compare_description(skill->description);
        same("allowedTools", member_or_null(wanted_, "allowedTools"),
             list_or_null(header_, "allowed-tools", skill->allowed_tools.strings()));
        same("disableModelInvocation", flag("disableModelInvocation", false), skill->disable_model_invocation);
        same("userInvocable", flag("userInvocable", true), skill->user_invocable);
        same("argumentHint", text_or_null(text_view(member_or_null(wanted_, "argumentHint"))),
             text_or_null(skill->argument_hint));
        same("model", wanted_model(), text_or_null(skill->model));
        if (kind == SkillSource::Kind::directory) {
            same("paths", wanted_paths(), texts(skill->paths.strings()));
            const auto& context = member_or_null(wanted_, "context");
            same("context", context.is_null() ? json::value(json::string("inline")) : context,
                 json::string(skill_context_word(skill->context)));
        }
        const auto body = read_skill_body(files_, *skill);
        if (!body) return same("bodySha1", member_or_null(wanted_, "bodySha1"), json::string(to_line(body.error())));
        compare_body(body->text);
    }

    void compare_agent() {
        if (!read_text("agent")) return;
        compare_header();
        same("name", member_or_null(wanted_, "name"), text_of("name"));
        const auto description = text_of("description");
        compare_description(text_view(description));
        const auto* tools = header_.find("tools");
        same("tools", member_or_null(wanted_, "tools"),
             tools == nullptr || tools->null ? json::value() : json::value(texts(front_matter_list(*tools))));
        same("model", member_or_null(wanted_, "model"), text_of("model"));
        compare_body(repair_utf8(std::string_view(text_).substr(header_.body_offset)));
    }

private:
    void same(std::string_view field, const json::value& wanted, const json::value& got) {
        comparison_.same(place_, kind_ + "." + std::string(field), wanted, got);
    }

    bool read_text(std::string_view kind) {
        kind_ = kind;
        auto text = files_.read(path_, kFileBytes);
        if (!text) {
            same("readable", true, json::string(to_line(text.error())));
            return false;
        }
        text_ = std::move(*text);
        has_line_feed_ = text_.find('\n') != std::string::npos;
        Diagnostics ignored;
        header_ = parse_front_matter(text_, path_.string(), ignored);
        return true;
    }

    [[nodiscard]] json::value text_of(std::string_view key) const {
        const auto* value = header_.find(key);
        const auto text = value != nullptr ? front_matter_text(*value) : std::nullopt;
        return text_or_null(text ? std::string(trim(*text)) : std::string());
    }

    [[nodiscard]] json::value flag(std::string_view key, bool usual) const {
        const auto& wanted = member_or_null(wanted_, key);
        return wanted.is_null() ? json::value(usual) : wanted;
    }

    /// `inherit` means none.
    [[nodiscard]] json::value wanted_model() const {
        const auto& model = member_or_null(wanted_, "model");
        return text_view(model) == "inherit" ? json::value() : model;
    }

    /// As conditions: an ending `/**` says nothing, `**` alone is none.
    [[nodiscard]] json::value wanted_paths() const {
        json::array conditions;
        const auto& paths = member_or_null(wanted_, "paths");
        if (!paths.is_array()) return conditions;
        for (const auto& path : paths.get_array()) {
            auto glob = text_view(path);
            if (glob.ends_with("/**")) glob.remove_suffix(3);
            if (!glob.empty() && glob != "**") conditions.emplace_back(json::string(glob));
        }
        return conditions;
    }

    void compare_header() {
        same("parsed", json::string(expected_stage(text_view(member_or_null(wanted_, "parsed")))),
             json::string(stage_of(header_.reading)));
    }

    /// Where the header has none the host takes a line of the body: then the header must not have one.
    void compare_description(std::string_view description) {
        const auto& wanted = member_or_null(wanted_, "description");
        if (wanted.is_null()) return same("description", nullptr, text_of("description"));
        const auto text = folded(description);
        same("description", wanted, json::string(first_code_points(text, kShownDescription)));
        same("descriptionLength", member_or_null(wanted_, "descriptionLength"), count_code_points(text));
    }

    void compare_body(std::string_view read) {
        const auto body = with_line_feeds(read, has_line_feed_);
        same("bodyBytes", member_or_null(wanted_, "bodyBytes"), body.size());
        same("bodySha1", member_or_null(wanted_, "bodySha1"), json::string(short_sha1(body)));
    }

    Comparison& comparison_;
    const FileReader& files_;
    Path path_;
    std::string place_, kind_, text_;
    const json::object& wanted_;
    FrontMatter header_;
    bool has_line_feed_ = false;
};

/// A SKILL.md at the top of a repository has no folder name of its own: it is called like the repository.
std::string folder_name(const json::object& wanted, const Path& root) {
    const auto& folder = member_or_null(wanted, "dir");
    return folder.is_string() ? std::string(folder.get_string()) : root.filename().string();
}

}  // namespace

void compare_markdown(Comparison& comparison, const FileReader& files, const Path& root,
                      const boost::json::object& expected) {
    const auto each = [&](std::string_view kind, const auto& compare) {
        for (const auto& item : member_object(expected, kind)) {
            if (!item.value().is_object()) continue;
            const auto& wanted = item.value().get_object();
            const std::string place(item.key());
            MarkdownFile file(comparison, files, root / Path(place), place, wanted);
            compare(file, wanted);
        }
    };
    each("skills", [&](MarkdownFile& file, const json::object& wanted) {
        file.compare_skill(SkillSource::Kind::directory, "skill", folder_name(wanted, root));
    });
    each("commands", [&](MarkdownFile& file, const json::object& wanted) {
        file.compare_skill(SkillSource::Kind::command, "command", folder_name(wanted, root));
    });
    each("agents", [&](MarkdownFile& file, const json::object&) { file.compare_agent(); });
}

}  // namespace skilldeck::corpus
