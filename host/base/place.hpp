// SPDX-License-Identifier: Apache-2.0
// What a finding or error speaks of: a file, an id or an option, and inside a JSON file the value. Who reads values
// knows the way to each; line and column come from the text later (base/json_position.hpp). Pure values, safe from any
// thread.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace skilldeck {

struct Place {
    /// Of a member: its key, or its value. What has no key is its value.
    enum class Part : std::uint8_t { key, value };

    std::string file;
    std::string pointer;  ///< RFC 6901; empty: the whole document
    Part part = Part::key;

    Place() = default;
    template <std::convertible_to<std::string_view> Text>
    Place(const Text& text) : file(std::string_view(text)) {}  // NOLINT: a name alone is a place
    Place(std::string_view text, std::string way) : file(text), pointer(std::move(way)) {}

    /// The member or item below this one.
    [[nodiscard]] Place operator/(std::string_view key) const;
    [[nodiscard]] Place operator/(std::size_t index) const;
    /// The same, where the finding is about the value and not about there being such a member.
    [[nodiscard]] Place value() const;
};

}  // namespace skilldeck
