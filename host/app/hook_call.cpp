// SPDX-License-Identifier: Apache-2.0
#include "app/hook_call.hpp"

#include "app/permission_check.hpp"
#include "base/append.hpp"
#include "hook/handler.hpp"
#include "settings/policy.hpp"

#include <boost/json/serialize.hpp>

#include <optional>
#include <utility>

namespace skilldeck {

namespace {

/// So may plugins that are on and of which something, or all, could not be read or is not what was approved.
Diagnostics lost_guards(const PluginSet& plugins) {
    Diagnostics found;
    for (const auto& plugin : plugins.plugins()) {
        if (!plugin.wanted()) continue;
        for (const auto& one : plugin.diagnostics) {
            if (one.severity == Severity::error) found.push_back(one);
        }
    }
    return found;
}

HookOutcome dispatch(Host& host, const HookEvent& event) {
    auto& world = host.world();
    host.refresh();
    CommandPlaces places{host.places().start_directory, host.places().project_dir, child_environment()};
    CommandHandler command(world.processes, world.files, world.files, places);
    NativeHandler native;
    HookTools tools{
        world.reactor,
        {{HookHandlerType::command, &command}, {HookHandlerType::native, &native}},
        hook_stop(host.settings(), host.policy()),
        [&host](std::string_view rule, const HookEvent& about) { return condition_holds(host, rule, about); },
        {}};
    HookDispatcher dispatcher(tools);
    const auto hooks = host.hooks();  // kept: a reload must not take them away meanwhile
    std::optional<HookOutcome> answer;
    dispatcher.dispatch(*hooks, event, world.stop_signals.token(),
                        [&answer](HookOutcome outcome) { answer = std::move(outcome); });
    world.reactor.run_until([&answer] { return answer.has_value(); });
    // Settings that could not be read may have held a hook or a rule: whoever relies on the decision must know.
    (void)host.permission_rules();
    append(answer->diagnostics, host.diagnostics());
    append(answer->diagnostics, lost_guards(*host.plugins()));
    drop_repeated(answer->diagnostics);
    apply_rules(host, event, *answer);
    return *std::move(answer);
}

}  // namespace

Result<HookOutcome> dispatch_event_text(Host& host, std::string_view name, std::string_view text) {
    auto event = make_hook_event(name, text, host.places().start_directory.string());
    if (!event) return event.error();
    return dispatch(host, *event);
}

HookOutcome dispatch_event(Host& host, std::string_view name, boost::json::object fields) {
    auto outcome = dispatch_event_text(host, name, boost::json::serialize(fields));
    if (outcome) return *std::move(outcome);
    HookOutcome failed;
    failed.event = name;
    failed.diagnostics.push_back(to_diagnostic(outcome.error()));
    return failed;
}

}  // namespace skilldeck
