// SPDX-License-Identifier: Apache-2.0
// What this folder can report about files, processes and locks: code, severity, sentence, hint
// (base/diagnostic_code.hpp). Codes are an interface: add, never rename; tests/golden/diagnostic_codes.txt records
// them. Pure values, any thread.
#pragma once

#include "base/diagnostic_code.hpp"

namespace skilldeck::code {

// clang-format off
SKILLDECK_CODE(file_not_found, "file-not-found", error, "no such file or directory", "check the path")
SKILLDECK_CODE(file_unreadable, "file-unreadable", error, "cannot be read: {}", "check the permissions of the file and its folders")
SKILLDECK_CODE(file_unwritable, "file-unwritable", error, "cannot be written: {}", "check the permissions of the folder and the free space, or choose another place with --config-dir")
SKILLDECK_CODE(file_too_large, "file-too-large", error, "larger than the limit of {} bytes", "make the file smaller")
SKILLDECK_CODE(lock_busy, "lock-busy", error, "another process holds the lock", "wait until the other command has ended, then try again")
// clang-format on

}  // namespace skilldeck::code
