// SPDX-License-Identifier: Apache-2.0
// Whether a plugin is enabled, and why: the first source that speaks. A project's word counts after workspace trust,
// before it only its `false`. A pure function of its inputs.
#pragma once

#include "settings/settings.hpp"

#include <optional>
#include <string>
#include <vector>

namespace skilldeck {

/// What decided, in the words of the interface.
enum class DecidedBy { managed, flag, local, project, user, entry, manifest, system_default };
[[nodiscard]] std::string_view decided_by_word(DecidedBy decided_by);  ///< system_default is "default"

struct EnablementStep {
    DecidedBy source{};
    Path file;                 ///< the settings file, the marketplace or the manifest; may be empty
    std::optional<bool> says;  ///< nothing: it did not speak
    bool counted = false;      ///< it spoke and may say that
    bool wins = false;
    std::string note;         ///< why a value was not counted, e.g. the workspace is not trusted
    bool unreadable = false;  ///< what it says cannot be known (the note says why): counted as `false`
};

struct Enablement {
    bool enabled = true;
    DecidedBy decided_by = DecidedBy::system_default;
    std::vector<EnablementStep> chain;  ///< every source, highest first, whether it spoke or not; one wins

    /// The step that wins if it is one that cannot be read, else null.
    [[nodiscard]] const EnablementStep* unreadable() const;
};

struct PluginDefaults {
    std::optional<bool> entry, manifest;
    Path entry_file, manifest_file;
    /// Why no default may switch it on, only a settings file; empty where one may.
    std::string held = {};
    /// Why managed settings do not mean this plugin by its id where they switch it on; empty where they do.
    std::string managed_held = {};
};

/// Two managed files: one `false` is enough. A layer that cannot be read might have said `false`: what is above it
/// decides, else the plugin is off; that of a project only after workspace trust.
[[nodiscard]] Enablement resolve_enablement(const Settings& settings, std::string_view plugin_id,
                                            const PluginDefaults& defaults);

}  // namespace skilldeck
