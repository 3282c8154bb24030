// SPDX-License-Identifier: Apache-2.0
#include "base/json_duplicates.hpp"

#include "base/json_position.hpp"

#include <cstddef>
#include <map>

namespace skilldeck {

namespace {

/// An object or list that is being read: its end, and the members it has had.
struct Open {
    std::size_t end = 0;
    std::map<std::string_view, std::size_t> keys;  ///< pointer, byte of the key
};

}  // namespace

std::string JsonDuplicate::name() const {
    const std::string_view pointer = place.pointer;
    std::string name;
    for (std::size_t at = 1; at < pointer.size(); ++at) {
        const bool escaped = pointer[at] == '~' && at + 1 < pointer.size();
        if (escaped) {
            name += pointer[++at] == '1' ? '/' : '~';
        } else {
            name += pointer[at] == '/' ? '.' : pointer[at];
        }
    }
    return name;
}

std::vector<JsonDuplicate> json_duplicates(std::string_view text) {
    std::vector<JsonDuplicate> found;
    const JsonPositions positions(text);
    std::vector<Open> open;  // the way to the member at hand
    for (const auto& member : positions.members()) {
        while (!open.empty() && open.back().end <= member.key) open.pop_back();
        if (!open.empty()) {
            const auto [before, is_new] = open.back().keys.try_emplace(member.place.pointer, member.key);
            if (!is_new)
                found.push_back({member.place, positions.position(before->second), positions.position(member.key)});
        }
        open.push_back({member.end, {}});
    }
    return found;
}

}  // namespace skilldeck
