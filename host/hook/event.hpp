// SPDX-License-Identifier: Apache-2.0
// The hook events: what each lets a matcher look at, what exit code 2 does there, whose plain text becomes context; and
// one event on its way to its handlers. Immutable values, safe from any thread.
#pragma once

#include "base/result.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

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

struct HookEvent {
    const HookEventInfo* info = nullptr;
    boost::json::object fields;
    std::string text;  ///< what handlers get on standard input, as it was given
};

/// `text` is the event as JSON. `hook_event_name` and `cwd` are filled in where they are missing; a name of another
/// event gives way to `name`. Errors: hook_event_not_known, and those of parse_json_object.
[[nodiscard]] Result<HookEvent> make_hook_event(std::string_view name, std::string_view text, std::string_view cwd);

/// What a matcher is compared with; FileChanged: the file's own name. Nothing: the event has no such member.
[[nodiscard]] std::optional<std::string> matcher_subject(const HookEvent& event);

}  // namespace skilldeck
