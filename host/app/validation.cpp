// SPDX-License-Identifier: Apache-2.0
#include "app/validation.hpp"

#include "app/sarif.hpp"

namespace skilldeck {

ExitStatus answer_validation(CommandContext& context, const ValidationAnswer& answer) {
    auto& out = context.out;
    if (answer.form == FindingsForm::text_or_json) {
        return answer_findings(out, answer.findings, answer.verdict, "validation passed");
    }
    out.answer_json(
        [&](JsonWriter& json) { write_sarif(json, answer.findings, context.host.world().files, answer.root); });
    return answer.verdict == Verdict::passed ? ExitStatus::done : ExitStatus::failed;
}

}  // namespace skilldeck
