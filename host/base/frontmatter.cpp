// SPDX-License-Identifier: Apache-2.0
#include "base/frontmatter.hpp"

#include "base/codes.hpp"
#include "base/frontmatter_repair.hpp"
#include "base/text.hpp"
#include "base/yaml_block.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kMaxHeaderBytes = 64 * 1024;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kFence = "---";
constexpr int kHeaderLine = 2;  ///< of the file: the opening fence is line 1

/// The lines between the fences, without line ends.
struct Header {
    std::vector<std::string> lines;
    std::size_t body_offset = 0;
    int body_line = 1;
    bool too_large = false;
    bool utf8 = true;
};

/// Takes one line after the other off a text. A lone CR ends a line only where the text has no LF at all.
class LineReader {
public:
    LineReader(std::string_view text, std::size_t offset)
        : text_(text), at_(offset), end_(text.find('\n') == std::string_view::npos ? '\r' : '\n') {}

    [[nodiscard]] std::optional<std::string_view> next() {
        if (at_ >= text_.size()) return std::nullopt;
        const auto end = std::min(text_.find(end_, at_), text_.size());
        auto line = text_.substr(at_, end - at_);
        at_ = std::min(end + 1, text_.size());
        if (line.ends_with('\r')) line.remove_suffix(1);
        return line;
    }
    [[nodiscard]] std::size_t offset() const { return at_; }

private:
    std::string_view text_;
    std::size_t at_;
    char end_;
};

bool is_fence(std::string_view line) {
    return line.starts_with(kFence) && trim(line.substr(kFence.size())).empty();
}

/// A carriage return inside a line is a blank; bytes that are not UTF-8 become U+FFFD.
std::string clean_line(std::string_view line, Header& header) {
    if (!is_valid_utf8(line)) header.utf8 = false;
    auto clean = repair_utf8(line);
    std::replace(clean.begin(), clean.end(), '\r', ' ');
    return clean;
}

enum class FenceState : std::uint8_t { none, unclosed, closed };

FenceState split_header(std::string_view text, Header& header) {
    const auto start = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    header.body_offset = start;
    LineReader reader(text, start);
    const auto opening = reader.next();
    if (!opening || !is_fence(*opening)) return FenceState::none;
    const auto header_start = reader.offset();
    std::size_t line_start = header_start;
    for (int number = kHeaderLine; const auto line = reader.next(); ++number) {
        if (is_fence(*line)) {
            header.body_offset = reader.offset();
            header.body_line = number + 1;
            header.too_large = line_start - header_start > kMaxHeaderBytes;
            return FenceState::closed;
        }
        line_start = reader.offset();
        if (line_start - header_start <= kMaxHeaderBytes) header.lines.push_back(clean_line(*line, header));
    }
    return FenceState::unclosed;
}

/// Collects what is to be said about one file.
class Reporter {
public:
    Reporter(std::string_view file, Diagnostics& diagnostics) : file_(file), diagnostics_(diagnostics) {}

    void add(Code code, int line, std::initializer_list<std::string_view> arguments = {}) {
        diagnostics_.push_back(make_diagnostic(code, file_, arguments));
        diagnostics_.back().line = line;
    }
    [[nodiscard]] std::size_t count() const { return diagnostics_.size(); }
    void lower_to_warning() { diagnostics_.back().severity = Severity::warning; }

private:
    std::string_view file_;
    Diagnostics& diagnostics_;
};

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

/// Where a comment begins after other text on a line, or npos.
std::size_t find_comment(std::string_view text) {
    const auto at = std::min(text.find(" #"), text.find("\t#"));
    return at == std::string_view::npos || trim(text.substr(0, at)).empty() ? std::string_view::npos : at;
}

/// `# a remark` behind one word is meant as a comment; `#12`, or anything in prose, was hardly meant to be cut off.
bool cut_by_accident(std::string_view key, std::string_view before, std::string_view comment) {
    constexpr std::array<std::string_view, 4> kProse{"name", "description", "when_to_use", "argument-hint"};
    if (std::find(kProse.begin(), kProse.end(), key) != kProse.end()) return true;
    const bool remark = comment.size() > 1 && comment[1] == ' ';
    return !remark || trim(before).find(' ') != std::string_view::npos;
}

/// Gives each field the text it has in the file, and says where YAML took a part of it for a comment.
class SourceFinder {
public:
    SourceFinder(const Header& header, std::span<const int> key_lines, Reporter& reporter)
        : lines_(header.lines), key_lines_(key_lines), reporter_(reporter) {}

    void add_source(const std::string& key, FrontMatterValue& value, bool plain) {
        const auto next = std::upper_bound(key_lines_.begin(), key_lines_.end(), value.line);
        const bool alone = std::count(key_lines_.begin(), key_lines_.end(), value.line) == 1;
        if (!alone) {  // `{a: 1, b: 2}` on one line
            if (const auto* text = std::get_if<std::string>(&value.value)) value.source = *text;
            return;
        }
        const auto begin = static_cast<std::size_t>(value.line - kHeaderLine);
        const auto end = next == key_lines_.end() ? lines_.size() : static_cast<std::size_t>(*next - kHeaderLine);
        value.source = text_of_field(lines_.subspan(begin, end - begin));
        cut_comment(key, value, plain);
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
        if (cut_by_accident(key, before, std::string_view(source).substr(comment + 1))) {
            const auto line = value.line + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
            reporter_.add(code::frontmatter_value_cut, line, {key});
        }
        source = trim(before);
    }

    std::span<const std::string> lines_;
    std::span<const int> key_lines_;
    Reporter& reporter_;
};

void report_limits(const YamlBlock& yaml, Reporter& reporter) {
    if (yaml.problem == YamlProblem::too_deep) {
        reporter.add(code::frontmatter_too_deep, yaml.line, {std::to_string(kFrontMatterMaxDepth)});
    } else if (yaml.problem == YamlProblem::too_many_nodes) {
        reporter.add(code::frontmatter_too_many_nodes, yaml.line, {std::to_string(kFrontMatterMaxAliasNodes)});
    }
}

void take_yaml(YamlBlock yaml, const Header& header, FrontMatter& front_matter, Reporter& reporter) {
    for (const auto& key : yaml.repeated_keys) {
        const auto same = [&](const auto& field) { return field.first == key; };
        const auto kept = std::find_if(yaml.fields.begin(), yaml.fields.end(), same);
        reporter.add(code::frontmatter_repeated_key, kept->second.line, {key});
    }
    SourceFinder finder(header, yaml.key_lines, reporter);
    const auto& plain = yaml.plain_scalars;
    for (auto& [key, value] : yaml.fields) {
        finder.add_source(key, value, std::find(plain.begin(), plain.end(), key) != plain.end());
    }
    front_matter.fields = std::move(yaml.fields);
}

void report_repairs(std::span<const RepairedValue> values, Reporter& reporter) {
    for (const auto& value : values) reporter.add(code::frontmatter_repaired, value.line, {value.key});
}

void read_raw(const RepairedHeader& repaired, const YamlBlock& strict, const Header& header, FrontMatter& front_matter,
              Reporter& reporter) {
    std::vector<std::string> lines = header.lines;
    if (repaired.tab_line != 0) {
        for (auto& line : lines) {
            const auto end = std::min(line.find_first_not_of(" \t"), line.size());
            std::replace(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(end), '\t', ' ');
        }
    }
    auto raw = read_raw_header(lines, kHeaderLine);
    if (raw.fields.empty()) {
        const auto what = strict.what + " at line " + std::to_string(strict.line);
        reporter.add(code::frontmatter_unreadable, strict.line, {what});
        front_matter.reading = FrontMatterReading::unreadable;
        return;
    }
    report_limits(strict, reporter);
    report_repairs(raw.values, reporter);
    for (const auto line : raw.dropped_lines) {
        reporter.add(code::frontmatter_line_dropped, line,
                     {first_code_points(trim(header.lines[static_cast<std::size_t>(line - kHeaderLine)]), 60)});
    }
    SourceFinder finder(header, raw.key_lines, reporter);
    for (auto& [key, value] : raw.fields) finder.add_source(key, value, false);
    front_matter.fields = std::move(raw.fields);
    front_matter.reading = FrontMatterReading::repaired;
}

void read_leniently(const YamlBlock& strict, const Header& header, FrontMatter& front_matter, Reporter& reporter) {
    const auto repaired = repair_header(header.lines, kHeaderLine);
    if (repaired.tab_line != 0) reporter.add(code::frontmatter_tabs, repaired.tab_line);
    auto again = read_yaml_block(join_header_lines(repaired.lines), kHeaderLine);
    if (!again.ok()) {
        read_raw(repaired, strict, header, front_matter, reporter);
        return;
    }
    report_limits(strict, reporter);
    report_repairs(repaired.values, reporter);
    front_matter.reading = FrontMatterReading::repaired;
    take_yaml(std::move(again), header, front_matter, reporter);
}

void read_header(const Header& header, FrontMatter& front_matter, Reporter& reporter) {
    auto strict = read_yaml_block(join_header_lines(header.lines), kHeaderLine);
    if (strict.ok()) {
        front_matter.reading = FrontMatterReading::strict;
        take_yaml(std::move(strict), header, front_matter, reporter);
        return;
    }
    const auto said = reporter.count();
    read_leniently(strict, header, front_matter, reporter);
    // Each field may be fine and the whole not, `...` between them for one.
    if (reporter.count() == said) reporter.add(code::frontmatter_not_yaml, strict.line, {strict.what});
}

}  // namespace

const FrontMatterValue* FrontMatter::find(std::string_view key) const {
    const auto found =
        std::find_if(fields.begin(), fields.end(), [&](const auto& field) { return field.first == key; });
    return found == fields.end() ? nullptr : &found->second;
}

FrontMatter parse_front_matter(std::string_view text, std::string_view file, Diagnostics& diagnostics) {
    FrontMatter front_matter;
    Header header;
    Reporter reporter(file, diagnostics);
    const auto state = split_header(text, header);
    if (state == FenceState::unclosed) reporter.add(code::frontmatter_unclosed, 1);
    front_matter.body_offset = header.body_offset;
    front_matter.body_line = header.body_line;
    if (state != FenceState::closed) return front_matter;
    if (header.too_large) {
        reporter.add(code::frontmatter_too_large, 1, {std::to_string(kMaxHeaderBytes)});
        front_matter.reading = FrontMatterReading::unreadable;
        return front_matter;
    }
    if (!header.utf8) {
        reporter.add(code::text_not_utf8, kHeaderLine);
        reporter.lower_to_warning();
    }
    read_header(header, front_matter, reporter);
    return front_matter;
}

}  // namespace skilldeck
