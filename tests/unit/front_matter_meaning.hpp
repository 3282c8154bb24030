// SPDX-License-Identifier: Apache-2.0
// A Markdown file as its readers have it, in one text: what a repair must not change. A name counts without its case,
// tools as a list, a hint in brackets as text, CR LF as LF.
#pragma once

#include "base/frontmatter.hpp"
#include "base/text.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace skilldeck::test {

inline std::string flat_value(const FrontMatterValue& value) {
    if (value.null) return "null";
    std::string out;
    if (const auto* list = std::get_if<FrontMatterValue::List>(&value.value)) {
        for (const auto& item : *list) out += "[" + flat_value(item) + "]";
    } else if (const auto* map = std::get_if<FrontMatterValue::Map>(&value.value)) {
        for (const auto& [key, member] : *map) out += "{" + key + ":" + flat_value(member) + "}";
    } else {
        out = std::get<std::string>(value.value);
    }
    return out;
}

inline std::string meaning_of_field(std::string_view key, const FrontMatterValue& value) {
    const auto text = front_matter_text(value);
    if (key == "name" && text) return fold_name(*text);
    if (key == "argument-hint") return text.value_or(value.source);
    if (key != "allowed-tools") return flat_value(value);
    std::string out;
    for (const auto& item : front_matter_list(value)) out += item + "|";
    return out;
}

inline std::string meaning_of(std::string_view text) {
    Diagnostics ignored;
    const auto header = parse_front_matter(text, {}, ignored);
    std::string out;
    for (const auto& [key, value] : header.fields) out += key + "=" + meaning_of_field(key, value) + "\n";
    for (const char c : text.substr(header.body_offset)) {
        if (c != '\r') out += c;
    }
    return out;
}

}  // namespace skilldeck::test
