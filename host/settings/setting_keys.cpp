// SPDX-License-Identifier: Apache-2.0
#include "settings/setting_keys.hpp"

#include "base/json.hpp"
#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "settings/codes.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

using enum SettingType;

constexpr auto kAny = SettingScopes::any;
constexpr auto kUser = SettingScopes::user;
constexpr auto kManaged = SettingScopes::managed;

constexpr std::array<std::string_view, 3> kPermissionWords{"allow", "ask", "deny"};

constexpr std::string_view kCallsAsk = "calls that no higher settings allow ask",
                           kPluginsOff = "plugins that no higher settings enable are off",
                           kSkillsOff = "skills that no higher settings name are off",
                           kSourcesOff = "skills of sources that no higher settings name are off";

constexpr std::array kSettings{
    SettingKey{"$schema", text},
    SettingKey{"hooks", map, kAny, {.in_claude_file = true, .until_mended = kCallsAsk}},
    SettingKey{"permissions", map, kAny, {.in_claude_file = true, .until_mended = kCallsAsk}, kPermissionWords},
    SettingKey{"enabledPlugins", flags, kAny, {.in_claude_file = true, .policy = true, .until_mended = kPluginsOff}},
    SettingKey{"extraKnownMarketplaces", map_of_maps, kAny, {.in_claude_file = true}},
    SettingKey{"skillOverrides", map, kAny, {.in_claude_file = true, .until_mended = kSkillsOff}},
    SettingKey{"skillSources", flags, kAny, {.until_mended = kSourcesOff}, kSkillSourceWords},
    SettingKey{"skillListingBudgetChars", count},
    SettingKey{"skillListingBudgetFraction", fraction},
    SettingKey{"skillListingMaxDescChars", count},
    SettingKey{"skills", map},
    SettingKey{"strictPackages", flag},
    SettingKey{"mcpServers", map_of_maps},
    SettingKey{"disableAllHooks", flag, kAny, {.restricts = true, .policy = true}},
    SettingKey{"disableSkillShellExecution", flag, kAny, {.in_claude_file = true, .restricts = true, .policy = true}},
    // What the model is and costs, secrets, the environment of children, values of plugin options, trust itself.
    SettingKey{"model", text, kUser},
    SettingKey{"smallModel", text, kUser},
    SettingKey{"provider", text, kUser},
    SettingKey{"endpoint", text, kUser},
    SettingKey{"baseUrl", text, kUser},
    SettingKey{"apiKey", text, kUser},
    SettingKey{"apiKeyHelper", text, kUser},
    SettingKey{"modelCommand", anything, kUser},
    SettingKey{"env", text_map, kUser},
    SettingKey{"pluginConfigs", map_of_maps, kUser},
    SettingKey{"enableAllProjectMcpServers", flag, kUser},
    SettingKey{"autoUpdate", flag, kUser},
    SettingKey{"httpHookAllowedEnvVars", texts, kUser},
    SettingKey{"trust", anything, kUser},
    SettingKey{"strictKnownMarketplaces", maps, kManaged, {.policy = true}},
    SettingKey{"allowedMarketplaces", maps, kManaged, {.policy = true}},
    SettingKey{"blockedMarketplaces", maps, kManaged, {.policy = true}},
    SettingKey{"disableSideloadFlags", flag, kManaged, {.policy = true}},
    SettingKey{"allowManagedHooksOnly", flag, kManaged, {.policy = true}},
    SettingKey{"allowManagedPermissionRulesOnly", flag, kManaged, {.restricts = true}},
    SettingKey{"disableCommandPluginSources", flag, kManaged, {.policy = true}},
    SettingKey{"strictPluginOnlyCustomization", flag_or_texts, kManaged, {.policy = true}},
    SettingKey{"requiredPluginSignatures", anything, kManaged},
};

std::string_view wanted_word(SettingType type) {
    switch (type) {
        case anything: return "anything";
        case flag: return "true or false";
        case text: return "a string";
        case count: return "a positive whole number";
        case fraction: return "a number above 0, at most 1";
        case texts: return "a list of strings";
        case map:
        case map_of_maps: return "a map";
        case flags: return "a map of true and false";
        case text_map: return "a map of strings";
        case maps: return "a list of maps";
        case flag_or_texts: return "true or a list of strings";
    }
    return "anything";
}

/// What the members of a value must be; anything: they are not judged here.
SettingType member_type(SettingType type) {
    switch (type) {
        case texts:
        case text_map: return text;
        case flags: return flag;
        case maps:
        case map_of_maps: return map;
        default: return anything;
    }
}

bool fits(const boost::json::value& value, SettingType type) {
    switch (type) {
        case anything: return true;
        case flag: return value.is_bool();
        case text: return value.is_string();
        case count: return value.is_int64() && value.get_int64() > 0;
        case fraction: return value.is_number() && value.to_number<double>() > 0 && value.to_number<double>() <= 1;
        case texts:
        case maps: return value.is_array();
        case map:
        case map_of_maps:
        case flags:
        case text_map: return value.is_object();
        case flag_or_texts: return value.is_bool() || value.is_array();
    }
    return true;
}

std::string_view view(boost::json::string_view text) {
    return {text.data(), text.size()};
}

/// A number that is too small is no other type.
std::string found_word(const boost::json::value& value) {
    std::string number;
    if (!value.is_number()) return std::string(json_kind(value));
    JsonWriter(number).value(value);
    return number;
}

class Judge {
public:
    Judge(SettingsLayer& layer, Diagnostics& diagnostics)
        : layer_(layer), file_(settings_file_name(layer.file)), diagnostics_(diagnostics) {}

    void run() {
        boost::json::object kept;
        for (auto& item : layer_.values) {
            if (keeps(view(item.key()), item.value())) kept.emplace(item.key(), std::move(item.value()));
        }
        layer_.values = std::move(kept);
    }

private:
    bool keeps(std::string_view name, boost::json::value& value) {
        const auto* key = find_setting(name);
        if (key == nullptr) {
            report_unknown(name);
            return true;
        }
        if (layer_.scope == Scope::managed && key->use.policy) return true;
        if (fits(value, key->type)) {
            if (name == "extraKnownMarketplaces") judge_declarations(value.get_object());
            judge_members(*key, value);
            return true;
        }
        const auto code = key->use.restricts ? code::settings_restriction_unreadable : code::settings_value_wrong;
        report(code, name, Place(file_) / name, value, key->type);
        add_until_mended(*key);
        if (key->use.restricts) value = true;
        return key->use.restricts;
    }

    void judge_members(const SettingKey& key, boost::json::value& value) {
        const auto type = member_type(key.type);
        const auto judge = [&](const std::string& name, const Place& place, boost::json::value& member) {
            if (fits(member, type)) return;
            if (layer_.scope == Scope::managed && type == flag) return settle_strictly(name, place, member);
            report(code::settings_value_wrong, name, place, member, type);
        };
        const std::string name(key.name);
        const auto place = Place(file_) / key.name;
        judge_words(key, value);
        if (auto* members = value.if_object()) {
            for (auto& member : *members) {
                const auto word = view(member.key());
                judge(name + "." + std::string(word), place / word, member.value());
            }
        } else if (auto* list = value.if_array()) {
            for (std::size_t i = 0; i < list->size(); ++i) {
                judge(name + "[" + std::to_string(i) + "]", place / i, (*list)[i]);
            }
        }
    }

    /// What is updated by itself is no project's to say, as of the setting for all marketplaces.
    void judge_declarations(boost::json::object& entries) {
        constexpr std::string_view kAutoUpdate = "autoUpdate";
        const bool of_project = layer_.scope == Scope::project || layer_.scope == Scope::local;
        for (auto& entry : entries) {
            auto* fields = entry.value().if_object();
            const auto* says = fields != nullptr ? fields->if_contains(kAutoUpdate) : nullptr;
            if (says == nullptr || says->is_null()) continue;
            const auto place = Place(file_) / "extraKnownMarketplaces" / view(entry.key()) / kAutoUpdate;
            const auto name = "extraKnownMarketplaces." + std::string(view(entry.key())) + ".autoUpdate";
            if (of_project) {
                fields->erase(kAutoUpdate);
                if (is_claude_file()) continue;
                diagnostics_.push_back(make_diagnostic(code::settings_key_left_out, place,
                                                       {name, scope_word(layer_.scope), scope_word(Scope::user)}));
            } else if (!says->is_bool()) {
                report(code::settings_value_wrong, name, place, *says, flag);
            }
        }
    }

    [[nodiscard]] bool is_claude_file() const { return layer_.file.parent_path().filename() == ".claude"; }

    /// A .claude file is another program's too, which may know more words.
    void judge_words(const SettingKey& key, const boost::json::value& value) {
        const auto* members = value.if_object();
        if (key.words.empty() || members == nullptr || is_claude_file()) return;
        const std::vector<std::string> words(key.words.begin(), key.words.end());
        for (const auto& member : *members) {
            const auto word = view(member.key());
            if (std::ranges::find(key.words, word) != key.words.end()) continue;
            const auto name = std::string(key.name) + "." + std::string(word);
            const auto place = Place(file_) / key.name / word;
            diagnostics_.push_back(
                make_diagnostic(code::settings_word_unknown, place, {name, word, join(words, ", ")}));
            if (auto hint = did_you_mean(word, words, 1); !hint.empty()) diagnostics_.back().hint = std::move(hint);
        }
    }

    void report(Code code, std::string_view name, const Place& place, const boost::json::value& value,
                SettingType wanted) {
        diagnostics_.push_back(make_diagnostic(code, place.value(), {name, found_word(value), wanted_word(wanted)}));
    }

    /// To what was reported last: what holds until the value can be read.
    void add_until_mended(const SettingKey& key) {
        if (layer_.why_unreadable(key.name).empty()) return;
        diagnostics_.back().hint = "correct this value; until then " + std::string(key.use.until_mended);
    }

    void settle_strictly(std::string_view name, const Place& place, boost::json::value& value) {
        diagnostics_.push_back(make_diagnostic(code::policy_value_strict, place.value(),
                                               {name, found_word(value), wanted_word(flag), "false"}));
        value = false;
    }

    void report_unknown(std::string_view name) {
        std::vector<std::string> names;
        for (const auto& key : kSettings) names.emplace_back(key.name);
        diagnostics_.push_back(make_diagnostic(code::settings_key_unknown, Place(file_) / name, {name}));
        if (auto hint = did_you_mean(name, names, 1); !hint.empty()) diagnostics_.back().hint = std::move(hint);
    }

    SettingsLayer& layer_;
    std::string file_;
    Diagnostics& diagnostics_;
};

}  // namespace

std::span<const SettingKey> setting_keys() {
    return kSettings;
}

const SettingKey* find_setting(std::string_view name) {
    const auto found = std::ranges::find(kSettings, name, &SettingKey::name);
    return found == kSettings.end() ? nullptr : &*found;
}

void judge_settings(SettingsLayer& layer, Diagnostics& diagnostics) {
    Judge(layer, diagnostics).run();
}

}  // namespace skilldeck
