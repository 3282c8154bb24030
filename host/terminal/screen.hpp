// SPDX-License-Identifier: Apache-2.0
// What is drawn: the prompt and the line being edited, redrawn in place, wrapped at the width of the terminal.
// It only makes the bytes; os/terminal_mode touches the terminal. One owner, one thread.
#pragma once

#include "terminal/line_editor.hpp"

#include <cstddef>
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

}  // namespace skilldeck
