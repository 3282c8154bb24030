// SPDX-License-Identifier: Apache-2.0
// The system's errno as an Error of this project. For the sources of os/ only. Safe from any thread.
#pragma once

#include "base/result.hpp"
#include "os/codes.hpp"
#include "os/file_system.hpp"

#include <cerrno>
#include <system_error>

namespace skilldeck {

[[nodiscard]] inline std::string system_reason(int number) {
    return std::generic_category().message(number);
}

[[nodiscard]] inline Error read_error(const Path& path, int number) {
    if (number == ENOENT || number == ENOTDIR) return make_error(code::file_not_found, path.string());
    return make_error(code::file_unreadable, path.string(), {system_reason(number)});
}

[[nodiscard]] inline Error write_error(const Path& path, int number) {
    return make_error(code::file_unwritable, path.string(), {system_reason(number)});
}

}  // namespace skilldeck
