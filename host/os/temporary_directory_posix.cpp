// SPDX-License-Identifier: Apache-2.0
#include "os/codes.hpp"
#include "os/temporary_directory.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

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

TemporaryDirectory& TemporaryDirectory::operator=(TemporaryDirectory&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
}

TemporaryDirectory::~TemporaryDirectory() {
    // What cannot be removed is left to the system's own cleaning.
    if (!path_.empty()) (void)FileSystem().remove_tree(path_);
}

}  // namespace skilldeck
