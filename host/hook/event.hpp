// SPDX-License-Identifier: Apache-2.0
// One event on its way to its handlers; what the events are is base/hook_event.hpp. Immutable values, safe from any
// thread.
#pragma once

#include "base/hook_event.hpp"
#include "base/result.hpp"

#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

struct HookEvent {
    const HookEventInfo* info = nullptr;
    boost::json::object fields;
    std::string text;  ///< what handlers get on standard input, as it was given
    /// Members that the text has twice (`tool_input.command`): what they mean cannot be known, `fields` has the last.
    std::vector<std::string> repeated{};
};

/// `text` is the event as JSON. `hook_event_name` and `cwd` are filled in where they are missing; a name of another
/// event gives way to `name`. Errors: hook_event_not_known, and those of parse_json_object.
[[nodiscard]] Result<HookEvent> make_hook_event(std::string_view name, std::string_view text, std::string_view cwd);

/// Whether what a matcher is compared with is there twice.
[[nodiscard]] bool is_subject_repeated(const HookEvent& event);

/// What a matcher is compared with; FileChanged: the file's own name. Nothing: the event has no such member.
[[nodiscard]] std::optional<std::string> matcher_subject(const HookEvent& event);

}  // namespace skilldeck
