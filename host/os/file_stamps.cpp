// SPDX-License-Identifier: Apache-2.0
#include "os/file_stamps.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

std::optional<FileInfo> look(const FileReader& files, const Path& path) {
    const auto info = files.info(path);
    return info ? std::optional(*info) : std::nullopt;
}

}  // namespace

FileStamps::FileStamps(const FileReader& files, std::vector<Path> paths) {
    stamps_.reserve(paths.size());
    for (auto& path : paths) {
        auto info = look(files, path);
        stamps_.push_back({std::move(path), info});
    }
}

bool FileStamps::changed(const FileReader& files) const {
    return std::ranges::any_of(stamps_, [&](const Stamp& stamp) { return look(files, stamp.path) != stamp.info; });
}

}  // namespace skilldeck
