// SPDX-License-Identifier: Apache-2.0
#include "os/terminal_mode.hpp"

#include "os/terminal_size.hpp"

#include <termios.h>
#include <unistd.h>

#include <string_view>
#include <utility>

namespace skilldeck {

namespace {

void write_text(int descriptor, std::string_view text) {
    // A terminal that does not take a mode switch is no reason to stop: the line editor works without.
    [[maybe_unused]] const auto written = ::write(descriptor, text.data(), text.size());
}

}  // namespace

struct TerminalMode::Saved {
    termios attributes{};
};

TerminalMode::TerminalMode(int descriptor, int output, std::unique_ptr<Saved> saved)
    : descriptor_(descriptor), output_(output), saved_(std::move(saved)) {}

std::unique_ptr<TerminalMode> TerminalMode::enter(int descriptor, int output) {
    auto saved = std::make_unique<Saved>();
    if (::isatty(descriptor) == 0 || ::isatty(output) == 0) return nullptr;
    if (::tcgetattr(descriptor, &saved->attributes) != 0) return nullptr;
    termios raw = saved->attributes;
    raw.c_iflag &= ~static_cast<tcflag_t>(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
    raw.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON | IEXTEN | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (::tcsetattr(descriptor, TCSADRAIN, &raw) != 0) return nullptr;
    write_text(output, "\x1b[?2004h");
    return std::unique_ptr<TerminalMode>(new TerminalMode(descriptor, output, std::move(saved)));
}

TerminalMode::~TerminalMode() {
    write_text(output_, "\x1b[?2004l");
    ::tcsetattr(descriptor_, TCSADRAIN, &saved_->attributes);
}

std::size_t terminal_columns(int descriptor) {
    return terminal_size(descriptor).columns;
}

}  // namespace skilldeck
