// SPDX-License-Identifier: Apache-2.0
// Whose the names `plugin:…` are when several installed plugins have one name. What a plugin or its marketplace writes
// does not count: where the host found it does, then what managed settings name, then which was installed first. A
// disabled plugin keeps its name, as rules about the name are about its skills; uninstalling frees it. The others keep
// their whole names, `plugin:skill@market`. Bare names of skills go the same way. Pure functions of their arguments.
#pragma once

#include "plugin/plugin.hpp"
#include "settings/policy.hpp"

#include <vector>

namespace skilldeck {

/// Sets `namespace_of` of every plugin that does not own its name, and reports it at active ones. Call it after those
/// that --plugin-dir replaces are known.
void settle_namespaces(std::vector<Plugin>& plugins, const ManagedPolicy& policy);

/// After settle_namespaces(): whether the names `plugin:…` are this plugin's, also while it is disabled.
[[nodiscard]] bool owns_namespace(const Plugin& plugin);

/// Puts the skills of the plugins into the order in which names are given out: who asks first gets one.
void order_by_claim(std::vector<SkillSource>& skills, const std::vector<Plugin>& plugins, const ManagedPolicy& policy);

}  // namespace skilldeck
