// SPDX-License-Identifier: Apache-2.0
// A plugin in words for people: its state, what it contributes, who decided, why. What lists, explanations and the
// plugin manager show. Reads snapshots only. [loop thread]
#pragma once

#include "app/host.hpp"
#include "plugin/plugin_json.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace skilldeck {

/// The word of the state column: one word a reader can search for.
[[nodiscard]] std::string state_word(const Plugin& plugin, const std::optional<NativeState>& native);

/// `2 skills, 1 hook`; empty when there is nothing.
[[nodiscard]] std::string count_words(const ContributionNames& names);

/// What decides whether it is enabled, with the rule of managed settings where one does: `user`, `managed: …`.
[[nodiscard]] std::string decision_words(const Plugin& plugin);

/// The answer of `plugin explain` in lines, without the diagnostics.
[[nodiscard]] std::string explanation(Host& host, const Plugin& plugin, std::size_t columns);

}  // namespace skilldeck
