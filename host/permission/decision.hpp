// SPDX-License-Identifier: Apache-2.0
// What the permission rules say of one tool call: deny beats ask beats allow, whatever the layer; of a command line
// every part must be allowed, and one forbidden part forbids it. It names the rule and the part that decided. What a
// hook says, and who is asked, is not its business. Pure functions over the files they are given, safe from any thread.
#pragma once

#include "permission/command_rule.hpp"
#include "permission/path_rule.hpp"
#include "permission/rules.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace skilldeck {

struct ToolCall {
    std::string tool;
    boost::json::object input;
    /// Of a skill that is called: the names an allow rule may use (the qualified one, the one of the call), and the
    /// others it goes by. Without them the name of the call counts alone.
    std::vector<std::string> skill_names, other_skill_names;
    ShellVariables variables;  ///< of a command line: those whose values are known
    /// A plugin that is not the skill's own owns the name that it has (also a local skill's `plugin:…`): an allow rule
    /// about that name is about the owner's skills, so it holds for this one only if it says where it is from
    /// (`name:skill@market`).
    bool name_is_anothers = false;
};

/// unspoken: no rule is about the call.
enum class PermissionVerdict : std::uint8_t { unspoken, allow, ask, deny };

struct PermissionDecision {
    PermissionVerdict verdict = PermissionVerdict::unspoken;
    std::optional<PermissionRule> rule;  ///< that decided; absent when an ask or deny rule only might match
    std::string part;                    ///< of a command line: the command that decided
    std::string reason;                  ///< one line for people; empty when unspoken
    std::string remedy;                  ///< what lifts a deny or ask that no allow rule can lift; empty otherwise
    bool unreadable = false;             ///< it asks because a layer's rules cannot be read: they might deny
};

/// A rule list that cannot be read might deny: only allow rules before it (of higher layers) allow, the rest asks.
[[nodiscard]] PermissionDecision decide(std::span<const PermissionRule> rules, const ToolCall& call,
                                        const PermissionPlaces& places);

/// Whether a rule that stands as a condition (a hook's `if`) is about a call, taken as generously as for forbidding:
/// what cannot be decided is maybe.
[[nodiscard]] RuleFit condition_fit(const PermissionRule& rule, const ToolCall& call, const PermissionPlaces& places);

}  // namespace skilldeck
