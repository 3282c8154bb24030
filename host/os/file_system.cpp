// SPDX-License-Identifier: Apache-2.0
// What needs no system call. Reading is file_reader_posix.cpp, writing file_writer_posix.cpp.
#include "os/file_system.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace skilldeck {

namespace {

/// Puts the path together for each file.
class FolderByPath final : public FolderReader {
public:
    FolderByPath(const FileReader& files, const Path& folder) : files_(files), folder_(folder) {}

    [[nodiscard]] bool read_start(const char* below, std::size_t bytes, FileStart& start) const override {
        auto read = files_.read_start(folder_ / below, bytes, Links::keep);
        if (read) start = std::move(*read);
        return read.has_value();
    }

private:
    const FileReader& files_;
    Path folder_;
};

}  // namespace

Result<FileStart> FileReader::read_start(const Path& path, std::size_t bytes, Links links) const {
    const auto found = info(path, links);
    if (!found) return found.error();
    FileStart start{*found, {}};
    if (found->kind != FileKind::regular) return start;
    auto text = read_head(path, bytes);
    if (!text) return text.error();
    start.text = std::move(*text);
    return start;
}

Result<std::string> FileReader::read_part(const Path& path, std::uint64_t offset, std::size_t bytes) const {
    if (offset > std::numeric_limits<std::size_t>::max() - bytes) return std::string();
    auto text = read_head(path, static_cast<std::size_t>(offset) + bytes);
    if (!text) return text.error();
    text->erase(0, std::min<std::size_t>(text->size(), static_cast<std::size_t>(offset)));
    return text;
}

std::unique_ptr<FolderReader> FileReader::open_folder(const Path& folder) const {
    return std::make_unique<FolderByPath>(*this, folder);
}

Result<> FileReader::read_pieces(const Path& path, const std::function<void(std::string_view)>& piece) const {
    const auto whole = read(path, std::numeric_limits<std::size_t>::max());
    if (!whole) return whole.error();
    piece(*whole);
    return {};
}

bool lies_below(const Path& path, const Path& root) {
    auto part = path.begin();
    for (const auto& wanted : root) {
        if (wanted.empty()) continue;  // of a slash at the end
        if (part == path.end() || *part != wanted) return false;
        ++part;
    }
    return true;
}

bool climbs_out(const Path& relative) {
    int depth = 0;
    for (const auto& component : relative) {
        if (component == "..") {
            --depth;
        } else if (component != "." && !component.empty()) {
            ++depth;
        }
        if (depth < 0) return true;
    }
    return false;
}

}  // namespace skilldeck
