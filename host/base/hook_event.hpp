// SPDX-License-Identifier: Apache-2.0
// The hook events: what each lets a matcher look at, what exit code 2 does there, whose plain text becomes context. The
// one list of them; one event on its way to its handlers is hook/event.hpp. Pure values, safe from any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// What exit code 2, and `decision: "block"`, mean for an event.
enum class BlockEffect : std::uint8_t {
    blocks,         ///< the action does not take place, or goes on although it wanted to end
    tells_model,    ///< it already took place: the reason goes to the model
    tells_user,     ///< standard error is shown, nothing else
    none,           ///< not honoured
    any_code_fails  ///< every exit code but 0 makes the action fail
};

/// What becomes of an answer.
enum class AnswerUse : std::uint8_t {
    json,              ///< JSON is read, plain text only logged
    json_and_context,  ///< plain text is context for the model
    discarded          ///< JSON too
};

struct HookEventInfo {
    std::string_view name;
    std::string_view matcher_field;  ///< the member of the event a matcher looks at; empty: matchers are ignored
    BlockEffect block = BlockEffect::none;
    AnswerUse answer = AnswerUse::json;

    /// Events about one tool call: only there `if` can hold.
    [[nodiscard]] bool about_tool() const { return matcher_field == "tool_name"; }
    [[nodiscard]] bool can_block() const { return block == BlockEffect::blocks || block == BlockEffect::tells_model; }
};

/// All 33, in the order of the documentation.
[[nodiscard]] std::span<const HookEventInfo> hook_events();
/// Null for a name that is not one of them; names are case-sensitive.
[[nodiscard]] const HookEventInfo* find_hook_event(std::string_view name);
/// Their names, for suggestions.
[[nodiscard]] std::vector<std::string> hook_event_names();

}  // namespace skilldeck
