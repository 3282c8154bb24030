// SPDX-License-Identifier: Apache-2.0
#include "base/frontmatter_yaml.hpp"

#include "base/codes.hpp"
#include "base/frontmatter_line.hpp"
#include "base/frontmatter_repair.hpp"
#include "base/restriction_keys.hpp"
#include "base/text.hpp"
#include "base/yaml_block.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

using Lines = std::vector<std::string>;

/// More lines than this are read strictly or not at all: repair looks at each of them several times.
constexpr std::size_t kMostRepairedLines = 1000;

Lines lines_of(std::string_view text) {
    Lines lines;
    for (const auto line : split(text, '\n')) lines.emplace_back(line);
    if (lines.back().empty()) lines.pop_back();  // behind the last line end
    return lines;
}

/// The lines of one field as they are in the file, without the key.
std::string text_of_field(std::span<const std::string> lines) {
    const std::string_view first = lines.front();
    const auto start = std::min(first.find_first_not_of(" \t"), first.size());
    auto colon = start;
    if (const auto quoted = end_of_quoted(first.substr(start)); quoted != std::string_view::npos) colon += quoted;
    do {
        colon = first.find(':', colon);
        if (colon == std::string_view::npos) return {};
        ++colon;
    } while (colon < first.size() && first[colon] != ' ' && first[colon] != '\t');
    std::string text(first.substr(colon));
    for (const auto& line : lines.subspan(1)) text += "\n" + line;
    return std::string(trim(text));
}

/// Without the comments and blank lines between a field and the next. A quoted text may have such lines of its own.
std::span<const std::string> without_comments_below(std::span<const std::string> lines) {
    auto own = lines;
    while (own.size() > 1 && (trim(own.back()).empty() || own.back().front() == '#')) own = own.first(own.size() - 1);
    const auto text = text_of_field(own);
    const bool quoted = text.starts_with('"') || text.starts_with('\'');
    return quoted && end_of_quoted(text) == std::string::npos ? lines : own;
}

/// Where a comment begins after other text on a line, or npos.
std::size_t find_comment(std::string_view text) {
    const auto at = std::min(text.find(" #"), text.find("\t#"));
    return at == std::string_view::npos || trim(text.substr(0, at)).empty() ? std::string_view::npos : at;
}

bool has_open_parenthesis(std::string_view text) {
    int depth = 0;
    for (const char c : text) {
        if (c == '(') ++depth;
        if (c == ')' && depth > 0) --depth;
    }
    return depth > 0;
}

/// The text up to the first comment outside parentheses.
std::string_view without_outer_comment(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const auto comment = find_comment(text.substr(at));
        if (comment == std::string_view::npos) return text;
        at += comment;
        if (!has_open_parenthesis(text.substr(0, at))) return trim(text.substr(0, at));
        ++at;
    }
    return text;
}

/// Such a list is read as it is written: what is cut off it would be allowed.
bool keeps_comment(std::string_view key, std::string_view before) {
    return restriction_of(key) == kDisallowedTools && has_open_parenthesis(before);
}

/// `# a remark` behind one word is meant as a comment; `#12`, or anything in prose, a parenthesis or a list that goes
/// on, was hardly meant to be cut off.
bool cut_by_accident(std::string_view key, std::string_view before, std::string_view comment) {
    if (has_open_parenthesis(before) || trim(before).ends_with(',')) return true;
    if (restriction_of(key) == kDisallowedTools) return true;
    constexpr std::array<std::string_view, 4> kProse{"name", "description", "when_to_use", "argument-hint"};
    if (std::find(kProse.begin(), kProse.end(), key) != kProse.end()) return true;
    const bool remark = comment.size() > 1 && comment[1] == ' ';
    return !remark || trim(before).find(' ') != std::string_view::npos;
}

/// What lines that begin with `#` between two fields are: raw text has no comments.
enum class LinesBelow : std::uint8_t { comments, text };

/// Gives each field the text it has in the file, and says where YAML took a part of it for a comment.
class SourceFinder {
public:
    SourceFinder(const Lines& lines, std::span<const int> key_lines, LinesBelow below, HeaderReporter& reporter)
        : lines_(lines), key_lines_(key_lines), below_(below), reporter_(reporter) {}

    void add_source(const std::string& key, FrontMatterValue& value, bool plain) {
        const auto next = std::upper_bound(key_lines_.begin(), key_lines_.end(), value.line);
        const bool alone = std::count(key_lines_.begin(), key_lines_.end(), value.line) == 1;
        if (!alone) {  // `{a: 1, b: 2}` on one line
            if (const auto* text = std::get_if<std::string>(&value.value)) value.source = *text;
            return;
        }
        const auto begin = static_cast<std::size_t>(value.line - kFrontMatterFirstLine);
        const auto end =
            next == key_lines_.end() ? lines_.size() : static_cast<std::size_t>(*next - kFrontMatterFirstLine);
        const auto field = lines_.subspan(begin, end - begin);
        value.source = text_of_field(below_ == LinesBelow::comments ? without_comments_below(field) : field);
        cut_comment(key, value, plain);
        cut_items(key, value);
    }

private:
    void cut_comment(const std::string& key, FrontMatterValue& value, bool plain) {
        auto& source = value.source;
        const auto closed = std::min(end_of_brackets(source), end_of_quoted(source));
        if (closed != std::string::npos && source.find_first_not_of(" \t\n", closed) == source.find('#', closed)) {
            source.resize(closed);
            return;
        }
        if (!plain) return;
        const auto comment = find_comment(source);
        if (comment == std::string_view::npos) return;
        const auto before = std::string_view(source).substr(0, comment);
        if (keeps_comment(key, before)) return keep_comment(key, value, before);
        if (cut_by_accident(key, before, std::string_view(source).substr(comment + 1))) {
            const auto line = value.line + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
            reporter_.add(code::frontmatter_value_cut, line, {key});
        }
        source = trim(before);
    }

    void keep_comment(const std::string& key, FrontMatterValue& value, std::string_view before) {
        const auto line = value.line + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
        reporter_.add(code::frontmatter_comment_kept, line, {key});
        std::string text(without_outer_comment(value.source));
        std::replace(text.begin(), text.end(), '\n', ' ');
        value.value = std::move(text);
    }

    /// The same for each plain item of a list on lines of its own; `# a remark` behind a whole item is a comment.
    void cut_items(const std::string& key, FrontMatterValue& value) {
        auto* items = std::get_if<FrontMatterValue::List>(&value.value);
        if (items == nullptr) return;
        for (auto& item : *items) {
            auto* text = std::get_if<std::string>(&item.value);
            const auto parts = take_line_apart(line_at(item.line));
            if (text == nullptr || item.null || !parts.dash || !parts.value.starts_with(*text)) continue;
            const auto comment = find_comment(parts.value);
            if (comment == std::string_view::npos || trim(parts.value.substr(0, comment)) != *text) continue;
            if (keeps_comment(key, *text)) {
                reporter_.add(code::frontmatter_comment_kept, item.line, {key});
                item.source = *text = without_outer_comment(parts.value);
            } else if (has_open_parenthesis(*text) || text->ends_with(',')) {
                reporter_.add(code::frontmatter_value_cut, item.line, {key});
            }
        }
    }

    [[nodiscard]] std::string_view line_at(int line) const {
        const auto at = static_cast<std::size_t>(line - kFrontMatterFirstLine);
        return at < lines_.size() ? std::string_view(lines_[at]) : std::string_view();
    }

    std::span<const std::string> lines_;
    std::span<const int> key_lines_;
    LinesBelow below_;
    HeaderReporter& reporter_;
};

void report_limits(const YamlBlock& yaml, HeaderReporter& reporter) {
    if (yaml.problem == YamlProblem::too_deep) {
        reporter.add(code::frontmatter_too_deep, yaml.line, {std::to_string(kFrontMatterMaxDepth)});
    } else if (yaml.problem == YamlProblem::too_many_nodes) {
        reporter.add(code::frontmatter_too_many_nodes, yaml.line, {std::to_string(kFrontMatterMaxAliasNodes)});
    }
}

void report_unreadable(const YamlBlock& strict, HeaderReporter& reporter) {
    if (strict.problem == YamlProblem::too_many_values) {
        reporter.add(code::frontmatter_too_many_values, strict.line, {std::to_string(kFrontMatterMaxValues)});
        return;
    }
    const auto what = strict.what + " at line " + std::to_string(strict.line);
    reporter.add(code::frontmatter_unreadable, strict.line, {what});
}

void take_yaml(YamlBlock yaml, const Lines& lines, FrontMatter& front_matter, HeaderReporter& reporter) {
    for (const auto& key : yaml.repeated_keys) {
        const auto same = [&](const auto& field) { return field.first == key; };
        const auto kept = std::find_if(yaml.fields.begin(), yaml.fields.end(), same);
        reporter.add(code::frontmatter_repeated_key, kept->second.line, {key});
    }
    SourceFinder finder(lines, yaml.key_lines, LinesBelow::comments, reporter);
    const auto& plain = yaml.plain_scalars;
    for (auto& [key, value] : yaml.fields) {
        finder.add_source(key, value, std::find(plain.begin(), plain.end(), key) != plain.end());
    }
    front_matter.fields = std::move(yaml.fields);
}

/// An item of a list that is no plain text counts as it is written: as in the file, not as it was repaired.
void restore_items(const RepairedHeader& repaired, const Lines& lines, FrontMatter& front_matter) {
    for (auto& [key, value] : front_matter.fields) {
        auto* items = std::get_if<FrontMatterValue::List>(&value.value);
        if (items == nullptr) continue;
        for (auto& item : *items) {
            if (item.null) continue;  // it has no text, and its line is where that was missed: it may be the next one
            auto at = static_cast<std::size_t>(item.line - kFrontMatterFirstLine);
            if (lines[at] == repaired.lines[at] || !take_line_apart(lines[at]).dash) continue;
            item.source = trim(trim(lines[at]).substr(1));
            while (++at < lines.size() && repaired.lines[at].empty() && !trim(lines[at]).empty()) {
                item.source.append(" ").append(trim(lines[at]));
            }
        }
    }
}

void report_repairs(std::span<const RepairedValue> values, HeaderReporter& reporter) {
    for (const auto& value : values) reporter.add(code::frontmatter_repaired, value.line, {value.key});
}

void read_raw(const RepairedHeader& repaired, const YamlBlock& strict, const Lines& lines, FrontMatter& front_matter,
              HeaderReporter& reporter) {
    auto raw = read_raw_header(repaired.tab_line != 0 ? expand_tabs(lines) : lines, kFrontMatterFirstLine);
    if (raw.fields.empty()) {
        report_unreadable(strict, reporter);
        front_matter.reading = FrontMatterReading::unreadable;
        return;
    }
    report_limits(strict, reporter);
    report_repairs(raw.values, reporter);
    for (const auto line : raw.dropped_lines) {
        reporter.add(code::frontmatter_line_dropped, line,
                     {first_code_points(trim(lines[static_cast<std::size_t>(line - kFrontMatterFirstLine)]), 60)});
    }
    SourceFinder finder(lines, raw.key_lines, LinesBelow::text, reporter);
    for (auto& [key, value] : raw.fields) finder.add_source(key, value, false);
    front_matter.fields = std::move(raw.fields);
    front_matter.reading = FrontMatterReading::repaired;
}

void read_leniently(const YamlBlock& strict, const Lines& written, FrontMatter& front_matter,
                    HeaderReporter& reporter) {
    const auto mended = mend_colons(written, kFrontMatterFirstLine);
    for (const auto& key : mended.keys) reporter.add(code::frontmatter_colon, key.line, {key.key});
    const auto& lines = mended.lines;
    const auto repaired = repair_header(lines, kFrontMatterFirstLine);
    if (repaired.tab_line != 0) reporter.add(code::frontmatter_tabs, repaired.tab_line);
    auto again = read_yaml_block(join_header_lines(repaired.lines), kFrontMatterFirstLine);
    if (!again.ok()) {
        read_raw(repaired, strict, lines, front_matter, reporter);
        return;
    }
    report_limits(strict, reporter);
    report_repairs(repaired.values, reporter);
    front_matter.reading = FrontMatterReading::repaired;
    take_yaml(std::move(again), lines, front_matter, reporter);
    restore_items(repaired, lines, front_matter);
}

}  // namespace

void read_header_as_yaml(const FrontMatterHeader& header, FrontMatter& front_matter, HeaderReporter& reporter) {
    const auto lines = lines_of(header.text());
    auto strict = read_yaml_block(header.text(), kFrontMatterFirstLine);
    if (strict.ok()) {
        front_matter.reading = FrontMatterReading::strict;
        take_yaml(std::move(strict), lines, front_matter, reporter);
        return;
    }
    if (strict.problem == YamlProblem::too_many_values || lines.size() > kMostRepairedLines) {
        report_unreadable(strict, reporter);
        front_matter.reading = FrontMatterReading::unreadable;
        return;
    }
    const auto said = reporter.count();
    read_leniently(strict, lines, front_matter, reporter);
    // Each field may be fine and the whole not, `...` between them for one.
    if (reporter.count() == said) reporter.add(code::frontmatter_not_yaml, strict.line, {strict.what});
}

}  // namespace skilldeck
