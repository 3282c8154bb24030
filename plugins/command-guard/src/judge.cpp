// SPDX-License-Identifier: Apache-2.0
#include "judge.hpp"

#include <algorithm>

#include "walker.hpp"

namespace command_guard {
namespace {

constexpr std::size_t kShownFindings = 3;
constexpr std::size_t kShownPartBytes = 160;

/// A part as it is shown: unknown parts as …, one line, no control characters, not too long, no half of a UTF-8
/// sequence.
std::string shown(std::string_view part) {
    std::string out;
    for (const char c : part) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == kUnknown || c == kWalked)
            out += "…";
        else if (byte == '\n' || byte == '\t')
            out.push_back(' ');
        else if (byte >= 0x20 && byte != 0x7F)
            out.push_back(c);
    }
    if (out.size() <= kShownPartBytes) return out;
    std::size_t end = kShownPartBytes;
    while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xC0U) == 0x80U) --end;
    return out.substr(0, end) + "…";
}

std::string reason_of(const std::vector<Finding>& findings) {
    std::string reason;
    const Severity worst = findings.front().severity;
    std::size_t count = 0;
    for (const Finding& finding : findings) {
        if (finding.severity != worst) break;
        if (++count > kShownFindings) continue;
        if (count > 1) reason += "; ";
        reason += "`" + finding.part + "` " + finding.why + " [" + finding.rule + "]";
    }
    if (count > kShownFindings) reason += "; and " + std::to_string(count - kShownFindings) + " more";
    return reason;
}

Verdict verdict_of(std::vector<Finding> findings, GuardMode mode) {
    if (mode == GuardMode::ask) {
        for (Finding& finding : findings) finding.severity = Severity::ask;
    }
    std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        return a.severity == Severity::deny && b.severity == Severity::ask;
    });
    Verdict verdict;
    for (Finding& finding : findings) {
        finding.part = shown(finding.part);
        const auto same = [&](const Finding& other) {
            return other.rule == finding.rule && other.part == finding.part && other.why == finding.why;
        };
        if (std::none_of(verdict.findings.begin(), verdict.findings.end(), same)) {
            verdict.findings.push_back(std::move(finding));
        }
    }
    if (verdict.findings.empty()) return verdict;
    verdict.decision = verdict.findings.front().severity == Severity::deny ? Decision::deny : Decision::ask;
    verdict.reason = reason_of(verdict.findings);
    return verdict;
}

}  // namespace

Verdict judge_line(std::string_view line, const Place& place, const GuardSettings& settings,
                   const std::function<bool()>& stopped) {
    Walker walker(place, settings, stopped);
    Scope scope;
    if (!place.directory.empty()) scope.directory = place.directory;
    try {
        (void)walker.walk_text(std::string(line), scope, {});
        walker.walk_uncalled(scope);
    } catch (const TooComplex&) {
        walker.findings().push_back({Severity::ask, "unreadable", std::string(line), "is too complex to be followed"});
    }
    return verdict_of(std::move(walker.findings()), settings.mode);
}

}  // namespace command_guard
