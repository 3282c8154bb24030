// SPDX-License-Identifier: Apache-2.0
// What skill/, plugin/, hook/ and native/ know about the parts of a plugin, for validation. It runs no code of the
// plugin. [loop thread]
#pragma once

#include "package/validation.hpp"

namespace skilldeck {

class PluginComponentJudge final : public ComponentJudge {
public:
    explicit PluginComponentJudge(const FileReader& files) : files_(files) {}

    [[nodiscard]] Diagnostics skill(const SkillDirectory& skill, const PluginPackage& package) const override;
    [[nodiscard]] Diagnostics command(const CommandFile& command) const override;
    [[nodiscard]] Diagnostics agent(const AgentFile& agent) const override;
    [[nodiscard]] std::vector<ShadowedPart> shadowed(const PluginPackage& package) const override;
    [[nodiscard]] Diagnostics hooks(const HooksDocument& document, const PluginPackage& package) const override;
    [[nodiscard]] Diagnostics library(const Path& file, std::string_view platform,
                                      const PluginPackage& package) const override;
    [[nodiscard]] Diagnostics native_skills(const NativeModule& module) const override;

private:
    const FileReader& files_;
};

}  // namespace skilldeck
