// SPDX-License-Identifier: Apache-2.0
// A fresh private directory (0700, random name) below TMPDIR, removed with everything in it when the value goes.
// One owner.
#pragma once

#include "os/file_system.hpp"

#include <string_view>
#include <utility>

namespace skilldeck {

class TemporaryDirectory {
public:
    /// Error: file_unwritable.
    [[nodiscard]] static Result<TemporaryDirectory> make(std::string_view prefix);

    TemporaryDirectory(TemporaryDirectory&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    TemporaryDirectory& operator=(TemporaryDirectory&& other) noexcept;
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    ~TemporaryDirectory();

    /// A real path.
    [[nodiscard]] const Path& path() const { return path_; }

private:
    explicit TemporaryDirectory(Path path) : path_(std::move(path)) {}
    Path path_;
};

}  // namespace skilldeck
