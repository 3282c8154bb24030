// SPDX-License-Identifier: Apache-2.0
// Every hook of this host from where it is written: managed and user settings, trusted projects, then plugins. That is
// the order in which their results are combined. Pure, over what was read.
#pragma once

#include "base/diagnostic.hpp"
#include "plugin/contributions.hpp"
#include "settings/policy.hpp"
#include "settings/settings.hpp"

#include <span>
#include <vector>

namespace skilldeck {

/// `contributed` are the hooks of plugins. Hooks of SessionEnd share a budget of their own, since somebody waits for
/// the end: 1.5 s, or the longest "timeout" that settings (not plugins) give one of them, up to a minute.
[[nodiscard]] std::vector<HookConfig> collect_hooks(const Settings& settings, const ManagedPolicy& policy,
                                                    std::span<const HookConfig> contributed, Diagnostics& diagnostics);

}  // namespace skilldeck
