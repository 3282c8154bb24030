// SPDX-License-Identifier: Apache-2.0
// Permission rules as they are written: `Bash(git status *)`, `Read(~/notes/**)`, `Skill(deploy:*)`, `mcp__server__*`,
// out of every settings layer and of a skill's allowed tools, each with where it stands. What a rule matches is
// decision.hpp. Immutable values, safe from any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "settings/settings.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

inline constexpr std::size_t kPermissionRuleLimit = 1'000;  ///< bytes of one rule

/// Strongest first. `unreadable` stands for rules that cannot be read: all of a layer, or an entry of deny or ask. Its
/// text says where and why, its tool (or pattern of tools, in any case) what it may be about.
enum class RuleList : std::uint8_t { deny, ask, allow, unreadable };
[[nodiscard]] std::string_view rule_list_word(RuleList list);

/// Where a rule stands.
struct RuleOrigin {
    std::string source;  ///< the scope (`user`, `project`, …) or `skill NAME`
    Path file;           ///< empty when none
};

struct PermissionRule {
    std::string text;  ///< as it is written
    RuleList list = RuleList::allow;
    RuleOrigin origin;
    std::string tool;                      ///< a name, or with `*` a pattern of names
    std::optional<std::string> specifier;  ///< what stands in parentheses; nothing: every call of the tool
};

/// Errors: permission_rule_malformed.
[[nodiscard]] Result<PermissionRule> parse_permission_rule(std::string_view text, RuleList list, RuleOrigin origin);

struct PermissionRules {
    std::vector<PermissionRule> rules;  ///< highest layer first, in a layer as written
    Diagnostics diagnostics;            ///< entries that are no rules, tools that are not known
};

/// Whether allow rules outside managed settings count (`allowManagedPermissionRulesOnly`); deny and ask always do.
enum class AllowRules : std::uint8_t { of_every_layer, of_managed_layers };

/// `permissions.{allow,ask,deny}` of every layer; before workspace trust a project's allow rules do not count. A layer
/// whose rules cannot be read leaves one of RuleList::unreadable in its place, a project's also before trust; so does
/// an entry of deny or ask that is no rule, or names a tool in the wrong case.
[[nodiscard]] PermissionRules read_permission_rules(const Settings& settings, AllowRules counted);

/// The allow rules of a skill (`allowed-tools`), in order.
[[nodiscard]] PermissionRules allowed_tools_rules(std::span<const std::string> tools, const RuleOrigin& origin);

}  // namespace skilldeck
