// SPDX-License-Identifier: Apache-2.0
// A judge of a plugin's parts that finds nothing, for tests of what surrounds them.
#pragma once

#include "package/validation.hpp"

namespace skilldeck::test {

class NoComponents final : public ComponentJudge {
public:
    [[nodiscard]] Diagnostics skill(const SkillDirectory&, const PluginPackage&) const override { return {}; }
    [[nodiscard]] Diagnostics command(const CommandFile&) const override { return {}; }
    [[nodiscard]] Diagnostics agent(const AgentFile&) const override { return {}; }
    [[nodiscard]] std::vector<ShadowedPart> shadowed(const PluginPackage&) const override { return {}; }
    [[nodiscard]] Diagnostics hooks(const HooksDocument&, const PluginPackage&) const override { return {}; }
    [[nodiscard]] Diagnostics library(const Path&, std::string_view, const PluginPackage&) const override { return {}; }
    [[nodiscard]] Diagnostics native_skills(const NativeModule&) const override { return {}; }
};

}  // namespace skilldeck::test
