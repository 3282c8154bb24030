// SPDX-License-Identifier: Apache-2.0
// What the program was started with, and how it ends. Read once, by main. POSIX in this_process_posix.cpp.
#pragma once

#include "os/file_system.hpp"
#include "os/process.hpp"

namespace skilldeck {

/// Every variable of this process.
[[nodiscard]] Environment process_environment();

/// Error: file_not_found when it was removed under us.
[[nodiscard]] Result<Path> working_directory();

/// Lets memory grow in large steps, on every thread: a page that is not touched costs nothing, a step is a system call.
void take_memory_in_large_steps();

/// From now on only leave() ends the process well: where a library calls exit(), that is said, and the status is 1.
/// What a command has not done must not look done.
void refuse_exit();

/// Ends the process now, without waiting for threads and without running destructors: what had to be written is
/// written.
[[noreturn]] void leave(int status);

}  // namespace skilldeck
