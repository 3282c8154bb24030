// SPDX-License-Identifier: Apache-2.0
#include "app/permission_check.hpp"

#include "base/display_text.hpp"
#include "base/json.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kSkillTool = "Skill";

boost::json::object input_of(const HookEvent& event) {
    const auto* input = json_object(event.fields, "tool_input");
    return input != nullptr ? *input : boost::json::object();
}

/// Events at which a call has not run yet.
bool is_before_call(const HookEvent& event) {
    return event.info->name == "PreToolUse" || event.info->name == "PermissionRequest";
}

EffectiveDecision stricter(EffectiveDecision hooks, PermissionVerdict rules) {
    if (hooks == EffectiveDecision::deny || rules == PermissionVerdict::deny) return EffectiveDecision::deny;
    if (hooks == EffectiveDecision::ask || rules == PermissionVerdict::ask) return EffectiveDecision::ask;
    if (hooks == EffectiveDecision::allow || rules == PermissionVerdict::allow) return EffectiveDecision::allow;
    return EffectiveDecision::standard;
}

void judge_call(Host& host, const HookEvent& event, HookOutcome& outcome) {
    const auto& input = outcome.updated_input ? *outcome.updated_input : input_of(event);
    const auto call = tool_call(host, json_text(event.fields, "tool_name"), input);
    const auto places = permission_places(host, std::string(json_text(event.fields, "cwd")));
    auto ruled = decide(host.permission_rules(), call, places);
    const auto hooks_alone = outcome.effective;
    // There a hook answers the question that a rule has asked.
    const bool answers = event.info->name == "PermissionRequest" && hooks_alone == EffectiveDecision::allow;
    if (answers && ruled.verdict == PermissionVerdict::ask && !ruled.unreadable) ruled = {};
    outcome.effective = stricter(hooks_alone, ruled.verdict);
    const bool rules_decided = ruled.verdict != PermissionVerdict::unspoken &&
                               stricter(EffectiveDecision::standard, ruled.verdict) == outcome.effective;
    if (!rules_decided) return;
    if (ruled.rule) {
        outcome.rule =
            HookRule{ruled.rule->text, std::string(rule_list_word(ruled.rule->list)), ruled.rule->origin.source};
    }
    // What a hook gave as its reason is none for what a rule decided against it.
    if (hooks_alone != outcome.effective) outcome.reason = std::move(ruled.reason);
}

/// Which of the two will run cannot be known: neither a rule nor a hook has allowed it.
void hold_back(std::string_view repeated, HookOutcome& outcome) {
    if (outcome.effective == EffectiveDecision::deny || outcome.effective == EffectiveDecision::ask) return;
    outcome.effective = EffectiveDecision::ask;
    outcome.rule.reset();
    outcome.reason = "it cannot be known what is called: the event has \"" + clean_for_line(repeated) + "\" twice";
}

}  // namespace

PermissionPlaces permission_places(Host& host, const Path& working_directory) {
    const auto& places = host.places();
    return {working_directory.is_absolute() ? working_directory : places.start_directory, places.project_dir,
            places.home, &host.world().files};
}

ToolCall skill_tool_call(const Catalogue& catalogue, const CatalogueEntry& entry, std::string_view name) {
    ToolCall call;
    call.tool = kSkillTool;
    call.input["skill"] = name;
    call.skill_names = {entry.qualified_name.string(), std::string(name)};
    call.other_skill_names = catalogue.names_of(entry);
    call.name_is_anothers = !entry.name_owner.empty();
    if (!entry.skill->display_name.empty())
        call.other_skill_names.emplace_back(std::string_view(entry.skill->display_name));
    return call;
}

ToolCall tool_call(Host& host, std::string_view tool, const boost::json::object& input) {
    ToolCall call;
    if (tool == kSkillTool) {
        auto name = json_text(input, "skill");
        if (name.starts_with('/')) name.remove_prefix(1);
        const auto catalogue = host.catalogue();
        const auto* entry = catalogue ? (*catalogue)->find(name) : nullptr;
        if (entry != nullptr) call = skill_tool_call(**catalogue, *entry, name);
        // What does not lead to a skill of the owner is none of the owner's.
        if (catalogue && entry == nullptr) call.name_is_anothers = (*catalogue)->is_owned(name);
    }
    call.tool = tool;
    call.input = input;
    return call;
}

std::optional<bool> condition_holds(Host& host, std::string_view rule, const HookEvent& event) {
    const auto parsed = parse_permission_rule(rule, RuleList::deny, {"hook", {}});
    if (!parsed || !event.repeated.empty()) return std::nullopt;
    const auto call = tool_call(host, json_text(event.fields, "tool_name"), input_of(event));
    const auto places = permission_places(host, std::string(json_text(event.fields, "cwd")));
    return condition_fit(*parsed, call, places) != RuleFit::no;
}

void apply_rules(Host& host, const HookEvent& event, HookOutcome& outcome) {
    if (!is_before_call(event)) return;
    judge_call(host, event, outcome);
    if (!event.repeated.empty()) hold_back(event.repeated.front(), outcome);
}

}  // namespace skilldeck
