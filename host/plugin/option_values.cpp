// SPDX-License-Identifier: Apache-2.0
#include "plugin/option_values.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "plugin/codes.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace skilldeck {

namespace {

namespace json = boost::json;

constexpr std::string_view kConfigs = "pluginConfigs", kOptions = "options";

/// One place where values stand.
struct ValuePlace {
    OptionSource source;
    const json::object* values;
    Path file;
    Place place;
};

Place place_of(const SettingsLayer& layer, std::string_view plugin_id) {
    return Place(settings_file_name(layer.file)) / kConfigs / plugin_id / kOptions;
}

/// Highest first. What a person may not write of a project is not there: settings_read left it out.
std::vector<ValuePlace> value_places(const OptionQuery& query) {
    std::vector<ValuePlace> places;
    const auto add_layers = [&](Scope scope, OptionSource source) {
        for (const auto& layer : query.settings.layers()) {
            const auto* configs = layer.scope == scope ? json_object(layer.values, kConfigs) : nullptr;
            const auto* config = configs != nullptr ? json_object(*configs, query.plugin_id) : nullptr;
            const auto* options = config != nullptr ? json_object(*config, kOptions) : nullptr;
            if (options != nullptr) places.push_back({source, options, layer.file, place_of(layer, query.plugin_id)});
        }
    };
    add_layers(Scope::managed, OptionSource::managed);
    add_layers(Scope::flag, OptionSource::flag);
    if (query.secrets != nullptr) places.push_back({OptionSource::credentials, query.secrets, {}, {}});
    add_layers(Scope::user, OptionSource::user);
    return places;
}

class Resolving {
public:
    Resolving(const OptionQuery& query, Diagnostics& diagnostics)
        : query_(query), places_(value_places(query)), diagnostics_(diagnostics) {}

    OptionValue resolve(const UserOption& declared) {
        OptionValue found;
        found.option = declared;
        found.kept_secret = !declared.sensitive && is_among_secrets(declared.name);
        if (found.kept_secret) found.option.sensitive = true;
        const auto& option = found.option;
        for (const auto& place : places_) {
            const auto* value = place.values->if_contains(option.name);
            if (value == nullptr || value->is_null()) continue;
            found.source = place.source;
            found.file = place.file;
            judge(option, *value, place, found);
            return found;
        }
        if (option.default_value.is_null()) return found;
        found.value = option.default_value;
        found.source = OptionSource::manifest;
        found.file = option.place.file;
        return found;
    }

    void report_undeclared() {
        std::vector<std::string> names;
        for (const auto& option : query_.declared) names.push_back(option.name);
        for (const auto& place : places_) {
            for (const auto& item : *place.values) {
                const std::string_view name = item.key();
                if (std::ranges::find(names, name) != names.end()) continue;
                report(code::plugin_option_undeclared, place.place / name, {name});
                if (auto hint = did_you_mean(name, names, 1); !hint.empty()) diagnostics_.back().hint = std::move(hint);
            }
        }
    }

private:
    [[nodiscard]] bool is_among_secrets(std::string_view name) const {
        const auto* value = query_.secrets != nullptr ? query_.secrets->if_contains(name) : nullptr;
        return value != nullptr && !value->is_null();
    }

    void report(Code code, Place place, std::initializer_list<std::string_view> arguments) {
        if (place.file.empty()) place = Place();
        diagnostics_.push_back(make_diagnostic(code, std::move(place), arguments));
        diagnostics_.back().plugin = query_.plugin_id;
    }

    void judge(const UserOption& option, const json::value& value, const ValuePlace& place, OptionValue& found) {
        const auto at = (place.place / option.name).value();
        const auto problem = option_value_problem(option, value);
        if (!problem.empty()) return report(code::plugin_option_wrong, at, {option.name, problem, query_.plugin_id});
        if (option.sensitive && place.source == OptionSource::user)
            report(code::plugin_option_exposed, at, {option.name, query_.plugin_id});
        found.value = value;
    }

    const OptionQuery& query_;
    std::vector<ValuePlace> places_;
    Diagnostics& diagnostics_;
};

}  // namespace

std::string_view option_source_word(OptionSource source) {
    switch (source) {
        case OptionSource::nobody: return "nobody";
        case OptionSource::managed: return "managed";
        case OptionSource::flag: return "flag";
        case OptionSource::credentials: return "credentials";
        case OptionSource::user: return "user";
        case OptionSource::manifest: return "default";
    }
    return "nobody";
}

std::vector<OptionValue> resolve_options(const OptionQuery& query, Diagnostics& diagnostics) {
    std::vector<OptionValue> values;
    Resolving resolving(query, diagnostics);
    for (const auto& option : query.declared) values.push_back(resolving.resolve(option));
    resolving.report_undeclared();
    return values;
}

std::shared_ptr<const OptionTexts> option_texts(const std::vector<OptionValue>& values) {
    if (values.empty()) return nullptr;
    auto texts = std::make_shared<OptionTexts>();
    for (const auto& found : values) {
        texts->all.push_back({.name = found.option.name,
                              .text = found.set() ? option_text(found.value) : std::string(),
                              .set = found.set(),
                              .required = found.option.required,
                              .sensitive = found.option.sensitive});
    }
    return texts;
}

json::object option_object(const std::vector<OptionValue>& values) {
    json::object object;
    for (const auto& found : values) {
        if (found.set()) object[found.option.name] = found.value;
    }
    return object;
}

}  // namespace skilldeck
