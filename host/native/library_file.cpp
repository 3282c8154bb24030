// SPDX-License-Identifier: Apache-2.0
#include "native/library_file.hpp"

#include "os/codes.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::uint64_t kWindowBytes = 64UL * 1024;

}  // namespace

Result<LibraryFile> LibraryFile::open(const FileReader& files, const Path& path, std::uint64_t limit) {
    const auto info = files.info(path);
    if (!info) return info.error();
    if (info->kind != FileKind::regular)
        return make_error(code::file_unreadable, path.string(), {"not a regular file"});
    if (info->size > limit) return make_error(code::file_too_large, path.string(), {std::to_string(limit)});
    return LibraryFile(files, path, info->size);
}

LibraryFile::LibraryFile(const FileReader& files, Path path, std::uint64_t size)
    : files_(&files),
      path_(std::move(path)),
      size_(size),
      bytes_(std::make_unique_for_overwrite<char[]>(size)),
      read_((size + kWindowBytes - 1) / kWindowBytes) {}

std::optional<std::string_view> LibraryFile::piece(std::uint64_t offset, std::uint64_t size) {
    if (offset > size_ || size > size_ - offset) return std::nullopt;
    if (size == 0) return std::string_view();
    for (auto index = offset / kWindowBytes; index <= (offset + size - 1) / kWindowBytes; ++index)
        if (!read_[index] && !read_window(index)) return std::nullopt;
    return std::string_view(bytes_.get() + offset, size);
}

bool LibraryFile::read_window(std::uint64_t index) {
    const auto offset = index * kWindowBytes;
    const auto size = std::min(kWindowBytes, size_ - offset);
    const auto part = files_->read_part(path_, offset, size);
    if (!part || part->size() != size) {
        if (!fault_)
            fault_ = part ? make_error(code::file_unreadable, path_.string(), {"it became shorter"}) : part.error();
        return false;
    }
    std::copy(part->begin(), part->end(), bytes_.get() + offset);
    read_[index] = true;
    return true;
}

}  // namespace skilldeck
