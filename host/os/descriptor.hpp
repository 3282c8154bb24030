// SPDX-License-Identifier: Apache-2.0
// Owns one POSIX descriptor and closes it. For the sources of os/ only; nothing above sees a descriptor through this.
// One owner, one thread.
#pragma once

#include <unistd.h>

#include <utility>

namespace skilldeck {

class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int value) : value_(value) {}
    Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        if (this != &other) {
            close();
            value_ = std::exchange(other.value_, -1);
        }
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close(); }

    [[nodiscard]] int get() const { return value_; }
    [[nodiscard]] bool open() const { return value_ >= 0; }
    [[nodiscard]] int release() { return std::exchange(value_, -1); }
    /// What close(2) said: the last write error of some file systems arrives only here.
    int close() { return value_ < 0 ? 0 : ::close(std::exchange(value_, -1)); }

private:
    int value_ = -1;
};

}  // namespace skilldeck
