// SPDX-License-Identifier: Apache-2.0
// The real disk, with owner and mode as a test says: so that what is root's can be tested by everybody.
#pragma once

#include "os/file_system.hpp"

#include <map>

namespace skilldeck::test {

class OwnedReader final : public FileReader {
public:
    struct Ownership {
        std::uint32_t owner = 0;
        std::uint32_t mode = 0755;
    };

    /// What is not named belongs to root and is writable by it alone.
    std::map<Path, Ownership> ownership;

    [[nodiscard]] Result<FileInfo> info(const Path& path, Links links = Links::follow) const override {
        auto found = disk_.info(path, links);
        if (!found) return found;
        const auto named = ownership.find(path);
        found->owner = named == ownership.end() ? 0 : named->second.owner;
        found->mode = named == ownership.end() ? 0755 : named->second.mode;
        return found;
    }
    [[nodiscard]] Result<std::string> read(const Path& path, std::size_t limit) const override {
        return disk_.read(path, limit);
    }
    [[nodiscard]] Result<std::string> read_head(const Path& path, std::size_t bytes) const override {
        return disk_.read_head(path, bytes);
    }
    [[nodiscard]] Result<std::vector<DirectoryEntry>> list(const Path& directory) const override {
        return disk_.list(directory);
    }
    [[nodiscard]] Result<Path> real_path(const Path& path) const override { return disk_.real_path(path); }
    [[nodiscard]] Result<Path> read_link(const Path& path) const override { return disk_.read_link(path); }

private:
    FileSystem disk_;
};

}  // namespace skilldeck::test
