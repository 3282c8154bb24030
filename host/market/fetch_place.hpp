// SPDX-License-Identifier: Apache-2.0
// A directory of the store's file system that one fetch has for itself, `plugins/.staging/<random>/`: made under the
// store's lock, then locked on its own, so that fetching keeps nobody waiting and what a killed process left is told
// from what is in use. Removed when the value goes. One owner, one thread.
#pragma once

#include "base/result.hpp"
#include "os/file_lock.hpp"
#include "os/file_system.hpp"

#include <memory>

namespace skilldeck {

class FetchPlace {
public:
    /// Errors: of the store's lock and of the files.
    [[nodiscard]] static Result<FetchPlace> make(const FileReader& reader, FileWriter& writer, const Path& plugins_dir);
    /// Removes those that nobody is at; whether there was one. Needs the store's lock.
    [[nodiscard]] static Result<bool> sweep(const FileReader& reader, FileWriter& writer, const Path& plugins_dir);

    FetchPlace(FetchPlace&&) noexcept = default;
    FetchPlace& operator=(FetchPlace&& other) noexcept;
    ~FetchPlace();

    /// A real path.
    [[nodiscard]] const Path& path() const { return path_; }
    /// What lies below path(), as a path below the plugins' directory as that is written.
    [[nodiscard]] Path as_stored(const Path& real) const { return folder_ / real.lexically_relative(path_); }

private:
    FetchPlace(std::unique_ptr<FileWriter> writer, Path folder, Path path, FileLock lock)
        : writer_(std::move(writer)), folder_(std::move(folder)), path_(std::move(path)), lock_(std::move(lock)) {}

    std::unique_ptr<FileWriter> writer_;  ///< null: moved from
    Path folder_, path_;
    FileLock lock_;
};

}  // namespace skilldeck
