// SPDX-License-Identifier: Apache-2.0
#include "base/hook_event.hpp"

#include <algorithm>
#include <array>

namespace skilldeck {

namespace {

using enum BlockEffect;
using enum AnswerUse;

constexpr std::array<HookEventInfo, 33> kEvents{{
    {"SessionStart", "source", tells_user, json_and_context},
    {"Setup", "trigger", none, discarded},
    {"InstructionsLoaded", "load_reason", none, json},
    {"UserPromptSubmit", "", blocks, json_and_context},
    {"UserPromptExpansion", "command_name", blocks, json_and_context},
    {"PreToolUse", "tool_name", blocks, json},
    {"PermissionRequest", "tool_name", none, json},
    {"PermissionDenied", "tool_name", none, json},
    {"PostToolUse", "tool_name", tells_model, json},
    {"PostToolUseFailure", "tool_name", tells_model, json},
    {"PostToolBatch", "", blocks, json},
    {"Notification", "notification_type", none, json},
    {"MessageDisplay", "", none, json},
    {"SubagentStart", "agent_type", tells_user, json},
    {"SubagentStop", "agent_type", blocks, json},
    {"TaskCreated", "", blocks, json},
    {"TaskCompleted", "", blocks, json},
    {"Stop", "", blocks, json},
    {"StopFailure", "error", none, json},
    {"TeammateIdle", "", blocks, json},
    {"ConfigChange", "source", blocks, json},
    {"CwdChanged", "", tells_user, json},
    {"DirectoryAdded", "source", tells_user, json},
    {"FileChanged", "file_path", tells_user, json},
    {"WorktreeCreate", "", any_code_fails, json},
    {"WorktreeRemove", "", tells_user, json},
    {"PreCompact", "trigger", blocks, json},
    {"PostCompact", "trigger", tells_user, json},
    {"PreModelSwitch", "to_model", blocks, json},
    {"PostModelSwitch", "to_model", none, json_and_context},
    {"Elicitation", "mcp_server_name", blocks, json},
    {"ElicitationResult", "mcp_server_name", blocks, json},
    {"SessionEnd", "reason", tells_user, json},
}};

}  // namespace

std::span<const HookEventInfo> hook_events() {
    return kEvents;
}

const HookEventInfo* find_hook_event(std::string_view name) {
    const auto found = std::ranges::find(kEvents, name, &HookEventInfo::name);
    return found == kEvents.end() ? nullptr : &*found;
}

std::vector<std::string> hook_event_names() {
    std::vector<std::string> names;
    for (const auto& event : kEvents) names.emplace_back(event.name);
    return names;
}

}  // namespace skilldeck
