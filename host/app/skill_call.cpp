// SPDX-License-Identifier: Apache-2.0
#include "app/skill_call.hpp"

#include "app/codes.hpp"
#include "app/skill_usage.hpp"
#include "settings/policy.hpp"

#include <utility>

namespace skilldeck {

namespace {

std::optional<Error> refusal(const CatalogueEntry& entry, Caller caller) {
    if (entry.state == SkillState::disabled) return make_error(code::skill_disabled, entry.qualified_name);
    if (caller == Caller::model && entry.model_disabled) {
        return make_error(code::skill_not_for_model, entry.qualified_name);
    }
    if (caller == Caller::user && !entry.skill->user_invocable) {
        return make_error(code::skill_not_for_users, entry.qualified_name);
    }
    return std::nullopt;
}

/// A use that cannot be recorded costs a place in the listing, never the call.
void count_use_of(Host& host, const CatalogueEntry& entry) {
    auto& world = host.world();
    const auto recorded = record_skill_use(world.files, world.clock, host.places().state_dir(), entry);
    if (!recorded)
        world.log.info("the use of " + entry.qualified_name + " is not recorded: " + to_line(recorded.error()));
}

}  // namespace

Result<ExpandedSkill> expand_skill(Host& host, const SkillCall& call) {
    std::string_view name = call.name;
    if (name.starts_with('/')) name.remove_prefix(1);
    if (name.empty()) return make_error(code::skill_name_empty, "skill");
    const auto catalogue = host.catalogue();
    if (!catalogue) return catalogue.error();
    const auto* entry = (*catalogue)->find(name);
    if (entry == nullptr) return (*catalogue)->unknown_skill(name);
    if (auto refused = refusal(*entry, call.caller)) return *refused;

    ExpandRequest request;
    request.arguments = call.arguments;
    request.session_id = call.session_id;
    request.project_dir = host.places().project_dir;
    const bool forbidden =
        call.shell_blocks == ShellBlocks::forbidden || (skill_shell_disabled(host.settings(), host.policy()) &&
                                                        entry->skill->origin().loaded_from != LoadedFrom::bundled &&
                                                        entry->skill->origin().loaded_from != LoadedFrom::managed);
    request.shell_blocks = forbidden ? ShellBlocks::forbidden : ShellBlocks::allowed;
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
    if (*answer) (*answer)->warnings.insert((*answer)->warnings.end(), warnings.begin(), warnings.end());
    return *std::move(answer);
}

}  // namespace skilldeck
