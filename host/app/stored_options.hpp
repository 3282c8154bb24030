// SPDX-License-Identifier: Apache-2.0
// The option values that the user's settings and credentials keep, whether their plugins are installed or not: those of
// a plugin that is gone are said and can be taken away. Names only, never a value. [loop thread]
#pragma once

#include "app/host.hpp"
#include "base/diagnostic.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

struct StoredOptions {
    std::string id;
    std::vector<std::string> names;  ///< sorted
    Path file;                       ///< one that holds them; the credentials if both do
};

/// Of the plugin with this id, or the only one with this name; nothing: none are kept.
[[nodiscard]] std::optional<StoredOptions> stored_options(Host& host, std::string_view id_or_name);

/// One note a plugin whose values are kept and that is installed nowhere, in any scope or project.
[[nodiscard]] Diagnostics options_without_plugin(Host& host);

}  // namespace skilldeck
