// SPDX-License-Identifier: Apache-2.0
// The strict judge of a plugin directory, for `plugin validate`: everything read_package reports, and beyond it what
// loads but should be mended. It only reads. Marketplaces are judged by market/marketplace_validation.hpp.
// Pure functions of the files, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "os/file_system.hpp"
#include "package/package.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// Whether warnings fail too (`--strict`).
enum class Strictness { errors_fail, warnings_fail };

/// A part that another one of the same plugin and name hides.
struct ShadowedPart {
    std::string kind;  ///< skill, command or agent
    std::string name;
    Path file, winner;
};

/// What other folders know about the parts of a plugin: app/component_judge brings them together.
class ComponentJudge {
public:
    virtual ~ComponentJudge() = default;
    [[nodiscard]] virtual Diagnostics skill(const SkillDirectory& skill, const PluginPackage& package) const = 0;
    /// A command or an agent that is a file with front matter; that it has none is said elsewhere.
    [[nodiscard]] virtual Diagnostics command(const CommandFile& command) const = 0;
    [[nodiscard]] virtual Diagnostics agent(const AgentFile& agent) const = 0;
    [[nodiscard]] virtual std::vector<ShadowedPart> shadowed(const PluginPackage& package) const = 0;
    [[nodiscard]] virtual Diagnostics hooks(const HooksDocument& document, const PluginPackage& package) const = 0;
    /// A declared library that is there; nothing where only the system of the platform could tell.
    [[nodiscard]] virtual Diagnostics library(const Path& file, std::string_view platform,
                                              const PluginPackage& package) const = 0;
    /// What module.json declares against what skills.json describes.
    [[nodiscard]] virtual Diagnostics native_skills(const NativeModule& module) const = 0;
};

/// The findings about the plugin at `directory`, in the order of the files; a plugin that cannot be read at all is one
/// error. `options.entry` is judged with it when it is there.
[[nodiscard]] Diagnostics validate_plugin(const FileReader& files, const Path& directory, const PackageOptions& options,
                                          const ComponentJudge& components);

/// The finding about a directory that is the source of a native plugin (CMakeLists.txt and package/), not a plugin.
[[nodiscard]] std::optional<Error> native_plugin_source(const FileReader& files, const Path& directory);

/// Whether a validation with these findings passed.
[[nodiscard]] bool validation_passed(const Diagnostics& findings, Strictness strictness);

}  // namespace skilldeck
