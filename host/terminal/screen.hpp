// SPDX-License-Identifier: Apache-2.0
// What is drawn: the prompt and the line being edited, redrawn in place, wrapped at the width of the terminal.
// Screen only makes the bytes; TerminalMode is the one that touches a terminal. One owner, one thread.
#pragma once

#include "terminal/line_editor.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace skilldeck {

class Screen {
public:
    /// The bytes that replace what the last draw() showed by prompt and line, the cursor where the editor has it.
    [[nodiscard]] std::string draw(std::string_view prompt, const LineEditor& editor, std::size_t columns);
    /// The bytes that leave the line as it is and go to a new one.
    [[nodiscard]] std::string finish();
    [[nodiscard]] std::string clear();

private:
    std::size_t cursor_row_ = 0;  ///< of the cursor below the first row of the prompt
    std::size_t rows_ = 1;
};

/// Puts the terminal at `descriptor` into character mode with bracketed paste, and back again when it goes.
class TerminalMode {
public:
    /// Null when `descriptor` or `output` is not a terminal.
    [[nodiscard]] static std::unique_ptr<TerminalMode> enter(int descriptor, int output);
    TerminalMode(const TerminalMode&) = delete;
    TerminalMode& operator=(const TerminalMode&) = delete;
    ~TerminalMode();

    [[nodiscard]] std::size_t columns() const;

private:
    struct Saved;
    TerminalMode(int descriptor, int output, std::unique_ptr<Saved> saved);
    int descriptor_, output_;
    std::unique_ptr<Saved> saved_;
};

}  // namespace skilldeck
