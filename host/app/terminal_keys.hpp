// SPDX-License-Identifier: Apache-2.0
// The keys typed at standard input, waited for on the loop: for the line editor and the plugin manager, one after the
// other, so that what is typed ahead gets to whoever reads next. The terminal is in character mode (os/terminal_mode)
// while somebody waits. [loop thread]
#pragma once

#include "app/world.hpp"
#include "terminal/key_reader.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace skilldeck {

class TerminalKeys {
public:
    explicit TerminalKeys(World& world) : world_(world) {}

    /// The next key that is there already.
    [[nodiscard]] std::optional<Key> take();

    enum class Waited : std::uint8_t {
        keys,   ///< take() may have one
        ended,  ///< the input is at its end, or a signal ends the program
        long_enough,
    };
    /// INT from elsewhere is what Ctrl-C is.
    [[nodiscard]] Waited wait(std::optional<std::chrono::milliseconds> longest = std::nullopt);

private:
    [[nodiscard]] Waited take_signal();

    World& world_;
    KeyReader reader_;
    std::deque<Key> keys_;
};

}  // namespace skilldeck
