// SPDX-License-Identifier: Apache-2.0
#include "os/codes.hpp"
#include "os/temporary_directory.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <vector>

namespace skilldeck {

Result<TemporaryDirectory> TemporaryDirectory::make(std::string_view prefix) {
    std::error_code error;
    auto parent = std::filesystem::temp_directory_path(error);
    if (error) return make_error(code::file_unwritable, "TMPDIR", {error.message()});
    std::string pattern = (parent / (std::string(prefix) + ".XXXXXX")).string();
    if (::mkdtemp(pattern.data()) == nullptr) {
        return make_error(code::file_unwritable, parent.string(), {std::generic_category().message(errno)});
    }
    return TemporaryDirectory(std::filesystem::canonical(pattern, error));
}

void TemporaryDirectory::remove_left(std::string_view prefix, std::chrono::hours age) {
    std::error_code error;
    const auto parent = std::filesystem::temp_directory_path(error);
    if (error) return;
    const auto oldest = std::filesystem::file_time_type::clock::now() - age;
    const std::string start = std::string(prefix) + ".";
    std::vector<Path> left;
    for (std::filesystem::directory_iterator at(parent, error), end; !error && at != end; at.increment(error)) {
        if (!at->path().filename().string().starts_with(start)) continue;
        struct stat info {};
        const bool ours =
            ::lstat(at->path().c_str(), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == ::geteuid();
        std::error_code unknown;
        if (ours && at->last_write_time(unknown) < oldest && !unknown) left.push_back(at->path());
    }
    for (const auto& directory : left) (void)FileSystem().remove_tree(directory);
}

TemporaryDirectory& TemporaryDirectory::operator=(TemporaryDirectory&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
}

TemporaryDirectory::~TemporaryDirectory() {
    // What cannot be removed is left to the system's own cleaning.
    if (!path_.empty()) (void)FileSystem().remove_tree(path_);
}

}  // namespace skilldeck
