// SPDX-License-Identifier: Apache-2.0
// An exclusive lock between processes (flock): of a directory, which leaves nothing behind, or of a file, which is made
// and stays, empty. Released on destruction or death.
// One holder per object; not for sharing between threads.
#pragma once

#include "os/file_system.hpp"

#include <chrono>

namespace skilldeck {

class FileLock {
public:
    /// Waits up to `patience` for the lock. Errors: file_unwritable; lock_busy when the patience runs out.
    [[nodiscard]] static Result<FileLock> take(const Path& file, std::chrono::milliseconds patience);

    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&& other) noexcept;
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    ~FileLock();

private:
    explicit FileLock(int descriptor) : descriptor_(descriptor) {}
    int descriptor_ = -1;
};

}  // namespace skilldeck
