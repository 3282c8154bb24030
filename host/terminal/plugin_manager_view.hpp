// SPDX-License-Identifier: Apache-2.0
// What the plugin manager looks like: the rows of the screen for one state. Every text is cleaned and cut to its
// columns here. Pure function, safe from any thread.
#pragma once

#include "terminal/full_screen.hpp"
#include "terminal/plugin_manager.hpp"

#include <vector>

namespace skilldeck {

/// As many rows as the screen has.
[[nodiscard]] std::vector<ScreenRow> manager_rows(const PluginManager& manager);

}  // namespace skilldeck
