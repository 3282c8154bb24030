// SPDX-License-Identifier: Apache-2.0
// Programs of awk and scripts of sed, read far enough to tell whether they only turn text into text. They run nothing.
// Pure functions, safe from any thread.
#pragma once

#include <string_view>

namespace skilldeck {

/// Whether a program runs no commands and writes no files; in doubt it does.
[[nodiscard]] bool awk_only_prints(std::string_view program);
[[nodiscard]] bool sed_only_prints(std::string_view script);

}  // namespace skilldeck
