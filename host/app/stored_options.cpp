// SPDX-License-Identifier: Apache-2.0
#include "app/stored_options.hpp"

#include "app/codes.hpp"
#include "base/json.hpp"
#include "base/plugin_id.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kConfigs = "pluginConfigs", kOptions = "options";

struct Kept {
    std::set<std::string> names;
    Path file;
};

/// By plugin id.
using AllKept = std::map<std::string, Kept, std::less<>>;

void add(std::string_view id, const boost::json::object& values, const Path& file, AllKept& all) {
    if (values.empty() || !is_plugin_id(id)) return;
    auto& kept = all[std::string(id)];
    kept.file = file;
    for (const auto& value : values) kept.names.emplace(value.key());
}

AllKept all_kept(Host& host) {
    AllKept all;
    for (const auto& layer : host.settings().layers()) {
        const auto* configs = layer.scope == Scope::user ? json_object(layer.values, kConfigs) : nullptr;
        if (configs == nullptr) continue;
        for (const auto& config : *configs) {
            const auto* fields = config.value().if_object();
            const auto* options = fields != nullptr ? json_object(*fields, kOptions) : nullptr;
            if (options != nullptr) add(config.key(), *options, layer.file, all);
        }
    }
    Diagnostics said_by_the_host;
    for (const auto& plugin : host.credentials().plugin_options(said_by_the_host)) {
        const auto* values = plugin.value().if_object();
        if (values != nullptr) add(plugin.key(), *values, host.credentials().file(), all);
    }
    return all;
}

/// What a session brings is there while the session is; records that cannot be read tell nothing.
bool may_come_back(Host& host, std::string_view id) {
    if (market_half(id) == kInlineMarketplace || host.plugins()->find(id) != nullptr) return true;
    Diagnostics in_the_way;
    return !host.market().records(id, in_the_way).empty() || !in_the_way.empty();
}

}  // namespace

std::optional<StoredOptions> stored_options(Host& host, std::string_view id_or_name) {
    std::vector<StoredOptions> found;
    for (auto& [id, kept] : all_kept(host)) {
        if (id != id_or_name && name_half(id) != id_or_name) continue;
        found.push_back({id, {kept.names.begin(), kept.names.end()}, kept.file});
    }
    return found.size() == 1 ? std::optional(std::move(found.front())) : std::nullopt;
}

Diagnostics options_without_plugin(Host& host) {
    Diagnostics found;
    for (const auto& [id, kept] : all_kept(host)) {
        if (may_come_back(host, id)) continue;
        const std::vector<std::string> names(kept.names.begin(), kept.names.end());
        found.push_back(make_diagnostic(code::plugin_options_left, kept.file.string(),
                                        {id, join(names, ", "), join(names, " --unset ")}));
        found.back().plugin = id;
    }
    return found;
}

}  // namespace skilldeck
