// SPDX-License-Identifier: Apache-2.0
// `trust list|add|remove`: which workspaces may bring hooks, settings and tools of their own.
#include "app/action.hpp"
#include "app/commands.hpp"
#include "app/contribution_watch.hpp"
#include "trust/workspace.hpp"

namespace skilldeck {

namespace {

/// The directory meant, as it was typed.
Path named_workspace(CommandContext& context, const std::optional<Path>& directory) {
    auto& host = context.host;
    return directory ? host.world().working_directory / *directory : host.places().project_dir;
}

/// With links resolved: trust is given to the real path.
Result<Path> workspace(CommandContext& context, const std::optional<Path>& directory) {
    return context.host.world().files.real_path(named_workspace(context, directory));
}

/// How a folder that is not there any more is marked.
std::string_view gone_mark(CommandContext& context, const Path& directory) {
    return context.host.world().files.is_directory(directory) ? "" : " (gone)";
}

}  // namespace

ExitStatus trust_list(CommandContext& context) {
    const auto workspaces = context.host.trust().workspaces();
    if (!workspaces) return fail(context, workspaces.error());
    if (context.out.json()) {
        context.out.answer_json([&](JsonWriter& json) {
            json.begin_array();
            for (const auto& directory : *workspaces) json.value(directory);
            json.end_array();
        });
        return ExitStatus::done;
    }
    if (workspaces->empty()) context.out.answer_line("no workspace is trusted; `skilldeck trust add` trusts this one");
    for (const auto& directory : *workspaces) {
        context.out.answer_line(directory + std::string(gone_mark(context, directory)));
    }
    return ExitStatus::done;
}

ExitStatus trust_add(CommandContext& context, const std::optional<Path>& directory) {
    const auto place = workspace(context, directory);
    if (!place) return fail(context, place.error());
    const auto trusted = context.host.trust().workspace_trusted(*place);
    Action action;
    action.command = "trust add";
    action.id = place->string();
    if (trusted && *trusted) {
        action.outcome = ActionOutcome::already;
        action.message = place->string() + " is already trusted";
        return answer_action(context.out, action);
    }
    const ContributionWatch before(context.host);
    const auto done = context.host.trust().trust_workspace(*place, context.host.places().home);
    if (!done) return fail(context, done.error());
    if (const auto read = context.host.reload(); !read) return fail(context, read.error());
    action.changed = before.changes(context.host);
    action.message = place->string() + " is trusted";
    return answer_action(context.out, action);
}

ExitStatus trust_remove(CommandContext& context, const std::optional<Path>& directory) {
    const auto named = named_workspace(context, directory);
    const auto real = workspace(context, directory);
    const auto place = real ? *real : as_recorded(named);
    const ContributionWatch before(context.host);
    const auto forgotten = context.host.trust().forget_workspace(named);
    if (!forgotten) return fail(context, forgotten.error());
    if (const auto read = context.host.reload(); !read) return fail(context, read.error());
    Action action;
    action.command = "trust remove";
    action.changed = before.changes(context.host);
    action.id = place.string();
    action.outcome = *forgotten ? ActionOutcome::done : ActionOutcome::already;
    action.message = place.string() + std::string(gone_mark(context, place)) +
                     (*forgotten ? " is no longer trusted" : " was not trusted");
    return answer_action(context.out, action);
}

}  // namespace skilldeck
