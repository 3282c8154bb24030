// SPDX-License-Identifier: Apache-2.0
// The values of a plugin's declared options (`userConfig`): what user, command-line and managed settings say in
// `pluginConfigs[id].options`, else the declared default. Project and local files never speak here. Pure function.
#pragma once

#include "plugin/plugin.hpp"
#include "settings/settings.hpp"

#include <boost/json/object.hpp>

namespace skilldeck {

[[nodiscard]] boost::json::object plugin_options(const Settings& settings, const Plugin& plugin);

}  // namespace skilldeck
