// SPDX-License-Identifier: Apache-2.0
// Where the session's lines come from: a terminal with the line editor, or a pipe. Both wait on the loop, so that
// timers and watches run meanwhile, and read nothing while a line is being worked on. [loop thread]
#pragma once

#include "app/world.hpp"
#include "terminal/line_editor.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace skilldeck {

class TerminalKeys;

class LineSource {
public:
    virtual ~LineSource() = default;
    /// The next line without its end; nothing at the end of input and when a signal ends the program.
    [[nodiscard]] virtual std::optional<std::string> next() = 0;
    /// The lines typed so far, oldest first; empty for a pipe.
    [[nodiscard]] virtual std::vector<std::string> history() const { return {}; }
    /// Where it gets its keys, for who draws on the same terminal between two lines; null for a pipe.
    [[nodiscard]] virtual TerminalKeys* keys() { return nullptr; }
};

/// Waits on the loop until `descriptor` has something, then reads it; empty at the end, and when the work is cancelled.
[[nodiscard]] std::string wait_and_read(World& world, int descriptor);

/// A pipe or file at `descriptor`. A line longer than 1 MiB is cut there and the rest is the next line.
[[nodiscard]] std::unique_ptr<LineSource> make_piped_lines(World& world, int descriptor);

/// The terminal at standard input and output; null when they are none.
[[nodiscard]] std::unique_ptr<LineSource> make_terminal_lines(World& world, std::string prompt,
                                                              LineEditor::Complete complete,
                                                              std::vector<std::string> history);

}  // namespace skilldeck
