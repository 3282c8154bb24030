// SPDX-License-Identifier: Apache-2.0
// How a failed test shows codes and lists of texts. Pure functions.
#pragma once

#include "base/diagnostic_code.hpp"

#include <ostream>
#include <string>
#include <vector>

namespace skilldeck {

inline std::ostream& operator<<(std::ostream& out, Code code) {
    return out << code.info().text;
}

}  // namespace skilldeck

namespace std {

inline ostream& operator<<(ostream& out, const vector<string>& texts) {
    for (const auto& text : texts) out << '[' << text << ']';
    return out;
}

}  // namespace std
