// SPDX-License-Identifier: Apache-2.0
#include "base/json.hpp"

#include "base/codes.hpp"
#include "base/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/error.hpp>
#include <boost/json/parse_options.hpp>
#include <boost/json/parser.hpp>

#include <cmath>
#include <exception>
#include <utility>

namespace skilldeck {

namespace {

Error malformed(std::string_view text, std::size_t offset, std::string_view where, std::string_view problem) {
    const auto [line, column] = line_and_column(text, offset);
    return make_error(code::json_malformed, where, {problem, std::to_string(line), std::to_string(column)});
}

/// The library's short names, in words that say what to look for.
std::string problem_text(const boost::system::error_code& failure) {
    using boost::json::error;
    if (failure == error::incomplete) return "the document ends too early";
    if (failure == error::extra_data) return "more text after the document";
    if (failure == error::syntax) return "unexpected character";
    return failure.message();
}

Diagnostic wrong_type(std::string_view key, std::string_view found, std::string_view wanted, const Place& place) {
    return make_diagnostic(code::json_wrong_type, place.value(), {key, found, wanted});
}

/// Where parsing ended before the document did.
struct Stop {
    std::size_t offset = 0;
    std::string problem;
    bool too_deep = false;
};

std::optional<Stop> parse_text(std::string_view text, JsonLimits limits, boost::json::value& document) {
    try {
        boost::json::parse_options options;
        options.max_depth = limits.depth;
        boost::json::parser parser({}, options);
        boost::system::error_code failure;
        auto offset = parser.write_some(text.data(), text.size(), failure);
        if (!failure) {
            offset = std::min(text.find_first_not_of(" \t\r\n", offset), text.size());
            if (offset < text.size()) failure = boost::json::error::extra_data;
        }
        if (failure) return Stop{offset, problem_text(failure), failure == boost::json::error::too_deep};
        document = parser.release();
        return std::nullopt;
    } catch (const std::exception& exception) {
        return Stop{0, exception.what(), false};
    }
}

/// The member unless it is absent or null.
const boost::json::value* present(const boost::json::object& object, std::string_view key) {
    const auto* member = object.if_contains(key);
    return member == nullptr || member->is_null() ? nullptr : member;
}

std::string to_std(const boost::json::string& text) {
    return {text.data(), text.size()};
}

}  // namespace

Result<boost::json::value> parse_json(std::string_view text, std::string_view where, JsonLimits limits) {
    if (text.size() > limits.bytes) return make_error(code::json_too_large, where, {std::to_string(limits.bytes)});
    if (!is_valid_utf8(text)) return make_error(code::text_not_utf8, where);
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    boost::json::value document;
    const auto stop = parse_text(text, limits, document);
    if (!stop) return document;
    if (stop->too_deep) return make_error(code::json_too_deep, where, {std::to_string(limits.depth)});
    return malformed(text, stop->offset, where, stop->problem);
}

std::optional<TextPosition> json_error_position(std::string_view text, JsonLimits limits) {
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    boost::json::value ignored;
    const auto stop = parse_text(text, limits, ignored);
    if (!stop) return std::nullopt;
    const auto [line, column] = line_and_column(text, stop->offset);
    return TextPosition{line, column};
}

Result<boost::json::object> parse_json_object(std::string_view text, std::string_view where, JsonLimits limits) {
    auto parsed = parse_json(text, where, limits);
    return parsed ? json_document_object(*std::move(parsed), where) : parsed.error();
}

Result<boost::json::object> json_document_object(boost::json::value document, std::string_view where) {
    if (!document.is_object())
        return make_error(code::json_wrong_type, where, {"the document", json_kind(document), "a map"});
    return std::move(document.get_object());
}

std::optional<std::string> json_string(const boost::json::object& object, std::string_view key, const Place& place,
                                       Diagnostics& diagnostics) {
    const auto* member = present(object, key);
    if (member == nullptr) return std::nullopt;
    if (const auto* text = member->if_string()) return to_std(*text);
    diagnostics.push_back(wrong_type(key, json_kind(*member), "a string", place / key));
    return std::nullopt;
}

std::optional<bool> json_bool(const boost::json::object& object, std::string_view key, const Place& place,
                              Diagnostics& diagnostics) {
    const auto* member = present(object, key);
    if (member == nullptr) return std::nullopt;
    if (const auto* flag = member->if_bool()) return *flag;
    diagnostics.push_back(wrong_type(key, json_kind(*member), "true or false", place / key));
    return std::nullopt;
}

std::optional<double> json_number(const boost::json::object& object, std::string_view key, const Place& place,
                                  Diagnostics& diagnostics) {
    const auto* member = present(object, key);
    if (member == nullptr) return std::nullopt;
    if (const auto* number = member->if_int64()) return static_cast<double>(*number);
    if (const auto* number = member->if_uint64()) return static_cast<double>(*number);
    const auto* number = member->if_double();
    if (number != nullptr && std::isfinite(*number)) return *number;
    const auto found = number != nullptr ? "a number out of range" : json_kind(*member);
    diagnostics.push_back(wrong_type(key, found, "a number", place / key));
    return std::nullopt;
}

std::vector<std::string> json_strings(const boost::json::object& object, std::string_view key, const Place& place,
                                      Diagnostics& diagnostics) {
    const auto* member = present(object, key);
    if (member == nullptr) return {};
    if (const auto* text = member->if_string()) return {to_std(*text)};
    const auto* list = member->if_array();
    if (list == nullptr) {
        diagnostics.push_back(wrong_type(key, json_kind(*member), "a list of strings", place / key));
        return {};
    }
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const auto& item = (*list)[i];
        if (const auto* text = item.if_string()) {
            texts.push_back(to_std(*text));
        } else {
            const auto name = std::string(key) + "[" + std::to_string(i) + "]";
            diagnostics.push_back(wrong_type(name, json_kind(item), "a string", place / key / i));
        }
    }
    return texts;
}

const boost::json::object* json_object(const boost::json::object& object, std::string_view key, const Place& place,
                                       Diagnostics& diagnostics) {
    const auto* member = present(object, key);
    if (member == nullptr) return nullptr;
    if (!member->is_object()) diagnostics.push_back(wrong_type(key, json_kind(*member), "a map", place / key));
    return member->if_object();
}

const boost::json::array* json_array(const boost::json::object& object, std::string_view key, const Place& place,
                                     Diagnostics& diagnostics) {
    const auto* member = present(object, key);
    if (member == nullptr) return nullptr;
    if (!member->is_array()) diagnostics.push_back(wrong_type(key, json_kind(*member), "a list", place / key));
    return member->if_array();
}

std::string_view json_text(const boost::json::value& value) {
    const auto* text = value.if_string();
    return text != nullptr ? std::string_view(*text) : std::string_view();
}

std::string_view json_text(const boost::json::object& object, std::string_view key) {
    const auto* member = object.if_contains(key);
    return member != nullptr ? json_text(*member) : std::string_view();
}

std::optional<bool> json_bool(const boost::json::object& object, std::string_view key) {
    const auto* member = object.if_contains(key);
    const auto* flag = member != nullptr ? member->if_bool() : nullptr;
    return flag != nullptr ? std::optional(*flag) : std::nullopt;
}

std::optional<std::int64_t> json_integer(const boost::json::object& object, std::string_view key) {
    const auto* member = object.if_contains(key);
    const auto* number = member != nullptr ? member->if_int64() : nullptr;
    return number != nullptr ? std::optional(*number) : std::nullopt;
}

const boost::json::object* json_object(const boost::json::object& object, std::string_view key) {
    const auto* member = object.if_contains(key);
    return member != nullptr ? member->if_object() : nullptr;
}

const boost::json::array* json_array(const boost::json::object& object, std::string_view key) {
    const auto* member = object.if_contains(key);
    return member != nullptr ? member->if_array() : nullptr;
}

std::string_view json_kind(const boost::json::value& value) {
    switch (value.kind()) {
        case boost::json::kind::null: return "null";
        case boost::json::kind::bool_: return "true or false";
        case boost::json::kind::int64:
        case boost::json::kind::uint64:
        case boost::json::kind::double_: return "a number";
        case boost::json::kind::string: return "a string";
        case boost::json::kind::array: return "a list";
        case boost::json::kind::object: return "a map";
    }
    return "a value";
}

}  // namespace skilldeck
