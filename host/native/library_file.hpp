// SPDX-License-Identifier: Apache-2.0
// The bytes of a library's file, read in windows where they are asked for: judging one takes its headers and tables,
// not its code. Owns what it has read; pieces stay valid as long as it does. What it read may be older than what lies
// there now: whoever opens a library judges the bytes that are opened. One thread.
#pragma once

#include "base/result.hpp"
#include "os/file_system.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace skilldeck {

class LibraryFile {
public:
    /// Errors: those of FileReader; file_too_large above `limit` bytes.
    [[nodiscard]] static Result<LibraryFile> open(const FileReader& files, const Path& path, std::uint64_t limit);

    [[nodiscard]] std::uint64_t size() const { return size_; }
    /// The bytes of a range inside the file; nothing when they cannot be read, and then fault() says why.
    [[nodiscard]] std::optional<std::string_view> piece(std::uint64_t offset, std::uint64_t size);
    [[nodiscard]] const std::optional<Error>& fault() const { return fault_; }

private:
    LibraryFile(const FileReader& files, Path path, std::uint64_t size);
    [[nodiscard]] bool read_window(std::uint64_t index);

    const FileReader* files_;
    Path path_;
    std::uint64_t size_;
    std::unique_ptr<char[]> bytes_;  ///< all of the file; a window's part is written when it is read
    std::vector<bool> read_;         ///< by window
    std::optional<Error> fault_;
};

}  // namespace skilldeck
