// SPDX-License-Identifier: Apache-2.0
// Adds a list to another. A pure function of its arguments.
#pragma once

#include <iterator>
#include <vector>

namespace skilldeck {

template <class T>
void append(std::vector<T>& to, std::vector<T> from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace skilldeck
