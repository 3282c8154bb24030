// SPDX-License-Identifier: Apache-2.0
// Standard output of a handler: whether it is JSON at all, and what its members say for an event. For answer.cpp.
// Pure functions, safe from any thread.
#pragma once

#include "hook/answer.hpp"

#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace skilldeck {

struct HandlerOutput {
    enum class Kind : std::uint8_t { empty, plain, json, malformed } kind = Kind::empty;
    std::string text;            ///< trimmed, well-formed UTF-8
    boost::json::object object;  ///< when json
    std::string problem;         ///< when malformed
    bool holds_answer = false;   ///< when plain: it looks as if it were meant as an answer
    bool broken_off = false;     ///< when plain: it begins as JSON does and does not end so
};

/// JSON is what begins with `{` and ends with `}`; everything else is plain text. Several objects are malformed, unless
/// they are lines of a log: none has a member that an answer can have.
[[nodiscard]] HandlerOutput read_output(std::string_view output);

/// Adds what the object says to `answer`; what it says wrongly, or where it cannot be said, becomes a diagnostic.
void apply_json(const boost::json::object& object, const HookConfig& hook, const HookEventInfo& event,
                HandlerAnswer& answer);

}  // namespace skilldeck
