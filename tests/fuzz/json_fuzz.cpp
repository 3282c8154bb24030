// SPDX-License-Identifier: Apache-2.0
// An error has a place inside the text; a document that was read is written as JSON that reads as the same document,
// and nothing in it can reach a terminal as a control.
#include "base/codes.hpp"
#include "base/display_text.hpp"
#include "base/json.hpp"
#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "property.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <cmath>

using namespace skilldeck;

namespace {

constexpr JsonLimits kLimits{.bytes = 4096, .depth = 16};
constexpr double kPrecision = 1e-12;  // Boost.JSON reads a double to within some last digits

bool same(const boost::json::value& a, const boost::json::value& b);

bool same_numbers(double a, double b) {
    return a == b || std::fabs(a - b) <= kPrecision * std::max(std::fabs(a), std::fabs(b));
}

bool same_objects(const boost::json::object& a, const boost::json::object& b) {
    return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const auto& member) {
               const auto* other = b.if_contains(member.key());
               return other != nullptr && same(member.value(), *other);
           });
}

bool same(const boost::json::value& a, const boost::json::value& b) {
    if (a.is_double() && !std::isfinite(a.get_double())) return b.is_null();
    if (a.is_double() && b.is_double()) return same_numbers(a.get_double(), b.get_double());
    if (a.is_array() && b.is_array())
        return std::equal(a.get_array().begin(), a.get_array().end(), b.get_array().begin(), b.get_array().end(), same);
    if (a.is_object() && b.is_object()) return same_objects(a.get_object(), b.get_object());
    return a == b;
}

void check_harmless(std::string_view written) {
    MUST_HOLD(is_valid_utf8(written));
    for_each_code_point(written, [](const DecodedCodePoint& decoded, std::string_view) {
        MUST_HOLD(!is_control_character(decoded.value) && !is_bidirectional_control(decoded.value));
    });
}

void check_error(const Error& error, std::string_view text) {
    MUST_HOLD(error.where == "file.json" && !error.what.empty() && !error.hint.empty());
    const bool known = error.code == code::json_malformed || error.code == code::json_too_large ||
                       error.code == code::json_too_deep || error.code == code::text_not_utf8;
    MUST_HOLD(known);
    MUST_HOLD((error.code == code::json_too_large) == (text.size() > kLimits.bytes));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = fuzz::as_text(data, size);
    const auto parsed = parse_json(text, "file.json", kLimits);
    if (!parsed) {
        check_error(parsed.error(), text);
        return 0;
    }
    std::string written;
    JsonWriter(written).value(*parsed);
    check_harmless(written);
    const auto again = parse_json(written, "written", {.bytes = 16 * kLimits.bytes, .depth = kLimits.depth});
    MUST_HOLD(again.has_value());
    MUST_HOLD(same(*parsed, *again));
    return 0;
}
