// SPDX-License-Identifier: Apache-2.0
#include "app/native_approval.hpp"

#include "app/codes.hpp"
#include "app/contribution_watch.hpp"
#include "app/plugin_actions.hpp"
#include "base/text.hpp"
#include "os/digest.hpp"
#include "package/native_module.hpp"
#include "plugin/codes.hpp"
#include "plugin/native_contributor.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

constexpr std::size_t kShownDigits = 12;

bool needs_approval(const Plugin& plugin) {
    return plugin.native && plugin.native->state == NativeState::not_approved;
}

/// Nobody says yes to code that is not what its declaration says, that can never be opened, or that may not run.
Result<> check_library(CommandContext& context, const Plugin& plugin) {
    const auto& files = context.host.world().files;
    const auto& package = *plugin.package;
    const auto manifest = tree_manifest(files, package.root / kOurDirectory, kOurDirectoryBytes);
    if (!manifest) return manifest.error();
    if (auto matches = check_native_library(files, *package.native, package.root, *manifest); !matches) return matches;
    if (auto fits = context.host.library_judge()(*package.native, plugin.component_name()); !fits) return fits;
    if (auto refused = refuse_origin(plugin.origin, plugin.id(), package.native->file)) return *refused;
    return {};
}

/// The same as an answer to whoever would approve it; also of a module.json that is refused.
Result<> check_approvable(CommandContext& context, const Plugin& plugin) {
    if (const auto* why = module_refusal(plugin))
        return Error{why->code, why->message + "; the native module is not approved", why->file, why->hint};
    if (!plugin.package || !plugin.package->native || !plugin.native)
        return make_error(code::native_nothing_to_approve, plugin.id());
    if (!plugin.availability.available)
        return make_error(code::plugin_unavailable, plugin.id(), {plugin.availability.reason});
    auto approvable = check_library(context, plugin);
    if (approvable) return approvable;
    auto error = approvable.error();
    error.what += "; it is not approved";
    return error;
}

Result<> approve(CommandContext& context, const Plugin& plugin, NativeApproval approval) {
    if (plugin.native->digest.empty()) return make_error(code::native_nothing_to_approve, plugin.id());
    if (auto approvable = check_approvable(context, plugin); !approvable) return approvable;
    if (auto done = context.host.trust().approve_native(plugin.id(), plugin.native->digest, approval); !done)
        return done;
    return context.host.reload();
}

std::string permissions_of(const NativeModule& module) {
    std::vector<std::string> wanted;
    if (!module.permission_read.empty()) wanted.push_back("read " + join(module.permission_read, ", "));
    if (!module.permission_write.empty()) wanted.push_back("write " + join(module.permission_write, ", "));
    if (module.permission_network) wanted.emplace_back("use the network");
    if (module.permission_exec) wanted.emplace_back("run programs");
    if (module.permission_session) wanted.emplace_back("read the session");
    return wanted.empty() ? "it asks for no permissions" : "it asks to " + join(wanted, "; ");
}

/// What its declarations say that it offers and wants.
std::string declared_by(const Plugin& plugin) {
    const auto& module = *plugin.package->native;
    const auto hooks = std::ranges::count_if(
        plugin.hooks, [](const HookConfig& hook) { return hook.type == HookHandlerType::native; });
    std::vector<std::string> offers;
    if (hooks > 0) offers.push_back(counted(static_cast<std::size_t>(hooks), "hook"));
    if (!module.skills.empty()) offers.push_back(counted(module.skills.size(), "skill"));
    if (module.dynamic_skills) offers.emplace_back("skills that it lists when it runs");
    if (!module.mcp_servers.empty()) offers.push_back(counted(module.mcp_servers.size(), "MCP server"));
    return (offers.empty() ? "it declares nothing" : "it declares " + join(offers, ", ")) + "; " +
           permissions_of(module);
}

/// The code itself: a name alone may be any code.
std::string code_of(const Plugin& plugin) {
    return plugin.package->native->library.filename().string() + ", digest " +
           plugin.native->digest.substr(0, kShownDigits) + "…";
}

}  // namespace

std::string approval_question(const Plugin& plugin) {
    return plugin.id() + " brings native code (" + code_of(plugin) + "); " + declared_by(plugin) +
           ". This version runs approved native code inside its own process, with your rights: it can do whatever you "
           "can do, and a hook of it can change what tools run. Approve it?";
}

void ask_for_approval(CommandContext& context, const Plugin& plugin, Asking asking, Action& action) {
    const bool declares_native = plugin.native && plugin.availability.available;
    if (!declares_native || plugin.native->approval != NativeApproval::none) return;
    // What can never be opened, or may not run here, is not asked about.
    if (const auto approvable = check_approvable(context, plugin); !approvable) {
        action.warnings.push_back(to_diagnostic(approvable.error()));
        return;
    }
    if (!needs_approval(plugin)) return;
    const auto id = plugin.id();
    if (asking == Asking::on_terminal && context.out.interactive()) {
        if (context.ask(approval_question(plugin))) {
            if (const auto done = approve(context, plugin, NativeApproval::isolated); !done) {
                action.warnings.push_back(to_diagnostic(done.error()));
            } else {
                action.message += "; its native code is approved";
            }
            return;
        }
    }
    action.message += "; its native code is not approved: `skilldeck plugin trust " + id + "` approves it";
}

Result<Action> trust_plugin(CommandContext& context, const PluginTrustArguments& arguments) {
    const auto snapshot = context.host.plugins();
    const auto plugin = installed_plugin(context, arguments.plugin);
    if (!plugin) return plugin.error();
    const auto& target = **plugin;
    Action action;
    action.command = "plugin trust";
    action.id = target.id();
    action.version = target.installed.version;
    const ContributionWatch before(context.host);
    if (arguments.clear) {
        const auto forgotten = context.host.trust().forget_native(target.id());
        if (!forgotten) return forgotten.error();
        if (const auto read = context.host.reload(); !read) return read.error();
        const auto* now = context.host.plugins()->find(target.id());
        if (now != nullptr && now->native && now->native->approval == NativeApproval::first_party)
            return make_error(code::native_approval_built_in, target.id(), {target.id()});
        action.changed = before.changes(context.host);
        action.outcome = *forgotten ? ActionOutcome::done : ActionOutcome::already;
        action.message =
            *forgotten ? "the approval of " + target.id() + " is taken back" : target.id() + " had no approval";
        return action;
    }
    if (const auto approvable = check_approvable(context, target); !approvable) return approvable.error();
    const auto wanted = arguments.in_process ? NativeApproval::in_process : NativeApproval::isolated;
    const auto held = target.native->approval;
    if (held == wanted || held == NativeApproval::first_party || held == NativeApproval::in_process) {
        action.outcome = ActionOutcome::already;
        action.message = "the native code of " + target.id() + " is already approved";
        return action;
    }
    if (!arguments.yes && context.out.interactive() && !context.ask(approval_question(target))) {
        return make_error(code::native_approval_declined, target.id());
    }
    if (const auto done = approve(context, target, wanted); !done) return done.error();
    action.changed = before.changes(context.host);
    action.message =
        "the native code of " + target.id() + " is approved (" + code_of(target) + "); " + declared_by(target);
    return action;
}

ExitStatus plugin_trust(CommandContext& context, const PluginTrustArguments& arguments) {
    return answer_result(context, trust_plugin(context, arguments));
}

}  // namespace skilldeck
