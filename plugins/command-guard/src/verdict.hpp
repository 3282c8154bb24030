// SPDX-License-Identifier: Apache-2.0
// What the guard found in a command line and what follows from it. Plain values, any thread. There is no "allow": a
// line without findings gets no verdict, and the user's own permission rules decide.
#pragma once

#include <string>
#include <vector>

namespace command_guard {

enum class Severity { ask, deny };

struct Finding {
    Severity severity = Severity::ask;
    std::string rule;  ///< its name in skills/explain/SKILL.md
    std::string part;  ///< the simple command it is about, as typed
    std::string why;   ///< completes the sentence "`part` …"
};

enum class Decision { none, ask, deny };

struct Verdict {
    Decision decision = Decision::none;
    std::string reason;
    std::vector<Finding> findings;  ///< the worst first
};

}  // namespace command_guard
