// SPDX-License-Identifier: Apache-2.0
// Removing a tree: every step goes through the descriptor of the directory above, so that a directory exchanged for a
// link while the removal runs leads nowhere.
#include "os/codes.hpp"
#include "os/descriptor.hpp"
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
Descriptor open_for_removal(int above, const char* name) {
    Descriptor directory(open_directory(above, name));
    if (!directory.open() && errno == EACCES) {
        const Descriptor handle(::openat(above, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        const auto reopened = "/proc/self/fd/" + std::to_string(handle.get());
        if (!handle.open() || ::chmod(reopened.c_str(), kOwnerAll) != 0) {
            errno = EACCES;
            return {};
        }
        directory = Descriptor(open_directory(above, name));
    }
    struct stat status {};
    if (directory.open() && ::fstat(directory.get(), &status) == 0 && (status.st_mode & kOwnerAll) != kOwnerAll) {
        ::fchmod(directory.get(), kOwnerAll);  // if it does not help, removing the entries says why
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

Result<> remove_entry(int above, const std::string& name, const Path& shown) {
    if (::unlinkat(above, name.c_str(), 0) == 0 || errno == ENOENT) return {};
    const int unlinking = errno;
    struct stat status {};
    if (::fstatat(above, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(status.st_mode)) {
        return write_error(shown, unlinking);
    }
    {
        const auto directory = open_for_removal(above, name.c_str());
        if (!directory.open()) return write_error(shown, errno);
        const auto names = names_in(directory.get(), shown);
        if (!names) return names.error();
        for (const auto& inner : *names) {
            if (const auto removed = remove_entry(directory.get(), inner, shown / inner); !removed) return removed;
        }
    }
    if (::unlinkat(above, name.c_str(), AT_REMOVEDIR) == 0 || errno == ENOENT) return {};
    return write_error(shown, errno);
}

}  // namespace

Result<> FileSystem::remove_tree(const Path& path) {
    const auto tree = path.has_filename() ? path : path.parent_path();  // a slash at the end names nothing
    const auto name = tree.filename().string();
    if (name.empty() || name == "." || name == "..") {
        return make_error(code::file_unwritable, path.string(), {"not the name of a directory entry"});
    }
    const auto parent = tree.parent_path();
    const Descriptor above(::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!above.open() && errno == ENOENT) return {};
    if (!above.open()) return write_error(path, errno);
    return remove_entry(above.get(), name, tree);
}

}  // namespace skilldeck
