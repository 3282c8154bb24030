// SPDX-License-Identifier: Apache-2.0
// A bounded JSON reader for what the host hands to a plugin: options, hook events, skill requests.
// Owned values, no allocation across the ABI, any thread. It reads; answers are written with append_json_string().
//
// Why not a library: Boost.JSON is what the host uses, but linked into a plugin it is 340 KB and a second copy of its
// default-visibility symbols for the linker script to hide; the events read here are a handful of members deep.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace plugin_support {

struct JsonLimits {
    std::size_t bytes = std::size_t{8} * 1024 * 1024;  ///< one frame of the runner's protocol
    std::size_t values = 100'000;
    std::size_t members = 4'096;  ///< of one object: names are compared pairwise
    std::size_t depth = 32;
};

class JsonValue {
public:
    using Array = std::vector<JsonValue>;
    using Members = std::vector<std::pair<std::string, JsonValue>>;  ///< in the order of the text

    JsonValue() = default;
    explicit JsonValue(bool value) : value_(value) {}
    explicit JsonValue(double value) : value_(value) {}
    explicit JsonValue(std::string value) : value_(std::move(value)) {}
    explicit JsonValue(Array value) : value_(std::move(value)) {}
    explicit JsonValue(Members value) : value_(std::move(value)) {}

    [[nodiscard]] bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
    [[nodiscard]] const bool* as_bool() const { return std::get_if<bool>(&value_); }
    [[nodiscard]] const double* as_number() const { return std::get_if<double>(&value_); }
    [[nodiscard]] const std::string* as_string() const { return std::get_if<std::string>(&value_); }
    [[nodiscard]] const Array* as_array() const { return std::get_if<Array>(&value_); }
    [[nodiscard]] const Members* as_object() const { return std::get_if<Members>(&value_); }

    /// The member of an object, or null: `event.find("tool_input", "command")`.
    template <typename... Names>
    [[nodiscard]] const JsonValue* find(std::string_view name, Names... inner) const {
        const JsonValue* member = find_one(name);
        if constexpr (sizeof...(inner) == 0)
            return member;
        else
            return member == nullptr ? nullptr : member->find(inner...);
    }

    /// The text of a string member, or nothing where it is absent or of another type.
    template <typename... Names>
    [[nodiscard]] std::optional<std::string> text_at(Names... names) const {
        const JsonValue* member = find(names...);
        const std::string* text = member == nullptr ? nullptr : member->as_string();
        return text == nullptr ? std::nullopt : std::optional(*text);
    }

private:
    [[nodiscard]] const JsonValue* find_one(std::string_view name) const;

    std::variant<std::monostate, bool, double, std::string, Array, Members> value_;
};

struct JsonError {
    std::string what;
    std::size_t offset = 0;
};

/// Strict RFC 8259: one value and nothing behind it, no duplicate names, no unpaired surrogates, no control characters
/// in strings. Anything else, and anything beyond the limits, is an error.
[[nodiscard]] std::variant<JsonValue, JsonError> read_json(std::string_view text, const JsonLimits& limits = {});

/// Appends `text` as a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD, so the result is always
/// JSON.
void append_json_string(std::string& out, std::string_view text);

}  // namespace plugin_support
