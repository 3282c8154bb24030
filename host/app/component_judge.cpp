// SPDX-License-Identifier: Apache-2.0
#include "app/component_judge.hpp"

#include "base/append.hpp"
#include "hook/matcher.hpp"
#include "native/codes.hpp"
#include "native/needed_libraries.hpp"
#include "native/negotiation.hpp"
#include "plugin/contributions.hpp"
#include "plugin/plugin_contributions.hpp"
#include "skill/skill_validation.hpp"

#include <utility>

namespace skilldeck {

Diagnostics PluginComponentJudge::skill(const SkillDirectory& skill, const PluginPackage& package) const {
    const auto standard =
        package.format == PackageFormat::claude ? SkillStandard::claude_layout : SkillStandard::agent_skills;
    return validate_skill(files_, {skill.file, skill.name}, standard);
}

Diagnostics PluginComponentJudge::hooks(const HooksDocument& document, const PluginPackage& package) const {
    HookConfig prototype;
    prototype.file = document.file;
    prototype.pointer = document.pointer;
    prototype.plugin_root = package.root;
    Diagnostics findings;
    const auto hooks = read_hooks(document.events, prototype, findings);
    append(findings, check_hook_matchers(hooks));
    return findings;
}

Diagnostics PluginComponentJudge::library(const Path& file, std::string_view platform,
                                          const PluginPackage& package) const {
    const auto target = target_of_platform(platform);
    if (!target) return {};
    ModuleExpectation expected;
    expected.name = package.name;
    expected.declared_major = package.native ? package.native->abi : 0;
    expected.target = *target;
    const auto facts = negotiate_file(files_, file, expected);
    if (!facts) return {to_diagnostic(facts.error())};
    if (*target != this_target()) return {};
    const auto needed = check_needed(files_, facts->needed, file, loader_places({}));
    if (needed) return {};
    auto finding = to_diagnostic(needed.error());
    // What this machine lacks another one may have.
    if (finding.code != code::native_side_library) finding.severity = Severity::warning;
    return {std::move(finding)};
}

Diagnostics PluginComponentJudge::native_skills(const NativeModule& module) const {
    return judge_native_skills(module);
}

}  // namespace skilldeck
