// SPDX-License-Identifier: Apache-2.0
// A private copy of some bytes that has a path and that nobody can change any more: what was checked is what gets
// opened. In memory and sealed where the system can do that, else a file in a 0700 directory. Owns it; one owner, one
// thread.
#pragma once

#include "os/file_system.hpp"

#include <string_view>

namespace skilldeck {

class SealedCopy {
public:
    /// `name` is a file name for debuggers and listings. Errors: file_unwritable.
    [[nodiscard]] static Result<SealedCopy> make(std::string_view bytes, std::string_view name);
    /// Always the file, in a new directory below `parent`.
    [[nodiscard]] static Result<SealedCopy> make_in_directory(std::string_view bytes, std::string_view name,
                                                              const Path& parent);

    SealedCopy(SealedCopy&& other) noexcept;
    SealedCopy& operator=(SealedCopy&& other) noexcept;
    SealedCopy(const SealedCopy&) = delete;
    SealedCopy& operator=(const SealedCopy&) = delete;
    ~SealedCopy();

    [[nodiscard]] const Path& path() const { return path_; }
    /// Leaves it there until the process ends. The loader knows libraries by path: a path in use must not come again.
    void keep();

private:
    SealedCopy(int descriptor, Path path, Path directory);
    void discard();
    int descriptor_ = -1;  ///< of the copy in memory
    Path path_, directory_;
};

}  // namespace skilldeck
