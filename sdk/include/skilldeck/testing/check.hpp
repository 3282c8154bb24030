// SPDX-License-Identifier: Apache-2.0
// The smallest way to write a test, for plugins that bring no test framework: SKD_CHECK(condition) goes on after a
// failure, and main ends with `return skd::testing::result();`. One thread.
#pragma once

#include <iostream>

namespace skd::testing {

inline int& failures() {
    static int count = 0;
    return count;
}

inline bool check(bool holds, const char* what, const char* file, int line) {
    if (holds) return true;
    std::cerr << file << ':' << line << ": does not hold: " << what << '\n';
    ++failures();
    return false;
}

/// The exit status of the test program.
[[nodiscard]] inline int result() {
    if (failures() == 0) return 0;
    std::cerr << failures() << " failed\n";
    return 1;
}

}  // namespace skd::testing

#define SKD_CHECK(...) ::skd::testing::check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
