// SPDX-License-Identifier: Apache-2.0
// A command line is split whole: what no command covers is only what stands between commands. A line that is allowed
// has only allowed parts, and one with a forbidden part is forbidden, or asked about
// where the reading stopped.
#include "permission/decision.hpp"
#include "property.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

using namespace skilldeck;

namespace {

constexpr std::array<std::string_view, 18> kBetween{"if",    "then", "elif", "else",   "fi", "while",
                                                    "until", "do",   "done", "esac",   "{",  "}",
                                                    "!",     "time", "-p",   "coproc", "\\", ""};

PermissionRule rule(std::string_view text, RuleList list) {
    return parse_permission_rule(text, list, {"user", {}}).value();
}

PermissionVerdict verdict(const std::vector<PermissionRule>& rules, std::string_view command) {
    static const PermissionPlaces places{"/w", "/w", "/home", nullptr};
    return decide(rules, {"Bash", {{"command", command}}, {}, {}, {}}, places).verdict;
}

/// Text between commands: operators, reserved words, comments.
void check_between(std::string_view text) {
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of(" \t\n;&|()"), text.size());
        const auto word = text.substr(0, end);
        if (word.starts_with('#')) {
            text.remove_prefix(std::min(text.find('\n'), text.size()));
            continue;
        }
        MUST_HOLD(std::ranges::find(kBetween, word) != kBetween.end());
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void check_covered(std::string_view text, const ShellLine& line) {
    std::vector<std::pair<std::size_t, std::size_t>> spans;
    for (const auto& command : line.commands) {
        MUST_HOLD(command.begin <= command.end && command.end <= text.size());
        spans.emplace_back(command.begin, command.end);
    }
    if (text.find("<<") != text.npos) return;  // the text of a here-document stands apart from its command
    std::ranges::sort(spans);
    std::size_t covered = 0;
    for (const auto& [begin, end] : spans) {
        if (begin > covered) check_between(text.substr(covered, begin - covered));
        covered = std::max(covered, end);
    }
    check_between(text.substr(covered));
}

void check_parts(std::string_view text, const ShellLine& line) {
    static const std::vector<PermissionRule> allowing{
        rule("Bash(ls *)", RuleList::allow),  rule("Bash(echo *)", RuleList::allow),
        rule("Bash(cat:*)", RuleList::allow), rule("Bash(find *)", RuleList::allow),
        rule("Bash(sh *)", RuleList::allow),  rule("Bash(x*)", RuleList::allow)};
    static const std::vector<PermissionRule> forbidding{rule("Bash(rm *)", RuleList::deny),
                                                        rule("Bash", RuleList::allow)};
    const bool allowed = verdict(allowing, text) == PermissionVerdict::allow;
    if (allowed) MUST_HOLD(line.readable());
    const auto whole = verdict(forbidding, text);
    const bool forbidden =
        whole == PermissionVerdict::deny || (!line.unreadable.empty() && whole == PermissionVerdict::ask);
    for (const auto& command : line.commands) {
        if (command.derived || command.role == ShellRole::header || command.words.empty()) continue;
        if (allowed) MUST_HOLD(verdict(allowing, command.text) == PermissionVerdict::allow);
        if (verdict(forbidding, command.text) == PermissionVerdict::deny) MUST_HOLD(forbidden);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > 2000) return 0;
    const auto text = fuzz::as_text(data, size);
    const auto line = read_shell_line(text);
    check_covered(text, line);
    if (line.commands.size() < 40) check_parts(text, line);
    return 0;
}
