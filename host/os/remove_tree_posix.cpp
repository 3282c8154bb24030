// SPDX-License-Identifier: Apache-2.0
// Removing a tree: every step goes through the descriptor of the directory above, so that a directory exchanged for a
// link while the removal runs leads nowhere.
#include "os/codes.hpp"
#include "os/descriptor.hpp"
#include "os/entry_place.hpp"
#include "os/file_changes.hpp"
#include "os/file_system.hpp"
#include "os/system_error.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <memory>

namespace skilldeck {

namespace {

constexpr mode_t kOwnerAll = 0700;

int open_directory(int above, const char* name) {
    return ::openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/// A directory its owner may not read or change, as packages hold them, is opened up first; never through a link.
Descriptor open_for_removal(FileChanges& changes, int above, const char* name) {
    Descriptor directory(open_directory(above, name));
    if (!directory.open() && errno == EACCES) {
        const Descriptor handle(::openat(above, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!handle.open() || changes.set_mode(handle.get(), kOwnerAll) != 0) {
            errno = EACCES;
            return {};
        }
        directory = Descriptor(open_directory(above, name));
    }
    struct stat status {};
    if (directory.open() && ::fstat(directory.get(), &status) == 0 && (status.st_mode & kOwnerAll) != kOwnerAll) {
        (void)changes.set_mode(directory.get(), kOwnerAll);  // if it does not help, removing the entries says why
    }
    return directory;
}

Result<std::vector<std::string>> names_in(int directory, const Path& shown) {
    // fdopendir takes the descriptor over; the caller still needs it.
    Descriptor copy(::fcntl(directory, F_DUPFD_CLOEXEC, 0));
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(copy.open() ? ::fdopendir(copy.get()) : nullptr, ::closedir);
    if (!stream) {
        if (copy.open()) copy.close();
        return write_error(shown, errno);
    }
    static_cast<void>(copy.release());
    std::vector<std::string> names;
    while (const auto* entry = ::readdir(stream.get())) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") names.emplace_back(name);
    }
    return names;
}

Result<> remove_entry(FileChanges& changes, int above, const std::string& name, const Path& shown) {
    struct stat status {};
    if (::fstatat(above, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
        return errno == ENOENT ? Result<>() : Result<>(write_error(shown, errno));
    }
    if (!S_ISDIR(status.st_mode)) {
        const int error = changes.unlink(above, name);
        return error == 0 || error == ENOENT ? Result<>() : Result<>(write_error(shown, error));
    }
    {
        const auto directory = open_for_removal(changes, above, name.c_str());
        if (!directory.open()) return write_error(shown, errno);
        const auto names = names_in(directory.get(), shown);
        if (!names) return names.error();
        for (const auto& inner : *names) {
            if (auto removed = remove_entry(changes, directory.get(), inner, shown / inner); !removed) return removed;
        }
    }
    const int error = changes.remove_directory(above, name);
    return error == 0 || error == ENOENT ? Result<>() : Result<>(write_error(shown, error));
}

}  // namespace

Result<> FileSystem::remove_tree(const Path& path) {
    const auto place = entry_place(path, confined_to_);
    if (place.name.empty()) {
        return make_error(code::file_unwritable, path.string(), {"not the name of a directory entry"});
    }
    if (!place.folder.open() && errno == ENOENT) return {};
    if (!place.folder.open()) return place_error(path, errno);
    const auto tree = path.has_filename() ? path : path.parent_path();
    return remove_entry(*changes_, place.folder.get(), place.name, tree);
}

}  // namespace skilldeck
