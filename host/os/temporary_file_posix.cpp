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
#include <ctime>
#include <memory>
#include <string_view>

namespace skilldeck {

namespace {

constexpr std::size_t kNameBytes = 200;  // of the target's name that goes into the temporary one, below NAME_MAX
constexpr int kNameTries = 16;
constexpr std::string_view kSuffix = ".tmp";
/// A write takes milliseconds; the lock, not the age, tells a living writer, but there is none in the first moments.
constexpr std::time_t kStraySeconds = 3600;

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

std::vector<std::string> temporaries_of(int folder, const std::string& target) {
    std::vector<std::string> found;
    Descriptor own(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!own.open()) return found;
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(::fdopendir(own.get()), ::closedir);
    if (!listing) return found;
    (void)own.release();
    const auto prefix = prefix_of(target);
    while (const auto* entry = ::readdir(listing.get())) {
        const std::string name(entry->d_name);
        if (is_temporary_of(name, prefix)) found.push_back(name);
    }
    return found;
}

bool is_stray(int descriptor) {
    struct stat info {};
    return ::fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode) &&
           ::time(nullptr) - info.st_mtim.tv_sec > kStraySeconds && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
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
        // Says that the writer lives; where it cannot be said, sweeping takes nothing away either.
        (void)::flock(descriptor_.get(), LOCK_EX | LOCK_NB);
        return 0;
    }
    return EEXIST;
}

int TemporaryFile::rename_to(const std::string& target) {
    const int error = changes_.rename(folder_, name_, folder_, target);
    renamed_ = error == 0;
    return error;
}

std::vector<std::string> sweep_stray_temporaries(FileChanges& changes, int folder, const std::string& target) {
    auto found = temporaries_of(folder, target);
    std::erase_if(found, [&](const std::string& name) {
        const Descriptor file(::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        return !file.open() || !is_stray(file.get()) || changes.unlink(folder, name) != 0;
    });
    std::ranges::sort(found);
    return found;
}

}  // namespace skilldeck
