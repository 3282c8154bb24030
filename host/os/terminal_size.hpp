// SPDX-License-Identifier: Apache-2.0
// How many columns and rows a terminal has now. It changes as the window does: ask each time. POSIX in
// terminal_size_posix.cpp. Pure but for the question, any thread.
#pragma once

#include <cstddef>

namespace skilldeck {

struct TerminalSize {
    std::size_t columns = 80, rows = 24;

    friend bool operator==(const TerminalSize&, const TerminalSize&) = default;
};

/// Of the terminal at `descriptor`; what it does not say is as usual, 80 by 24.
[[nodiscard]] TerminalSize terminal_size(int descriptor);

}  // namespace skilldeck
