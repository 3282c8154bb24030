// SPDX-License-Identifier: Apache-2.0
// The permission rules of this host applied: to a tool call that hooks have seen, to the `if` of a hook, to a call of a
// skill. The rules themselves are permission/. [loop thread]
#pragma once

#include "app/host.hpp"
#include "hook/dispatcher.hpp"
#include "permission/decision.hpp"

#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace skilldeck {

/// `working_directory` empty: where the session started.
[[nodiscard]] PermissionPlaces permission_places(Host& host, const Path& working_directory = {});

/// A call as the rules see it: one of a skill with every name the skill goes by.
[[nodiscard]] ToolCall tool_call(Host& host, std::string_view tool, const boost::json::object& input);
[[nodiscard]] ToolCall skill_tool_call(const Catalogue& catalogue, const CatalogueEntry& entry, std::string_view name);

/// Whether a hook's `if` holds for an event about a tool; nothing when it is no rule.
[[nodiscard]] std::optional<bool> condition_holds(Host& host, std::string_view rule, const HookEvent& event);

/// Fills `effective` and `rule` of a call that is about to run: the rules see the input that will run, a hook can only
/// forbid more. Other events are left as they are.
void apply_rules(Host& host, const HookEvent& event, HookOutcome& outcome);

}  // namespace skilldeck
