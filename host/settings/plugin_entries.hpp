// SPDX-License-Identifier: Apache-2.0
// The keys of `enabledPlugins` against the plugins that are installed: what is no id, or the id of none of them, does
// not do what its author meant. What an entry decides is enablement.hpp's. A pure function; safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "settings/settings.hpp"

#include <span>
#include <string>

namespace skilldeck {

/// A key that is no id is a warning that names the installed plugin it likely means. The id of no plugin of `installed`
/// is a warning where one of the files that people write switches it on, else a note; in the files of another host
/// (`.claude/`), whose plugins they may be, it is nothing. Each is at its member.
[[nodiscard]] Diagnostics judge_plugin_entries(const Settings& settings, std::span<const std::string> installed);

}  // namespace skilldeck
