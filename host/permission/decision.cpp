// SPDX-License-Identifier: Apache-2.0
#include "permission/decision.hpp"

#include "base/display_text.hpp"
#include "base/text.hpp"
#include "permission/call_rule.hpp"
#include "permission/file_operands.hpp"
#include "permission/tools.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kCommandTool = "Bash";
constexpr std::size_t kFolderLimit = 16;  // that a line may go to
constexpr std::size_t kShownPart = 200;   // code points of a command in a reason
constexpr std::array<std::string_view, 4> kHarmlessTargets{"/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"};
constexpr std::array<std::string_view, 2> kNetworkTargets{"/dev/tcp/", "/dev/udp/"};

std::string shown(std::string_view command) {
    return clean_for_line(first_code_points(command, kShownPart));
}

/// How a rule fits, and where.
struct Found {
    RuleFit fit = RuleFit::no;
    std::string part;
};

void keep_stronger(Found& best, RuleFit fit, std::string_view part) {
    if (fit > best.fit) best = {fit, std::string(part)};
}

bool opens_network(const ShellRedirection& redirection) {
    const auto target = redirection.target.text();
    return std::ranges::any_of(kNetworkTargets, [&](auto prefix) { return target.starts_with(prefix); });
}

bool is_harmless_target(const ShellWord& word) {
    return std::ranges::find(kHarmlessTargets, word.text()) != kHarmlessTargets.end();
}

bool is_file(const ShellRedirection& redirection) {
    using Use = ShellRedirection::Use;
    if (redirection.use != Use::reads && redirection.use != Use::writes) return false;
    return !is_harmless_target(redirection.target);
}

/// The file that a word names, as far as that is known before it runs: also `~/x`.
std::optional<std::string> named_file(const ShellWord& word) {
    if (word.known()) return word.text();
    const auto& pieces = word.pieces;
    const bool of_home = pieces.front().kind == ShellPiece::Kind::unknown && pieces.front().text == "~";
    const bool known_below = std::all_of(pieces.begin() + 1, pieces.end(), [](const auto& piece) {
        return piece.kind == ShellPiece::Kind::bare || piece.kind == ShellPiece::Kind::quoted;
    });
    auto text = word.text();
    return of_home && known_below && (text.size() == 1 || text[1] == '/') ? std::optional(std::move(text))
                                                                          : std::nullopt;
}

/// Where the commands of a line may be when they run.
struct Folders {
    std::vector<Path> known{Path()};  ///< relative to the working directory, which is the first
    bool others = false;
};

Folders folders_of(const ShellLine& line) {
    Folders folders;
    for (const auto& command : line.commands) {
        if (const auto program = command.program(); program != "cd" && program != "pushd") continue;
        const auto target = std::ranges::find_if(command.words.begin() + 1, command.words.end(), [](const auto& word) {
            return !word.known() || !word.text().starts_with('-') || word.text() == "-";
        });
        if (target != command.words.end() && target->text() == "-") continue;  // one where it has been
        const auto name = target == command.words.end() ? std::optional<std::string>("~") : named_file(*target);
        folders.others = folders.others || !name || command.more_words || folders.known.size() > kFolderLimit;
        if (!name || folders.others) continue;
        const bool fixed = name->starts_with('/') || name->starts_with('~');
        const auto before = folders.known;
        for (const auto& folder : before) {
            folders.known.push_back(fixed ? Path(*name) : folder / *name);
            if (fixed) break;
        }
    }
    return folders;
}

bool covers_in_any_case(std::string_view rule_tool, std::string_view tool) {
    return rule_covers_tool(rule_tool, tool) || rule_covers_tool(fold_name(rule_tool), fold_name(tool));
}

/// A file that a part of a line is redirected to, or that its file command is given.
struct UsedFile {
    bool written = false;
    ShellWord name;
    std::string command;  ///< the text of the part
};

std::vector<UsedFile> files_of(const ShellLine& line) {
    std::vector<UsedFile> files;
    for (const auto& command : line.commands) {
        for (const auto& redirection : command.redirections) {
            if (!is_file(redirection)) continue;
            files.push_back({redirection.use == ShellRedirection::Use::writes, redirection.target, command.text});
        }
        for (const auto& operand : file_operands(command)) {
            if (is_harmless_target(operand.file)) continue;
            files.push_back({operand.use == FileOperand::Use::writes, operand.file, command.text});
        }
    }
    return files;
}

/// A redirection as the call of a file tool that it amounts to.
ToolCall as_file_call(const ShellRedirection& redirection) {
    ToolCall call;
    call.tool = redirection.use == ShellRedirection::Use::writes ? "Write" : "Read";
    call.input["file_path"] = redirection.target.text();
    return call;
}

class Judge {
public:
    Judge(std::span<const PermissionRule> rules, const ToolCall& call, const PermissionPlaces& places)
        : rules_(rules), call_(call), places_(places), runs_commands_(call.tool == kCommandTool) {
        if (runs_commands_) {
            has_text_ = has_text(call, "command");
            command_ = input_text(call, "command");
            line_ = read_shell_line(command_, call.variables);
            if (!has_text_) line_.unreadable = "its command is not a text";
            folders_ = folders_of(line_);
            files_ = files_of(line_);
        }
        unreadable_ = std::ranges::find_if(rules_, [this](const auto& rule) { return hides_restrictions(rule); });
        allowing_ = {rules_.begin(), unreadable_};
    }

    PermissionDecision decide() const {
        PermissionDecision decision;
        if (take_rule(RuleList::deny, RuleFit::yes, decision) || take_rule(RuleList::ask, RuleFit::yes, decision) ||
            take_rule(RuleList::deny, RuleFit::maybe, decision) || take_rule(RuleList::ask, RuleFit::maybe, decision)) {
            return decision;
        }
        runs_commands_ ? allow_line(decision) : allow_call(decision);
        if (unreadable_ != rules_.end() && decision.verdict == PermissionVerdict::unspoken) {
            decision.verdict = PermissionVerdict::ask;
            decision.unreadable = true;
            decision.reason = "it might be denied by the " + unreadable_->origin.source + " settings, as " +
                              clean_for_line(unreadable_->text);
            decision.remedy = "no allow rule lifts it: mend the rules of the " + unreadable_->origin.source +
                              " settings that cannot be read";
        }
        return decision;
    }

    /// The strongest fit of one rule of a list that restricts.
    Found fit(const PermissionRule& rule) const {
        Found found;
        if (rule_covers_tool(rule.tool, call_.tool)) {
            runs_commands_&& rule.specifier ? fit_line(rule, found)
                                            : keep_stronger(found, call_fit(rule, call_, places_), command_);
        }
        return found;
    }

    bool has_unknown_words() const {
        return !line_.readable() || std::ranges::any_of(line_.commands, [](const ShellCommand& command) {
            return command.more_words ||
                   std::ranges::any_of(command.words, [](const ShellWord& word) { return !word.known(); });
        });
    }

private:
    static void fill(PermissionDecision& decision, PermissionVerdict verdict, const PermissionRule& rule,
                     const Found& found, std::string_view how) {
        decision.verdict = verdict;
        decision.part = found.part;
        decision.reason = "the " + std::string(rule_list_word(rule.list)) + " rule " + clean_for_line(rule.text) +
                          " (" + rule.origin.source + ") " + std::string(how);
        if (!found.part.empty()) decision.reason += ": " + shown(found.part);
        if (rule.list != RuleList::allow) decision.remedy = remedy_of(rule);
    }

    /// An allow rule lifts no rule that restricts.
    static std::string remedy_of(const PermissionRule& rule) {
        const auto file =
            rule.origin.file.empty() ? "the " + rule.origin.source + " settings" : rule.origin.file.string();
        return "no allow rule lifts it: change the " + std::string(rule_list_word(rule.list)) + " rule " +
               clean_for_line(rule.text) + " in " + clean_for_line(file) + " if it is yours";
    }

    /// The first rule of a list that restricts and fits so far. What only may match asks, and is not named as the rule.
    bool take_rule(RuleList list, RuleFit wanted, PermissionDecision& decision) const {
        for (const auto& rule : rules_) {
            if (rule.list != list) continue;
            auto found = fit(rule);
            if (runs_commands_) fit_files(rule, found);
            if (found.fit != wanted) continue;
            if (wanted == RuleFit::maybe) {
                fill(decision, PermissionVerdict::ask, rule, found, "may match");
            } else if (list == RuleList::deny) {
                fill(decision, PermissionVerdict::deny, rule, found, "forbids it");
            } else {
                fill(decision, PermissionVerdict::ask, rule, found, "asks first");
            }
            if (wanted == RuleFit::yes) decision.rule = rule;
            return true;
        }
        return false;
    }

    void fit_line(const PermissionRule& rule, Found& found) const {
        const CommandRule pattern(*rule.specifier);
        for (const auto& command : line_.commands) keep_stronger(found, pattern.fit(command), command.text);
        if (!line_.unreadable.empty()) keep_stronger(found, RuleFit::maybe, line_.unreadable);
    }

    /// A rule that cannot be read and may be about the call, or about a file that its line uses.
    bool hides_restrictions(const PermissionRule& rule) const {
        if (rule.list != RuleList::unreadable) return false;
        if (covers_in_any_case(rule.tool, call_.tool)) return true;
        return std::ranges::any_of(files_, [&](const UsedFile& file) {
            return covers_in_any_case(rule.tool, file.written ? "Write" : "Read");
        });
    }

    void fit_files(const PermissionRule& rule, Found& found) const {
        const bool reads = rule_covers_tool(rule.tool, "Read"), writes = rule_covers_tool(rule.tool, "Write");
        if (!reads && !writes) return;
        if (!has_text_) keep_stronger(found, RuleFit::maybe, line_.unreadable);
        for (const auto& file : files_) {
            if (file.written ? writes : reads) keep_stronger(found, file_fit(rule, file.name), file.command);
        }
    }

    /// Below each folder that the line may have gone to.
    RuleFit file_fit(const PermissionRule& rule, const ShellWord& word) const {
        if (!rule.specifier) return RuleFit::yes;
        const auto name = named_file(word);
        if (!name) return RuleFit::maybe;
        auto fit = word.certain() || name->starts_with('~') ? RuleFit::no : RuleFit::maybe;
        const bool fixed = name->starts_with('/') || name->starts_with('~');
        for (const auto& folder : folders_.known) {
            fit = std::max(fit, operand_fit(rule, fixed ? Path(*name) : folder / *name, places_));
        }
        return folders_.others && !fixed ? std::max(fit, RuleFit::maybe) : fit;
    }

    void allow_call(PermissionDecision& decision) const {
        for (const auto& rule : allowing_) {
            if (rule.list != RuleList::allow || !rule_covers_tool(rule.tool, call_.tool)) continue;
            if (!call_allowed(rule, call_, places_)) continue;
            fill(decision, PermissionVerdict::allow, rule, {}, "allows it");
            decision.rule = rule;
            return;
        }
    }

    void allow_line(PermissionDecision& decision) const {
        const PermissionRule* deciding = nullptr;
        for (const auto& rule : allowing_) {
            const bool whole = rule.list == RuleList::allow && !rule.specifier;
            if (whole && rule_covers_tool(rule.tool, kCommandTool) && deciding == nullptr) deciding = &rule;
        }
        if (deciding == nullptr && !every_part_allowed(deciding, decision)) return;
        if (deciding == nullptr) return;  // nothing runs
        decision = {};
        fill(decision, PermissionVerdict::allow, *deciding, {}, "allows it");
        decision.rule = *deciding;
    }

    /// `deciding`: the rule of the first part that needs one.
    bool every_part_allowed(const PermissionRule*& deciding, PermissionDecision& decision) const {
        const auto refuse = [&](std::string_view part, std::string_view why) {
            decision.part = part;
            decision.reason = std::string(why) + ": " + shown(part);
            return false;
        };
        if (!line_.unreadable.empty()) return refuse(command_, "it cannot be judged, " + line_.unreadable);
        for (const auto& command : line_.commands) {
            const auto* rule = vouching_rule(command);
            if (deciding == nullptr) deciding = rule;
            const bool spelled = rule != nullptr && CommandRule(*rule->specifier).spells(command);
            const auto why = spelled ? std::string() : why_not(command, rule);
            if (!why.empty()) return refuse(command.text, why);
        }
        return true;
    }

    /// Why a part is not allowed; empty when it is.
    std::string why_not(const ShellCommand& command, const PermissionRule* rule) const {
        if (!command.unreadable.empty()) return "it cannot be judged, " + command.unreadable;
        const bool needs_rule = command.role == ShellRole::command && !command.words.empty();
        if (needs_rule && rule == nullptr) {
            return command.side_effect.empty() ? "no rule allows it" : "no rule allows it, " + command.side_effect;
        }
        for (const auto& assignment : command.assignments) {
            if (!is_harmless_variable(assignment.name)) return "no rule allows it with the variable " + assignment.name;
        }
        const bool files_allowed = std::ranges::all_of(
            command.redirections, [&](const auto& redirection) { return redirection_allowed(redirection); });
        return files_allowed ? "" : "no rule allows the file it is redirected to";
    }

    const PermissionRule* vouching_rule(const ShellCommand& command) const {
        const auto found = std::ranges::find_if(allowing_, [&](const PermissionRule& rule) {
            return rule.list == RuleList::allow && rule.specifier && rule_covers_tool(rule.tool, kCommandTool) &&
                   CommandRule(*rule.specifier).vouches(command);
        });
        return found == allowing_.end() ? nullptr : &*found;
    }

    bool redirection_allowed(const ShellRedirection& redirection) const {
        using Use = ShellRedirection::Use;
        if (opens_network(redirection)) return false;
        if (redirection.use == Use::reads) return redirection.target.certain();
        if (!is_file(redirection)) return true;
        if (!redirection.target.certain()) return false;
        const auto file = as_file_call(redirection);
        return std::ranges::any_of(allowing_, [&](const PermissionRule& rule) {
            return rule.list == RuleList::allow && rule_covers_tool(rule.tool, file.tool) &&
                   call_allowed(rule, file, places_);
        });
    }

    std::span<const PermissionRule> rules_;
    std::span<const PermissionRule>::iterator unreadable_;  ///< the first, or the end
    std::span<const PermissionRule> allowing_;              ///< those before it
    const ToolCall& call_;
    const PermissionPlaces& places_;
    bool runs_commands_;
    bool has_text_ = true;  ///< a call of commands says them
    std::string command_;
    ShellLine line_;
    Folders folders_;
    std::vector<UsedFile> files_;
};

}  // namespace

PermissionDecision decide(std::span<const PermissionRule> rules, const ToolCall& call, const PermissionPlaces& places) {
    return Judge(rules, call, places).decide();
}

RuleFit condition_fit(const PermissionRule& rule, const ToolCall& call, const PermissionPlaces& places) {
    const Judge judge({}, call, places);
    const auto fit = judge.fit(rule).fit;
    if (fit != RuleFit::no || !rule_covers_tool(rule.tool, call.tool) || call.tool != kCommandTool) return fit;
    // A rule about more than the program also holds where a word is only known when it runs.
    std::string_view specifier = rule.specifier ? std::string_view(*rule.specifier) : std::string_view();
    if (specifier.ends_with(" *") || specifier.ends_with(":*")) specifier.remove_suffix(2);
    return specifier.find(' ') != std::string_view::npos && judge.has_unknown_words() ? RuleFit::maybe : fit;
}

}  // namespace skilldeck
