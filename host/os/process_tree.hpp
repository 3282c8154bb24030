// SPDX-License-Identifier: Apache-2.0
// Which processes belong to a call: by group, and by the mark in their environment, which a descendant carries wherever
// it went. For process_posix.cpp only. A snapshot of /proc, safe from any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// The environment variable whose value marks the descendants of one call.
inline constexpr std::string_view kProcessMark = "SKILLDECK_CALL";

/// Whether the group of `leader` holds a living process besides it.
[[nodiscard]] bool group_has_others(int leader);

/// Living processes that were started with kProcessMark=`mark`, as far as this user may see.
[[nodiscard]] std::vector<int> processes_marked(const std::string& mark);

}  // namespace skilldeck
