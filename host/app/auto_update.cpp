// SPDX-License-Identifier: Apache-2.0
#include "app/auto_update.hpp"

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

/// True: there is another version now.
bool update_plugin(CommandContext& context, const std::string& id) {
    UpdateRequest request;
    request.plugin = id;
    const auto updated = context.host.market().update(request);
    if (!updated) {
        warn(context.out, updated.error());
        return false;
    }
    bool changed = false;
    for (const auto& action : *updated) {
        if (action.outcome != MarketAction::Outcome::done) continue;
        changed = true;
        context.out.message(action.message);
        context.out.diagnostic_lines(action.warnings);
    }
    return changed;
}

}  // namespace

void auto_update(CommandContext& context) {
    if (!is_wanted(context.host.settings())) return;
    fetch_marketplaces(context);
    bool changed = false;
    Diagnostics said_by_list;
    for (const auto& plugin : context.host.market().installed(said_by_list)) {
        const bool is_copy =
            plugin.place == PluginPlace::store && !plugin.linked && plugin.scope != scope_word(Scope::managed);
        if (is_copy) changed = update_plugin(context, plugin.id) || changed;
    }
    if (!changed) return;
    if (const auto read = context.host.reload(); !read) warn(context.out, read.error());
}

}  // namespace skilldeck
