// SPDX-License-Identifier: Apache-2.0
#include "app/option_changes.hpp"

#include "app/codes.hpp"
#include "base/codes.hpp"
#include "base/json.hpp"
#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "settings/settings_change.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

namespace json = boost::json;

constexpr std::string_view kConfigs = "pluginConfigs", kOptions = "options";

Path user_settings(Host& host) {
    return host.places().config_dir / "settings.json";
}

std::string config_text(const json::object& config) {
    std::string text;
    JsonWriter(text).value(json::value(config));
    return text;
}

/// The member of `pluginConfigs` with the changes; nothing when nothing is left of it.
Result<std::optional<std::string>> changed_config(const json::value* now, const json::object& changes,
                                                  std::string_view where) {
    const auto wrong = [&](std::string_view name, const json::value& value) {
        return make_error(code::json_wrong_type, where, {name, json_kind(value), "a map"});
    };
    if (now != nullptr && !now->is_object()) return wrong(kConfigs, *now);
    json::object config = now != nullptr ? now->get_object() : json::object();
    auto& options = config[kOptions];
    if (options.is_null()) options.emplace_object();
    if (!options.is_object()) return wrong(kOptions, options);
    for (const auto& item : changes) {
        if (item.value().is_null()) {
            options.get_object().erase(item.key());
        } else {
            options.get_object()[item.key()] = item.value();
        }
    }
    if (options.get_object().empty()) config.erase(kOptions);
    if (config.empty()) return std::optional<std::string>();
    return std::optional(config_text(config));
}

Result<> change_plain(Host& host, std::string_view plugin_id, const json::object& changes) {
    auto& files = host.world().files;
    const auto file = user_settings(host);
    return change_settings_by(files, files, file, kConfigs, plugin_id,
                              [&](const json::value* now) { return changed_config(now, changes, file.string()); });
}

/// A config with what another one has besides, option by option.
json::object merged_config(json::object own, const json::object& other) {
    for (const auto& item : other) {
        const auto [place, is_new] = own.insert(item);
        if (is_new || item.key() != kOptions || !place->value().is_object() || !item.value().is_object()) continue;
        for (const auto& option : item.value().get_object()) place->value().get_object().insert(option);
    }
    return own;
}

/// Both members in one write; what is no map of options stays where it is.
Result<> carry_plain(Host& host, std::string_view from, std::string_view to, OptionCarry how) {
    auto& files = host.world().files;
    return change_settings_map(files, files, user_settings(host), kConfigs,
                               [&](const json::object* configs) -> Result<std::vector<MemberValue>> {
                                   std::vector<MemberValue> members;
                                   const auto* config = configs != nullptr ? json_object(*configs, from) : nullptr;
                                   if (config == nullptr) return members;
                                   const auto* own = json_object(*configs, to);
                                   const auto merged = merged_config(own != nullptr ? *own : json::object(), *config);
                                   if (own == nullptr || *own != merged)
                                       members.push_back({std::string(to), config_text(merged)});
                                   if (how == OptionCarry::move) members.push_back({std::string(from), std::nullopt});
                                   return members;
                               });
}

}  // namespace

Result<> carry_options(Host& host, std::string_view from, std::string_view to, OptionCarry how) {
    if (auto carried = host.credentials().carry_plugin(from, to, how); !carried) return carried;
    return carry_plain(host, from, to, how);
}

Result<> unset_options(Host& host, std::string_view plugin_id, const std::vector<std::string>& names,
                       Diagnostics& found) {
    json::object nothing;
    for (const auto& name : names) nothing[name] = nullptr;
    if (auto kept = host.credentials().change_plugin_options(plugin_id, nothing, found); !kept) return kept;
    if (auto kept = change_plain(host, plugin_id, nothing); !kept) return kept;
    return host.reload();
}

Result<> forget_options(Host& host, std::string_view plugin_id) {
    auto& files = host.world().files;
    if (auto gone = change_settings(files, files, user_settings(host), kConfigs, plugin_id, std::nullopt); !gone)
        return gone;
    return host.credentials().forget_plugin(plugin_id);
}

Result<const UserOption*> OptionChanges::option(std::string_view name) const {
    std::vector<std::string> names;
    for (const auto& found : plugin_.options) {
        names.push_back(found.option.name);
        if (found.option.name != name) continue;
        if (found.source == OptionSource::managed)
            return make_error(code::plugin_option_held, plugin_.id(), {name, found.file.string()});
        return &found.option;
    }
    auto error = make_error(code::plugin_option_unknown, plugin_.id(), {plugin_.id(), name});
    if (auto hint = did_you_mean(name, names, 1); !hint.empty()) error.hint = std::move(hint);
    return error;
}

Result<> OptionChanges::give_assignment(std::string_view words) {
    const auto equals = words.find('=');
    if (equals == std::string_view::npos || equals == 0) {
        return make_error(code::plugin_option_form, plugin_.id());
    }
    return give_text(words.substr(0, equals), words.substr(equals + 1), OptionGiven::in_words);
}

Result<> OptionChanges::give_text(std::string_view name, std::string_view text, OptionGiven how) {
    const auto known = option(name);
    if (!known) return known.error();
    const auto& wanted = **known;
    if (wanted.sensitive && how == OptionGiven::in_words)
        return make_error(code::option_secret_in_words, plugin_.id(), {name, plugin_.id()});
    auto value = parse_option_text(wanted, text);
    const auto* before = wanted.multiple ? changes_.if_contains(name) : nullptr;
    if (before != nullptr && before->is_array() && value.is_array()) {
        auto list = before->get_array();
        for (auto& item : value.get_array()) list.push_back(std::move(item));
        value = std::move(list);
    }
    return give(wanted, std::move(value));
}

Result<> OptionChanges::give_document(std::string_view text, std::string_view where) {
    const auto document = parse_json_object(text, where);
    if (!document) return document.error();
    for (const auto& item : *document) {
        const auto known = option(item.key());
        if (!known) return known.error();
        if (auto given = give(**known, item.value()); !given) return given;
    }
    return {};
}

Result<> OptionChanges::take_away(std::string_view name) {
    // One that the plugin no longer has may still have a value.
    const auto known = option(name);
    if (!known && known.error().code != code::plugin_option_unknown) return known.error();
    changes_[name] = nullptr;
    return {};
}

/// A path is what it means here and now: the plugin runs elsewhere.
Result<json::value> OptionChanges::resolved_path(const UserOption& option, const json::value& value) const {
    auto& world = host_.world();
    auto text = std::string(json_text(value));
    if (text == "~" || text.starts_with("~/")) text = host_.places().home.string() + text.substr(1);
    const auto path = (world.working_directory / text).lexically_normal();
    const bool directory = option.type == OptionType::directory;
    if (directory ? !world.files.is_directory(path) : !world.files.is_file(path))
        return make_error(code::plugin_option_refused, plugin_.id(),
                          {option.name, directory ? "names no directory" : "names no file"});
    return json::value(path.generic_string());
}

Result<> OptionChanges::give(const UserOption& option, json::value value) {
    if (is_empty_value(value)) {
        if (option.required)
            return make_error(code::plugin_option_refused, plugin_.id(), {option.name, "is empty, and it is required"});
        changes_[option.name] = nullptr;
        return {};
    }
    const auto problem = option_value_problem(option, value);
    if (!problem.empty()) return make_error(code::plugin_option_refused, plugin_.id(), {option.name, problem});
    if (option.type == OptionType::directory || option.type == OptionType::file) {
        auto path = resolved_path(option, value);
        if (!path) return path.error();
        value = std::move(*path);
    }
    changes_[option.name] = std::move(value);
    return {};
}

std::string OptionChanges::summary() const {
    std::vector<std::string> set, unset;
    for (const auto& item : changes_) (item.value().is_null() ? unset : set).emplace_back(item.key());
    std::string text;
    if (!set.empty()) text = "set " + join(set, ", ");
    if (!unset.empty()) text += (text.empty() ? "" : "; ") + ("unset " + join(unset, ", "));
    return text;
}

Result<> OptionChanges::apply(Diagnostics& found) {
    json::object plain, secret;
    for (const auto& item : changes_) {
        const auto known =
            std::ranges::find(plugin_.options, std::string_view(item.key()),
                              [](const OptionValue& each) -> std::string_view { return each.option.name; });
        const bool is_secret = known != plugin_.options.end() && known->option.sensitive;
        // A secret that somebody wrote into the settings must not stay there.
        plain[item.key()] = is_secret ? json::value(nullptr) : item.value();
        if (is_secret || item.value().is_null()) secret[item.key()] = item.value();
    }
    const auto id = plugin_.id();
    if (!secret.empty()) {
        if (auto kept = host_.credentials().change_plugin_options(id, secret, found); !kept) return kept;
    }
    if (auto kept = change_plain(host_, id, plain); !kept) return kept;
    return host_.reload();
}

}  // namespace skilldeck
