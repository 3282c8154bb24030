// SPDX-License-Identifier: Apache-2.0
#include "app/auto_update.hpp"

#include "app/declared_marketplaces.hpp"
#include "app/plugin_actions.hpp"
#include "base/json.hpp"
#include "market/git_address.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

namespace {

constexpr std::string_view kAutoUpdate = "autoUpdate";

/// Of the layers that may say so: a project's never do.
bool is_wanted(const Settings& settings) {
    for (const auto& layer : settings.layers()) {
        if (const auto says = json_bool(layer.values, kAutoUpdate)) return *says;
    }
    return false;
}

/// The declarations that may say so; null: the layer has none.
const boost::json::object* entries_of(const SettingsLayer& layer) {
    const bool of_project = layer.scope == Scope::project || layer.scope == Scope::local;
    return of_project ? nullptr : json_object(layer.values, kDeclaredMarketplaces);
}

/// Whether anything says so: where nothing does, a session begins without reading what is there.
bool is_wanted_anywhere(const Settings& settings) {
    if (is_wanted(settings)) return true;
    return std::ranges::any_of(settings.layers(), [](const SettingsLayer& layer) {
        const auto* entries = entries_of(layer);
        return entries != nullptr && std::ranges::any_of(*entries, [](const auto& item) {
                   const auto* entry = item.value().if_object();
                   return entry != nullptr && json_bool(*entry, kAutoUpdate).value_or(false);
               });
    });
}

/// The entry of the highest layer that may say so, whole, as of every declaration; what it does not say the setting for
/// all says.
bool is_wanted_of(const Settings& settings, std::string_view marketplace) {
    for (const auto& layer : settings.layers()) {
        const auto* entries = entries_of(layer);
        const auto* entry = entries != nullptr ? json_object(*entries, marketplace) : nullptr;
        if (entry == nullptr) continue;
        if (const auto says = json_bool(*entry, kAutoUpdate)) return *says;
        break;
    }
    return is_wanted(settings);
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
        if (!is_wanted_of(context.host.settings(), known.name)) continue;
        const auto updated = context.host.market().update_marketplace(known.name);
        if (!updated) warn(context.out, updated.error());
    }
}

std::vector<std::string> wanted_plugins(CommandContext& context) {
    std::vector<std::string> ids;
    Diagnostics found;
    for (const auto& plugin : context.host.market().installed(found)) {
        if (is_wanted_of(context.host.settings(), plugin.marketplace)) ids.push_back(plugin.id);
    }
    // What is wrong with the records matters only to whoever wanted something done with them.
    if (!ids.empty()) context.out.diagnostic_lines(found);
    return ids;
}

/// What `plugin update` would do and say, but for what it would ask.
void update_copies(CommandContext& context) {
    CommandContext unasked{context.host, context.out, [](std::string_view) { return false; }};
    const auto ids = wanted_plugins(context);
    if (ids.empty()) return;
    const auto actions = update_plugins(unasked, {}, ids);
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
    if (!is_wanted_anywhere(context.host.settings())) return;
    fetch_marketplaces(context);
    update_copies(context);
}

}  // namespace skilldeck
