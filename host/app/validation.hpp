// SPDX-License-Identifier: Apache-2.0
// What `plugin validate`, `skill validate` and `plugin test` share: what other folders know about the parts of a
// plugin, brought together, and the answer in one of its three forms. [loop thread]
#pragma once

#include "app/commands.hpp"
#include "app/findings.hpp"

#include <string>
#include <vector>

namespace skilldeck {

enum class FindingsForm { text_or_json, sarif };

/// The outcome of a validation, ready to be said.
struct ValidationAnswer {
    Diagnostics findings;
    Verdict verdict = Verdict::passed;
    FindingsForm form = FindingsForm::text_or_json;
    Path root;  ///< what SARIF's addresses count from
};

ExitStatus answer_validation(CommandContext& context, const ValidationAnswer& answer);

}  // namespace skilldeck
