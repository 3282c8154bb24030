// SPDX-License-Identifier: Apache-2.0
// Where the members of a JSON document stand in its text: what a finding needs that read the values. It does not judge
// the text; parse_json() does. Immutable, safe from any thread.
#pragma once

#include "base/place.hpp"
#include "base/source_lines.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// A member, an item of a list, or the document itself.
struct JsonMember {
    Place place;            ///< its pointer; no file
    std::size_t key = 0;    ///< byte of the key, quotes included; of the value where there is no key
    std::size_t value = 0;  ///< byte of the value
    std::size_t end = 0;    ///< one past the value
    bool is_text = false;
    std::string text;  ///< of a string, decoded
};

class JsonPositions {
public:
    /// `text` is one that parse_json() takes, and outlives this; of another only a beginning is known.
    explicit JsonPositions(std::string_view text);

    /// Null: none.
    [[nodiscard]] const JsonMember* find(std::string_view pointer) const;
    /// Where a finding about that pointer stands: at the key or value; of what is not there, at the nearest around it.
    [[nodiscard]] TextPosition position(std::string_view pointer, Place::Part part) const;

    [[nodiscard]] const std::vector<JsonMember>& members() const { return members_; }
    [[nodiscard]] TextPosition position(std::size_t byte) const { return lines_.position(byte); }

private:
    SourceLines lines_;
    std::vector<JsonMember> members_;
};

}  // namespace skilldeck
