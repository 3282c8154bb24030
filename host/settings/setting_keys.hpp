// SPDX-License-Identifier: Apache-2.0
// The one table of settings: what each key holds and which scopes may say it. Whoever reads settings files and whoever
// judges them uses it; what a value means is its reader's. Immutable values, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "settings/settings.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace skilldeck {

enum class SettingType : std::uint8_t {
    anything,
    flag,
    text,
    count,     ///< a whole number above 0
    fraction,  ///< above 0, at most 1
    texts,     ///< a list of strings
    map,       ///< its reader judges the members
    flags,     ///< a map of true and false
    text_map,  ///< a map of strings
    map_of_maps,
    maps,  ///< a list of maps
    flag_or_texts,
};

/// Who may say it.
enum class SettingScopes : std::uint8_t {
    any,
    user,  ///< not a project, which comes with the repository
    managed,
};

struct SettingUse {
    bool in_claude_file = false;  ///< also counts in a project's .claude file; the rest of that governs another program
    bool restricts = false;       ///< can only take rights away: counts before workspace trust, unreadable as true
    bool policy = false;          ///< what a managed file says wrongly counts in its strictest form (policy.hpp)
    /// Of a key that may forbid: what holds while it cannot be read (SettingsLayer::unreadable). Empty: it forbids
    /// nothing that another value of it allows.
    std::string_view until_mended = {};

    [[nodiscard]] bool forbids() const { return !until_mended.empty(); }
};

struct SettingKey {
    std::string_view name;
    SettingType type;
    SettingScopes scopes = SettingScopes::any;
    SettingUse use = {};
    std::span<const std::string_view> words = {};  ///< of a map: the members there are; others are reported
};

/// The kinds of skill sources, as `skillSources` names them.
inline constexpr std::array<std::string_view, 9> kSkillSourceWords{
    "managed", "user", "project", "addDir", "commands", "plugin", "bundled", "mcp", "remote"};

[[nodiscard]] std::span<const SettingKey> setting_keys();
/// Null for a name that is no setting; names are case-sensitive.
[[nodiscard]] const SettingKey* find_setting(std::string_view name);

/// Holds every value of the layer against the table: a wrong one, null among them, is one diagnostic and does not count
/// (one that restricts counts as true), a wrong member of a map is reported and left to its reader (a managed flag
/// becomes false), a key that is no setting is a note. What policy.hpp judges in a managed file is left as it is.
void judge_settings(SettingsLayer& layer, Diagnostics& diagnostics);

}  // namespace skilldeck
