// SPDX-License-Identifier: Apache-2.0
// A tree of files in memory for fuzz targets that read more than one file. No links; folders exist where files are.
#pragma once

#include "os/codes.hpp"
#include "os/file_system.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace skilldeck::fuzz {

class MemoryFiles final : public FileReader {
public:
    void add(const std::string& path, std::string_view text) { files_[path] = text; }

    [[nodiscard]] Result<FileInfo> info(const Path& path, Links /*links*/) const override {
        const auto place = normal(path);
        FileInfo found;
        if (const auto file = files_.find(place); file != files_.end()) {
            found.kind = FileKind::regular;
            found.size = file->second.size();
        } else if (is_folder(place)) {
            found.kind = FileKind::directory;
        } else {
            return missing(path);
        }
        return found;
    }
    [[nodiscard]] Result<std::string> read(const Path& path, std::size_t limit) const override {
        const auto file = files_.find(normal(path));
        if (file == files_.end()) return missing(path);
        if (file->second.size() > limit) return make_error(code::file_too_large, path.string(), {"0", "0"});
        return file->second;
    }
    [[nodiscard]] Result<std::string> read_head(const Path& path, std::size_t bytes) const override {
        const auto file = files_.find(normal(path));
        if (file == files_.end()) return missing(path);
        return file->second.substr(0, bytes);
    }
    [[nodiscard]] Result<std::vector<DirectoryEntry>> list(const Path& directory) const override {
        const auto place = normal(directory);
        if (!is_folder(place)) return missing(directory);
        const auto prefix = place == "/" ? place : place + "/";
        std::map<std::string, FileKind> entries;
        for (auto file = files_.lower_bound(prefix); file != files_.end() && file->first.starts_with(prefix); ++file) {
            const auto rest = file->first.substr(prefix.size());
            const auto slash = rest.find('/');
            entries[rest.substr(0, slash)] = slash == std::string::npos ? FileKind::regular : FileKind::directory;
        }
        std::vector<DirectoryEntry> found;
        for (const auto& [name, kind] : entries) found.push_back({name, kind});
        return found;
    }
    [[nodiscard]] Result<Path> real_path(const Path& path) const override {
        const auto place = normal(path);
        if (!files_.contains(place) && !is_folder(place)) return missing(path);
        return Path(place);
    }
    [[nodiscard]] Result<Path> read_link(const Path& path) const override { return missing(path); }

private:
    static Error missing(const Path& path) { return make_error(code::file_not_found, path.string()); }
    static std::string normal(const Path& path) {
        auto text = path.lexically_normal().generic_string();
        while (text.size() > 1 && text.ends_with('/')) text.pop_back();
        return text;
    }
    [[nodiscard]] bool is_folder(const std::string& place) const {
        const auto prefix = place == "/" ? place : place + "/";
        const auto first = files_.lower_bound(prefix);
        return first != files_.end() && first->first.starts_with(prefix);
    }

    std::map<std::string, std::string> files_;
};

}  // namespace skilldeck::fuzz
