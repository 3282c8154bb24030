// SPDX-License-Identifier: Apache-2.0
// The first line is a rule, the second a tool, the rest what the tool is called with. A rule that allows a call forbids
// it when it stands in the other list: nothing is allowed by a reading that forbidding would not share.
#include "base/text.hpp"
#include "permission/decision.hpp"
#include "permission/tools.hpp"
#include "property.hpp"

#include <array>
#include <string>
#include <vector>

using namespace skilldeck;

namespace {

constexpr std::array<std::string_view, 8> kMembers{"command", "file_path",     "path",          "url",
                                                   "skill",   "subagent_type", "notebook_path", "pattern"};

PermissionDecision decided(const PermissionRule& rule, const ToolCall& call) {
    static const PermissionPlaces places{"/w/src", "/w", "/home/me", nullptr};
    return decide(std::vector{rule}, call, places);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > 2000) return 0;
    const auto text = fuzz::as_text(data, size);
    const auto lines = split(text, '\n');
    if (lines.size() < 3) return 0;
    const auto allows = parse_permission_rule(lines[0], RuleList::allow, {"user", {}});
    const auto denies = parse_permission_rule(lines[0], RuleList::deny, {"user", {}});
    if (allows) MUST_HOLD(denies.has_value());
    if (!denies) return 0;
    MUST_HOLD(!denies->tool.empty());
    ToolCall call{std::string(lines[1]), {}, {}, {}, {}};
    const auto rest = text.substr(lines[0].size() + lines[1].size() + 2);
    for (const auto member : kMembers) call.input[member] = rest;
    const auto forbidden = decided(*denies, call);
    MUST_HOLD(forbidden.verdict != PermissionVerdict::allow);
    if (!rule_covers_tool(denies->tool, call.tool) && call.tool != "Bash") {
        MUST_HOLD(forbidden.verdict == PermissionVerdict::unspoken);
    }
    if (!allows) return 0;
    const auto allowed = decided(*allows, call);
    MUST_HOLD(allowed.verdict == PermissionVerdict::allow || allowed.verdict == PermissionVerdict::unspoken);
    if (allowed.verdict == PermissionVerdict::allow) MUST_HOLD(forbidden.verdict == PermissionVerdict::deny);
    return 0;
}
