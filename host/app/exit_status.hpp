// SPDX-License-Identifier: Apache-2.0
// What the program answers its caller. Pure values.
#pragma once

#include "base/result.hpp"

namespace skilldeck {

enum class ExitStatus : int { done = 0, failed = 1, usage = 2, refused = 3 };

/// Of two things asked for: wrong usage, then refused, then failed.
[[nodiscard]] ExitStatus worse(ExitStatus a, ExitStatus b);

/// `refused` for what policy or trust forbids, else `failed`.
[[nodiscard]] ExitStatus exit_status_of(const Error& error);

}  // namespace skilldeck
