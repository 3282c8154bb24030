// SPDX-License-Identifier: Apache-2.0
#include "base/frontmatter_scanner.hpp"

#include "base/frontmatter_line.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kMostMembers = 64;  // of one map: each key is compared with those before it
constexpr std::size_t kMostItems = 512;   // of all lists; how many YAML takes is for YAML to count
constexpr std::size_t kLongestKey = 128;  // YAML's own limit is 1,024 with everything around it
constexpr std::size_t kDeepest = 4;       // maps in maps
constexpr std::size_t kUsualFields = 8;
constexpr auto kNone = std::string_view::npos;

bool is_alphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Whether plain text may begin like this in every version of YAML and in every parser.
bool begins_plain(std::string_view text) {
    const char first = text.front();
    if (is_alphanumeric(first) || static_cast<unsigned char>(first) >= 0x80) return true;
    if (first == '-') return text.size() > 1 && text[1] != ' ' && !text.starts_with("---");
    return std::string_view("(/._$+\\;^~<").find(first) != kNone;
}

/// No key, no comment and no end of one inside.
bool is_plain(std::string_view text) {
    if (!begins_plain(text) || text.back() == ':') return false;
    for (auto at = text.find(':'); at != kNone; at = text.find(':', at + 1)) {
        if (text[at + 1] == ' ') return false;
    }
    for (auto at = text.find('#'); at != kNone; at = text.find('#', at + 1)) {
        if (text[at - 1] == ' ') return false;
    }
    return true;
}

/// The same inside `[ ]`.
bool is_plain_in_brackets(std::string_view text) {
    if (text.empty() || !begins_plain(text) || text.back() == ':') return false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (std::string_view("[]{}?#\"'").find(text[at]) != kNone) return false;
        if (text[at] == ':' && text[at + 1] == ' ') return false;
    }
    return true;
}

bool is_null(std::string_view plain) {
    return plain == "~" || plain == "null" || plain == "Null" || plain == "NULL";
}

bool has_control_character(std::string_view text) {
    const auto is_one = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && byte != '\n') || byte == 0x7F;
    };
    // Eight at a time: a borrow out of another byte can only send a word to the closer look too often.
    constexpr std::uint64_t kOnes = 0x0101010101010101, kHighBits = kOnes * 0x80;
    for (std::uint64_t word = 0; text.size() >= sizeof word; text.remove_prefix(sizeof word)) {
        std::memcpy(&word, text.data(), sizeof word);
        const auto found = ((word - kOnes * 0x20) | ((word ^ (kOnes * 0x7F)) - kOnes)) & kHighBits;
        if (found != 0 && std::any_of(text.begin(), text.begin() + sizeof word, is_one)) return true;
    }
    return std::any_of(text.begin(), text.end(), is_one);
}

/// Where a quoted text that `text` begins with ends, one past; its value goes to `value`. kNone: not on this line, or
/// with an escape that is rare.
std::size_t read_quoted(std::string_view text, std::string& value) {
    const char quote = text.front();
    for (std::size_t at = 1; at < text.size(); ++at) {
        const char c = text[at];
        const char next = at + 1 < text.size() ? text[at + 1] : '\0';
        if (c == quote && quote == '\'' && next == '\'') {
            value += text[at++];
        } else if (c == quote) {
            return at + 1;
        } else if (c == '\\' && quote == '"') {
            if (next != '"' && next != '\\' && next != 'n') return kNone;
            value += next == 'n' ? '\n' : next;
            ++at;
        } else {
            value += c;
        }
    }
    return kNone;
}

/// One line: where it begins, how deep, and its text without the blanks around it.
struct Line {
    std::size_t begin = 0, end = 0;
    std::size_t indent = 0;
    std::string_view text;

    [[nodiscard]] std::size_t text_at() const { return begin + indent; }
    [[nodiscard]] std::size_t text_end() const { return text_at() + text.size(); }
    [[nodiscard]] bool is_item() const { return text.starts_with("- "); }
};

class Scanner {
public:
    Scanner(std::string_view text, int first_line) : text_(text), number_(first_line) { read_line(); }

    [[nodiscard]] std::optional<FrontMatterValue::Map> scan() {
        FrontMatterValue::Map fields;
        fields.reserve(kUsualFields);
        while (skip_to_text()) {
            if (line_.text.front() == '#' && line_.indent == 0) {
                next_line();
            } else if (line_.indent != 0 || read_member(fields, 0, 0) == kNone) {
                return std::nullopt;
            }
        }
        return fields;
    }

private:
    // ---- lines

    void read_line() {
        line_.begin = at_;
        line_.end = std::min(text_.find('\n', at_), text_.size());
        auto text = text_.substr(at_, line_.end - at_);
        line_.indent = std::min(text.find_first_not_of(' '), text.size());
        text.remove_prefix(line_.indent);
        line_.text = text.substr(0, text.find_last_not_of(' ') + 1);  // npos + 1 is 0: a blank line
        there_ = at_ < text_.size();
    }
    void next_line() {
        at_ = std::min(line_.end + 1, text_.size());
        ++number_;
        read_line();
    }
    /// False at the end.
    bool skip_to_text() {
        while (there_ && line_.text.empty()) next_line();
        return there_;
    }

    // ---- values: each of these makes the line below the value the current one, and answers where the value ended, or
    // ---- kNone for what it does not read

    /// `key: value` at this indentation, and the lines that go on with it.
    std::size_t read_member(FrontMatterValue::Map& map, std::size_t indent, std::size_t depth) {
        const auto key = leading_key(line_.text);
        if (key.empty() || key.size() > kLongestKey || is_null(key) || map.size() >= kMostMembers) return kNone;
        for (const auto& [known, value] : map) {
            if (known == key) return kNone;
        }
        auto& [name, value] = map.emplace_back();
        name = key;
        value.line = number_;
        auto begin = line_.text_at() + key.size() + 1;
        while (begin < line_.text_end() && text_[begin] == ' ') ++begin;
        const auto end = read_value(value, begin, indent, depth);
        if (end == kNone) return kNone;
        if (depth == 0) value.source = trim(text_.substr(begin, end - begin));
        const bool absent_inside = depth > 0 && value.null;  // where that one stands is the parser's secret
        return absent_inside ? kNone : end;
    }

    /// The value that begins at `begin` of the current line.
    std::size_t read_value(FrontMatterValue& value, std::size_t begin, std::size_t indent, std::size_t depth) {
        const auto rest = text_.substr(begin, line_.text_end() - begin);
        if (rest.empty()) return read_below(value, begin, indent, depth);
        if (rest.front() == '|' || rest.front() == '>') {
            return depth == 0 ? read_block_scalar(value, rest) : kNone;
        }
        if (depth > 0) value.source = inner_source(text_, begin, YamlStyle::block);
        if (rest.front() == '[') return read_brackets(value, begin, rest);
        return read_scalar(value, rest, indent);
    }

    /// Plain or quoted, to the end of the line; plain text may go on below.
    std::size_t read_scalar(FrontMatterValue& value, std::string_view rest, std::size_t indent) {
        auto& text = value.value.emplace<std::string>();
        if (rest.front() == '"' || rest.front() == '\'') {
            if (read_quoted(rest, text) != rest.size()) return kNone;
            return finish_line();
        }
        if (!is_plain(rest)) return kNone;
        text = rest;
        auto end = finish_line();
        while (there_ && !line_.text.empty() && line_.indent > indent) {
            if (!is_plain(line_.text)) return kNone;
            text += ' ';
            text += line_.text;
            end = finish_line();
        }
        if (is_null(text)) {
            text.clear();
            value.null = true;
        }
        return end;
    }

    /// Goes to the next line; where the text of this one ended.
    std::size_t finish_line() {
        const auto end = line_.text_end();
        next_line();
        return end;
    }

    /// `[a, "b"]` on one line.
    std::size_t read_brackets(FrontMatterValue& value, std::size_t begin, std::string_view rest) {
        if (rest.size() < 2 || rest.back() != ']') return kNone;
        auto& items = value.value.emplace<FrontMatterValue::List>();
        const auto last = rest.size() - 1;
        auto at = skip_blanks(rest, 1);
        while (at < last) {
            const auto end = read_bracket_item(items, begin, rest, at);
            if (end == kNone) return kNone;
            at = skip_blanks(rest, end);
            if (at == last) break;
            if (rest[at] != ',') return kNone;
            at = skip_blanks(rest, at + 1);
            if (at == last) return kNone;
        }
        return finish_line();
    }

    static std::size_t skip_blanks(std::string_view text, std::size_t at) {
        return std::min(text.find_first_not_of(' ', at), text.size());
    }

    std::size_t read_bracket_item(FrontMatterValue::List& items, std::size_t begin, std::string_view rest,
                                  std::size_t at) {
        const auto last = rest.size() - 1;
        if (++items_ > kMostItems) return kNone;
        auto& item = items.emplace_back();
        item.line = number_;
        item.source = inner_source(text_, begin + at, YamlStyle::flow);
        auto& text = item.value.emplace<std::string>();
        if (rest[at] == '"' || rest[at] == '\'') {
            const auto size = read_quoted(rest.substr(at, last - at), text);
            return size == kNone ? kNone : at + size;
        }
        const auto end = std::min(rest.find(',', at), last);
        const auto plain = trim(rest.substr(at, end - at));
        if (!is_plain_in_brackets(plain) || is_null(plain)) return kNone;
        text = plain;
        return end;
    }

    /// A value that is not on the line of its key: a list, a map, or nothing.
    std::size_t read_below(FrontMatterValue& value, std::size_t begin, std::size_t indent, std::size_t depth) {
        next_line();
        const bool more = skip_to_text();
        if (more && line_.is_item() && line_.indent >= indent) return read_items(value, depth);
        if (more && line_.indent > indent) return read_map(value, depth + 1);
        value.null = true;
        return begin;
    }

    /// `- item` lines, all at one indentation.
    std::size_t read_items(FrontMatterValue& value, std::size_t depth) {
        const auto indent = line_.indent;
        if (depth > 0) value.source = inner_source(text_, line_.text_at(), YamlStyle::block);
        auto& items = value.value.emplace<FrontMatterValue::List>();
        auto end = kNone;
        while (skip_to_text() && line_.indent == indent && line_.is_item()) {
            if (++items_ > kMostItems) return kNone;
            const auto blanks = line_.text.find_first_not_of(' ', 1);
            auto& item = items.emplace_back();
            item.line = number_;
            item.source = inner_source(text_, line_.text_at() + blanks, YamlStyle::block);
            end = read_scalar(item, line_.text.substr(blanks), indent);
            if (end == kNone || item.null) return kNone;
        }
        return there_ && line_.indent > indent ? kNone : end;
    }

    /// A map below its key, all its keys at one indentation.
    std::size_t read_map(FrontMatterValue& value, std::size_t depth) {
        if (depth >= kDeepest) return kNone;
        const auto indent = line_.indent;
        if (depth > 1) value.source = inner_source(text_, line_.text_at(), YamlStyle::block);
        auto& members = value.value.emplace<FrontMatterValue::Map>();
        auto end = kNone;
        while (skip_to_text() && line_.indent == indent) {
            end = read_member(members, indent, depth);
            if (end == kNone) return kNone;
        }
        return there_ && line_.indent > indent ? kNone : end;
    }

    /// `|` and `>`, also with `-`: lines of one indentation, blank ones between them.
    std::size_t read_block_scalar(FrontMatterValue& value, std::string_view header) {
        const bool folded = header.front() == '>';
        const bool strip = header.substr(1) == "-";
        if (!strip && header.size() != 1) return kNone;
        next_line();
        if (!there_ || line_.text.empty() || line_.indent == 0) return kNone;
        const auto indent = line_.indent;
        auto& text = value.value.emplace<std::string>();
        auto end = kNone;
        std::size_t blank_lines = 0;
        for (; there_; next_line()) {
            if (line_.text.empty()) {
                if (line_.end - line_.begin > indent) return kNone;
                ++blank_lines;
                continue;
            }
            if (line_.indent < indent) break;
            const auto content = text_.substr(line_.begin + indent, line_.end - line_.begin - indent);
            if (content.back() == ' ' || (folded && content.front() == ' ')) return kNone;
            if (end != kNone) separate(text, folded, blank_lines);
            text += content;
            blank_lines = 0;
            end = line_.text_end();
        }
        if (!strip) text += '\n';
        return end;
    }

    static void separate(std::string& text, bool folded, std::size_t blank_lines) {
        if (folded && blank_lines == 0) {
            text += ' ';
        } else {
            text.append(folded ? blank_lines : blank_lines + 1, '\n');
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t items_ = 0;
    int number_;
    Line line_;
    bool there_ = false;
};

}  // namespace

std::optional<FrontMatterValue::Map> scan_header(std::string_view text, int first_line) {
    if (has_control_character(text)) return std::nullopt;
    return Scanner(text, first_line).scan();
}

}  // namespace skilldeck
