// SPDX-License-Identifier: Apache-2.0
// What this folder can report about permission rules: code, severity, sentence, hint (base/diagnostic_code.hpp).
// Codes are an interface: add, never rename; tests/golden/diagnostic_codes.txt records them. Pure values, any thread.
#pragma once

#include "base/diagnostic_code.hpp"

namespace skilldeck::code {

// clang-format off
SKILLDECK_CODE(permission_rule_malformed, "permission-rule-malformed", error, "the {} rule \"{}\" cannot be read: {}", "write Tool or Tool(what it is about), such as Bash(git status *)")
SKILLDECK_CODE(permission_rule_unknown_tool, "permission-rule-unknown-tool", warning, "the {} rule \"{}\" names a tool that is not known: {}", "names are case-sensitive; near: {3}")
SKILLDECK_CODE(permission_rule_never_matches, "permission-rule-never-matches", warning, "the {} rule \"{}\" matches no command that it seems to be about: {}", "the prefix form is a command with :* at its end, such as Bash(curl:*)")
SKILLDECK_CODE(permission_rule_unspecific, "permission-rule-unspecific", warning, "the {} rule \"{}\" {}", "write the tool alone, or Tool(member:value) in deny or ask")
// clang-format on

}  // namespace skilldeck::code
