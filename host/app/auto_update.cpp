// SPDX-License-Identifier: Apache-2.0
#include "app/auto_update.hpp"

#include "app/plugin_actions.hpp"
#include "base/json.hpp"
#include "market/git_address.hpp"

namespace skilldeck {

namespace {

/// The first of the layers that may say so and does; they are the only ones where the key is kept.
bool is_wanted(const Settings& settings) {
    for (const auto& layer : settings.layers()) {
        if (const auto says = json_bool(layer.values, "autoUpdate")) return *says;
    }
    return false;
}

void warn(Output& out, const Error& error) {
    auto found = to_diagnostic(error);
    found.severity = Severity::warning;  // the session goes on
    out.diagnostic_lines({std::move(found)});
}

void fetch_marketplaces(CommandContext& context) {
    Diagnostics said_by_list;
    for (const auto& known : context.host.market().marketplaces(said_by_list)) {
        if (!is_git_source(known.source.kind)) continue;  // a directory is always current
        const auto updated = context.host.market().update_marketplace(known.name);
        if (!updated) warn(context.out, updated.error());
    }
}

/// What `plugin update` would do and say, but for what it would ask.
void update_copies(CommandContext& context) {
    CommandContext unasked{context.host, context.out, [](std::string_view) { return false; }};
    const auto actions = update_plugins(unasked, {});
    if (!actions) return warn(context.out, actions.error());
    for (const auto& action : *actions) {
        if (action.error) warn(context.out, *action.error);
        if (action.outcome != ActionOutcome::done) continue;
        context.out.message(action.message);
        context.out.diagnostic_lines(action.warnings);
    }
}

}  // namespace

void auto_update(CommandContext& context) {
    if (!is_wanted(context.host.settings())) return;
    fetch_marketplaces(context);
    update_copies(context);
}

}  // namespace skilldeck
