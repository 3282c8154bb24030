// SPDX-License-Identifier: Apache-2.0
// Every problem the host can see, in the order of the tree: what `doctor` and the plugin manager say. It changes
// nothing. [loop thread]
#pragma once

#include "app/host.hpp"
#include "base/diagnostic.hpp"

#include <cstdint>

namespace skilldeck {

enum class ProblemReach : std::uint8_t {
    everything,  ///< opens native modules, so that what stands in their way is seen here and not at the first use
    plugins,     ///< of plugins and marketplaces, and of what they are read from; opens nothing
};

[[nodiscard]] Diagnostics find_problems(Host& host, ProblemReach reach);

}  // namespace skilldeck
