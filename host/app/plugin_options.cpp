// SPDX-License-Identifier: Apache-2.0
#include "app/plugin_options.hpp"

#include "base/json.hpp"

#include <boost/json/value.hpp>

namespace skilldeck {

namespace {

/// The options one layer gives this plugin, or null.
const boost::json::object* options_of(const SettingsLayer& layer, std::string_view plugin_id) {
    const auto* configs = json_object(layer.values, "pluginConfigs");
    const auto* config = configs != nullptr ? json_object(*configs, plugin_id) : nullptr;
    return config != nullptr ? json_object(*config, "options") : nullptr;
}

const boost::json::value* value_of(const Settings& settings, std::string_view plugin_id, std::string_view key) {
    for (const auto& layer : settings.layers()) {
        if (layer.scope == Scope::project || layer.scope == Scope::local) continue;
        const auto* options = options_of(layer, plugin_id);
        const auto* value = options == nullptr ? nullptr : options->if_contains(key);
        if (value != nullptr && !value->is_null()) return value;
    }
    return nullptr;
}

}  // namespace

boost::json::object plugin_options(const Settings& settings, const Plugin& plugin) {
    boost::json::object values;
    if (!plugin.package) return values;
    for (const auto& option : plugin.package->user_config) {
        const auto* value = value_of(settings, plugin.id(), option.key());
        if (value == nullptr && option.value().is_object()) value = option.value().get_object().if_contains("default");
        if (value != nullptr) values[option.key()] = *value;
    }
    return values;
}

}  // namespace skilldeck
