// SPDX-License-Identifier: Apache-2.0
// Reading the files of the layers: what is missing, damaged, insecure or not allowed in its scope. Used by
// load_settings only. One reader, one reading.
#pragma once

#include "settings/settings.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace skilldeck {

inline constexpr std::string_view kSettingsFile = "settings.json";
inline constexpr std::string_view kLocalSettingsFile = "settings.local.json";

/// The file that `--settings` names; nothing when it is JSON itself, or not given.
[[nodiscard]] std::optional<Path> flag_file(const SettingsPlaces& places);

/// A project's file of another host, of which only some keys are read.
[[nodiscard]] bool is_claude_file(const SettingsLayer& layer);

class SettingsReader {
public:
    SettingsReader(const FileReader& files, const SettingsPlaces& places) : files_(files), places_(places) {}

    /// A managed directory that is not there is fine; everything else about it must be in order.
    Result<> add_managed(const Path& directory);
    /// One managed file more, held to everything but its ownership.
    Result<> add_trial(const Path& file);
    /// `--settings`: asked for by name, so a fault is an error.
    Result<> add_flag();
    /// The .skilldeck file of the project and the .claude file below it.
    void add_project_scope(Scope scope);
    /// A missing file adds nothing, a damaged one an empty layer and a diagnostic.
    void add_file(Scope scope, const Path& file);

    [[nodiscard]] Settings finish() &&;

private:
    [[nodiscard]] Result<> check_ownership(const Path& path) const;
    /// `text`: what the values were read from.
    void add_layer(SettingsLayer layer, std::string_view text);
    void settle_repeated(SettingsLayer& layer, std::string_view text);
    void leave_out(SettingsLayer& layer);
    void note_untrusted(const SettingsLayer& layer);

    const FileReader& files_;
    const SettingsPlaces& places_;
    std::vector<SettingsLayer> layers_;
    std::vector<Path> managed_;  ///< real paths, so that a directory that is named twice is read once
    Diagnostics diagnostics_;
};

}  // namespace skilldeck
