// SPDX-License-Identifier: Apache-2.0
#include "app/validation.hpp"

#include "app/sarif.hpp"
#include "base/display_text.hpp"

namespace skilldeck {

namespace {

void write_validation(JsonWriter& json, const ValidationAnswer& answer) {
    json.begin_object();
    json.member("ok", answer.verdict == Verdict::passed);
    write_diagnostics(json, "findings", answer.findings);
    if (!answer.mended.empty()) {
        json.key("fixed");
        json.begin_array();
        for (const auto& one : answer.mended) {
            json.begin_object();
            json.member("file", one.file);
            json.member("line", one.line);
            json.member("message", one.what);
            json.end_object();
        }
        json.end_array();
    }
    json.end_object();
}

}  // namespace

ExitStatus answer_validation(CommandContext& context, const ValidationAnswer& answer) {
    auto& out = context.out;
    const auto status = answer.verdict == Verdict::passed ? ExitStatus::done : ExitStatus::failed;
    if (answer.form == FindingsForm::sarif) {
        out.answer_json(
            [&](JsonWriter& json) { write_sarif(json, answer.findings, context.host.world().files, answer.root); });
        return status;
    }
    if (out.json()) {
        out.answer_json([&](JsonWriter& json) { write_validation(json, answer); });
        return status;
    }
    for (const auto& one : answer.mended) {
        out.answer_line(clean_for_line(one.file + ":" + std::to_string(one.line) + ": fixed: " + one.what));
    }
    return answer_findings(out, answer.findings, answer.verdict, "validation passed");
}

}  // namespace skilldeck
