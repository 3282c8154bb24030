// SPDX-License-Identifier: Apache-2.0
// Members of a JSON document whose key its object has already had. A reader of values sees the last one only and
// nothing of the others: who must not lose what they say asks here. Pure; safe from any thread.
#pragma once

#include "base/place.hpp"
#include "base/source_lines.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

struct JsonDuplicate {
    Place place;         ///< its pointer; no file
    TextPosition first;  ///< of the key that was there before
    TextPosition again;  ///< of this one's key

    [[nodiscard]] std::string name() const;  ///< `tool_input.command`, for messages
};

/// In the order of the text, at every level; keys are compared decoded. `text` is one that parse_json() takes.
[[nodiscard]] std::vector<JsonDuplicate> json_duplicates(std::string_view text);

}  // namespace skilldeck
