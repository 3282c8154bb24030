// SPDX-License-Identifier: Apache-2.0
// FileSystem::copy_file: both trees are walked by descriptor, so that a link put in the way meanwhile is not followed.
#include "os/codes.hpp"
#include "os/file_system.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] bool open() const { return number_ >= 0; }

private:
    int number_;
};

Error system_error(Code code, const Path& where, int number) {
    return make_error(code, where.string(), {std::strerror(number)});
}

/// Opens `relative` below `root`, one component after the other, never through a link. The last one with `flags`.
Descriptor open_below(const Path& root, const Path& relative, int flags, mode_t mode) {
    Descriptor at(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    for (auto component = relative.begin(); at.open() && component != relative.end(); ++component) {
        const bool last = std::next(component) == relative.end();
        if (*component == ".." || component->is_absolute()) {
            errno = ELOOP;
            return Descriptor(-1);
        }
        const int how = last ? flags : O_PATH | O_DIRECTORY;
        at = Descriptor(::openat(at.number(), component->c_str(), how | O_NOFOLLOW | O_CLOEXEC, mode));
    }
    return at;
}

/// An errno, 0 when all bytes went over; EFBIG above the limit.
int copy_bytes(const Descriptor& from, const Descriptor& to, std::uint64_t limit) {
    std::array<char, kPieceBytes> piece;
    std::uint64_t copied = 0;
    for (;;) {
        const auto got = ::read(from.number(), piece.data(), piece.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return errno;
        if (got == 0) return 0;
        copied += static_cast<std::uint64_t>(got);
        if (copied > limit) return EFBIG;
        for (ssize_t done = 0; done < got;) {
            const auto put = ::write(to.number(), piece.data() + done, static_cast<std::size_t>(got - done));
            if (put < 0 && errno != EINTR) return errno;
            if (put > 0) done += put;
        }
    }
}

}  // namespace

Result<> FileSystem::copy_file(const FileCopy& copy) {
    const Path source = copy.from_root / copy.from;
    const Path target = copy.to_root / copy.to;
    const auto from = open_below(copy.from_root, copy.from, O_RDONLY | O_NONBLOCK, 0);
    if (!from.open() && errno == ENOENT) return make_error(code::file_not_found, source.string());
    if (!from.open()) return system_error(code::file_unreadable, source, errno);

    struct stat status {};
    if (::fstat(from.number(), &status) != 0) return system_error(code::file_unreadable, source, errno);
    if (!S_ISREG(status.st_mode)) return make_error(code::file_unreadable, source.string(), {"not a regular file"});
    const auto limit = std::to_string(copy.limit);
    if (static_cast<std::uint64_t>(status.st_size) > copy.limit) {
        return make_error(code::file_too_large, source.string(), {limit});
    }

    const auto to = open_below(copy.to_root, copy.to, O_WRONLY | O_CREAT | O_EXCL, static_cast<mode_t>(copy.mode));
    if (!to.open()) return system_error(code::file_unwritable, target, errno);
    const int failed = copy_bytes(from, to, copy.limit);
    if (failed == EFBIG) return make_error(code::file_too_large, source.string(), {limit});
    if (failed != 0) return system_error(code::file_unwritable, target, failed);
    if (::fchmod(to.number(), static_cast<mode_t>(copy.mode)) != 0)
        return system_error(code::file_unwritable, target, errno);
    return {};
}

}  // namespace skilldeck
