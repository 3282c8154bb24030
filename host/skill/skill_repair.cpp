// SPDX-License-Identifier: Apache-2.0
#include "skill/skill_repair.hpp"

#include "base/frontmatter.hpp"
#include "base/frontmatter_json.hpp"
#include "base/frontmatter_line.hpp"
#include "base/frontmatter_repair.hpp"
#include "base/source_lines.hpp"
#include "base/text.hpp"
#include "base/text_encoding.hpp"
#include "skill/skill_definition.hpp"
#include "skill/skill_rules.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

constexpr int kHeaderLine = 2;
constexpr std::array<std::string_view, 3> kToolLists{"allowed-tools", "disallowed-tools", "tools"};
constexpr std::array<std::string_view, 6> kTexts{"name",          "description",   "license",
                                                 "compatibility", "allowed-tools", "argument-hint"};

template <class List>
bool contains(const List& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

FrontMatter parse(std::string_view text) {
    Diagnostics ignored;
    return parse_front_matter(text, {}, ignored);
}

bool same(const FrontMatterValue& a, const FrontMatterValue& b) {
    if (a.null != b.null || a.value.index() != b.value.index()) return false;
    if (const auto* text = std::get_if<std::string>(&a.value)) return *text == std::get<std::string>(b.value);
    if (const auto* list = std::get_if<FrontMatterValue::List>(&a.value)) {
        const auto& other = std::get<FrontMatterValue::List>(b.value);
        return std::equal(list->begin(), list->end(), other.begin(), other.end(), same);
    }
    const auto& map = std::get<FrontMatterValue::Map>(a.value);
    const auto& other = std::get<FrontMatterValue::Map>(b.value);
    return std::equal(map.begin(), map.end(), other.begin(), other.end(),
                      [](const auto& x, const auto& y) { return x.first == y.first && same(x.second, y.second); });
}

/// What a field means to its readers: `[file]` as a hint is literal text, a list of tools has many spellings.
bool same_field(std::string_view key, const FrontMatterValue& a, const FrontMatterValue& b) {
    if (contains(kToolLists, key)) return a.null == b.null && front_matter_tools(a) == front_matter_tools(b);
    if (key != "argument-hint") return same(a, b);
    const auto hint = [](const FrontMatterValue& value) {
        return front_matter_text(value).value_or(value.null ? std::string() : value.source);
    };
    return hint(a) == hint(b);
}

std::string body_of(std::string_view text, const FrontMatter& header) {
    std::string body(text.substr(header.body_offset));
    std::string clean;
    for (std::size_t i = 0; i < body.size(); ++i) {
        if (body[i] != '\r' || i + 1 >= body.size() || body[i + 1] != '\n') clean += body[i];
    }
    return clean;
}

enum class NameMay { stay, change };

bool same_values(std::string_view before, std::string_view after, NameMay name) {
    const auto a = parse(before), b = parse(after);
    if ((a.reading == FrontMatterReading::none) != (b.reading == FrontMatterReading::none)) return false;
    const bool fields = std::equal(
        a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(), [&](const auto& x, const auto& y) {
            if (x.first != y.first) return false;
            return (name == NameMay::change && x.first == "name") || same_field(x.first, x.second, y.second);
        });
    return fields && body_of(before, a) == body_of(after, b);
}

std::string single_quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        out += c;
        if (c == '\'') out += c;
    }
    return out + "'";
}

bool has_lone_line_feed(std::string_view text) {
    for (auto at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
        if (at == 0 || text[at - 1] != '\r') return true;
    }
    return false;
}

bool is_alias_or_anchor(const FrontMatterValue& value) {
    return value.source.starts_with('*') || value.source.starts_with('&');
}

/// Those that refer to nothing.
enum class LostAliases { stay, become_text };

/// The lines of the header as they are, or as repair has them.
class HeaderMerge {
public:
    HeaderMerge(const std::vector<std::string>& written, const RepairedHeader& repaired)
        : written_(written), repaired_(repaired) {}

    /// Nothing: a line behind a tab is a part of the text above, or a field of its own. Only its author knows.
    [[nodiscard]] std::optional<std::vector<std::string>> merge(LostAliases aliases) const {
        std::vector<std::string> merged;
        bool keep = false;
        for (std::size_t i = 0; i < repaired_.lines.size() && i < written_.size(); ++i) {
            // A value that joins several lines leaves empty ones behind.
            const bool left_over = trim(repaired_.lines[i]).empty() && !trim(written_[i]).empty();
            const bool field = written_[i].starts_with('\t') && !leading_key(trim(written_[i])).empty();
            if (left_over && field) return std::nullopt;
            if (!left_over) {
                keep = aliases == LostAliases::stay && refers_to_nothing(kHeaderLine + static_cast<int>(i));
            }
            if (keep || !left_over) merged.push_back(keep ? written_[i] : repaired_.lines[i]);
        }
        return merged;
    }

    /// As text an alias would say what nobody meant.
    [[nodiscard]] bool refers_to_nothing(int line) const {
        return std::any_of(repaired_.values.begin(), repaired_.values.end(),
                           [&](const RepairedValue& value) { return value.alias && value.line == line; });
    }

private:
    const std::vector<std::string>& written_;
    const RepairedHeader& repaired_;
};

/// One file under repair.
class MarkdownRepair {
public:
    explicit MarkdownRepair(std::string_view text) { result_.text = text; }

    void tidy_text() {
        if (result_.text.starts_with(kByteOrderMark)) {
            accept(result_.text.substr(kByteOrderMark.size()), {1, "took the byte order mark away"});
        }
        // Where only some lines end so, nobody but the author knows whether they are meant.
        auto mended = has_lone_line_feed(result_.text) ? RepairedText{} : repair_line_ends(result_.text);
        if (!mended.repairs.empty()) accept(std::move(mended.text), mended.repairs.front());
    }

    /// Whether the lines of the header can be edited one by one.
    [[nodiscard]] bool editable() const {
        return result_.text.find('\r') == std::string::npos && !result_.text.starts_with(kByteOrderMark) &&
               is_valid_utf8(result_.text) && parse(result_.text).reading != FrontMatterReading::none &&
               parse(result_.text).reading != FrontMatterReading::unreadable;
    }

    void tidy_fences() {
        for (const int number : {1, parse(result_.text).body_line - 1}) {
            auto lines = lines_of();
            auto& line = lines[static_cast<std::size_t>(number) - 1];
            const auto length = line.find_last_not_of(" \t") + 1;
            if (length == line.size()) continue;
            line.resize(length);
            accept(joined(lines), {number, "took the blanks behind --- away"});
        }
    }

    /// What YAML cannot read is written so that it can.
    void quote_values() {
        const auto header = parse(result_.text);
        if (header.reading != FrontMatterReading::repaired) return;
        const auto lines = lines_of();
        const auto begin = lines.begin() + (kHeaderLine - 1), end = lines.begin() + (header.body_line - 2);
        const std::vector<std::string> inner(begin, end);
        const auto colons = mend_colons(inner, kHeaderLine);
        const auto repaired = repair_header(colons.lines, kHeaderLine);
        const HeaderMerge merge(colons.lines, repaired);
        const auto with_header = [&](const std::vector<std::string>& middle) {
            std::vector<std::string> whole(lines.begin(), begin);
            whole.insert(whole.end(), middle.begin(), middle.end());
            whole.insert(whole.end(), end, lines.end());
            return joined(whole);
        };
        const auto readable = merge.merge(LostAliases::become_text);
        if (!readable || parse(with_header(*readable)).reading != FrontMatterReading::strict) return;
        const auto candidate = with_header(*merge.merge(LostAliases::stay));
        std::vector<TextRepair> repairs;
        if (repaired.tab_line != 0) repairs.push_back({repaired.tab_line, "indented with blanks instead of tabs"});
        for (const auto& key : colons.keys) {
            repairs.push_back({key.line, "put a colon and a blank behind \"" + key.key + "\""});
        }
        for (const auto& value : repaired.values) {
            if (!value.alias) repairs.push_back({value.line, "put the value of \"" + value.key + "\" in quotes"});
        }
        accept(candidate, std::move(repairs));
    }

    /// `argument-hint: [file]` is a list to YAML and text to everybody else; `version: 1.0` a number.
    void quote_texts() {
        const auto header = parse(result_.text);
        for (const auto& [key, value] : header.fields) {
            if (key == "argument-hint" && !front_matter_text(value)) quote_source(key, value);
            if (contains(kTexts, key)) quote_typed(key, value);
            const auto* map = key == "metadata" ? std::get_if<FrontMatterValue::Map>(&value.value) : nullptr;
            if (map == nullptr) continue;
            for (const auto& [name, member] : *map) quote_typed("metadata." + name, member);
        }
    }

    void join_tools() {
        const auto header = parse(result_.text);
        const auto* value = header.find("allowed-tools");
        if (value == nullptr || value->null || std::holds_alternative<FrontMatterValue::Map>(value->value)) return;
        if (is_alias_or_anchor(*value)) return;
        const auto items = front_matter_tools(*value);
        const auto is_one_tool = [](const std::string& item) {
            FrontMatterValue alone;
            alone.value = item;
            return front_matter_tools(alone) == std::vector<std::string>{item};
        };
        if (items.empty() || !std::all_of(items.begin(), items.end(), is_one_tool)) return;
        const auto text = join(items, " ");
        if (front_matter_text(*value) && trim(*front_matter_text(*value)) == text) return;
        replace_field(header, *value, text, {value->line, "put blanks between the tools of \"allowed-tools\""});
    }

    void take_case_of(std::string_view folder) {
        const auto header = parse(result_.text);
        const auto* value = header.find("name");
        const auto name = value != nullptr ? front_matter_text(*value) : std::nullopt;
        if (!name || *name == folder || fold_name(*name) != fold_name(folder)) return;
        const bool plain = std::all_of(folder.begin(), folder.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
        });
        if (!plain) return;
        auto lines = lines_of();
        auto& line = lines[static_cast<std::size_t>(value->line) - 1];
        const auto at = line.find(*name, line.find(':'));
        if (at == std::string::npos) return;
        line.replace(at, name->size(), folder);
        const auto candidate = joined(lines);
        const auto again = parse(candidate);
        const auto* renamed = again.find("name");
        if (renamed == nullptr || front_matter_text(*renamed) != std::string(folder)) return;
        accept(candidate, {{value->line, "wrote the name like its folder, " + std::string(folder)}}, NameMay::change);
    }

    [[nodiscard]] RepairedText finish() && {
        result_.left = left_alone();
        return std::move(result_);
    }

private:
    void accept(std::string candidate, TextRepair repair) {
        accept(std::move(candidate), std::vector{std::move(repair)});
    }

    bool accept(std::string candidate, std::vector<TextRepair> repairs, NameMay name = NameMay::stay) {
        if (candidate == result_.text || !same_values(result_.text, candidate, name)) return false;
        result_.text = std::move(candidate);
        for (auto& repair : repairs) result_.repairs.push_back(std::move(repair));
        return true;
    }

    /// Why what is still wrong was not mended.
    [[nodiscard]] std::vector<TextRepair> left_alone() const {
        const std::string_view text = result_.text;
        const auto line_at = [&](std::size_t offset) { return line_and_column(text, offset).first; };
        if (is_utf16(text)) return {{1, "it is UTF-16; save it as UTF-8"}};
        if (const auto at = first_ill_formed(text)) {
            return {{line_at(*at), "it is not UTF-8, and what its bytes mean only its author knows"}};
        }
        if (text.starts_with(kByteOrderMark)) {
            return {{1, "it begins with two byte order marks, and without them other text would be its front matter"}};
        }
        if (const auto at = text.find('\r'); at != std::string_view::npos) {
            return {{line_at(at), "its line ends are not all alike, and which are meant only its author knows"}};
        }
        const auto header = parse(text);
        if (header.reading == FrontMatterReading::unreadable) return {{1, "its front matter cannot be read"}};
        return header.reading == FrontMatterReading::repaired ? left_in(header) : std::vector<TextRepair>{};
    }

    /// In a header that YAML does not read.
    [[nodiscard]] std::vector<TextRepair> left_in(const FrontMatter& header) const {
        const auto lines = lines_of();
        const std::vector<std::string> inner(lines.begin() + (kHeaderLine - 1), lines.begin() + (header.body_line - 2));
        std::vector<TextRepair> left;
        for (const auto& value : repair_header(mend_colons(inner, kHeaderLine).lines, kHeaderLine).values) {
            if (!value.alias) continue;
            left.push_back({value.line, "\"" + value.key + "\" refers to an anchor that is not there"});
        }
        if (left.empty()) {
            left.push_back(
                {kHeaderLine, "no change makes YAML of its front matter and keeps every value as it is read"});
        }
        return left;
    }

    /// With an empty one at the end where the text ends with a line end.
    [[nodiscard]] std::vector<std::string> lines_of() const {
        std::vector<std::string> lines;
        for (const auto line : split(result_.text, '\n')) lines.emplace_back(line);
        return lines;
    }
    [[nodiscard]] static std::string joined(const std::vector<std::string>& lines) { return join(lines, "\n"); }

    void quote_typed(const std::string& key, const FrontMatterValue& value) {
        const auto typed = front_matter_json(value);
        if (typed.is_bool() || typed.is_number()) quote_source(key, value);
    }

    /// Puts the value in quotes as it stands on the line of its key.
    void quote_source(const std::string& key, const FrontMatterValue& value) {
        if (value.source.empty() || value.source.find('\n') != std::string::npos) return;
        if (is_alias_or_anchor(value)) return;
        auto lines = lines_of();
        auto& line = lines[static_cast<std::size_t>(value.line) - 1];
        const SourceLines whole(result_.text);
        const auto at = static_cast<std::size_t>(whole.value_column(value.line)) - 1;
        if (!std::string_view(line).substr(at).starts_with(value.source)) return;
        line.replace(at, value.source.size(), single_quoted(value.source));
        accept(joined(lines), {value.line, "put the value of \"" + key + "\" in quotes"});
    }

    /// Writes a field on one line; comments within it would be lost, so that it then stays.
    void replace_field(const FrontMatter& header, const FrontMatterValue& value, const std::string& text,
                       TextRepair repair) {
        auto lines = lines_of();
        int next = header.body_line - 1;  // the closing fence
        for (const auto& [key, other] : header.fields) {
            if (other.line > value.line) next = std::min(next, other.line);
        }
        const auto begin = lines.begin() + (value.line - 1), end = lines.begin() + (next - 1);
        if (std::any_of(begin, end, [](const std::string& line) { return line.find('#') != std::string::npos; }))
            return;
        const auto colon = begin->find(':');
        if (colon == std::string::npos) return;
        const auto key = begin->substr(0, colon + 1);
        const auto rest = lines.erase(begin + 1, end);
        for (const auto& written : {text, single_quoted(text)}) {
            *(rest - 1) = key + " " + written;
            const auto candidate = joined(lines);
            if (parse(candidate).reading == header.reading && accept(candidate, {repair}, NameMay::stay)) return;
        }
    }

    RepairedText result_;
};

}  // namespace

RepairedText repair_line_ends(std::string_view text) {
    RepairedText mended;
    mended.text.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool before_line_feed = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (text[i] == '\r' && !before_line_feed) return {std::string(text), {}};
        if (!before_line_feed) mended.text += text[i];
    }
    if (mended.text.size() == text.size() || !is_valid_utf8(text)) return {std::string(text), {}};
    mended.repairs.push_back({1, "ended the lines in LF instead of CR LF"});
    return mended;
}

RepairedText repair_front_matter(std::string_view text) {
    MarkdownRepair repair(text);
    repair.tidy_text();
    if (repair.editable()) {
        repair.tidy_fences();
        repair.quote_values();
        repair.quote_texts();
    }
    return std::move(repair).finish();
}

namespace {

RepairedText repair_skill_once(std::string_view text, std::string_view folder) {
    auto first = repair_front_matter(text);
    MarkdownRepair repair(first.text);
    if (repair.editable()) {
        repair.join_tools();
        repair.take_case_of(folder);
    }
    auto second = std::move(repair).finish();
    for (auto& one : second.repairs) first.repairs.push_back(std::move(one));
    first.text = std::move(second.text);
    first.left = std::move(second.left);
    return first;
}

/// More rounds than there are kinds of repair.
constexpr int kMostRounds = 8;

}  // namespace

RepairedText repair_skill(std::string_view text, std::string_view folder) {
    auto mended = repair_skill_once(text, folder);
    // What is mended may let the rest be read, so that more of it can be mended.
    for (int round = 1; round < kMostRounds; ++round) {
        auto again = repair_skill_once(mended.text, folder);
        mended.left = std::move(again.left);
        if (again.repairs.empty()) break;
        for (auto& one : again.repairs) mended.repairs.push_back(std::move(one));
        mended.text = std::move(again.text);
    }
    return mended;
}

}  // namespace skilldeck
