// SPDX-License-Identifier: Apache-2.0
// The argument string of a skill call, split into its arguments. What they are put into is expansion.hpp's business.
// Pure functions, safe from any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// Splits at blanks; quotes and backslashes as in a shell, nothing else of a shell. An unbalanced quote: at blanks
/// only.
[[nodiscard]] std::vector<std::string> split_arguments(std::string_view raw);

}  // namespace skilldeck
