// SPDX-License-Identifier: Apache-2.0
#include "base/frontmatter_repair.hpp"

#include "base/documented_fields.hpp"
#include "base/frontmatter_line.hpp"
#include "base/restriction_keys.hpp"
#include "base/text.hpp"
#include "base/yaml_block.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace skilldeck {

namespace {

using Lines = std::span<const std::string>;

/// A collection in brackets that is still open after so many lines is taken for text.
constexpr std::size_t kMostBracketLines = 256;

/// Fields with anchors that an alias is looked up in; more are not worth the time.
constexpr std::size_t kMostAnchoredBytes = 4096;

std::size_t indentation(std::string_view line) {
    return std::min(line.find_first_not_of(" \t"), line.size());
}

bool reads(std::string_view value) {
    return read_yaml_block("k: " + std::string(value), 1).ok();
}

std::string single_quoted(std::string_view value) {
    std::string quoted = "'";
    for (const char c : value) {
        quoted += c;
        if (c == '\'') quoted += c;
    }
    return quoted + "'";
}

/// A complete `"..."` with the backslashes that begin no escape of YAML doubled: `"C:\dir"` means what it says.
std::string with_literal_backslashes(std::string_view quoted) {
    constexpr std::string_view kSimpleEscapes = "0abtnvfre \"/\\N_LP";
    std::string out;
    for (std::size_t at = 0; at < quoted.size(); ++at) {
        out += quoted[at];
        if (quoted[at] != '\\' || at + 1 >= quoted.size()) continue;
        const bool escape = kSimpleEscapes.find(quoted[at + 1]) != std::string_view::npos;
        out += escape ? quoted[++at] : '\\';
    }
    return out;
}

bool is_complete(std::string_view value, std::size_t end) {
    if (end == std::string_view::npos) return false;
    const auto rest = value.substr(end);
    return trim(rest).empty() || (rest.front() == ' ' && trim(rest).front() == '#');
}

bool is_name_of_anchor(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
}

/// `&name` at the start of a value, with the blanks behind it.
std::string_view leading_anchor(std::string_view value) {
    if (!value.starts_with('&')) return {};
    const auto end = std::min(value.find_first_of(" \t"), value.size());
    if (!is_name_of_anchor(value.substr(1, end - 1))) return {};
    return value.substr(0, std::min(value.find_first_not_of(" \t", end), value.size()));
}

std::string_view without_anchor(std::string_view value) {
    return value.substr(leading_anchor(value).size());
}

/// An alias, or a collection in brackets with one in it.
bool has_alias(std::string_view value) {
    if (is_alias(value)) return true;
    if (!value.starts_with('[') && !value.starts_with('{')) return false;
    for (auto at = value.find('*'); at != std::string_view::npos; at = value.find('*', at + 1)) {
        const auto end = std::min(value.find_first_of(" ,]}\t", at), value.size());
        const bool begins = std::string_view("[{, \t").find(value[at - 1]) != std::string_view::npos;
        if (begins && is_alias(value.substr(at, end - at))) return true;
    }
    return false;
}

std::optional<std::string> mended_value(std::string_view value);

/// An anchor stays one, so that its aliases stand for what it marks.
std::optional<std::string> mended_behind_anchor(std::string_view value) {
    const auto anchor = leading_anchor(value);
    if (anchor.size() == value.size()) return std::nullopt;
    const auto mended = mended_value(value.substr(anchor.size()));
    return mended ? std::optional(std::string(anchor) + *mended) : std::nullopt;
}

/// The value in a form YAML reads, or nothing if it is fine as it is.
std::optional<std::string> mended_value(std::string_view value) {
    if (!leading_anchor(value).empty()) return mended_behind_anchor(value);
    constexpr std::string_view kForbiddenStarts = "@`%*&!|>?,]}#";
    const char first = value.front();
    const auto quoted_end = end_of_quoted(value);
    const bool quoted = is_complete(value, quoted_end);
    if (quoted || is_complete(value, end_of_brackets(value))) {
        if (reads(value)) return std::nullopt;
        if (quoted && first == '"') {
            auto mended = with_literal_backslashes(value.substr(0, quoted_end));
            if (reads(mended)) return mended;
        }
        return single_quoted(value);
    }
    const bool forbidden = kForbiddenStarts.find(first) != std::string_view::npos;
    const bool unfinished = first == '[' || first == '{' || first == '"' || first == '\'';
    if (forbidden || unfinished || !reads(value)) return single_quoted(value);
    return std::nullopt;
}

/// A value with the lines that go on with it.
struct ValueLines {
    std::string text;
    std::size_t end;  ///< one past the last line
};

ValueLines continue_deeper(Lines lines, std::size_t begin, const HeaderLine& line) {
    ValueLines value{std::string(line.value), begin + 1};
    for (auto at = begin + 1; at < lines.size(); ++at) {
        const auto text = trim(lines[at]);
        if (text.empty()) continue;
        if (indentation(lines[at]) <= line.column) break;
        value.text += ' ';
        value.text += text;
        value.end = at + 1;
    }
    return value;
}

/// Brackets may close on a line that is not indented.
std::optional<ValueLines> continue_to_closing_bracket(Lines lines, std::size_t begin, const HeaderLine& line) {
    ValueLines value{std::string(line.value), begin + 1};
    std::vector<std::size_t> ends{value.text.size()};  // of each line in the text
    while (ends.size() < kMostBracketLines && value.end < lines.size()) {
        value.text += ' ';
        value.text += trim(lines[value.end++]);
        ends.push_back(value.text.size());
    }
    const auto closed = end_of_brackets(value.text);
    if (closed == std::string_view::npos) return std::nullopt;
    const auto last = std::lower_bound(ends.begin(), ends.end(), closed);
    value.text.resize(*last);
    value.end = begin + 1 + static_cast<std::size_t>(last - ends.begin());
    return value;
}

ValueLines gather(Lines lines, std::size_t begin, const HeaderLine& line) {
    if (line.value.front() == '[' || line.value.front() == '{') {
        if (auto value = continue_to_closing_bracket(lines, begin, line)) {
            if (is_complete(value->text, end_of_brackets(value->text))) return *value;
        }
    }
    return continue_deeper(lines, begin, line);
}

std::size_t end_of_block_text(Lines lines, std::size_t begin, const HeaderLine& line) {
    auto end = begin + 1;
    while (end < lines.size() && (trim(lines[end]).empty() || indentation(lines[end]) > line.column)) ++end;
    return end;
}

/// Mends every value of these lines that needs it; the lines stay as many as they are.
void mend_values(Lines lines, int first_line, RepairedHeader& header) {
    std::string field;
    for (std::size_t at = 0; at < lines.size();) {
        const auto line = take_line_apart(lines[at]);
        if (!line.key.empty()) field = line.key;
        auto end = at + 1;
        std::optional<std::string> mended;
        bool alias = false;
        if (line.is_value() && is_block_header(without_anchor(line.value))) {
            end = end_of_block_text(lines, at, line);
        } else if (line.is_value() && !without_anchor(line.value).empty()) {
            const auto value = gather(lines, at, line);
            mended = mended_value(value.text);
            alias = has_alias(value.text);
            end = value.end;
        }
        if (mended) {
            header.lines.push_back(lines[at].substr(0, line.value_at) + *mended);
            header.lines.resize(header.lines.size() + (end - at - 1));
            header.values.push_back({field, first_line + static_cast<int>(at), alias});
        } else {
            header.lines.insert(header.lines.end(), lines.begin() + static_cast<std::ptrdiff_t>(at),
                                lines.begin() + static_cast<std::ptrdiff_t>(end));
        }
        at = end;
    }
}

/// Calls `use(block, index of its first line)` for each run of lines that begins where `begins` says.
template <class Begins, class Use>
void for_each_block(Lines lines, Begins begins, Use use) {
    for (std::size_t at = 0; at < lines.size();) {
        auto end = at + 1;
        while (end < lines.size() && !begins(lines[end])) ++end;
        use(lines.subspan(at, end - at), at);
        at = end;
    }
}

bool begins_field(const std::string& line) {
    const auto parts = take_line_apart(line);
    return parts.column == 0 && !parts.key.empty();
}

bool begins_documented_field(const std::string& line) {
    const auto key = take_line_apart(line).key;
    return begins_field(line) && (is_documented_field(key) || !restriction_of(key).empty());
}

/// `name:x` at the start of a line. What only a restriction may look like would be prose for any other key.
bool is_glued_field(std::string_view line, std::string_view key, std::string_view value) {
    if (key.empty() || value.empty() || indentation(line) != 0 || value.starts_with(':')) return false;
    if (!leading_key(line).empty()) return false;  // it is one as it stands
    if (!restriction_of(key).empty()) return true;
    const char behind = line[key.size()];
    return is_documented_field(key) && behind != ' ' && behind != '\t' && behind != '=';
}

std::string without_outer_quotes(std::string_view text) {
    const bool quoted =
        text.size() >= 2 && text.front() == text.back() && (text.front() == '"' || text.front() == '\'');
    return std::string(quoted ? text.substr(1, text.size() - 2) : text);
}

void append_text(std::string& to, std::string_view text, std::string_view separator) {
    if (!to.empty() && !text.empty()) to += separator;
    to += text;
}

/// `- x` lines below an empty value; another line goes on with the item above.
FrontMatterValue::List raw_list(Lines lines, int first_line) {
    FrontMatterValue::List items;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        auto text = trim(lines[i]);
        const bool item = text == "-" || text.starts_with("- ");
        if (item || items.empty()) {
            items.emplace_back().line = first_line + static_cast<int>(i);
            texts.emplace_back();
            if (item) text = trim(text.substr(1));
        }
        append_text(texts.back(), text, " ");
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        items[i].source = texts[i];
        items[i].value = without_outer_quotes(texts[i]);
    }
    return items;
}

FrontMatterValue raw_value(Lines block, int first_line) {
    const auto line = take_line_apart(block.front());
    FrontMatterValue value;
    value.line = first_line;
    const auto below = std::find_if(block.begin() + 1, block.end(), [](const auto& l) { return !trim(l).empty(); });
    if (line.value.empty() && below != block.end() && trim(*below).starts_with("- ")) {
        value.value = raw_list(block.subspan(1), first_line + 1);
        return value;
    }
    const bool block_header = is_block_header(line.value);
    const std::string_view separator = block_header && line.value.front() == '|' ? "\n" : " ";
    std::string text(block_header ? std::string_view{} : line.value);
    for (const auto& next : block.subspan(1)) append_text(text, trim(next), separator);
    value.null = text.empty();
    value.value = block_header ? text : without_outer_quotes(text);
    return value;
}

void add_first(RawHeader& raw, std::string key, FrontMatterValue value) {
    const auto same = [&](const auto& field) { return field.first == key; };
    if (std::any_of(raw.fields.begin(), raw.fields.end(), same)) return;
    raw.key_lines.push_back(value.line);
    raw.fields.emplace_back(std::move(key), std::move(value));
}

/// As YAML, or as YAML after repair; false if neither stands.
bool read_block_structured(Lines block, int line, RawHeader& raw) {
    auto yaml = read_yaml_block(join_header_lines(block), line);
    RepairedHeader repaired;
    if (!yaml.ok()) {
        mend_values(block, line, repaired);
        yaml = read_yaml_block(join_header_lines(repaired.lines), line);
    }
    if (!yaml.ok()) return false;
    for (auto& [key, value] : yaml.fields) add_first(raw, std::move(key), std::move(value));
    raw.values.insert(raw.values.end(), repaired.values.begin(), repaired.values.end());
    return true;
}

void read_block_raw(Lines block, int line, RawHeader& raw) {
    if (!begins_documented_field(block.front())) {
        for (std::size_t i = 0; i < block.size(); ++i) {
            if (!trim(block[i]).empty()) raw.dropped_lines.push_back(line + static_cast<int>(i));
        }
        return;
    }
    const std::string key(take_line_apart(block.front()).key);
    raw.values.push_back({key, line});
    add_first(raw, key, raw_value(block, line));
}

/// Where the text of a block scalar is, blanks and tabs behind its indentation belong to it.
class TabExpander {
public:
    /// The line with two blanks for each tab of its indentation.
    [[nodiscard]] std::string expand(const std::string& line) {
        const auto blanks = std::min(line.find_first_not_of(' '), line.size());
        const auto deep = indentation(line);
        if (in_text_ && !trim(line).empty() && deep <= key_column_) in_text_ = false;
        if (in_text_) return expand_text(line, blanks);
        const auto expanded = without_leading_tabs(line);
        const auto parts = take_line_apart(expanded);
        in_text_ = parts.is_value() && is_block_header(without_anchor(parts.value));
        key_column_ = parts.column;
        text_column_ = 0;
        return expanded;
    }

private:
    [[nodiscard]] std::string expand_text(const std::string& line, std::size_t blanks) {
        if (text_column_ == 0 && !trim(line).empty()) text_column_ = blanks > key_column_ ? blanks : kNoColumn;
        return blanks >= text_column_ ? line : without_leading_tabs(line);
    }

    [[nodiscard]] static std::string without_leading_tabs(const std::string& line);

    static constexpr auto kNoColumn = std::string::npos;  // of a text that is itself indented with tabs
    bool in_text_ = false;
    std::size_t key_column_ = 0, text_column_ = 0;
};

std::string TabExpander::without_leading_tabs(const std::string& line) {
    const auto end = indentation(line);
    std::string out;
    for (std::size_t at = 0; at < end; ++at) out += line[at] == '\t' ? "  " : " ";
    return out + line.substr(end);
}

}  // namespace

std::string join_header_lines(std::span<const std::string> lines) {
    return join(lines, "\n") + "\n";
}

bool is_alias(std::string_view value) {
    return value.starts_with('*') && is_name_of_anchor(value.substr(1));
}

ColonsMended mend_colons(std::span<const std::string> lines, int first_line) {
    ColonsMended mended{{lines.begin(), lines.end()}, {}};
    for (std::size_t at = 0; at < lines.size(); ++at) {
        const auto [key, value] = take_glued_apart(lines[at]);
        if (!is_glued_field(lines[at], key, value)) continue;
        mended.lines[at] = std::string(key).append(": ").append(value);
        if (trim(std::string_view(lines[at]).substr(key.size())).starts_with(": ")) continue;  // YAML reads it so too
        mended.keys.push_back({std::string(key), first_line + static_cast<int>(at)});
    }
    return mended;
}

std::vector<std::string> expand_tabs(std::span<const std::string> lines) {
    std::vector<std::string> expanded;
    TabExpander expander;
    for (const auto& line : lines) expanded.push_back(expander.expand(line));
    return expanded;
}

RepairedHeader repair_header(std::span<const std::string> lines, int first_line) {
    RepairedHeader header;
    const auto untabbed = expand_tabs(lines);
    for (std::size_t at = 0; at < lines.size() && header.tab_line == 0; ++at) {
        const bool changed = untabbed[at] != lines[at] && !trim(lines[at]).empty();
        if (changed) header.tab_line = first_line + static_cast<int>(at);
    }
    std::string anchored;  // the fields so far that an alias may refer to
    for_each_block(Lines(untabbed), begins_field, [&](Lines block, std::size_t at) {
        const auto line = first_line + static_cast<int>(at);
        const auto text = join_header_lines(block);
        const bool alias = !anchored.empty() && text.find('*') != std::string::npos;
        if (read_yaml_block(text, line).ok() || (alias && read_yaml_block(anchored + text, line).ok())) {
            header.lines.insert(header.lines.end(), block.begin(), block.end());
        } else {
            mend_values(block, line, header);
        }
        const auto kept = join_header_lines(Lines(header.lines).subspan(at));
        const bool has_anchor = kept.find('&') != std::string::npos;
        if (!has_anchor || anchored.size() + kept.size() > kMostAnchoredBytes) return;
        if (read_yaml_block(anchored + kept, line).ok()) anchored += kept;
    });
    return header;
}

RawHeader read_raw_header(std::span<const std::string> lines, int first_line) {
    RawHeader raw;
    for_each_block(lines, begins_documented_field, [&](Lines block, std::size_t at) {
        const auto line = first_line + static_cast<int>(at);
        if (!read_block_structured(block, line, raw)) read_block_raw(block, line, raw);
    });
    return raw;
}

}  // namespace skilldeck
