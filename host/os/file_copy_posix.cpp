// SPDX-License-Identifier: Apache-2.0
// FileSystem::copy_file: both trees are walked by descriptor, so that a link put in the way meanwhile is not followed.
#include "os/codes.hpp"
#include "os/descriptor.hpp"
#include "os/entry_place.hpp"
#include "os/file_changes.hpp"
#include "os/file_system.hpp"
#include "os/system_error.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>

namespace skilldeck {

namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;

/// An errno, 0 when all bytes went over; EFBIG above the limit.
int copy_bytes(FileChanges& changes, const Descriptor& from, const Descriptor& to, std::uint64_t limit) {
    std::array<char, kPieceBytes> piece;
    std::uint64_t copied = 0;
    for (;;) {
        const auto got = ::read(from.get(), piece.data(), piece.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return errno;
        if (got == 0) return 0;
        const auto count = static_cast<std::size_t>(got);
        copied += count;
        if (copied > limit) return EFBIG;
        if (const int error = changes.write(to.get(), {piece.data(), count})) return error;
    }
}

/// The folder of the copy: the root as the system finds it or by the confinement, below it never through a link.
Descriptor open_target_folder(const FileCopy& copy, const Path& confined_to) {
    const auto below = copy.to.parent_path();
    const int place = O_PATH | O_DIRECTORY;
    if (confined_to.empty()) return open_below(copy.to_root, below.empty() ? Path(".") : below, place);
    if (!climbs_out(copy.to)) return entry_place(copy.to_root / copy.to, confined_to).folder;
    errno = ELOOP;
    return {};
}

}  // namespace

Result<> FileSystem::copy_file(const FileCopy& copy) {
    const Path source = copy.from_root / copy.from;
    const Path target = copy.to_root / copy.to;
    const auto from = open_below(copy.from_root, copy.from, O_RDONLY | O_NONBLOCK);
    if (!from.open() && errno == ENOENT) return make_error(code::file_not_found, source.string());
    if (!from.open()) return make_error(code::file_unreadable, source.string(), {system_reason(errno)});

    struct stat status {};
    if (::fstat(from.get(), &status) != 0) return read_error(source, errno);
    if (!S_ISREG(status.st_mode)) return make_error(code::file_unreadable, source.string(), {"not a regular file"});
    const auto limit = std::to_string(copy.limit);
    if (static_cast<std::uint64_t>(status.st_size) > copy.limit) {
        return make_error(code::file_too_large, source.string(), {limit});
    }

    const auto folder = open_target_folder(copy, confined_to_);
    if (!folder.open()) return place_error(target, errno);
    auto to = changes_->create(folder.get(), copy.to.filename().string(), copy.mode);
    if (!to.open()) return write_error(target, errno);
    const int failed = copy_bytes(*changes_, from, to, copy.limit);
    if (failed == EFBIG) return make_error(code::file_too_large, source.string(), {limit});
    if (failed != 0) return write_error(target, failed);
    if (const int error = changes_->set_mode(to.get(), copy.mode)) return write_error(target, error);
    if (to.close() != 0) return write_error(target, errno);
    return {};
}

}  // namespace skilldeck
