// SPDX-License-Identifier: Apache-2.0
// Reading JSON with limits, and taking typed values out of it. Writing is json_writer.hpp.
// A document is read with its comments refused, a UTF-8 BOM skipped, duplicate keys resolved to the last.
// Pure functions, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "base/source_lines.hpp"

#include <boost/json/fwd.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

struct JsonLimits {
    std::size_t bytes = 5 * 1024 * 1024;
    std::size_t depth = 64;
};

/// `where` names the source in errors (a path). Errors: json_malformed with line and column, json_too_large,
/// json_too_deep, text_not_utf8.
[[nodiscard]] Result<boost::json::value> parse_json(std::string_view text, std::string_view where,
                                                    JsonLimits limits = {});

/// The same, and the root must be an object (json_wrong_type).
[[nodiscard]] Result<boost::json::object> parse_json_object(std::string_view text, std::string_view where,
                                                            JsonLimits limits = {});
/// A document that was read already as the object that it is to be. Error: json_wrong_type.
[[nodiscard]] Result<boost::json::object> json_document_object(boost::json::value document, std::string_view where);

/// Where a text stops being JSON; nothing when it is a document.
[[nodiscard]] std::optional<TextPosition> json_error_position(std::string_view text, JsonLimits limits = {});

/// Typed look-ups. Absent and null give nothing. A value of another type gives nothing and adds a
/// json_wrong_type diagnostic about the member to `diagnostics`, naming the key and both types; `place` is that
/// of the object.
[[nodiscard]] std::optional<std::string> json_string(const boost::json::object& object, std::string_view key,
                                                     const Place& place, Diagnostics& diagnostics);
[[nodiscard]] std::optional<bool> json_bool(const boost::json::object& object, std::string_view key, const Place& place,
                                            Diagnostics& diagnostics);
[[nodiscard]] std::optional<double> json_number(const boost::json::object& object, std::string_view key,
                                                const Place& place, Diagnostics& diagnostics);
/// A list of strings, or one string as a list of one. Items of another type are dropped with a diagnostic.
[[nodiscard]] std::vector<std::string> json_strings(const boost::json::object& object, std::string_view key,
                                                    const Place& place, Diagnostics& diagnostics);
/// The member as object or array, or null. Wrong types as above.
[[nodiscard]] const boost::json::object* json_object(const boost::json::object& object, std::string_view key,
                                                     const Place& place, Diagnostics& diagnostics);
[[nodiscard]] const boost::json::array* json_array(const boost::json::object& object, std::string_view key,
                                                   const Place& place, Diagnostics& diagnostics);

/// Look-ups without a word, for documents whose shape is judged elsewhere or does not matter: what is absent or of
/// another type is nothing, a text that is not there is empty. Texts and pointers are views into the document.
[[nodiscard]] std::string_view json_text(const boost::json::value& value);
[[nodiscard]] std::string_view json_text(const boost::json::object& object, std::string_view key);
[[nodiscard]] std::optional<bool> json_bool(const boost::json::object& object, std::string_view key);
[[nodiscard]] std::optional<std::int64_t> json_integer(const boost::json::object& object, std::string_view key);
[[nodiscard]] const boost::json::object* json_object(const boost::json::object& object, std::string_view key);
[[nodiscard]] const boost::json::array* json_array(const boost::json::object& object, std::string_view key);
/// The views of a document that is gone before they are used do not compile.
std::string_view json_text(boost::json::value&& temporary) = delete;
std::string_view json_text(boost::json::object&& temporary, std::string_view key) = delete;

/// "a string", "a list", … for messages.
[[nodiscard]] std::string_view json_kind(const boost::json::value& value);

}  // namespace skilldeck
