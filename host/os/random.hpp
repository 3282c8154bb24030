// SPDX-License-Identifier: Apache-2.0
// Random bytes of the system, for names and ids that nobody may guess. Safe from any thread.
#pragma once

#include <cstddef>
#include <string>

namespace skilldeck {

/// Two hexadecimal digits a byte. Ends the program when the system has no randomness: nothing safe could follow.
[[nodiscard]] std::string random_hex(std::size_t bytes);

}  // namespace skilldeck
