// SPDX-License-Identifier: Apache-2.0
#include "skill/skill_overrides.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "settings/codes.hpp"
#include "skill/codes.hpp"

namespace skilldeck {

namespace {

constexpr std::string_view kOverrides = "skillOverrides";

std::optional<SkillOverride> override_of(std::string_view word) {
    if (word == "on") return SkillOverride::on;
    if (word == "name-only") return SkillOverride::name_only;
    if (word == "user-invocable-only") return SkillOverride::user_invocable_only;
    if (word == "off") return SkillOverride::off;
    return std::nullopt;
}

/// A value that is no word of the setting: off in a managed file, nothing in any other.
std::optional<SkillOverride> settle_wrong(const SettingsLayer& layer, std::string_view name,
                                          const boost::json::value& value, Diagnostics& diagnostics) {
    const auto place = (Place(settings_file_name(layer.file)) / kOverrides / name).value();
    const auto found = value.is_string() ? json_text(value) : json_kind(value);
    if (layer.scope != Scope::managed) {
        diagnostics.push_back(make_diagnostic(code::skill_override_ignored, place, {name, found}));
        return std::nullopt;
    }
    const auto path = std::string(kOverrides) + "." + std::string(name);
    diagnostics.push_back(make_diagnostic(code::policy_value_strict, place,
                                          {path, found, "on, name-only, user-invocable-only or off", "off"}));
    return SkillOverride::off;
}

/// Over what lower layers say.
void read_layer(const SettingsLayer& layer, SkillOverrides& overrides, Diagnostics& diagnostics) {
    if (const auto why = layer.why_unreadable(kOverrides); !why.empty()) {
        overrides = {{}, std::string(why)};
        return;
    }
    const auto* map = json_object(layer.values, kOverrides);
    if (map == nullptr) return;
    for (const auto& member : *map) {
        auto wanted = override_of(json_text(member.value()));
        if (!wanted) wanted = settle_wrong(layer, member.key(), member.value(), diagnostics);
        const bool counts = wanted && (layer.effective || *wanted != SkillOverride::on);
        if (counts) overrides.by_name[to_nfc(member.key())] = *wanted;
    }
}

}  // namespace

SkillOverrides read_skill_overrides(const Settings& settings, Diagnostics& diagnostics) {
    SkillOverrides overrides;
    const auto layers = settings.layers();
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) read_layer(*layer, overrides, diagnostics);
    return overrides;
}

}  // namespace skilldeck
