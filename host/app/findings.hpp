// SPDX-License-Identifier: Apache-2.0
// The answer of a command that judges: `{ok, findings}` or a line each, exit 1 when it did not pass.
// Pure but for what it writes to Output.
#pragma once

#include "app/exit_status.hpp"
#include "app/output.hpp"

#include <string_view>

namespace skilldeck {

enum class Verdict { passed, failed };

/// `all_well` is said to people when there is nothing to report.
ExitStatus answer_findings(Output& out, const Diagnostics& findings, Verdict verdict, std::string_view all_well);

}  // namespace skilldeck
