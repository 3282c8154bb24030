// SPDX-License-Identifier: Apache-2.0
#include "app/component_judge.hpp"

#include "app/shadowed_parts.hpp"
#include "base/append.hpp"
#include "hook/matcher.hpp"
#include "native/codes.hpp"
#include "native/needed_libraries.hpp"
#include "native/negotiation.hpp"
#include "plugin/contributions.hpp"
#include "plugin/plugin_contributions.hpp"
#include "skill/agent_validation.hpp"
#include "skill/skill_validation.hpp"

#include <utility>

namespace skilldeck {

Diagnostics PluginComponentJudge::skill(const SkillDirectory& skill, const PluginPackage& package) const {
    const auto standard =
        package.format == PackageFormat::claude ? SkillStandard::claude_layout : SkillStandard::agent_skills;
    return validate_skill(files_, {skill.file, skill.name}, standard);
}

Diagnostics PluginComponentJudge::command(const CommandFile& command) const {
    return validate_command(files_, command.file, command.name);
}

Diagnostics PluginComponentJudge::agent(const AgentFile& agent) const {
    return validate_agent(files_, agent.file);
}

std::vector<ShadowedPart> PluginComponentJudge::shadowed(const PluginPackage& package) const {
    return shadowed_parts(files_, package);
}

Diagnostics PluginComponentJudge::hooks(const HooksDocument& document, const PluginPackage& package) const {
    HookConfig prototype;
    prototype.file = document.file;
    prototype.pointer = document.pointer;
    prototype.plugin_root = package.root;
    Diagnostics findings;
    auto hooks = read_hooks(document.events, prototype, findings);
    append(findings, judge_hook_matchers(hooks));
    for (const auto& hook : hooks) {
        if (auto problem = hook_kind_problem(hook)) findings.push_back(*std::move(problem));
        if (auto problem = native_hook_problem(hook, package)) findings.push_back(*std::move(problem));
    }
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
