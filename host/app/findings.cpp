// SPDX-License-Identifier: Apache-2.0
#include "app/findings.hpp"

#include "base/display_text.hpp"

#include <algorithm>
#include <array>

namespace skilldeck {

namespace {

/// As compilers write it, so that editors find the place: `file:line:column: severity: message [code]`.
void say(Output& out, const Diagnostic& finding) {
    auto line = with_breaks_shown(finding.file);
    if (!line.empty() && finding.line) line += ":" + std::to_string(*finding.line);
    if (!line.empty() && finding.line && finding.column) line += ":" + std::to_string(*finding.column);
    if (line.empty()) line = finding.plugin;
    if (!line.empty()) line += ": ";
    line += std::string(severity_word(finding.severity)) + ": " + finding.message;
    line += " [" + std::string(finding.code.info().text) + "]";
    if (!finding.plugin.empty() && !finding.file.empty()) line += " (" + finding.plugin + ")";
    out.answer_line(clean_for_line(line));
    if (!finding.hint.empty()) out.answer_line("  hint: " + clean_for_line(finding.hint));
}

std::string count_line(const Diagnostics& findings) {
    std::array<std::size_t, 3> counts{};
    for (const auto& finding : findings) ++counts.at(static_cast<std::size_t>(finding.severity));
    const auto words = [](std::size_t count, const char* word) {
        return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
    };
    return words(counts[2], "error") + ", " + words(counts[1], "warning") + ", " + words(counts[0], "note");
}

}  // namespace

ExitStatus answer_findings(Output& out, const Diagnostics& findings, Verdict verdict, std::string_view all_well) {
    for (const auto& finding : findings) out.mark_said(finding);
    const auto status = verdict == Verdict::passed ? ExitStatus::done : ExitStatus::failed;
    if (out.json()) {
        out.answer_json([&](JsonWriter& json) {
            json.begin_object();
            json.member("ok", verdict == Verdict::passed);
            write_diagnostics(json, "findings", findings);
            json.end_object();
        });
        return status;
    }
    for (const auto& finding : findings) say(out, finding);
    out.answer_line(findings.empty() ? std::string(all_well) : count_line(findings));
    return status;
}

}  // namespace skilldeck
