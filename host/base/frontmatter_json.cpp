// SPDX-License-Identifier: Apache-2.0
#include "base/frontmatter_json.hpp"

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <variant>

namespace skilldeck {

namespace {

boost::json::value scalar_json(const FrontMatterValue& value, const std::string& text) {
    const bool quoted =
        !value.source.empty() && std::string_view("\"'|>").find(value.source[0]) != std::string_view::npos;
    if (quoted) return boost::json::value(text);
    if (text == "true" || text == "false") return boost::json::value(text == "true");
    std::int64_t whole = 0;
    const auto* end = text.data() + text.size();
    if (const auto parsed = std::from_chars(text.data(), end, whole); parsed.ec == std::errc() && parsed.ptr == end) {
        return boost::json::value(whole);
    }
    const bool numeric = !text.empty() && text.find_first_not_of("0123456789+-.eE") == std::string::npos;
    double number = 0;
    if (const auto parsed = std::from_chars(text.data(), end, number);
        numeric && parsed.ec == std::errc() && parsed.ptr == end) {
        return boost::json::value(number);
    }
    return boost::json::value(text);
}

}  // namespace

void write_front_matter(const FrontMatterValue& value, JsonWriter& json) {
    if (const auto* list = std::get_if<FrontMatterValue::List>(&value.value)) {
        json.begin_array();
        for (const auto& item : *list) write_front_matter(item, json);
        json.end_array();
    } else if (const auto* map = std::get_if<FrontMatterValue::Map>(&value.value)) {
        json.begin_object();
        for (const auto& [key, member] : *map) {
            json.key(std::string_view(key));
            write_front_matter(member, json);
        }
        json.end_object();
    } else {
        json.value(value.null ? boost::json::value() : scalar_json(value, std::get<std::string>(value.value)));
    }
}

boost::json::value front_matter_json(const FrontMatterValue& value) {
    if (value.null) return nullptr;
    if (const auto* list = std::get_if<FrontMatterValue::List>(&value.value)) {
        boost::json::array items;
        for (const auto& item : *list) items.push_back(front_matter_json(item));
        return items;
    }
    if (const auto* map = std::get_if<FrontMatterValue::Map>(&value.value)) {
        boost::json::object members;
        for (const auto& [key, member] : *map) members[key] = front_matter_json(member);
        return members;
    }
    return scalar_json(value, std::get<std::string>(value.value));
}

}  // namespace skilldeck
