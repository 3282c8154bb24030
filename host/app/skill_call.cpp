// SPDX-License-Identifier: Apache-2.0
#include "app/skill_call.hpp"

#include "app/codes.hpp"
#include "app/permission_check.hpp"
#include "app/skill_usage.hpp"
#include "app/slash_command.hpp"
#include "base/text.hpp"
#include "native/codes.hpp"
#include "plugin/codes.hpp"
#include "plugin/plugin_contributions.hpp"
#include "settings/policy.hpp"
#include "skill/codes.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kRemotePrefix = "_canonical_";

/// What the caller is told of a name that no skill has.
Error no_skill(const Catalogue& catalogue, std::string_view name, Caller caller) {
    if (caller == Caller::user) return catalogue.unknown_skill(name);
    if (name.starts_with(kRemotePrefix)) return make_error(code::skill_not_discovered, name, {name});
    const auto builtins = slash_builtins();
    if (std::ranges::find(builtins, name, &SlashBuiltin::name) != builtins.end()) {
        return make_error(code::skill_not_a_prompt, name, {name});
    }
    return make_error(code::skill_not_found, name, {name, catalogue.unknown_skill(name).hint});
}

std::optional<Error> refusal(const CatalogueEntry& entry, Caller caller) {
    if (entry.state == SkillState::disabled && !entry.off_because.empty()) {
        return make_error(code::skill_perhaps_disabled, entry.qualified_name, {entry.off_because});
    }
    if (entry.state == SkillState::disabled) return make_error(code::skill_disabled, entry.qualified_name);
    if (caller == Caller::model && entry.model_disabled) {
        return make_error(code::skill_not_for_model, entry.qualified_name);
    }
    if (caller == Caller::user && !entry.skill->user_invocable) {
        return make_error(code::skill_not_for_users, entry.qualified_name);
    }
    return std::nullopt;
}

/// Deny and ask rules hold for every caller. What the model may not do by itself asks; a typed call is its own yes.
std::optional<Error> denial(Host& host, const Catalogue& catalogue, const CatalogueEntry& entry, const SkillCall& call,
                            std::string_view name) {
    const auto decision =
        decide(host.permission_rules(), skill_tool_call(catalogue, entry, name), permission_places(host));
    const auto denied = [&](const std::string& reason, std::string_view hint) {
        return make_error(code::call_denied, entry.qualified_name,
                          {"the skill " + entry.call_name() + " was not called: " + reason, hint});
    };
    if (decision.verdict == PermissionVerdict::deny) return denied(decision.reason, decision.remedy);
    if (decision.verdict == PermissionVerdict::allow) return std::nullopt;
    auto reason = decision.reason;
    if (decision.verdict == PermissionVerdict::unspoken) {
        if (call.caller == Caller::user) return std::nullopt;
        const auto asks = skill_asks(host.world().files, *entry.skill);
        if (asks.empty()) return std::nullopt;
        reason = "it needs a yes for its " + join(asks, ", ");
    }
    const auto question = "Call the skill " + entry.call_name() + "? (" + reason + ")";
    if (call.ask && call.ask(question)) return std::nullopt;
    const auto allowing = "allow it with a rule Skill(" + entry.call_name() + ") in permissions.allow";
    return denied(reason, decision.remedy.empty() ? allowing : decision.remedy);
}

/// Managed settings that keep allowing to themselves leave it to what they carry or enable.
AllowedTools allowed_tools_of(Host& host, const Origin& origin) {
    const bool managed = origin.scope == Scope::managed || origin.loaded_from == LoadedFrom::managed ||
                         origin.loaded_from == LoadedFrom::bundled;
    return host.policy().managed_rules_only && !managed ? AllowedTools::ignored : AllowedTools::honoured;
}

ShellBlocks shell_blocks_of(Host& host, const Origin& origin, ShellBlocks wanted) {
    const bool ours = origin.loaded_from == LoadedFrom::bundled || origin.loaded_from == LoadedFrom::managed;
    return !ours && skill_shell_disabled(host.settings(), host.policy()) ? ShellBlocks::disabled_by_policy : wanted;
}

ShellAccess shell_access(Host& host, const SkillCall& call) {
    const auto rules = host.permission_rules();
    return {
        &host.world().processes, child_environment(), {rules.begin(), rules.end()}, permission_places(host), call.ask};
}

/// A use that cannot be recorded costs a place in the listing, never the call.
void count_use_of(Host& host, const CatalogueEntry& entry) {
    auto& world = host.world();
    Diagnostics found;
    const auto recorded = record_skill_use(world.files, world.clock, host.places().state_dir(), entry, found);
    for (const auto& problem : found) world.log.warning(problem.message + " (" + problem.file + ")");
    if (!recorded)
        world.log.info("the use of " + entry.qualified_name.string() +
                       " is not recorded: " + to_line(recorded.error()));
}

/// What would let the module run: the hint of what stands in its way.
std::string approval_hint(const Plugin& plugin) {
    constexpr std::array kObstacles{code::native_not_approved, code::native_changed, code::native_not_trusted,
                                    code::native_not_allowed};
    for (const auto& found : plugin.diagnostics) {
        if (std::ranges::find(kObstacles, found.code) != kObstacles.end()) return found.hint;
    }
    return "run `skilldeck plugin trust " + plugin.id() + "`";
}

/// The managed file that switches the plugin off; null: none does.
const EnablementStep* forbidden_by(const Plugin& plugin) {
    const auto& enablement = plugin.enablement;
    if (enablement.enabled || enablement.decided_by != DecidedBy::managed) return nullptr;
    const auto step = std::ranges::find_if(enablement.chain, &EnablementStep::wins);
    return step != enablement.chain.end() ? &*step : nullptr;
}

/// Whether the module of the plugin says that it has this skill, or that nobody knows before it runs.
bool may_compute(const Plugin& plugin, std::string_view skill, bool is_qualified) {
    if (!plugin.package || !plugin.package->native) return false;
    const auto& module = *plugin.package->native;
    return (is_qualified && module.dynamic_skills) || std::ranges::find(module.skills, skill) != module.skills.end();
}

/// Why one plugin does not bring the skill that has this name; nothing when it would not anyhow.
std::optional<Error> withheld_by(const Plugin& plugin, std::string_view name) {
    const auto prefix = plugin.component_name() + ":";
    auto skill = name.substr(0, name.find('@'));
    const bool is_qualified = skill.starts_with(prefix);
    if (is_qualified) skill.remove_prefix(prefix.size());
    const auto whole = prefix + std::string(skill);
    const bool computes = may_compute(plugin, skill, is_qualified);
    if (const auto* step = forbidden_by(plugin)) {
        if (!is_qualified && !computes) return std::nullopt;
        return make_error(code::plugin_blocked, plugin.id(), {step->file.string()});
    }
    if (!plugin.native) return std::nullopt;
    const auto& native = *plugin.native;
    if (native.state == NativeState::failed) {
        const auto refused = std::ranges::find(plugin.refused, refusal_name("skill", skill), &Refusal::what);
        if (refused == plugin.refused.end()) return std::nullopt;
        return make_error(code::skill_unavailable, plugin.id(), {whole, refused->why});
    }
    if (native.state != NativeState::not_approved || !plugin.active() || !computes) return std::nullopt;
    return make_error(code::skill_not_approved, plugin.id(), {whole, native.reason, approval_hint(plugin)});
}

/// A skill that an installed plugin has and does not bring.
std::optional<Error> withheld(Host& host, std::string_view name) {
    for (const auto& plugin : host.plugins()->plugins()) {
        if (auto why = withheld_by(plugin, name)) return why;
    }
    return std::nullopt;
}

}  // namespace

Result<ExpandedSkill> expand_skill(Host& host, const SkillCall& call) {
    std::string_view name = call.name;
    if (name.starts_with('/')) name.remove_prefix(1);
    if (name.empty()) return make_error(code::skill_name_empty, "skill");
    const auto catalogue = host.catalogue();
    if (!catalogue) return catalogue.error();
    const auto* entry = (*catalogue)->find(name);
    if (entry == nullptr) {
        const auto why = withheld(host, name);
        return why ? *why : no_skill(**catalogue, name, call.caller);
    }
    if (auto refused = refusal(*entry, call.caller)) return *refused;
    if (auto denied = denial(host, **catalogue, *entry, call, name)) return *denied;

    ExpandRequest request;
    request.arguments = call.arguments;
    request.session_id = call.session_id;
    request.project_dir = host.places().project_dir;
    request.shell_blocks = shell_blocks_of(host, entry->skill->origin(), call.shell_blocks);
    request.allowed_tools = allowed_tools_of(host, entry->skill->origin());
    request.shell = shell_access(host, call);
    Diagnostics warnings;
    if (entry->skill->origin().loaded_from == LoadedFrom::bundled && !entry->skill->reference_files.empty()) {
        // Without its files a skill is still of use.
        auto directory = host.bundled_directory(entry->skill->name);
        if (directory) request.base_directory = std::move(*directory);
        if (!directory) warnings.push_back(to_diagnostic(directory.error()));
    }
    const auto cancel = host.world().stop_signals.token();
    request.cancel = cancel;
    std::optional<Result<ExpandedSkill>> answer;
    expand(host.world().files, entry->skill, std::move(request),
           [&answer](Result<ExpandedSkill> expanded) { answer.emplace(std::move(expanded)); });
    host.world().reactor.run_until([&answer] { return answer.has_value(); });
    if (cancel.cancelled()) return make_error(code::interrupted, entry->qualified_name);
    if (*answer && call.use == SkillUseCount::counted) count_use_of(host, *entry);
    if (*answer) (*answer)->name = entry->call_name();
    if (*answer) (*answer)->warnings.insert((*answer)->warnings.end(), warnings.begin(), warnings.end());
    return *std::move(answer);
}

}  // namespace skilldeck
