// SPDX-License-Identifier: Apache-2.0
#include "os/temporary_file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kNameBytes = 200;  // of the target's name that goes into the temporary one, below NAME_MAX
constexpr int kNameTries = 16;
constexpr std::string_view kSuffix = ".tmp";

std::string prefix_of(const std::string& target) {
    return "." + target.substr(0, kNameBytes) + ".";
}

std::string temporary_name(const std::string& target) {
    std::uint64_t number = 0;
    if (::getrandom(&number, sizeof number, 0) != static_cast<ssize_t>(sizeof number))
        number = static_cast<std::uint64_t>(::getpid());
    return prefix_of(target) + std::to_string(number) + std::string(kSuffix);
}

bool is_temporary_of(std::string_view name, std::string_view prefix) {
    if (!name.starts_with(prefix) || !name.ends_with(kSuffix)) return false;
    if (name.size() <= prefix.size() + kSuffix.size()) return false;
    const auto number = name.substr(prefix.size(), name.size() - prefix.size() - kSuffix.size());
    return number.find_first_not_of("0123456789") == std::string_view::npos;
}

/// `.<any name>.<number>.tmp`.
bool is_temporary(std::string_view name) {
    if (!name.starts_with('.') || !name.ends_with(kSuffix)) return false;
    const auto dot = name.substr(0, name.size() - kSuffix.size()).rfind('.');
    return dot > 1 && is_temporary_of(name, name.substr(0, dot + 1));
}

std::vector<std::string> names_in(int folder, const std::function<bool(std::string_view)>& wanted) {
    std::vector<std::string> found;
    Descriptor own(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!own.open()) return found;
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(::fdopendir(own.get()), ::closedir);
    if (!listing) return found;
    (void)own.release();
    while (const auto* entry = ::readdir(listing.get())) {
        if (wanted(entry->d_name)) found.emplace_back(entry->d_name);
    }
    std::ranges::sort(found);
    return found;
}

/// Whether nobody writes it any more; while the result is open nobody else finds that too. A writer has its lock before
/// it writes the first byte.
Descriptor held_stray(int folder, const std::string& name) {
    Descriptor file(::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat info {};
    const bool stray = file.open() && ::fstat(file.get(), &info) == 0 && S_ISREG(info.st_mode) &&
                       ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
    return stray ? std::move(file) : Descriptor();
}

/// Says that the writer lives. False: somebody who sweeps or looks was faster, and the file may be gone. Where it
/// cannot be said, sweeping takes nothing away either.
bool is_taken(int file) {
    if (::flock(file, LOCK_EX | LOCK_NB) != 0) return errno != EWOULDBLOCK;
    struct stat info {};
    return ::fstat(file, &info) != 0 || info.st_nlink != 0;
}

}  // namespace

TemporaryFile::~TemporaryFile() {
    if (descriptor_.open() && !renamed_) (void)changes_.unlink(folder_, name_);
}

int TemporaryFile::create(const std::string& target, std::uint32_t mode) {
    for (int i = 0; i < kNameTries; ++i) {
        name_ = temporary_name(target);
        descriptor_ = changes_.create(folder_, name_, mode);
        if (!descriptor_.open() && errno == EEXIST) continue;
        if (!descriptor_.open()) return errno;
        if (is_taken(descriptor_.get())) return 0;
        (void)descriptor_.close();
        (void)changes_.unlink(folder_, name_);  // who only looked leaves it
    }
    return EEXIST;
}

int TemporaryFile::rename_to(const std::string& target) {
    const int error = changes_.rename(folder_, name_, folder_, target);
    renamed_ = error == 0;
    return error;
}

std::vector<std::string> sweep_stray_temporaries(FileChanges& changes, int folder, const std::string& target) {
    const auto prefix = prefix_of(target);
    auto found = names_in(folder, [&](std::string_view name) { return is_temporary_of(name, prefix); });
    std::erase_if(found, [&](const std::string& name) {
        const auto file = held_stray(folder, name);
        return !file.open() || changes.unlink(folder, name) != 0;
    });
    return found;
}

std::vector<std::string> stray_temporaries(int folder) {
    auto found = names_in(folder, is_temporary);
    std::erase_if(found, [&](const std::string& name) { return !held_stray(folder, name).open(); });
    return found;
}

}  // namespace skilldeck
