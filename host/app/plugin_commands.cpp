// SPDX-License-Identifier: Apache-2.0
// The commands that change which plugins there are and which are on: install, uninstall, update, rollback, enable,
// disable. The store changes with the settings, then the snapshots are read again: the next line sees the effect.
#include "app/action.hpp"
#include "app/brought_parts.hpp"
#include "app/codes.hpp"
#include "app/commands.hpp"
#include "app/contribution_watch.hpp"
#include "app/declared_marketplaces.hpp"
#include "app/dependents.hpp"
#include "app/native_approval.hpp"
#include "app/only_enabled.hpp"
#include "app/option_questions.hpp"
#include "app/plugin_actions.hpp"
#include "base/append.hpp"
#include "base/plugin_id.hpp"
#include "base/text.hpp"
#include "market/codes.hpp"
#include "package/codes.hpp"
#include "plugin/codes.hpp"
#include "plugin/dependencies.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace skilldeck {

namespace {

/// The option's word as a scope; the command line has checked the word.
std::optional<Scope> scope_of(const std::optional<std::string>& word) {
    return word ? parse_scope(*word) : std::nullopt;
}

/// The scope that decides today, so that the change has an effect; else the scope the plugin is installed at.
Scope deciding_scope(const Plugin& plugin) {
    switch (plugin.enablement.decided_by) {
        case DecidedBy::local: return Scope::local;
        case DecidedBy::project: return Scope::project;
        case DecidedBy::user: return Scope::user;
        default: return parse_scope(plugin.installed.scope).value_or(Scope::user);
    }
}

/// What managed policy names, on or off, is not a person's to remove.
std::optional<Error> held_by_policy(CommandContext& context, std::string_view id_or_name) {
    const auto& forced = context.host.policy().plugins;
    for (const auto* plugin : context.host.plugins()->named(id_or_name)) {
        const auto found = forced.find(plugin->id());
        if (found != forced.end() && plugin->enablement.decided_by == DecidedBy::managed)
            return make_error(code::plugin_state_held, plugin->id(),
                              {plugin->id(), plugin_rule(plugin->id(), found->second.file)});
    }
    return std::nullopt;
}

/// A value that managed policy or the command line holds above every file.
std::optional<Error> held_above(const Plugin& plugin, Switch to) {
    const auto& enablement = plugin.enablement;
    const bool above = enablement.decided_by == DecidedBy::managed || enablement.decided_by == DecidedBy::flag;
    if (!above || enablement.enabled == (to == Switch::enable)) return std::nullopt;
    for (const auto& step : enablement.chain) {
        if (step.wins)
            return make_error(code::plugin_state_held, plugin.id(), {plugin.id(), plugin_rule(plugin.id(), step.file)});
    }
    return std::nullopt;
}

/// What keeps it, or a part of it, from being what whoever asked for it expects.
void add_troubles(const Plugin& plugin, Action& action) {
    constexpr std::array kKinds{code::plugin_unavailable, code::plugin_dependency_missing, code::plugin_namespace_taken,
                                code::package_name_differs};
    for (auto found : plugin.diagnostics) {
        const bool matters = std::ranges::find(kKinds, found.code) != kKinds.end();
        if (matters && found.severity == Severity::note) found.severity = Severity::warning;  // of a list it is a note
        if (matters || found.severity == Severity::error) action.warnings.push_back(std::move(found));
    }
}

/// Whether nothing of it is for this host.
bool brings_nothing(const Plugin& plugin) {
    if (!plugin.package) return false;
    const auto& package = *plugin.package;
    return package.skills.empty() && package.commands.empty() && package.agents.empty() && package.hooks.empty() &&
           package.mcp.empty() && !package.native && !package.refused_native;
}

/// So that nobody has to look for what now runs by itself.
void add_brought_parts(CommandContext& context, const Plugin& plugin, Action& action) {
    if (action.outcome != ActionOutcome::done) return;
    const auto parts = brought_parts(context.host.world().files, plugin);
    const auto& whose = plugin.id() == action.id ? "it" : plugin.id();
    if (!parts.empty()) action.message += "; " + whose + " brings " + parts;
    if (brings_nothing(plugin)) action.message += "; " + whose + " brings nothing that this host uses";
    const bool of_project = action.scope == "project" || action.scope == "local";
    if (!parts.empty() && of_project && !context.host.project_trusted())
        action.warnings.push_back(make_diagnostic(code::plugin_waits_for_trust, {}, {plugin.id()}));
}

/// What a settings file switches on without its being installed is switched off like any other.
std::optional<Action> switch_off_uninstalled(CommandContext& context, const std::string& id,
                                             const std::optional<std::string>& scope) {
    const auto said = scope_of_only_enabled(context.host, id);
    if (!said) return std::nullopt;
    const auto at = scope_of(scope).value_or(*said);
    Action action;
    action.command = "plugin disable";
    action.id = id;
    action.scope = scope_word(at);
    if (const auto set = context.host.set_enabled(id, at, false, action.warnings); !set)
        return to_action("plugin disable", id, set.error());
    if (const auto read = context.host.reload(); !read) return to_action("plugin disable", id, read.error());
    action.message = id + " is disabled (" + action.scope + "); it is not installed";
    return action;
}

/// What those that came with it cannot do without: nobody was asked about that.
void add_needed_options(CommandContext& context, Action& action) {
    const auto plugins = context.host.plugins();
    for (const auto& one : action.dependencies) {
        const auto* plugin = plugins->find(one.id);
        if (plugin != nullptr) add_unset_options(*plugin, action);
    }
}

/// Of the plugin and of those that came with it.
void add_news(CommandContext& context, Asking asking, Action& action) {
    const auto plugins = context.host.plugins();
    std::vector<std::string> ids{action.id};
    for (const auto& one : action.dependencies) ids.push_back(one.id);
    for (const auto& id : ids) {
        const auto* plugin = plugins->find(id);
        if (plugin == nullptr) continue;
        add_troubles(*plugin, action);
        add_brought_parts(context, *plugin, action);
        ask_for_approval(context, *plugin, asking, action);
    }
    add_needed_options(context, action);
}

/// On a terminal what a change adds is shown and may be accepted, native code too; elsewhere it stops there.
template <class Request, class Change>
auto change_with_consent(CommandContext& context, Request request, const Change& change) {
    auto done = change(request);
    const bool asks = !done && done.error().code == code::update_adds_rights && context.out.interactive();
    if (!asks || !context.ask(to_line(done.error()) + ". Update?")) return done;
    request.consent = Consent::everything;
    return change(request);
}

/// Those that it needs and that are off, but for what is held off above every file.
std::vector<const Plugin*> to_enable_with(const Plugin& plugin, std::span<const Plugin> plugins) {
    auto off = needed_and_off(plugin, plugins);
    std::erase_if(off, [](const Plugin* other) { return held_above(*other, Switch::enable).has_value(); });
    return off;
}

/// In one change, or one file for one plugin.
Result<> set_switches(CommandContext& context, const Plugin& plugin, Scope scope, Switch to,
                      std::span<const Plugin* const> with, Action& action) {
    if (with.empty()) return context.host.set_enabled(plugin.id(), scope, to == Switch::enable, action.warnings);
    std::vector<SwitchRequest> requests;
    for (const auto* other : with) requests.push_back({other->id(), deciding_scope(*other)});
    requests.push_back({plugin.id(), scope});
    return context.host.market().switch_on(requests, "enabling of " + plugin.id(), action.warnings);
}

/// Something above decides, or what was written does not count yet.
Diagnostic overridden(CommandContext& context, const Plugin& now, Scope written, bool enable) {
    const auto id = now.id();
    auto found = make_diagnostic(code::plugin_switch_overridden, id,
                                 {enable ? "disabled" : "enabled", decided_by_word(now.enablement.decided_by)});
    const bool waits = (written == Scope::project || written == Scope::local) && !context.host.project_trusted();
    if (waits)
        found.hint = "the settings of this project count once `skilldeck trust add` trusts it; until then: skilldeck " +
                     std::string(enable ? "plugin enable " : "plugin disable ") + id + " --scope user";
    return found;
}

/// Whether those that need it are asked after, or go off with it.
enum class Needs : std::uint8_t { kept, all_go };

Action switch_one(CommandContext& context, const Plugin& plugin, Switch to, const std::optional<std::string>& scope,
                  Needs needs) {
    const bool enable = to == Switch::enable;
    const std::string command = enable ? "plugin enable" : "plugin disable";
    const auto id = plugin.id();
    if (const auto held = held_above(plugin, to)) return to_action(command, id, *held);
    Action action;
    action.command = command;
    action.id = id;
    const auto at = scope_of(scope).value_or(deciding_scope(plugin));
    action.scope = scope_word(at);
    action.version = plugin.installed.version;
    // Off because nobody can read what was decided is no decision: a switch must be written, or say why it cannot.
    const bool decided = plugin.enablement.unreadable() == nullptr;
    const auto snapshot = context.host.plugins();
    const auto with = enable ? to_enable_with(plugin, snapshot->plugins()) : std::vector<const Plugin*>{};
    if (plugin.enabled() == enable && decided && !scope && with.empty()) {
        action.outcome = ActionOutcome::already;
        action.message = id + " is already " + (enable ? "enabled" : "disabled");
        return action;
    }
    if (needs == Needs::kept) {
        if (const auto error = left_in_need(plugin, to, snapshot->plugins(), with))
            return to_action(command, id, *error);
    }
    const ContributionWatch before(context.host);
    if (const auto set = set_switches(context, plugin, at, to, with, action); !set) {
        return to_action(command, id, set.error());
    }
    if (const auto read = context.host.reload(); !read) return to_action(command, id, read.error());
    action.changed = before.changes(context.host);
    const auto* now = context.host.plugins()->find(id);
    const bool took_effect = now != nullptr && now->enabled() == enable;
    action.message =
        id + (took_effect ? " is " : " is set to ") + (enable ? "enabled" : "disabled") + " (" + action.scope + ")";
    for (const auto* other : with) {
        action.dependencies.push_back({other->id(), other->installed.version, MarketAction::Dependency::Done::enabled});
        action.message += (other == with.front() ? ", and what it needs: " : ", ") + other->id();
    }
    if (took_effect && enable) {
        add_troubles(*now, action);
        add_brought_parts(context, *now, action);
        configure_enabled(context, action);
        add_needed_options(context, action);
        now = context.host.plugins()->find(id);
    }
    if (!took_effect && now != nullptr) action.warnings.push_back(overridden(context, *now, at, enable));
    return action;
}

/// A marketplace that only a project without trust names is not there, and why is no riddle.
Error with_declaration(const Host& host, Error error, std::string_view market) {
    if (error.code == code::marketplace_unknown && waits_for_trust(host, market))
        error.hint =
            "the settings of this project declare it, which counts once `skilldeck trust add` trusts the project";
    return error;
}

bool is_done(const Action& action) {
    return action.outcome == ActionOutcome::done;
}

/// One plugin of an update of several.
struct PluginUpdate {
    std::string id;
    Dependents dependents;  ///< of before
    std::vector<Action> actions;

    /// Tried, and not waiting for others to move.
    [[nodiscard]] bool is_settled() const {
        constexpr std::array kWaits{code::dependents_left_behind, code::dependency_version, code::dependency_conflict};
        return !actions.empty() && std::ranges::none_of(actions, [&](const Action& action) {
            return action.error && std::ranges::find(kWaits, action.error->code) != kWaits.end();
        });
    }
};

/// With those that go along.
std::vector<Action> update_one(CommandContext& context, const std::string& id, const PluginUpdateArguments& arguments) {
    UpdateRequest request;
    request.plugin = id;
    request.scope = scope_of(arguments.scope);
    request.consent = arguments.yes ? Consent::additions : Consent::nothing_new;
    request.lock = arguments.frozen ? LockRule::frozen : LockRule::ignored;
    request.dependents = arguments.plugin ? UpdateRequest::Dependents::stay : UpdateRequest::Dependents::go_along;
    const auto updated = change_with_consent(
        context, request, [&](const UpdateRequest& wish) { return context.host.market().update(wish); });
    if (!updated) return {to_action("plugin update", id, updated.error())};
    std::vector<Action> actions;
    for (const auto& one : *updated) actions.push_back(to_action("plugin update", one));
    return actions;
}

/// Its own, or the one that gave it another id.
const PluginUpdate* update_of(std::span<const PluginUpdate> updates, const Action& action) {
    const auto own = std::ranges::find(updates, action.id, &PluginUpdate::id);
    if (own != updates.end()) return &*own;
    const auto other = std::ranges::find_if(updates, [&](const PluginUpdate& update) {
        return std::ranges::find(update.actions, action.id, &Action::id) != update.actions.end();
    });
    return other != updates.end() ? &*other : nullptr;
}

/// Of all; what went along with another has nothing more to say.
std::vector<Action> actions_of(std::span<const PluginUpdate> updates) {
    std::vector<Action> actions;
    for (const auto& one : updates) append(actions, one.actions);
    const auto done = actions;
    std::erase_if(actions, [&](const Action& action) {
        return action.outcome == ActionOutcome::already && std::ranges::any_of(done, [&](const Action& other) {
                   return is_done(other) && other.id == action.id && other.scope == action.scope;
               });
    });
    return actions;
}

}  // namespace

Result<Action> finish_change(CommandContext& context, const ContributionWatch& before, const Dependents& dependents,
                             Action action) {
    if (const auto read = context.host.reload(); !read) return read.error();
    action.changed = before.changes(context.host);  // reads the plugins, and so shuts down what is gone
    dependents.add_warnings(context.host, action);
    return action;
}

ExitStatus answer_result(CommandContext& context, const Result<Action>& done) {
    return done ? answer_action(context.out, *done) : fail(context, done.error());
}

Result<const Plugin*> installed_plugin(CommandContext& context, std::string_view id_or_name) {
    const auto& plugins = *context.host.plugins();
    const auto named = plugins.named(id_or_name);
    if (named.size() == 1) return named.front();
    if (named.empty()) {
        std::vector<std::string> ids;
        for (const auto& plugin : plugins.plugins()) ids.push_back(plugin.id());
        auto error = make_error(code::plugin_not_installed, {}, {id_or_name, "here"});
        if (auto hint = plugin_suggestion(id_or_name, ids); !hint.empty()) error.hint = std::move(hint);
        if (scope_of_only_enabled(context.host, id_or_name))
            error.hint = "settings enable it; install it: skilldeck plugin install " + std::string(id_or_name);
        return error;
    }
    std::vector<std::string> ids;
    for (const auto* plugin : named) ids.push_back(plugin->id());
    return make_error(code::plugin_ambiguous, {}, {id_or_name, join(ids, ", ")});
}

Result<Action> install_plugin(CommandContext& context, const PluginInstallArguments& arguments) {
    InstallRequest request;
    request.plugin = arguments.plugin;
    request.scope = scope_of(arguments.scope).value_or(Scope::user);
    request.version = arguments.version;
    request.placement = arguments.link ? InstallRequest::Placement::link : InstallRequest::Placement::copy;
    // The settings change with the store; that they can be changed is known first.
    if (const auto can = context.host.can_set_enabled(request.scope); !can) return can.error();
    request.lock = arguments.frozen ? LockRule::frozen : LockRule::ignored;
    request.consent = arguments.yes ? Consent::additions : Consent::nothing_new;
    // Only another version of what is there can be missed.
    const bool moves = arguments.version || arguments.frozen;
    const auto dependents = moves ? Dependents(context.host, arguments.plugin) : Dependents();
    const auto market = market_half(arguments.plugin);
    const auto added = add_declared_marketplace(context.host, market);
    if (!added) return added.error();
    auto installed = change_with_consent(
        context, request, [&](const InstallRequest& wish) { return context.host.market().install(wish); });
    if (!installed) return with_declaration(context.host, installed.error(), market);
    auto action = to_action("plugin install", *installed);
    if (*added) action.message += "; " + (*added)->message + ", which settings declare";
    if (const auto read = context.host.reload(); !read) return read.error();
    add_news(context, arguments.yes ? Asking::never : Asking::on_terminal, action);
    configure_installed(context, arguments, action);
    dependents.add_warnings(context.host, action);
    return action;
}

ExitStatus plugin_install(CommandContext& context, const PluginInstallArguments& arguments) {
    return answer_result(context, install_plugin(context, arguments));
}

Result<Action> uninstall_plugin(CommandContext& context, const PluginUninstallArguments& arguments) {
    UninstallRequest request;
    request.plugin = arguments.plugin;
    request.scope = scope_of(arguments.scope);
    request.data = arguments.keep_data ? UninstallRequest::Data::keep : UninstallRequest::Data::remove;
    if (const auto held = held_by_policy(context, arguments.plugin)) return *held;
    const ContributionWatch before(context.host);
    const Dependents dependents(context.host, arguments.plugin);
    auto removed = context.host.market().uninstall(request);
    if (!removed) return removed.error();
    return finish_change(context, before, dependents, to_action("plugin uninstall", *removed));
}

ExitStatus plugin_uninstall(CommandContext& context, const PluginUninstallArguments& arguments) {
    return answer_result(context, uninstall_plugin(context, arguments));
}

Result<std::vector<Action>> update_plugins(CommandContext& context, const PluginUpdateArguments& arguments) {
    if (arguments.plugin) return update_plugins(context, arguments, std::array{*arguments.plugin});
    std::vector<std::string> ids;
    Diagnostics found;
    for (const auto& plugin : context.host.market().installed(found)) ids.push_back(plugin.id);
    context.out.diagnostic_lines(found);
    return update_plugins(context, arguments, ids);
}

Result<std::vector<Action>> update_plugins(CommandContext& context, const PluginUpdateArguments& arguments,
                                           std::span<const std::string> ids) {
    std::vector<PluginUpdate> updates;
    for (const auto& id : ids) updates.push_back({id, Dependents(context.host, id), {}});
    // What waits for others is tried again as long as others move.
    for (bool moved = true; moved;) {
        moved = false;
        for (auto& one : updates) {
            if (one.is_settled()) continue;
            one.actions = update_one(context, one.id, arguments);
            moved = moved || std::ranges::any_of(one.actions, is_done);
        }
    }
    auto actions = actions_of(updates);
    if (const auto read = context.host.reload(); !read) return read.error();
    for (auto& action : actions) {
        if (is_done(action)) add_news(context, arguments.yes ? Asking::never : Asking::on_terminal, action);
    }
    for (auto& action : actions) {
        const auto* update = update_of(updates, action);
        if (is_done(action) && update != nullptr) update->dependents.add_warnings(context.host, action);
    }
    return actions;
}

ExitStatus plugin_update(CommandContext& context, const PluginUpdateArguments& arguments) {
    const auto actions = update_plugins(context, arguments);
    if (!actions) return fail(context, actions.error());
    if (arguments.plugin && actions->size() == 1) return answer_action(context.out, actions->front());
    if (actions->empty() && !context.out.json()) context.out.answer_line("no plugins are installed");
    return answer_actions(context.out, *actions);
}

Result<Action> roll_back_plugin(CommandContext& context, const PluginRollbackArguments& arguments) {
    if (const auto held = held_by_policy(context, arguments.plugin)) return *held;
    const ContributionWatch before(context.host);
    const Dependents dependents(context.host, arguments.plugin);
    const auto done = context.host.market().rollback({arguments.plugin, scope_of(arguments.scope)});
    if (!done) return done.error();
    return finish_change(context, before, dependents, to_action("plugin rollback", *done));
}

ExitStatus plugin_rollback(CommandContext& context, const PluginRollbackArguments& arguments) {
    return answer_result(context, roll_back_plugin(context, arguments));
}

Result<Action> switch_plugin(CommandContext& context, Switch to, const PluginSwitchArguments& arguments) {
    const auto snapshot = context.host.plugins();
    const auto plugin = installed_plugin(context, *arguments.plugin);
    if (!plugin && to == Switch::disable) {
        if (auto action = switch_off_uninstalled(context, *arguments.plugin, arguments.scope))
            return *std::move(action);
    }
    if (!plugin) return plugin.error();
    return switch_one(context, **plugin, to, arguments.scope, Needs::kept);
}

ExitStatus plugin_switch(CommandContext& context, Switch to, const PluginSwitchArguments& arguments) {
    if (arguments.all) {
        std::vector<std::string> ids;
        for (const auto& plugin : context.host.plugins()->plugins()) {
            if (plugin.enabled() && plugin.installed.place != PluginPlace::builtin) ids.push_back(plugin.id());
        }
        std::vector<Action> actions;
        for (const auto& id : ids) {
            // Each switch makes a new snapshot; this keeps the plugin that is read from alive.
            const auto snapshot = context.host.plugins();
            if (const auto* plugin = snapshot->find(id)) {
                actions.push_back(switch_one(context, *plugin, to, arguments.scope, Needs::all_go));
            }
        }
        if (actions.empty() && !context.out.json()) context.out.answer_line("no plugin is enabled");
        return answer_actions(context.out, actions);
    }
    if (!arguments.plugin) {
        return fail(context, make_error(code::usage_wrong, "plugin", {"the plugin's name is missing"}));
    }
    return answer_result(context, switch_plugin(context, to, arguments));
}

}  // namespace skilldeck
