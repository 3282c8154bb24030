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

class LineSource {
public:
    virtual ~LineSource() = default;
    /// The next line without its end; nothing at the end of input.
    [[nodiscard]] virtual std::optional<std::string> next() = 0;
    /// The lines typed so far, oldest first; empty for a pipe.
    [[nodiscard]] virtual std::vector<std::string> history() const { return {}; }
};

/// A pipe or file at `descriptor`. A line longer than 1 MiB is cut there and the rest is the next line.
[[nodiscard]] std::unique_ptr<LineSource> make_piped_lines(Reactor& reactor, int descriptor);

/// The terminal at standard input and output; null when they are none.
[[nodiscard]] std::unique_ptr<LineSource> make_terminal_lines(Reactor& reactor, std::string prompt,
                                                              LineEditor::Complete complete,
                                                              std::vector<std::string> history);

}  // namespace skilldeck
