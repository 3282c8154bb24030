// SPDX-License-Identifier: Apache-2.0
// The real disk with one directory that may not be read: root, who may read everything, can test it too.
#pragma once

#include "os/codes.hpp"
#include "os/file_system.hpp"

#include <utility>

namespace skilldeck::test {

class UnreadableReader final : public FileReader {
public:
    explicit UnreadableReader(Path closed) : closed_(std::move(closed)) {}

    [[nodiscard]] Result<FileInfo> info(const Path& path, Links links = Links::follow) const override {
        return path != closed_ && lies_below(path, closed_) ? refuse(path) : disk_.info(path, links);
    }
    [[nodiscard]] Result<std::string> read(const Path& path, std::size_t limit) const override {
        return lies_below(path, closed_) ? refuse(path) : disk_.read(path, limit);
    }
    [[nodiscard]] Result<std::string> read_head(const Path& path, std::size_t bytes) const override {
        return lies_below(path, closed_) ? refuse(path) : disk_.read_head(path, bytes);
    }
    [[nodiscard]] Result<std::vector<DirectoryEntry>> list(const Path& directory) const override {
        return lies_below(directory, closed_) ? refuse(directory) : disk_.list(directory);
    }
    [[nodiscard]] Result<Path> real_path(const Path& path) const override {
        return path != closed_ && lies_below(path, closed_) ? refuse(path) : disk_.real_path(path);
    }
    [[nodiscard]] Result<Path> read_link(const Path& path) const override { return disk_.read_link(path); }

private:
    static Error refuse(const Path& path) {
        return make_error(code::file_unreadable, path.string(), {"Permission denied"});
    }

    Path closed_;
    FileSystem disk_;
};

}  // namespace skilldeck::test
