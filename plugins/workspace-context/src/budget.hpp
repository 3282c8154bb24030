// SPDX-License-Identifier: Apache-2.0
// How long a summary may take. Every loop over files asks it; what is asked is the host, through two functions, so that
// tests can play one. Throws Cancelled, never blocks. The thread of the call only.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

namespace workspace_context {

/// Nobody waits for the answer any more.
struct Cancelled {};

class Budget {
public:
    using Remaining = std::function<std::optional<std::chrono::milliseconds>()>;

    Budget() = default;
    Budget(std::function<bool()> cancelled, Remaining remaining)
        : cancelled_(std::move(cancelled)), remaining_(std::move(remaining)) {}

    /// False when too little time is left to go on: what was found so far is the answer then. Throws Cancelled.
    [[nodiscard]] bool go_on() const {
        if (cancelled_ && cancelled_()) throw Cancelled{};
        if (!remaining_) return true;
        const auto left = remaining_();
        return !left || *left > kReserve;
    }

private:
    /// Kept for writing the answer and carrying it to the host.
    static constexpr std::chrono::milliseconds kReserve{250};

    std::function<bool()> cancelled_;
    Remaining remaining_;
};

}  // namespace workspace_context
