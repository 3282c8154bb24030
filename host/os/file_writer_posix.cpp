// SPDX-License-Identifier: Apache-2.0
// What changes the disk. Removing a tree is remove_tree_posix.cpp.
#include "os/codes.hpp"
#include "os/descriptor.hpp"
#include "os/file_system.hpp"
#include "os/system_error.hpp"
#include "os/temporary_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cstdint>

namespace skilldeck {

namespace {

constexpr int kMostLinks = 40;  // as many as the kernel follows
constexpr mode_t kOnlyOwner = 0600;

int write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return 0;
}

int sync_descriptor(int descriptor) {
    if (::fsync(descriptor) == 0) return 0;
    return errno == EINVAL || errno == ENOTSUP ? 0
                                               : errno;  // a file system that cannot sync this has nothing to wait for
}

Path folder_of(const Path& path) {
    const auto parent = path.parent_path();
    return parent.empty() ? Path(".") : parent;
}

/// Where a write to `path` must go: through its links, also to a target that is not there yet.
Result<Path> follow_links(Path path) {
    const FileSystem files;
    const auto asked = path;
    for (int i = 0; i < kMostLinks; ++i) {
        const auto info = files.info(path, Links::keep);
        if (!info || info->kind != FileKind::link) return path;
        const auto target = files.read_link(path);
        if (!target) return target.error();
        path = target->is_absolute() ? *target : folder_of(path) / *target;
    }
    return write_error(asked, ELOOP);
}

/// The owner as well as the mode: a file of a user must stay theirs when root changes it.
int take_over(int descriptor, const struct stat& existing) {
    const bool other_owner = existing.st_uid != ::geteuid() || existing.st_gid != ::getegid();
    if (::geteuid() == 0 && other_owner && ::fchown(descriptor, existing.st_uid, existing.st_gid) != 0) return errno;
    return ::fchmod(descriptor, existing.st_mode & 07777U) == 0 ? 0 : errno;
}

}  // namespace

Result<> FileSystem::make_directories(const Path& directory, std::uint32_t mode) {
    if (directory.empty()) return write_error(directory, ENOENT);
    if (::mkdir(directory.c_str(), mode) == 0) return {};
    if (errno == EEXIST) {
        if (is_directory(directory)) return {};
        return write_error(directory, ENOTDIR);
    }
    const auto parent = directory.parent_path();
    if (errno != ENOENT || parent.empty() || parent == directory) return write_error(directory, errno);
    if (const auto made = make_directories(parent, mode); !made) return made;
    // Somebody else may have made it meanwhile; a slash at the end makes the path its own parent's child.
    if (::mkdir(directory.c_str(), mode) == 0 || (errno == EEXIST && is_directory(directory))) return {};
    return write_error(directory, errno);
}

Result<> FileSystem::write_atomically(const Path& path, std::string_view bytes, std::uint32_t mode) {
    const auto target = follow_links(path);
    if (!target) return target.error();
    const auto name = target->filename().string();
    const Descriptor folder(::open(folder_of(*target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder.open()) return write_error(*target, errno);

    struct stat existing {};
    const bool exists = ::fstatat(folder.get(), name.c_str(), &existing, AT_SYMLINK_NOFOLLOW) == 0;
    if (exists && !S_ISREG(existing.st_mode)) {
        return make_error(code::file_unwritable, target->string(), {"not a regular file"});
    }
    TemporaryFile temporary(folder.get());
    const auto failed = [&](int number) -> Result<> { return write_error(*target, number); };
    if (const int error = temporary.create(name, exists ? kOnlyOwner : mode)) return failed(error);
    if (const int error = write_all(temporary.descriptor(), bytes)) return failed(error);
    if (exists) {
        if (const int error = take_over(temporary.descriptor(), existing)) return failed(error);
    }
    if (::fsync(temporary.descriptor()) != 0) return failed(errno);
    if (const int error = temporary.rename_to(name)) return failed(error);
    if (const int error = sync_descriptor(folder.get())) return failed(error);
    for (const auto& stray : sweep_stray_temporaries(folder.get(), name)) {
        if (on_stray_) on_stray_(folder_of(*target) / stray);
    }
    return {};
}

Result<> FileSystem::write_new(const Path& path, std::string_view bytes, std::uint32_t mode) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    if (!file.open()) return write_error(path, errno);
    int error = write_all(file.get(), bytes);
    if (file.close() != 0 && error == 0) error = errno;
    if (error == 0) return {};
    ::unlink(path.c_str());
    return write_error(path, error);
}

Result<> FileSystem::make_link(const Path& target, const Path& link) {
    if (::symlink(target.c_str(), link.c_str()) != 0) return write_error(link, errno);
    return {};
}

Result<> FileSystem::rename(const Path& from, const Path& to) {
    if (::rename(from.c_str(), to.c_str()) != 0) return write_error(errno == ENOENT ? from : to, errno);
    return {};
}

Result<> FileSystem::sync_file_system(const Path& path) {
    const Descriptor place(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!place.open()) return write_error(path, errno);
    if (::syncfs(place.get()) != 0) return write_error(path, errno);
    return {};
}

Result<> FileSystem::can_write_in(const Path& directory) const {
    const auto found = info(directory);
    if (!found && found.error().code == code::file_not_found && directory.has_relative_path())
        return can_write_in(folder_of(directory));
    if (!found) return found.error();
    if (found->kind != FileKind::directory) return write_error(directory, ENOTDIR);
    if (::faccessat(AT_FDCWD, directory.c_str(), W_OK | X_OK, AT_EACCESS) != 0) return write_error(directory, errno);
    return {};
}

Result<> FileSystem::sync_directory(const Path& directory) {
    const Descriptor place(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!place.open()) return write_error(directory, errno);
    if (const int error = sync_descriptor(place.get())) return write_error(directory, error);
    return {};
}

}  // namespace skilldeck
