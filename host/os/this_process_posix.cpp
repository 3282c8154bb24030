// SPDX-License-Identifier: Apache-2.0
#include "os/codes.hpp"
#include "os/this_process.hpp"

#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <cstdlib>
#include <string_view>
#include <system_error>

namespace skilldeck {

Environment process_environment() {
    Environment environment;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const auto equals = text.find('=');
        if (equals == std::string_view::npos || equals == 0) continue;
        environment.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return environment;
}

Result<Path> working_directory() {
    std::error_code error;
    auto directory = std::filesystem::current_path(error);
    if (error) return make_error(code::file_not_found, "working directory");
    return directory;
}

void take_memory_in_large_steps() {
#ifdef __GLIBC__
    constexpr int kStep = 4 * 1024 * 1024;
    ::mallopt(M_TOP_PAD, kStep);
    ::mallopt(M_MMAP_THRESHOLD, kStep);
#endif
}

void refuse_exit() {
    (void)std::atexit([] {
        constexpr std::string_view kSaid =
            "error: native code of a plugin ended the program\n"
            "hint: `skilldeck plugin list` names the plugins with native code; disable the one that does this\n";
        (void)!::write(STDERR_FILENO, kSaid.data(), kSaid.size());
        ::_exit(1);
    });
}

void leave(int status) {
    ::_exit(status);
}

}  // namespace skilldeck
