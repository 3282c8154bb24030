// SPDX-License-Identifier: Apache-2.0
// Whether a plugin can be used on this machine at all: what `requires` and the platforms of module.json say, without
// running anything of the plugin. Pure functions of what they are given; safe from any thread.
#pragma once

#include "os/file_system.hpp"
#include "package/package.hpp"
#include "plugin/plugin.hpp"
#include "plugin/plugin_registry.hpp"

namespace skilldeck {

/// The first demand that is not met is the reason.
[[nodiscard]] Availability judge_availability(const FileReader& files, const PluginWorld& world,
                                              const NativeModule& module);

}  // namespace skilldeck
