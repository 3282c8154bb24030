// SPDX-License-Identifier: Apache-2.0
// The file beside a target that a write goes to before it is renamed over it, and what killed writers left of such
// files: `.<name>.<number>.tmp`, locked by its writer while that lives. For file_writer_posix.cpp. POSIX in
// temporary_file_posix.cpp; one thread an object.
#pragma once

#include "os/descriptor.hpp"
#include "os/file_changes.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace skilldeck {

/// A new file in `folder` (an open directory, which must outlive it as the changes must); gone again unless it was
/// renamed.
class TemporaryFile {
public:
    TemporaryFile(FileChanges& changes, int folder) : changes_(changes), folder_(folder) {}
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile();

    /// Both give 0 or an errno.
    int create(const std::string& target, std::uint32_t mode);
    int rename_to(const std::string& target);
    [[nodiscard]] int descriptor() const { return descriptor_.get(); }

private:
    FileChanges& changes_;
    int folder_;
    std::string name_;
    Descriptor descriptor_;
    bool renamed_ = false;
};

/// Removes the temporary files of `target` that no living writer holds; their names.
std::vector<std::string> sweep_stray_temporaries(FileChanges& changes, int folder, const std::string& target);

/// The names of those in the folder that no living writer holds, whatever their target; nothing is removed.
[[nodiscard]] std::vector<std::string> stray_temporaries(int folder);

}  // namespace skilldeck
