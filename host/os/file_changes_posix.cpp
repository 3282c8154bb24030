// SPDX-License-Identifier: Apache-2.0
#include "os/file_changes.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#include <cerrno>

namespace skilldeck {

namespace {

int result_of(int returned) {
    return returned == 0 ? 0 : errno;
}

class SystemFileChanges final : public FileChanges {
public:
    Descriptor create(int folder, const std::string& name, std::uint32_t mode) override {
        return Descriptor(::openat(folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    }

    int write(int file, std::string_view bytes) override {
        while (!bytes.empty()) {
            const auto count = ::write(file, bytes.data(), bytes.size());
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) return errno;
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return 0;
    }

    int set_mode(int file, std::uint32_t mode) override {
        if (::fchmod(file, mode) == 0) return 0;
        if (errno != EBADF) return errno;
        const auto place = "/proc/self/fd/" + std::to_string(file);  // what O_PATH opened takes no fchmod
        return result_of(::chmod(place.c_str(), mode));
    }

    int set_owner(int file, std::uint32_t user, std::uint32_t group) override {
        return result_of(::fchown(file, user, group));
    }

    int make_directory(int folder, const std::string& name, std::uint32_t mode) override {
        return result_of(::mkdirat(folder, name.c_str(), mode));
    }

    int make_link(const std::string& target, int folder, const std::string& name) override {
        return result_of(::symlinkat(target.c_str(), folder, name.c_str()));
    }

    int rename(int from_folder, const std::string& from, int to_folder, const std::string& to) override {
        return result_of(::renameat(from_folder, from.c_str(), to_folder, to.c_str()));
    }

    int unlink(int folder, const std::string& name) override { return result_of(::unlinkat(folder, name.c_str(), 0)); }

    int remove_directory(int folder, const std::string& name) override {
        return result_of(::unlinkat(folder, name.c_str(), AT_REMOVEDIR));
    }

    int sync(int file_or_directory) override { return result_of(::fsync(file_or_directory)); }
    int sync_file_system(int place) override { return result_of(::syncfs(place)); }
};

}  // namespace

std::shared_ptr<FileChanges> system_file_changes() {
    return std::make_shared<SystemFileChanges>();
}

}  // namespace skilldeck
