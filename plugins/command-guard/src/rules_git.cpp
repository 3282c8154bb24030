// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "arguments.hpp"
#include "git_call.hpp"
#include "loss.hpp"
#include "rules.hpp"

namespace command_guard {
namespace {

bool has_operand(const Arguments& arguments, std::string_view word) {
    return std::any_of(arguments.operands().begin(), arguments.operands().end(),
                       [&](const Text& operand) { return operand.value == word; });
}

void judge_push(const Invocation& invocation, const GitCall& call) {
    const Arguments arguments(call.argv, 1, {"o", {"push-option", "receive-pack", "repo", "exec"}, {}});
    if (arguments.has('n') || arguments.has("dry-run")) return;
    if (arguments.has('f') || arguments.has("force")) {
        // has() takes "force-with-lease" for itself only: "force" is no abbreviation of a longer name
        return invocation.ask("git-remote", "overwrites the history of the remote branch (force)");
    }
    if (arguments.has("force-with-lease")) {
        return invocation.ask("git-remote", "overwrites the history of the remote branch, if nobody else pushed");
    }
    if (arguments.has("mirror") || arguments.has("prune")) {
        return invocation.ask("git-remote", "makes the remote equal to this repository, deleting what it has besides");
    }
    if (arguments.has('d') || arguments.has("delete")) return invocation.ask("git-remote", "deletes a remote branch");
    for (const Text& operand : arguments.operands()) {
        if (operand.value.starts_with("+"))
            invocation.ask("git-remote", "overwrites the history of a remote branch (+)");
        if (operand.value.starts_with(":")) invocation.ask("git-remote", "deletes a remote branch");
    }
}

void judge_discards(const Invocation& invocation, const GitCall& call) {
    const Arguments arguments(call.argv, 1, {"s", {"source", "pathspec-from-file"}, {}});
    const bool whole = has_operand(arguments, ".") || has_operand(arguments, ":/") || has_operand(arguments, "*");
    const bool forced = call.subcommand == "checkout" && (arguments.has('f') || arguments.has("force"));
    const bool only_index = arguments.has("staged") && !arguments.has("worktree") && !arguments.has('W');
    const bool discards = call.subcommand == "switch" ? arguments.has("discard-changes") || arguments.has('f')
                                                      : forced || (whole && !only_index);
    if (discards) invocation.ask("git-local", "discards uncommitted changes");
}

/// Where a call works: what its operands name, else its directory, seen from the -C before it.
std::vector<Text> trees_of(const GitCall& call, std::vector<Text> operands) {
    std::string base = ".";
    const auto below = [&](const Text& path) {
        const bool is_absolute = path.value.starts_with("/");
        return Text{is_absolute ? path.value : base + "/" + path.value, path.is_pattern};
    };
    for (const Text& directory : call.directories) base = below(directory).value;
    if (operands.empty()) operands.push_back({".", false});
    for (Text& operand : operands) operand = below(operand);
    return operands;
}

void judge_clean(const Invocation& invocation, const GitCall& call) {
    const Arguments arguments(call.argv, 1, {"e", {"exclude"}, {}});
    if (arguments.has('n') || arguments.has("dry-run") || arguments.has('i')) return;
    if (arguments.has('f') || arguments.has("force")) {
        for (const Text& tree : trees_of(call, arguments.operands())) {
            const auto loss = loss_of(invocation.class_of(tree));
            if (loss && loss->is_beyond_discussion) {
                invocation.deny("remove", "removes files in " + loss->what + " that were never committed");
            }
        }
        invocation.ask("git-local", arguments.has_any("xX") ? "deletes untracked and ignored files, such as .env"
                                                            : "deletes files that were never committed");
    }
}

void judge_rewrites(const Invocation& invocation, const GitCall& call) {
    const Arguments arguments(call.argv, 1, {});
    const std::string& name = call.subcommand;
    const auto& operands = arguments.operands();
    const std::string first = operands.empty() ? "" : operands[0].value;
    if (name == "filter-branch" || name == "filter-repo") invocation.ask("git-history", "rewrites the whole history");
    if (name == "reflog" && (first == "expire" || first == "delete")) {
        invocation.ask("git-history", "removes the record that lost commits are recovered from");
    }
    if (name == "gc" && (arguments.has("prune"))) invocation.ask("git-history", "removes unreachable commits for good");
    if (name == "update-ref" && arguments.has('d')) invocation.ask("git-history", "deletes a reference");
    if (name == "rebase" && arguments.has("root")) invocation.ask("git-history", "rewrites the whole history");
    if (name == "replace" && !arguments.has('l') && !first.empty()) invocation.ask("git-history", "replaces an object");
}

/// The directories and files that git itself is told to write.
void judge_targets(const Invocation& invocation, const GitCall& call) {
    const Arguments arguments(call.argv, 1,
                              {call.subcommand == "archive" ? "o" : "bBocju",
                               {"output", "branch", "origin", "depth", "config", "reference", "upload-pack"},
                               {}});
    auto targets = arguments.values("output");
    if (call.subcommand == "archive") {
        for (Text& file : arguments.values("o")) targets.push_back(std::move(file));
    }
    const auto& operands = arguments.operands();
    if (call.subcommand == "clone" && operands.size() > 1) targets.push_back(operands.back());
    const bool adds_tree = call.subcommand == "worktree" && operands.size() > 1 && operands[0].value == "add";
    if (adds_tree) targets.push_back(operands[1]);
    if (call.subcommand == "init" && !operands.empty()) targets.push_back(operands.back());
    for (const Text& target : targets) invocation.check_write(target);
}

void judge_branches(const Invocation& invocation, const GitCall& call) {
    const Arguments arguments(call.argv, 1, {});
    const auto& operands = arguments.operands();
    const std::string first = operands.empty() ? "" : operands[0].value;
    const bool forced = arguments.has('f') || arguments.has("force");
    if (call.subcommand == "branch" && (arguments.has('D') || (arguments.has('d') && forced))) {
        invocation.ask("git-local", "deletes a branch even where it was not merged");
    }
    if (call.subcommand == "stash" && (first == "clear" || first == "drop")) {
        invocation.ask("git-local", "deletes stashed changes");
    }
    if (call.subcommand == "worktree" && first == "remove" && forced) {
        invocation.ask("git-local", "removes a work tree with its uncommitted changes");
    }
}

}  // namespace

void judge_git(Invocation& invocation) {
    if (invocation.name() != "git") return;
    const GitCall call = git_call(invocation.argv());
    const std::string& name = call.subcommand;
    judge_targets(invocation, call);
    if (name == "push") return judge_push(invocation, call);
    if (name == "clean") return judge_clean(invocation, call);
    if (name == "checkout" || name == "restore" || name == "switch") return judge_discards(invocation, call);
    if (name == "branch" || name == "stash" || name == "worktree") return judge_branches(invocation, call);
    if (name == "reset") {
        const Arguments arguments(call.argv, 1, {});
        if (arguments.has("hard") || arguments.has("merge"))
            invocation.ask("git-local", "discards uncommitted changes");
        return;
    }
    judge_rewrites(invocation, call);
}

}  // namespace command_guard
