// SPDX-License-Identifier: Apache-2.0
// Tables of command lines and what the guard says of them, for its tests.
#pragma once

#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "judge.hpp"

namespace command_guard {

inline constexpr std::string_view kSilent;

struct Row {
    std::string_view line;
    Decision decision;
    std::string_view rule;  ///< of the first finding
};

inline const Place kPlace{"/work/shop", "/work/shop", "/home/ada"};

inline constexpr auto deny = Decision::deny;
inline constexpr auto ask = Decision::ask;
inline constexpr auto none = Decision::none;

inline std::string_view word(Decision decision) {
    return decision == Decision::deny ? "deny" : decision == Decision::ask ? "ask" : "none";
}

inline void check(const std::vector<Row>& rows, const GuardSettings& settings = {}) {
    for (const Row& row : rows) {
        const Verdict verdict = judge_line(row.line, kPlace, settings);
        BOOST_TEST(word(verdict.decision) == word(row.decision), row.line << " -> " << word(verdict.decision)
                                                                          << " instead of " << word(row.decision)
                                                                          << ": " << verdict.reason);
        const std::string rule = verdict.findings.empty() ? "" : verdict.findings.front().rule;
        BOOST_TEST(rule == row.rule,
                   row.line << " -> [" << rule << "] instead of [" << row.rule << "]: " << verdict.reason);
    }
}

}  // namespace command_guard
