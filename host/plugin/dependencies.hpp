// SPDX-License-Identifier: Apache-2.0
// What plugins need of each other, among those of one snapshot: which need is met, and who would miss a plugin. It
// installs and switches nothing (market/dependencies.hpp). Pure functions, safe from any thread.
#pragma once

#include "plugin/plugin.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace skilldeck {

/// One of a plugin's `dependencies` as it stands.
struct DependencyState {
    enum class Kind : std::uint8_t { met, missing, disabled, unusable, other_version } kind = Kind::missing;
    std::string id;                  ///< name@marketplace
    std::string range;               ///< of versions; empty: any
    std::string problem;             ///< `which is …`; empty when met
    const Plugin* plugin = nullptr;  ///< that it means; null when there is none
};
/// `met`, `missing`, `disabled`, `unusable`, `other-version`.
[[nodiscard]] std::string_view dependency_word(DependencyState::Kind kind);

/// In the order of the manifest. A copy of --plugin-dir meets a need in any version.
[[nodiscard]] std::vector<DependencyState> dependency_states(const Plugin& plugin, std::span<const Plugin> plugins);

/// How to mend one that is not met.
[[nodiscard]] std::string dependency_hint(const DependencyState& state);

/// The active plugins whose need this one meets.
[[nodiscard]] std::vector<const Plugin*> needed_by(const Plugin& plugin, std::span<const Plugin> plugins);

/// Why a plugin has to stay on: active plugins whose needs nothing else meets, and those that need them.
struct Hold {
    std::vector<std::string> chains;  ///< `z@m -> a@m -> c@m`: z needs a, which needs the plugin c
    std::string outermost;            ///< whom nobody needs, and so the first to switch off; empty: nothing holds it
};
[[nodiscard]] Hold hold_on(const Plugin& plugin, std::span<const Plugin> plugins);

/// What is off and would have to be on for this plugin's needs and for theirs, nearest first.
[[nodiscard]] std::vector<const Plugin*> needed_and_off(const Plugin& plugin, std::span<const Plugin> plugins);

}  // namespace skilldeck
