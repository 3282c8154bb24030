// SPDX-License-Identifier: Apache-2.0
// `marketplace add|list|update|remove`.
#include "app/action.hpp"
#include "app/codes.hpp"
#include "app/commands.hpp"
#include "app/contribution_watch.hpp"
#include "app/declared_marketplaces.hpp"
#include "app/dependents.hpp"
#include "app/plugin_actions.hpp"
#include "app/table.hpp"
#include "base/append.hpp"
#include "base/text.hpp"

#include <set>
#include <utility>

namespace skilldeck {

namespace {

void write_marketplace(JsonWriter& json, const KnownMarketplace& known) {
    json.begin_object();
    json.member("name", known.name);
    json.key("source");
    json.value(boost::json::value(known.source.to_view()));
    json.member("path", known.location.string());
    json.member("plugins", known.marketplace ? known.marketplace->entries.size() : 0);
    json.member_if("updatedAt", known.updated_at);
    write_diagnostics(json, "diagnostics", known.all_diagnostics());
    json.end_object();
}

/// What only settings declare is added.
Result<MarketAction> update_or_add(Host& host, const std::string& name) {
    auto added = add_declared_marketplace(host, name);
    if (!added) return added.error();
    if (*added) return **added;
    return host.market().update_marketplace(name);
}

}  // namespace

ExitStatus marketplace_add(CommandContext& context, const MarketplaceAddArguments& arguments) {
    const auto scope = arguments.scope ? parse_scope(*arguments.scope) : std::nullopt;
    if (scope) {  // known before anything is changed
        const auto file = context.host.settings_target(*scope, kDeclaredMarketplaces, arguments.name.value_or(""));
        if (!file) return fail(context, file.error());
    }
    const auto added = context.host.market().add_marketplace(arguments.source, arguments.name);
    if (!added) return fail(context, added.error());
    auto action = to_action("marketplace add", *added);
    if (scope) {
        const auto file = declare_marketplace(context.host, action.id, *scope);
        if (!file) return fail(context, file.error());
        action.scope = *arguments.scope;
        action.message += "; declared in " + file->string();
    }
    return answer_action(context.out, action);
}

ExitStatus marketplace_list(CommandContext& context) {
    if (const auto problem = context.host.market().registry_problem()) return fail(context, *problem);
    Diagnostics found;
    const auto known = context.host.market().marketplaces(found);
    auto& out = context.out;
    if (out.json()) {
        out.answer_json([&](JsonWriter& json) {
            json.begin_array();
            for (const auto& one : known) write_marketplace(json, one);
            json.end_array();
        });
    } else if (known.empty()) {
        out.answer_line("no marketplaces are registered; `marketplace add DIRECTORY` registers one");
    } else {
        Table table(out.columns());
        for (const auto& one : known) {
            const auto count = one.marketplace ? one.marketplace->entries.size() : 0;
            table.row({one.name, counted(count, "plugin"), one.location.string()});
        }
        out.answer(table.text());
        for (const auto& one : known) out.diagnostic_lines(one.all_diagnostics());
    }
    if (auto half_done = context.host.market().interrupted()) found.push_back(std::move(*half_done));
    append(found, undone_declarations(context.host));
    out.diagnostic_lines(found);
    return ExitStatus::done;
}

Result<Action> refresh_marketplace(CommandContext& context, const std::string& name) {
    const auto updated = update_or_add(context.host, name);
    if (!updated) return updated.error();
    return to_action("marketplace update", *updated);
}

ExitStatus marketplace_update(CommandContext& context, const std::optional<std::string>& name) {
    std::vector<std::string> names;
    if (name) {
        names.push_back(*name);
    } else {
        if (const auto problem = context.host.market().registry_problem()) return fail(context, *problem);
        Diagnostics found;
        std::set<std::string> all;
        for (const auto& known : context.host.market().marketplaces(found)) all.insert(known.name);
        for (const auto& declared : declared_marketplaces(context.host, found)) all.insert(declared.name);
        names.assign(all.begin(), all.end());
        context.out.diagnostic_lines(found);
    }
    std::vector<Action> actions;
    for (const auto& one : names) {
        auto updated = refresh_marketplace(context, one);
        actions.push_back(updated ? *std::move(updated) : to_action("marketplace update", one, updated.error()));
    }
    if (name) return answer_action(context.out, actions.front());
    if (actions.empty() && !context.out.json()) context.out.answer_line("no marketplaces are registered");
    return answer_actions(context.out, actions);
}

Result<Action> forget_marketplace(CommandContext& context, const std::string& name) {
    for (const auto& [id, forced] : context.host.policy().plugins) {
        const auto* plugin = id.ends_with("@" + name) ? context.host.plugins()->find(id) : nullptr;
        if (plugin == nullptr || plugin->enablement.decided_by != DecidedBy::managed) continue;
        return make_error(code::plugin_state_held, id, {id, plugin_rule(id, forced.file)});
    }
    const ContributionWatch before(context.host);
    const auto removed = context.host.market().remove_marketplace(name);
    if (!removed) return removed.error();
    auto action = to_action("marketplace remove", *removed);
    Diagnostics said_by_list;
    for (const auto& declared : declared_marketplaces(context.host, said_by_list)) {
        if (declared.name != name) continue;
        action.warnings.push_back(make_diagnostic(code::marketplace_still_declared, declared.file.string(),
                                                  {name, scope_word(declared.scope)}));
    }
    return finish_change(context, before, Dependents(), std::move(action));
}

ExitStatus marketplace_remove(CommandContext& context, const std::string& name) {
    return answer_result(context, forget_marketplace(context, name));
}

}  // namespace skilldeck
