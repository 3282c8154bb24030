// SPDX-License-Identifier: Apache-2.0
#include "base/place.hpp"

namespace skilldeck {

Place Place::operator/(std::string_view key) const {
    auto below = *this;
    below.part = Part::key;
    below.pointer += '/';
    for (const char c : key) {
        if (c == '~') {
            below.pointer += "~0";
        } else if (c == '/') {
            below.pointer += "~1";
        } else {
            below.pointer += c;
        }
    }
    return below;
}

Place Place::operator/(std::size_t index) const {
    return *this / std::string_view(std::to_string(index));
}

Place Place::value() const {
    auto same = *this;
    same.part = Part::value;
    return same;
}

}  // namespace skilldeck
