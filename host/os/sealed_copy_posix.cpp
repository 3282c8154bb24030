// SPDX-License-Identifier: Apache-2.0
#include "os/sealed_copy.hpp"

#include "os/descriptor.hpp"
#include "os/system_error.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cstdlib>
#include <string>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace skilldeck {

namespace {

/// Where copies go when TMPDIR names no folder.
constexpr std::string_view kDefaultParent = "/tmp";

/// 0, or the errno of the write that failed.
int write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

#if defined(__linux__)
constexpr unsigned kExecutable =
    0x10U;  // MFD_EXEC: since Linux 6.3 the system may otherwise hand out one without the right

/// An open, sealed memory file, or none where the system has no such thing.
Descriptor make_in_memory(std::string_view bytes, const std::string& name) {
    constexpr unsigned kFlags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
    Descriptor memory(::memfd_create(name.c_str(), kFlags | kExecutable));
    if (!memory.open()) memory = Descriptor(::memfd_create(name.c_str(), kFlags));
    if (!memory.open() || write_all(memory.get(), bytes) != 0) return {};
    if (::fcntl(memory.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) != 0) return {};
    return memory;
}
#endif

/// `name` without what would lead out of a directory.
std::string plain_name(std::string_view name) {
    std::string plain(name.substr(0, 200));
    for (auto& each : plain)
        if (each == '/' || each == '\0') each = '_';
    return plain.empty() || plain == "." || plain == ".." ? "copy" : plain;
}

}  // namespace

SealedCopy::SealedCopy(int descriptor, Path path, Path directory)
    : descriptor_(descriptor), path_(std::move(path)), directory_(std::move(directory)) {}

SealedCopy::SealedCopy(SealedCopy&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      path_(std::move(other.path_)),
      directory_(std::exchange(other.directory_, {})) {}

SealedCopy& SealedCopy::operator=(SealedCopy&& other) noexcept {
    if (this == &other) return *this;
    discard();
    descriptor_ = std::exchange(other.descriptor_, -1);
    path_ = std::move(other.path_);
    directory_ = std::exchange(other.directory_, {});
    return *this;
}

SealedCopy::~SealedCopy() {
    discard();
}

void SealedCopy::keep() {
    descriptor_ = -1;
    directory_.clear();
}

void SealedCopy::discard() {
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
    if (directory_.empty()) return;
    ::unlink(path_.c_str());
    ::rmdir(directory_.c_str());
    directory_.clear();
}

Result<SealedCopy> SealedCopy::make(std::string_view bytes, std::string_view name) {
#if defined(__linux__)
    auto memory = make_in_memory(bytes, plain_name(name));
    if (memory.open()) {
        Path path("/proc/self/fd/" + std::to_string(memory.get()));
        // Without /proc there is no path to it.
        struct stat status {};
        if (::stat(path.c_str(), &status) == 0) return SealedCopy(memory.release(), std::move(path), {});
    }
#endif
    std::error_code fault;
    const auto parent = std::filesystem::temp_directory_path(fault);
    return make_in_directory(bytes, name, fault ? Path(kDefaultParent) : parent);
}

Result<SealedCopy> SealedCopy::make_in_directory(std::string_view bytes, std::string_view name, const Path& parent) {
    auto pattern = (parent / "skilldeck-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) return write_error(parent, errno);
    const Path directory(pattern);
    const auto path = directory / plain_name(name);
    SealedCopy copy(-1, path, directory);
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0500));
    if (!file.open()) return write_error(path, errno);
    if (const int fault = write_all(file.get(), bytes); fault != 0) return write_error(path, fault);
    if (file.close() != 0) return write_error(path, errno);
    return copy;
}

}  // namespace skilldeck
