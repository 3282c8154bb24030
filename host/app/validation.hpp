// SPDX-License-Identifier: Apache-2.0
// The answer of `plugin validate` and `skill validate`, in one of its three forms. [loop thread]
#pragma once

#include "app/commands.hpp"
#include "app/findings.hpp"
#include "app/mending.hpp"

#include <string>
#include <vector>

namespace skilldeck {

enum class FindingsForm { text_or_json, sarif };

/// The outcome of a validation, ready to be said.
struct ValidationAnswer {
    Diagnostics findings;
    Verdict verdict = Verdict::passed;
    FindingsForm form = FindingsForm::text_or_json;
    Path root;                   ///< what SARIF's addresses count from
    std::vector<Mended> mended;  ///< by `--fix`
};

ExitStatus answer_validation(CommandContext& context, const ValidationAnswer& answer);

}  // namespace skilldeck
