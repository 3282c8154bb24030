// SPDX-License-Identifier: Apache-2.0
#include "base/swallowed_restrictions.hpp"

#include "base/documented_fields.hpp"
#include "base/frontmatter_line.hpp"
#include "base/restriction_keys.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kBlanks = " \t";

struct KeyAndValue {
    std::string_view restriction, written, value;
};

std::string_view without_pair_of_quotes(std::string_view text) {
    const bool quoted = text.size() > 2 && end_of_quoted(text) == text.size();
    return quoted ? text.substr(1, text.size() - 2) : text;
}

/// `key: value`, with whatever separator.
std::optional<KeyAndValue> take_separated(std::string_view text) {
    const auto [key, value] = take_glued_apart(text);
    const auto restriction = restriction_of(without_pair_of_quotes(key));
    if (restriction.empty() || std::string_view("`([{<").find(key.front()) != std::string_view::npos) return {};
    return KeyAndValue{restriction, key, value};
}

bool is_word(std::string_view text) {
    return text.find_first_of(kBlanks) == std::string_view::npos;
}

/// `Edit`, `mcp__server__tool`: prose goes on in small letters.
bool looks_like_tool(std::string_view text) {
    return (text.front() >= 'A' && text.front() <= 'Z') || text.starts_with("mcp__");
}

/// `key value` and the key alone. Much prose begins with such a word, so that the rest must look like a value.
std::optional<KeyAndValue> take_unseparated(std::string_view text, bool indented) {
    const auto end = std::min(text.find_first_of(kBlanks), text.size());
    const auto restriction = restriction_of(text.substr(0, end));
    if (restriction.empty()) return {};
    const auto rest = trim(text.substr(end));
    FrontMatterValue value;
    value.value = std::string(rest);
    const bool tools = restriction == kDisallowedTools && !rest.empty() && looks_like_tool(rest);
    const bool fits = rest.empty() || tools || front_matter_bool(value) || (!indented && is_word(rest));
    return fits ? std::optional(KeyAndValue{restriction, text.substr(0, end), rest}) : std::nullopt;
}

/// `&anchor` and `!tag` before a value.
std::string_view without_properties(std::string_view value) {
    while (value.starts_with('&') || value.starts_with('!')) {
        value = trim(value.substr(std::min(value.find_first_of(kBlanks), value.size())));
    }
    return value;
}

class Finder {
public:
    Finder(std::string_view header, int first_line, const FrontMatterValue::Map& fields)
        : header_(header), first_line_(first_line), fields_(fields) {
        for (const auto line : split(header, '\n')) lines_.push_back(line);
        for (const auto& [key, value] : fields) {
            if (first_field_ == nullptr || value.line < first_field_->line) first_field_ = &value;
        }
        if (first_field_ != nullptr) root_column_ = take_line_apart(line_at(first_field_->line)).column;
    }

    [[nodiscard]] std::vector<SwallowedRestriction> find() {
        std::vector<SwallowedRestriction> found;
        for (std::size_t at = 0; at < lines_.size();) {
            const auto parts = take_line_apart(lines_[at]);
            if (const auto field = swallowed(at, parts)) found.push_back(take(at, parts, *field));
            at = end_of_text(at, parts);
        }
        return found;
    }

private:
    [[nodiscard]] std::string_view line_at(int line) const {
        const auto at = static_cast<std::size_t>(std::max(line - first_line_, 0));
        return at < lines_.size() ? lines_[at] : std::string_view();
    }
    [[nodiscard]] int number_of(std::size_t at) const { return first_line_ + static_cast<int>(at); }

    [[nodiscard]] std::optional<KeyAndValue> swallowed(std::size_t at, const HeaderLine& parts) const {
        const auto line = lines_[at];
        const bool own_field = !parts.dash && !parts.key.empty() && parts.column == root_column_;
        if (own_field || trim(line).empty() || trim(line).front() == '#') return {};
        const auto text = trim(line.substr(parts.key.empty() ? parts.value_at : parts.column));
        const bool indented = kBlanks.find(line.front()) != std::string_view::npos;
        auto found = take_separated(text);
        const bool separated = found.has_value();
        if (!separated) found = take_unseparated(text, indented);
        return found && is_swallowed_at(number_of(at), separated || !parts.dash) ? found : std::nullopt;
    }

    /// Whether a line is no field of its own and stands in nothing that may have a key like that. An item of a list may
    /// be such a word.
    [[nodiscard]] bool is_swallowed_at(int line, bool may_be_in_list) const {
        const FrontMatterValue::Map::value_type* owner = nullptr;
        for (const auto& field : fields_) {
            if (field.second.line == line) return false;
            if (field.second.line < line && (owner == nullptr || field.second.line > owner->second.line))
                owner = &field;
        }
        if (owner == nullptr || std::holds_alternative<std::string>(owner->second.value)) return true;
        return may_be_in_list && holds_no_map(owner->first);
    }

    /// One past the line; of a block scalar or a quoted text, one past its last line.
    [[nodiscard]] std::size_t end_of_text(std::size_t at, const HeaderLine& parts) {
        const auto value = without_properties(parts.value);
        const auto column = parts.is_value() ? parts.column : open_column_.value_or(parts.column);
        const bool begins = parts.is_value() || open_column_;
        if (trim(lines_[at]).empty()) return at + 1;
        open_column_ = begins && value.empty() ? std::optional(column) : std::nullopt;
        if (!begins || value.empty()) return at + 1;
        if (is_block_header(value)) {
            auto end = at + 1;
            while (end < lines_.size() && belongs_to_block(lines_[end], column)) ++end;
            return end;
        }
        const auto begin = static_cast<std::size_t>(value.data() - header_.data());
        const auto size = end_of_quoted(header_.substr(begin));
        if (size == std::string_view::npos) return at + 1;
        const auto inside = header_.substr(begin, size);
        if (has_key_at_or_left_of(inside, column)) return at + 1;  // it was not meant to be closed there
        return at + 1 + static_cast<std::size_t>(std::count(inside.begin(), inside.end(), '\n'));
    }

    [[nodiscard]] static bool belongs_to_block(std::string_view line, std::size_t column) {
        const auto indentation = line.find_first_not_of(kBlanks);
        return indentation == std::string_view::npos || indentation > column;
    }

    /// With the lines below that are indented deeper: a list of tools, or more of the text.
    [[nodiscard]] SwallowedRestriction take(std::size_t at, const HeaderLine& parts, const KeyAndValue& field) const {
        SwallowedRestriction found{field.restriction, std::string(field.written), number_of(at), {}};
        found.header.append(at, '\n').append(field.restriction).append(": ").append(field.value).append("\n");
        for (auto next = at + 1; next < lines_.size(); ++next) {
            const auto line = lines_[next];
            if (trim(line).empty() || !belongs_to_block(line, parts.column)) break;
            found.header.append(line).append("\n");
        }
        return found;
    }

    std::string_view header_;
    int first_line_;
    const FrontMatterValue::Map& fields_;
    std::vector<std::string_view> lines_;
    const FrontMatterValue* first_field_ = nullptr;
    std::size_t root_column_ = 0;
    std::optional<std::size_t> open_column_;  ///< of a key or dash whose value is on a line below
};

/// Every tool of two lists, however each is written.
FrontMatterValue both_lists(const FrontMatterValue& one, const FrontMatterValue& other) {
    auto both = one;
    FrontMatterValue::List items;
    for (const auto* value : {&one, &other}) {
        if (const auto* list = std::get_if<FrontMatterValue::List>(&value->value)) {
            items.insert(items.end(), list->begin(), list->end());
            continue;
        }
        for (auto& tool : front_matter_list(*value)) {
            auto& item = items.emplace_back();
            item.line = value->line;
            item.source = tool;
            item.value = std::move(tool);
        }
    }
    both.value = std::move(items);
    both.null = false;
    return both;
}

bool is_map(const FrontMatterValue& value) {
    return std::holds_alternative<FrontMatterValue::Map>(value.value);
}

}  // namespace

std::vector<SwallowedRestriction> find_swallowed_restrictions(std::string_view header, int first_line,
                                                              const FrontMatterValue::Map& fields) {
    const auto lines = static_cast<std::size_t>(std::count(header.begin(), header.end(), '\n'));
    if (lines == fields.size()) return {};  // a line each
    return Finder(header, first_line, fields).find();
}

void add_restriction(FrontMatterValue::Map& fields, std::string_view key, FrontMatterValue value) {
    const auto same = [&](const auto& field) { return restriction_of(field.first) == key; };
    const auto found = std::find_if(fields.begin(), fields.end(), same);
    if (found == fields.end()) {
        fields.emplace_back(key, std::move(value));
    } else if (key == kDisallowedTools) {
        if (!is_map(found->second)) found->second = is_map(value) ? value : both_lists(found->second, value);
    } else if (front_matter_bool(value) != (key == kUserInvocable)) {
        found->second = std::move(value);
    }
}

}  // namespace skilldeck
