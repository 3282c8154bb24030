// SPDX-License-Identifier: Apache-2.0
#include "os/random.hpp"

#include <sys/random.h>

#include <cerrno>
#include <exception>

namespace skilldeck {

std::string random_hex(std::size_t bytes) {
    std::string raw(bytes, '\0');
    for (std::size_t filled = 0; filled < bytes;) {
        const auto got = ::getrandom(raw.data() + filled, bytes - filled, 0);
        if (got > 0) {
            filled += static_cast<std::size_t>(got);
        } else if (errno != EINTR) {
            std::terminate();
        }
    }
    constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (const char byte : raw) {
        const auto value = static_cast<unsigned char>(byte);
        text += kDigits[value >> 4U];
        text += kDigits[value & 15U];
    }
    return text;
}

}  // namespace skilldeck
