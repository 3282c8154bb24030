// SPDX-License-Identifier: Apache-2.0
// The terminal a session runs on: character mode while it is edited, and its width. POSIX in terminal_mode_posix.cpp.
// One owner; the destructor restores the mode.
#pragma once

#include <cstddef>
#include <memory>

namespace skilldeck {

/// Columns of the terminal at `descriptor`; 80 when it does not say.
[[nodiscard]] std::size_t terminal_columns(int descriptor);

/// Puts the terminal at `descriptor` into character mode with bracketed paste, and back again when it goes.
class TerminalMode {
public:
    /// Null when `descriptor` or `output` is not a terminal.
    [[nodiscard]] static std::unique_ptr<TerminalMode> enter(int descriptor, int output);
    TerminalMode(const TerminalMode&) = delete;
    TerminalMode& operator=(const TerminalMode&) = delete;
    ~TerminalMode();

private:
    struct Saved;
    TerminalMode(int descriptor, int output, std::unique_ptr<Saved> saved);
    int descriptor_, output_;
    std::unique_ptr<Saved> saved_;
};

}  // namespace skilldeck
