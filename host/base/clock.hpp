// SPDX-License-Identifier: Apache-2.0
// The time, passed in so that a test can set it. Safe from any thread.
#pragma once

#include <chrono>
#include <string>

namespace skilldeck {

class Clock {
public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual std::chrono::system_clock::time_point now() const = 0;
    [[nodiscard]] virtual std::chrono::steady_clock::time_point steady_now() const = 0;
};

class SystemClock final : public Clock {
public:
    [[nodiscard]] std::chrono::system_clock::time_point now() const override {
        return std::chrono::system_clock::now();
    }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override {
        return std::chrono::steady_clock::now();
    }
};

/// ISO 8601, UTC, milliseconds: `2026-01-31T08:15:00.000Z`.
[[nodiscard]] std::string to_iso8601(std::chrono::system_clock::time_point time);

}  // namespace skilldeck
