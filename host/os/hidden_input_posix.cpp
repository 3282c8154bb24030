// SPDX-License-Identifier: Apache-2.0
#include "os/hidden_input.hpp"

#include <termios.h>
#include <unistd.h>

#include <utility>

namespace skilldeck {

struct HiddenInput::Saved {
    termios attributes{};
};

HiddenInput::HiddenInput(int descriptor, std::unique_ptr<Saved> saved)
    : descriptor_(descriptor), saved_(std::move(saved)) {}

std::unique_ptr<HiddenInput> HiddenInput::begin(int descriptor) {
    auto saved = std::make_unique<Saved>();
    if (::isatty(descriptor) == 0 || ::tcgetattr(descriptor, &saved->attributes) != 0) return nullptr;
    termios hidden = saved->attributes;
    hidden.c_lflag &= ~static_cast<tcflag_t>(ECHO | ECHOE | ECHOK);
    hidden.c_lflag |= static_cast<tcflag_t>(ECHONL | ICANON | ISIG);
    if (::tcsetattr(descriptor, TCSAFLUSH, &hidden) != 0) return nullptr;
    return std::unique_ptr<HiddenInput>(new HiddenInput(descriptor, std::move(saved)));
}

HiddenInput::~HiddenInput() {
    ::tcsetattr(descriptor_, TCSADRAIN, &saved_->attributes);
}

}  // namespace skilldeck
