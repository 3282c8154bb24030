// SPDX-License-Identifier: Apache-2.0
#include "os/codes.hpp"
#include "os/file_lock.hpp"

#include "os/descriptor.hpp"
#include "os/system_error.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <thread>

namespace skilldeck {

namespace {

constexpr std::chrono::milliseconds kPause{5};  // between two tries; locks are held for some milliseconds
constexpr mode_t kLockMode = 0644;

}  // namespace

Result<FileLock> FileLock::take(const Path& file, std::chrono::milliseconds patience) {
    Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!descriptor.open() && (errno == ENOENT || errno == ENOTDIR)) {
        descriptor =
            Descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, kLockMode));
    }
    if (!descriptor.open()) return write_error(file, errno);
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (::flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno == EINTR) continue;
        if (errno != EWOULDBLOCK) return write_error(file, errno);
        if (std::chrono::steady_clock::now() >= deadline) return make_error(code::lock_busy, file.string());
        std::this_thread::sleep_for(kPause);
    }
    return FileLock(descriptor.release());
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
    if (this != &other) {
        const Descriptor held(descriptor_);
        descriptor_ = std::exchange(other.descriptor_, -1);
    }
    return *this;
}

FileLock::~FileLock() {
    const Descriptor held(descriptor_);  // closing gives the lock up
}

}  // namespace skilldeck
