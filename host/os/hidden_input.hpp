// SPDX-License-Identifier: Apache-2.0
// A terminal that does not show what is typed, while this lives: for secrets. Lines stay lines. POSIX in
// hidden_input_posix.cpp. One owner; a signal that ends the program must end its owner first (os/stop_signals).
#pragma once

#include <memory>

namespace skilldeck {

class HiddenInput {
public:
    /// Null when `descriptor` is no terminal.
    [[nodiscard]] static std::unique_ptr<HiddenInput> begin(int descriptor);
    HiddenInput(const HiddenInput&) = delete;
    HiddenInput& operator=(const HiddenInput&) = delete;
    ~HiddenInput();

private:
    struct Saved;
    HiddenInput(int descriptor, std::unique_ptr<Saved> saved);
    int descriptor_;
    std::unique_ptr<Saved> saved_;
};

}  // namespace skilldeck
