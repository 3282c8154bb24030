// SPDX-License-Identifier: Apache-2.0
// What the tests of permissions say in tables: rules as lists of their texts, a command line, the verdict as a word.
#pragma once

#include "permission/decision.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skilldeck::test {

using Strings = std::vector<std::string>;
using Verdict = PermissionVerdict;

inline std::vector<PermissionRule> rules_of(const Strings& deny, const Strings& ask, const Strings& allow) {
    std::vector<PermissionRule> rules;
    const auto add = [&rules](const Strings& texts, RuleList list) {
        for (const auto& text : texts) rules.push_back(parse_permission_rule(text, list, {"user", {}}).value());
    };
    add(allow, RuleList::allow);
    add(ask, RuleList::ask);
    add(deny, RuleList::deny);
    return rules;
}

inline std::string_view word(Verdict verdict) {
    switch (verdict) {
        case Verdict::unspoken: return "default";
        case Verdict::allow: return "allow";
        case Verdict::ask: return "ask";
        case Verdict::deny: return "deny";
    }
    return "?";
}

inline const PermissionPlaces kPlaces{"/work/app/src", "/work/app", "/home/me", nullptr};

inline std::string_view judged(const std::vector<PermissionRule>& rules, std::string_view tool,
                               boost::json::object input) {
    return word(decide(rules, {std::string(tool), std::move(input), {}, {}, {}}, kPlaces).verdict);
}

inline std::string_view judged(const std::vector<PermissionRule>& rules, std::string_view command) {
    return judged(rules, "Bash", {{"command", command}});
}

struct Line {
    std::string_view command, wanted;
};

inline void check(const std::vector<PermissionRule>& rules, const std::vector<Line>& table) {
    for (const auto& [command, wanted] : table) BOOST_TEST(judged(rules, command) == wanted, command);
}

}  // namespace skilldeck::test
