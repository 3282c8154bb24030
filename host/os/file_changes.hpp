// SPDX-License-Identifier: Apache-2.0
// The steps in which the disk is changed, each of them one that a kill comes before or after: what FileSystem writes
// with. The real ones are system calls; the tests' double records them and stops before any of them. An entry is a name
// in an open folder, and a link is never followed. For the sources of os/ and such doubles; POSIX. Safe from any
// thread.
#pragma once

#include "os/descriptor.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace skilldeck {

class FileChanges {
public:
    virtual ~FileChanges() = default;
    /// A new regular file, open for writing and empty; not open, with errno, where it cannot be or the name is taken.
    virtual Descriptor create(int folder, const std::string& name, std::uint32_t mode) = 0;

    // Each gives 0 or an errno.
    virtual int write(int file, std::string_view bytes) = 0;  ///< all of them, at the end
    virtual int set_mode(int file, std::uint32_t mode) = 0;   ///< also of what is open only as a place (O_PATH)
    virtual int set_owner(int file, std::uint32_t user, std::uint32_t group) = 0;
    virtual int make_directory(int folder, const std::string& name, std::uint32_t mode) = 0;
    virtual int make_link(const std::string& target, int folder, const std::string& name) = 0;
    virtual int rename(int from_folder, const std::string& from, int to_folder, const std::string& to) = 0;
    virtual int unlink(int folder, const std::string& name) = 0;
    virtual int remove_directory(int folder, const std::string& name) = 0;
    /// A file's bytes, or a directory's list of entries, pushed to the disk.
    virtual int sync(int file_or_directory) = 0;
    /// Everything below the file system of an open file.
    virtual int sync_file_system(int place) = 0;
};

/// The system's calls.
[[nodiscard]] std::shared_ptr<FileChanges> system_file_changes();

}  // namespace skilldeck
