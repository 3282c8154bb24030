// SPDX-License-Identifier: Apache-2.0
// The descriptors a program is started with. Blocking; one thread a descriptor.
#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace skilldeck {

inline constexpr int kStandardInput = 0, kStandardOutput = 1, kStandardError = 2;

/// Called first: what was closed at the start is taken, so that nothing opened later is mistaken for it. A closed input
/// then is at its end, and writing to a closed output fails.
void hold_standard_streams();

/// The descriptor for the answer of this run. What anything else in the process prints to standard output, native
/// plugins and the libraries they bring, goes to standard error from now on: an answer that another program reads holds
/// nothing else. A terminal is left as it is. Called once.
[[nodiscard]] int take_standard_output();

[[nodiscard]] bool is_terminal(int descriptor);

/// Everything, however slow the reader; false when the reader is gone or the disk is full.
[[nodiscard]] bool write_all(int descriptor, std::string_view bytes);

/// Up to the end. Errors: file_unreadable; file_too_large above `limit` bytes.
[[nodiscard]] Result<std::string> read_all(int descriptor, std::size_t limit);

/// Some bytes, as many as are there; empty at the end. Called when the descriptor is readable, it does not block.
[[nodiscard]] Result<std::string> read_some(int descriptor);

}  // namespace skilldeck
