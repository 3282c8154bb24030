// SPDX-License-Identifier: Apache-2.0
// What files looked like when they were read, so that a second look tells whether one has changed since. It neither
// reads nor watches them. Taken before the reading, no change is missed. A value; safe from any thread.
#pragma once

#include "os/file_system.hpp"

#include <optional>
#include <vector>

namespace skilldeck {

class FileStamps {
public:
    FileStamps() = default;
    /// Files that are not there count as well: they may come.
    FileStamps(const FileReader& files, std::vector<Path> paths);

    [[nodiscard]] bool changed(const FileReader& files) const;

private:
    struct Stamp {
        Path path;
        std::optional<FileInfo> info;
    };
    std::vector<Stamp> stamps_;
};

}  // namespace skilldeck
