// SPDX-License-Identifier: Apache-2.0
// The setting `skillOverrides`: which skills are off, for people alone, or listed without their text. Pure functions of
// the settings, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "settings/settings.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace skilldeck {

/// A value of the setting `skillOverrides`, which does not reach plugin skills.
enum class SkillOverride : std::uint8_t { on, name_only, user_invocable_only, off };

/// `skillOverrides` of every layer.
struct SkillOverrides {
    std::map<std::string, SkillOverride, std::less<>> by_name;
    /// Why every other skill is off: a layer that might say so cannot be read; empty: they are on.
    std::string unreadable;
};

/// Higher layers entry by entry over lower ones. A managed entry that cannot be read is off.
[[nodiscard]] SkillOverrides read_skill_overrides(const Settings& settings, Diagnostics& diagnostics);

}  // namespace skilldeck
