// SPDX-License-Identifier: Apache-2.0
#include "os/entry_place.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef SYS_openat2
#include <linux/openat2.h>
#endif

#include <algorithm>
#include <cerrno>
#include <iterator>

namespace skilldeck {

namespace {

constexpr int kPlace = O_PATH | O_DIRECTORY | O_CLOEXEC;
constexpr int kReadable = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

/// The part of `path` below the confinement, `.` for its root; EXDEV, and nothing, for what is not below it.
Path part_below(const Path& path, const Path& confined_to) {
    const auto normal = path.lexically_normal();
    if (lies_below(normal, confined_to)) return normal.lexically_relative(confined_to);
    errno = EXDEV;
    return {};
}

bool climbs(const Path& relative) {
    return std::any_of(relative.begin(), relative.end(),
                       [](const Path& component) { return component == ".." || component.is_absolute(); });
}

/// The whole way in one call, where the system has it (Linux 5.6) and finds no link on it; else nothing.
Descriptor open_at_once([[maybe_unused]] const Descriptor& root, [[maybe_unused]] const Path& relative,
                        [[maybe_unused]] int flags) {
#ifdef SYS_openat2
    open_how how{};
    how.flags = static_cast<decltype(how.flags)>(flags | O_NOFOLLOW | O_CLOEXEC);
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
    return Descriptor(static_cast<int>(::syscall(SYS_openat2, root.get(), relative.c_str(), &how, sizeof how)));
#else
    return {};
#endif
}

}  // namespace

Path folder_of(const Path& path) {
    const auto parent = path.parent_path();
    return parent.empty() ? Path(".") : parent;
}

Descriptor open_below(const Path& root, const Path& relative, int flags) {
    if (relative == ".") return Descriptor(::open(root.c_str(), flags | O_CLOEXEC));
    if (climbs(relative)) {
        errno = ELOOP;
        return {};
    }
    Descriptor at(::open(root.c_str(), kPlace));
    if (!at.open()) return at;
    if (auto opened = open_at_once(at, relative, flags); opened.open()) return opened;
    // Step by step: for systems without that call, and to find out what stands in the way.
    for (auto component = relative.begin(); at.open() && component != relative.end(); ++component) {
        const bool last = std::next(component) == relative.end();
        const int how = last ? flags : kPlace;
        at = Descriptor(::openat(at.get(), component->c_str(), how | O_NOFOLLOW | O_CLOEXEC));
    }
    return at;
}

EntryPlace entry_place(const Path& path, const Path& confined_to) {
    const auto entry = path.has_filename() ? path : path.parent_path();  // a slash at the end names nothing
    EntryPlace place{{}, entry.filename().string()};
    if (place.name == "." || place.name == "..") place.name.clear();
    if (confined_to.empty()) {
        place.folder = Descriptor(::open(folder_of(entry).c_str(), kPlace));
        return place;
    }
    const auto below = part_below(entry, confined_to);
    errno = EXDEV;  // of the root too: it stands in a folder that is not below it
    if (below.empty() || below == ".") return place;
    const auto folder = below.parent_path();
    place.folder = open_below(confined_to, folder.empty() ? Path(".") : folder, kPlace);
    return place;
}

Descriptor open_directory(const Path& directory, const Path& confined_to) {
    if (confined_to.empty()) return Descriptor(::open(directory.c_str(), kReadable));
    const auto below = part_below(directory.has_filename() ? directory : directory.parent_path(), confined_to);
    return below.empty() ? Descriptor() : open_below(confined_to, below, kReadable);
}

}  // namespace skilldeck
