// SPDX-License-Identifier: Apache-2.0
// What the plugin manager lists and says of a row, from what the host knows: one reading, taken anew after each action.
// It changes nothing. [loop thread]
#pragma once

#include "app/host.hpp"
#include "terminal/plugin_manager_rows.hpp"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace skilldeck {

struct ManagerReading {
    std::shared_ptr<const PluginSet> plugins;
    std::vector<AvailablePlugin> available;
    std::vector<KnownMarketplace> marketplaces;
    Diagnostics problems;  ///< errors and warnings

    [[nodiscard]] const AvailablePlugin* find_available(std::string_view id) const;
    [[nodiscard]] const KnownMarketplace* find_marketplace(std::string_view name) const;
    [[nodiscard]] const Diagnostic* find_problem(std::string_view id) const;
};

[[nodiscard]] ManagerReading read_for_manager(Host& host);

[[nodiscard]] ManagerList manager_list(Host& host, const ManagerReading& reading, ManagerTab tab);

/// The whole of one row; nothing when it is not there any more. plugin_manager_details.cpp.
[[nodiscard]] std::optional<ManagerDetails> manager_details(Host& host, const ManagerReading& reading, ManagerTab tab,
                                                            std::string_view id);

}  // namespace skilldeck
