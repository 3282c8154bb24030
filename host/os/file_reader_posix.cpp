// SPDX-License-Identifier: Apache-2.0
// What reads the disk. What changes it is file_writer_posix.cpp.
#include "os/codes.hpp"
#include "os/file_system.hpp"

#include "os/descriptor.hpp"
#include "os/system_error.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;
constexpr std::size_t kLinkBytes = 4096;
constexpr std::string_view kDeleted = " (deleted)";  // what the system adds to the place of a file that is gone

FileKind kind_of_mode(mode_t mode) {
    if (S_ISREG(mode)) return FileKind::regular;
    if (S_ISDIR(mode)) return FileKind::directory;
    if (S_ISLNK(mode)) return FileKind::link;
    return FileKind::other;
}

FileInfo info_of(const struct stat& status) {
    FileInfo info;
    info.kind = kind_of_mode(status.st_mode);
    info.size = static_cast<std::uint64_t>(status.st_size);
    info.mode = status.st_mode & 07777U;
    info.owner = status.st_uid;
    info.modified_ns = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
    info.device = status.st_dev;
    info.inode = status.st_ino;
    return info;
}

Error not_regular(const Path& path, mode_t mode) {
    if (S_ISDIR(mode)) return read_error(path, EISDIR);
    return make_error(code::file_unreadable, path.string(), {"not a regular file"});
}

struct OpenFile {
    Descriptor descriptor;
    std::uint64_t size = 0;
};

/// Opens a regular file only. It is looked at before it is opened, because opening a device can do something, and again
/// afterwards, because it may have been exchanged; O_NONBLOCK keeps a fifo that came in between from blocking.
Result<OpenFile> open_regular(const Path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return read_error(path, errno);
    if (!S_ISREG(status.st_mode)) return not_regular(path, status.st_mode);
    Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!descriptor.open()) return read_error(path, errno);
    if (::fstat(descriptor.get(), &status) != 0) return read_error(path, errno);
    if (!S_ISREG(status.st_mode)) return not_regular(path, status.st_mode);
    return OpenFile{std::move(descriptor), static_cast<std::uint64_t>(status.st_size)};
}

/// Appends up to `most` bytes to `text`; stops at the end of the file.
Result<> read_up_to(const Descriptor& file, const Path& path, std::size_t most, std::string& text) {
    std::array<char, kPieceBytes> piece;
    while (most > 0) {
        const auto count = ::read(file.get(), piece.data(), std::min(most, piece.size()));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return read_error(path, errno);
        if (count == 0) break;
        text.append(piece.data(), static_cast<std::size_t>(count));
        most -= static_cast<std::size_t>(count);
    }
    return {};
}

/// What is at an open descriptor, and how it begins.
Result<> read_start_of(const Descriptor& file, const Path& path, std::size_t bytes, FileStart& start) {
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) return read_error(path, errno);
    start.info = info_of(status);
    start.text.clear();
    if (start.info.kind != FileKind::regular) return {};
    return read_up_to(file, path, std::min<std::uint64_t>(bytes, start.info.size), start.text);
}

/// Nothing is looked at before it is opened: a link is not followed, and a device that only the administrator can have
/// put there is opened, but not read.
constexpr int kOpenStart = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW;

class OpenFolder final : public FolderReader {
public:
    explicit OpenFolder(Descriptor folder) : folder_(std::move(folder)) {}

    [[nodiscard]] bool read_start(const char* below, std::size_t bytes, FileStart& start) const override {
        const Descriptor file(::openat(folder_.get(), below, kOpenStart));
        return file.open() && read_start_of(file, {}, bytes, start).has_value();
    }

private:
    Descriptor folder_;
};

FileKind kind_of_entry(int directory, const dirent& entry) {
    switch (entry.d_type) {
        case DT_REG: return FileKind::regular;
        case DT_DIR: return FileKind::directory;
        case DT_LNK: return FileKind::link;
        case DT_UNKNOWN: break;  // some file systems do not say
        default: return FileKind::other;
    }
    struct stat status {};
    if (::fstatat(directory, entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) return FileKind::other;
    return kind_of_mode(status.st_mode);
}

}  // namespace

Result<FileInfo> FileSystem::info(const Path& path, Links links) const {
    struct stat status {};
    const int failed = links == Links::follow ? ::stat(path.c_str(), &status) : ::lstat(path.c_str(), &status);
    if (failed != 0) return read_error(path, errno);
    return info_of(status);
}

Result<std::string> FileSystem::read(const Path& path, std::size_t limit) const {
    const auto file = open_regular(path);
    if (!file) return file.error();
    const auto too_large = [&] { return make_error(code::file_too_large, path.string(), {std::to_string(limit)}); };
    if (file->size > limit) return too_large();
    // One byte more than allowed: a file may grow while it is read, and those of /proc say size 0.
    std::string text;
    text.reserve(static_cast<std::size_t>(file->size));
    const auto most = limit == std::numeric_limits<std::size_t>::max() ? limit : limit + 1;
    if (const auto done = read_up_to(file->descriptor, path, most, text); !done) return done.error();
    if (text.size() > limit) return too_large();
    return text;
}

Result<std::string> FileSystem::read_head(const Path& path, std::size_t bytes) const {
    const auto file = open_regular(path);
    if (!file) return file.error();
    std::string text;
    if (const auto done = read_up_to(file->descriptor, path, bytes, text); !done) return done.error();
    return text;
}

Result<std::string> FileSystem::read_part(const Path& path, std::uint64_t offset, std::size_t bytes) const {
    const auto file = open_regular(path);
    if (!file) return file.error();
    if (offset > static_cast<std::uint64_t>(std::numeric_limits<off_t>::max())) return std::string();
    if (::lseek(file->descriptor.get(), static_cast<off_t>(offset), SEEK_SET) < 0) return read_error(path, errno);
    std::string text;
    if (const auto done = read_up_to(file->descriptor, path, bytes, text); !done) return done.error();
    return text;
}

/// One open for a file that is where it is expected.
Result<FileStart> FileSystem::read_start(const Path& path, std::size_t bytes, Links links) const {
    if (links == Links::follow) return FileReader::read_start(path, bytes, links);
    const Descriptor file(::open(path.c_str(), kOpenStart));
    if (!file.open()) {
        const auto reason = errno;
        const auto found = info(path, links);  // a link or a socket cannot be opened
        if (found && found->kind != FileKind::regular) return FileStart{*found, {}};
        return read_error(path, reason);
    }
    FileStart start;
    if (const auto done = read_start_of(file, path, bytes, start); !done) return done.error();
    return start;
}

std::unique_ptr<FolderReader> FileSystem::open_folder(const Path& folder) const {
    Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!descriptor.open()) return FileReader::open_folder(folder);
    return std::make_unique<OpenFolder>(std::move(descriptor));
}

Result<> FileSystem::read_pieces(const Path& path, const std::function<void(std::string_view)>& piece) const {
    const auto file = open_regular(path);
    if (!file) return file.error();
    std::array<char, kPieceBytes> bytes;
    while (true) {
        const auto count = ::read(file->descriptor.get(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return read_error(path, errno);
        if (count == 0) return {};
        piece(std::string_view(bytes.data(), static_cast<std::size_t>(count)));
    }
}

Result<std::vector<DirectoryEntry>> FileSystem::list(const Path& directory) const {
    Descriptor descriptor(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!descriptor.open()) {
        if (errno == ENOTDIR && info(directory))
            return make_error(code::file_unreadable, directory.string(), {system_reason(ENOTDIR)});
        return read_error(directory, errno);
    }
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(descriptor.get()), ::closedir);
    if (!stream) return read_error(directory, errno);
    const int opened = descriptor.release();  // closedir closes it
    std::vector<DirectoryEntry> entries;
    while (true) {
        errno = 0;
        const auto* entry = ::readdir(stream.get());
        if (entry == nullptr) break;
        const std::string_view name = entry->d_name;
        if (name == "." || name == "..") continue;
        entries.push_back({std::string(name), kind_of_entry(opened, *entry)});
    }
    if (errno != 0) return read_error(directory, errno);
    std::ranges::sort(entries, {}, &DirectoryEntry::name);
    return entries;
}

/// The system knows where an open file is: one question in place of one for each folder on the way.
Result<Path> FileSystem::real_path(const Path& path) const {
    const Descriptor file(::open(path.c_str(), O_PATH | O_CLOEXEC));
    if (!file.open() && errno != EMFILE && errno != ENFILE) return read_error(path, errno);
    std::array<char, kLinkBytes> place;
    const auto link = "/proc/self/fd/" + std::to_string(file.get());
    const auto length = file.open() ? ::readlink(link.c_str(), place.data(), place.size()) : -1;
    const std::string_view found(place.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
    if (found.starts_with('/') && found.size() < place.size() && !found.ends_with(kDeleted)) return Path(found);
    const std::unique_ptr<char, void (*)(void*)> resolved(::realpath(path.c_str(), nullptr), std::free);
    if (!resolved) return read_error(path, errno);
    return Path(resolved.get());
}

Result<Path> FileSystem::read_link(const Path& path) const {
    std::array<char, kLinkBytes> target;
    const auto length = ::readlink(path.c_str(), target.data(), target.size());
    if (length < 0 && errno == EINVAL) return make_error(code::file_unreadable, path.string(), {"not a link"});
    if (length < 0) return read_error(path, errno);
    return Path(std::string(target.data(), static_cast<std::size_t>(length)));
}

}  // namespace skilldeck
