// SPDX-License-Identifier: Apache-2.0
// Plugins that a settings file switches on and nobody installed: they are said, with what to do, and can be switched
// off again. It changes nothing. [loop thread]
#pragma once

#include "app/host.hpp"
#include "base/diagnostic.hpp"

#include <optional>
#include <string_view>

namespace skilldeck {

/// judge_plugin_entries() of the host's settings, without what another process was just changing.
[[nodiscard]] Diagnostics judged_plugin_entries(Host& host, const PluginSet& plugins);

/// Those of them that say that a plugin is enabled and not installed.
[[nodiscard]] Diagnostics only_enabled_plugins(Host& host, const PluginSet& plugins);

/// The highest scope of the files that people write whose settings switch on this id, which is not installed.
[[nodiscard]] std::optional<Scope> scope_of_only_enabled(Host& host, std::string_view plugin_id);

}  // namespace skilldeck
