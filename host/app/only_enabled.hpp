// SPDX-License-Identifier: Apache-2.0
// Plugins that a settings file switches on and nobody installed: they are said, with what to do, and can be taken out
// of the file again. It changes nothing. One thread, as the host.
#pragma once

#include "app/host.hpp"
#include "base/diagnostic.hpp"

#include <optional>
#include <string_view>

namespace skilldeck {

/// One finding an id and scope; of the files that people write, not of managed settings and the command line.
[[nodiscard]] Diagnostics only_enabled_plugins(Host& host);

/// The highest scope whose settings switch on this id, which is not installed.
[[nodiscard]] std::optional<Scope> scope_of_only_enabled(Host& host, std::string_view plugin_id);

}  // namespace skilldeck
