// SPDX-License-Identifier: Apache-2.0
// What changes the disk. Removing a tree is remove_tree_posix.cpp.
#include "os/codes.hpp"
#include "os/descriptor.hpp"
#include "os/entry_place.hpp"
#include "os/file_changes.hpp"
#include "os/file_system.hpp"
#include "os/system_error.hpp"
#include "os/temporary_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cstdint>
#include <utility>

namespace skilldeck {

namespace {

constexpr int kMostLinks = 40;  // as many as the kernel follows
constexpr mode_t kOnlyOwner = 0600;

int sync_folder(FileChanges& changes, int folder) {
    const int error = changes.sync(folder);
    return error == EINVAL || error == ENOTSUP ? 0 : error;  // a file system that cannot has nothing to wait for
}

bool is_taken(const EntryPlace& place) {
    struct stat status {};
    return ::fstatat(place.folder.get(), place.name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
}

/// Where a write to `path` must go: through its links, also to a target that is not there yet.
Result<Path> follow_links(const FileReader& files, Path path) {
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
int take_over(FileChanges& changes, int file, const struct stat& existing) {
    const bool other_owner = existing.st_uid != ::geteuid() || existing.st_gid != ::getegid();
    if (::geteuid() == 0 && other_owner) {
        if (const int error = changes.set_owner(file, existing.st_uid, existing.st_gid)) return error;
    }
    return changes.set_mode(file, existing.st_mode & 07777U);
}

}  // namespace

FileSystem::FileSystem() : FileSystem(system_file_changes()) {}

FileSystem::FileSystem(std::shared_ptr<FileChanges> changes) : changes_(std::move(changes)) {}

std::unique_ptr<FileWriter> FileSystem::confined(const Path& root) const {
    auto writer = std::make_unique<FileSystem>(*this);
    const auto normal = root.lexically_normal();
    writer->confined_to_ = normal.has_filename() ? normal : normal.parent_path();
    return writer;
}

/// Below a confinement the system's words for a link would puzzle.
Error FileSystem::place_error(const Path& path, int number) const {
    if (confined_to_.empty()) return write_error(path, number);
    if (number == EXDEV)
        return make_error(code::file_unwritable, path.string(), {"not below " + confined_to_.string()});
    if (number != ELOOP && number != ENOTDIR) return write_error(path, number);
    return make_error(code::file_unwritable, path.string(), {"a link or a file where its folder must be a directory"});
}

Result<> FileSystem::make_directories(const Path& directory, std::uint32_t mode, Durable durable) {
    if (directory.empty()) return write_error(directory, ENOENT);
    const auto links = confined_to_.empty() ? Links::follow : Links::keep;
    const auto is_there = [&] {
        const auto found = info(directory.has_filename() ? directory : directory.parent_path(), links);
        return found && found->kind == FileKind::directory;
    };
    auto place = entry_place(directory, confined_to_);
    if (!place.folder.open() && errno == ENOENT) {
        if (auto made = make_directories(folder_of(directory), mode, durable); !made) return made;
        place = entry_place(directory, confined_to_);
    }
    if (!place.folder.open()) return place_error(directory, errno);
    if (place.name.empty() || is_taken(place)) {
        return is_there() ? Result<>() : Result<>(write_error(directory, ENOTDIR));
    }
    // Somebody else may make it meanwhile.
    const int error = changes_->make_directory(place.folder.get(), place.name, mode);
    if (error == EEXIST && is_there()) return {};
    if (error != 0) return write_error(directory, error == EEXIST ? ENOTDIR : error);
    return durable == Durable::now ? sync_directory(folder_of(directory)) : Result<>();
}

Result<> FileSystem::write_atomically(const Path& path, std::string_view bytes, std::uint32_t mode) {
    if (!confined_to_.empty()) return replace_file(path, bytes, mode);
    const auto target = follow_links(*this, path);
    return target ? replace_file(*target, bytes, mode) : Result<>(target.error());
}

Result<> FileSystem::replace_file(const Path& target, std::string_view bytes, std::uint32_t mode) {
    const auto name = target.filename().string();
    const auto folder = open_directory(folder_of(target), confined_to_);
    if (!folder.open()) return place_error(target, errno);

    struct stat existing {};
    const bool exists = ::fstatat(folder.get(), name.c_str(), &existing, AT_SYMLINK_NOFOLLOW) == 0;
    if (exists && !S_ISREG(existing.st_mode)) {
        return make_error(code::file_unwritable, target.string(), {"not a regular file"});
    }
    TemporaryFile temporary(*changes_, folder.get());
    const auto failed = [&](int number) -> Result<> { return write_error(target, number); };
    if (const int error = temporary.create(name, exists ? kOnlyOwner : mode)) return failed(error);
    if (const int error = changes_->write(temporary.descriptor(), bytes)) return failed(error);
    if (exists) {
        if (const int error = take_over(*changes_, temporary.descriptor(), existing)) return failed(error);
    }
    if (const int error = changes_->sync(temporary.descriptor())) return failed(error);
    if (const int error = temporary.rename_to(name)) return failed(error);
    if (const int error = sync_folder(*changes_, folder.get())) return failed(error);
    for (const auto& stray : sweep_stray_temporaries(*changes_, folder.get(), name)) {
        if (on_stray_) on_stray_(folder_of(target) / stray);
    }
    return {};
}

Result<> FileSystem::write_new(const Path& path, std::string_view bytes, std::uint32_t mode) {
    const auto place = entry_place(path, confined_to_);
    if (!place.folder.open()) return place_error(path, errno);
    auto file = changes_->create(place.folder.get(), place.name, mode);
    if (!file.open()) return write_error(path, errno);
    int error = changes_->write(file.get(), bytes);
    if (file.close() != 0 && error == 0) error = errno;
    if (error == 0) return {};
    (void)changes_->unlink(place.folder.get(), place.name);
    return write_error(path, error);
}

Result<> FileSystem::make_link(const Path& target, const Path& link) {
    const auto place = entry_place(link, confined_to_);
    if (!place.folder.open()) return place_error(link, errno);
    const int error = changes_->make_link(target.string(), place.folder.get(), place.name);
    return error == 0 ? Result<>() : Result<>(write_error(link, error));
}

Result<> FileSystem::rename(const Path& from, const Path& to) {
    const auto source = entry_place(from, confined_to_);
    if (!source.folder.open()) return place_error(from, errno);
    const auto target = entry_place(to, confined_to_);
    if (!target.folder.open()) return place_error(to, errno);
    const int error = changes_->rename(source.folder.get(), source.name, target.folder.get(), target.name);
    if (error == 0) return {};
    return write_error(is_taken(source) ? to : from, error);
}

Result<> FileSystem::sync_file_system(const Path& directory) {
    const auto place = open_directory(directory, confined_to_);
    if (!place.open()) return place_error(directory, errno);
    const int error = changes_->sync_file_system(place.get());
    return error == 0 ? Result<>() : Result<>(write_error(directory, error));
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

std::vector<Path> FileSystem::stray_temporaries(const Path& directory) const {
    std::vector<Path> found;
    const auto place = open_directory(directory, confined_to_);
    if (!place.open()) return found;
    for (const auto& name : skilldeck::stray_temporaries(place.get())) found.push_back(directory / name);
    return found;
}

Result<> FileSystem::sync_directory(const Path& directory) {
    const auto place = open_directory(directory, confined_to_);
    if (!place.open()) return place_error(directory, errno);
    const int error = sync_folder(*changes_, place.get());
    return error == 0 ? Result<>() : Result<>(write_error(directory, error));
}

}  // namespace skilldeck
