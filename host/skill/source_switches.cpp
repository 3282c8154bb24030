// SPDX-License-Identifier: Apache-2.0
// Which kinds of sources are read: the setting, the option, and the policy that leaves plugins only.
#include "base/json.hpp"
#include "base/text.hpp"
#include "settings/policy.hpp"
#include "settings/setting_keys.hpp"
#include "skill/codes.hpp"
#include "skill/discovery.hpp"

namespace skilldeck {

namespace {

constexpr const auto& kWords = kSkillSourceWords;
constexpr std::string_view kSetting = "skillSources";

std::optional<SkillSourceKind> kind_of_word(std::string_view word) {
    for (std::size_t i = 0; i < kWords.size(); ++i) {
        if (kWords[i] == word) return static_cast<SkillSourceKind>(i);
    }
    return std::nullopt;
}

/// One layer of the setting. Before workspace trust a project may switch off, not on.
void apply_layer(const SettingsLayer& layer, SourceSwitches& switches) {
    if (const auto why = layer.why_unreadable(kSetting); !why.empty()) return switches.doubt_all(std::string(why));
    const auto* setting = json_object(layer.values, kSetting);
    if (setting == nullptr) return;
    for (const auto& member : *setting) {
        const auto kind = kind_of_word(member.key());
        if (!kind || !member.value().is_bool()) continue;
        if (!member.value().get_bool()) {
            switches.turn_off(*kind);
        } else if (layer.effective) {
            switches.turn_on(*kind);
        }
    }
}

Result<> apply_list(std::string_view list, SourceSwitches& switches) {
    SourceSwitches named, removed;
    for (std::size_t i = 0; i < kWords.size(); ++i) named.turn_off(static_cast<SkillSourceKind>(i));
    bool keeps = false;
    for (const auto part : split(list, ',')) {
        auto word = trim(part);
        if (word.empty()) continue;
        const bool without = word.starts_with('-');
        const auto kind = kind_of_word(without ? word.substr(1) : word);
        if (!kind) return make_error(code::skill_source_unknown, "--sources", {word});
        if (without) {
            removed.turn_off(*kind);
        } else {
            named.turn_on(*kind);
            keeps = true;
        }
    }
    for (std::size_t i = 0; i < kWords.size(); ++i) {
        const auto kind = static_cast<SkillSourceKind>(i);
        if (!removed.on(kind) || (keeps && !named.on(kind))) switches.turn_off(kind);
    }
    return {};
}

}  // namespace

std::string_view skill_source_word(SkillSourceKind kind) {
    return kWords[static_cast<std::size_t>(kind)];
}

Result<SourceSwitches> read_source_switches(const Settings& settings, std::span<const std::string> lists) {
    SourceSwitches switches;
    const auto layers = settings.layers();
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) apply_layer(*layer, switches);
    for (const auto& list : lists) {
        if (auto applied = apply_list(list, switches); !applied) return applied.error();
    }
    if (!read_managed_policy(settings).only_plugins_customize(Customization::skills)) return switches;
    for (const auto local :
         {SkillSourceKind::user, SkillSourceKind::project, SkillSourceKind::add_dir, SkillSourceKind::commands}) {
        switches.turn_off(local);
    }
    return switches;
}

}  // namespace skilldeck
