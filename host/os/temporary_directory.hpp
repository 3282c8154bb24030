// SPDX-License-Identifier: Apache-2.0
// A fresh private directory (0700, random name) below TMPDIR, removed with everything in it when the value goes, or
// left for who was told its name. One owner.
#pragma once

#include "os/file_system.hpp"

#include <chrono>
#include <string_view>
#include <utility>

namespace skilldeck {

class TemporaryDirectory {
public:
    /// Error: file_unwritable.
    [[nodiscard]] static Result<TemporaryDirectory> make(std::string_view prefix);

    /// Removes those of this user and `prefix` that were left and are older than `age`. What cannot be removed stays.
    static void remove_left(std::string_view prefix, std::chrono::hours age);

    TemporaryDirectory(TemporaryDirectory&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    TemporaryDirectory& operator=(TemporaryDirectory&& other) noexcept;
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    ~TemporaryDirectory();

    /// A real path.
    [[nodiscard]] const Path& path() const { return path_; }
    /// It stays when the value goes.
    void leave() { path_.clear(); }

private:
    explicit TemporaryDirectory(Path path) : path_(std::move(path)) {}
    Path path_;
};

}  // namespace skilldeck
