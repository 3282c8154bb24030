// SPDX-License-Identifier: Apache-2.0
#include "os/codes.hpp"
#include "os/standard_streams.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace skilldeck {

namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;

bool wait_for(int descriptor, short events) {
    pollfd waiting{descriptor, events, 0};
    return ::poll(&waiting, 1, -1) > 0 || errno == EINTR;
}

Error unreadable(int descriptor) {
    return make_error(code::file_unreadable, "descriptor " + std::to_string(descriptor),
                      {std::generic_category().message(errno)});
}

}  // namespace

void hold_standard_streams() {
    for (const int descriptor : {kStandardInput, kStandardOutput, kStandardError}) {
        // The lowest free number is given, which is this one: those before it are open by now.
        if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF) (void)::open("/dev/null", O_RDONLY);
    }
}

int take_standard_output() {
    if (is_terminal(kStandardOutput)) return kStandardOutput;
    const int taken = ::fcntl(kStandardOutput, F_DUPFD_CLOEXEC, kStandardError + 1);
    if (taken < 0) return kStandardOutput;
    (void)::dup2(kStandardError, kStandardOutput);
    return taken;
}

bool is_terminal(int descriptor) {
    return ::isatty(descriptor) == 1;
}

bool write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto written = ::write(descriptor, bytes.data(), bytes.size());
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {
            if (!wait_for(descriptor, POLLOUT)) return false;
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

Result<std::string> read_some(int descriptor) {
    std::array<char, kPieceBytes> buffer;
    for (;;) {
        const auto got = ::read(descriptor, buffer.data(), buffer.size());
        if (got >= 0) return std::string(buffer.data(), static_cast<std::size_t>(got));
        if (errno == EAGAIN && wait_for(descriptor, POLLIN)) continue;
        if (errno != EINTR) return unreadable(descriptor);
    }
}

Result<std::string> read_all(int descriptor, std::size_t limit) {
    std::string all;
    for (;;) {
        auto piece = read_some(descriptor);
        if (!piece) return piece.error();
        if (piece->empty()) return all;
        all += *piece;
        if (all.size() > limit) {
            return make_error(code::file_too_large, "descriptor " + std::to_string(descriptor),
                              {std::to_string(limit)});
        }
    }
}

}  // namespace skilldeck
