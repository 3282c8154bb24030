// SPDX-License-Identifier: Apache-2.0
// Skills that a native module declares: an entry of skills.json in the shape of front matter.
#include "base/json.hpp"
#include "base/text.hpp"
#include "skill/codes.hpp"
#include "skill/skill.hpp"
#include "skill/skill_definition.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

namespace skilldeck {

namespace {

constexpr std::string_view kModelInvocable = "modelInvocable";

FrontMatterValue from_json(const boost::json::value& value) {
    FrontMatterValue result;
    if (const auto* text = value.if_string()) {
        result.value = std::string(*text);
        // Quoted in the source, so that "5" stays text when it goes back to JSON.
        result.source = "\"" + std::string(*text) + "\"";
    } else if (const auto* list = value.if_array()) {
        FrontMatterValue::List items;
        for (const auto& item : *list) items.push_back(from_json(item));
        result.value = std::move(items);
    } else if (const auto* object = value.if_object()) {
        FrontMatterValue::Map members;
        for (const auto& member : *object) members.emplace_back(std::string(member.key()), from_json(member.value()));
        result.value = std::move(members);
    } else {
        result.null = value.is_null();
        result.value = boost::json::serialize(value);
    }
    if (result.source.empty()) result.source = boost::json::serialize(value);
    return result;
}

/// `modelInvocable` says the opposite of the key in front matter; what cannot be read stays unreadable and so
/// restricts.
FrontMatterValue opposite(FrontMatterValue value) {
    if (const auto flag = front_matter_bool(value)) value.value = std::string(*flag ? "false" : "true");
    return value;
}

std::vector<std::string> reference_files(const boost::json::object& item) {
    std::vector<std::string> paths;
    const auto* list = json_array(item, "files");
    if (list == nullptr) return paths;
    for (const auto& entry : *list) {
        const auto* path = entry.is_object() ? entry.get_object().if_contains("path") : &entry;
        if (path != nullptr && path->is_string()) paths.emplace_back(path->get_string());
    }
    return paths;
}

}  // namespace

FrontMatterValue::Map item_as_front_matter(const boost::json::object& item) {
    FrontMatterValue::Map fields;
    for (const auto& member : item) {
        const std::string_view name = member.key();
        if (name == kModelInvocable) {
            fields.emplace_back("disable-model-invocation", opposite(from_json(member.value())));
            continue;
        }
        for (const auto& property : kSkillProperties) {
            if (property.name == name) fields.emplace_back(std::string(property.key), from_json(member.value()));
        }
    }
    return fields;
}

Result<Skill> skill_from_item(const boost::json::object& item, const Path& file,
                              std::shared_ptr<const SkillSource> source) {
    const auto name = json_text(item, "name");
    if (!is_usable_skill_name(name)) {
        return make_error(code::skill_item_invalid, file.string());
    }
    Skill skill;
    skill.source = std::move(source);
    skill.folder_name = to_nfc(name);
    define_skill(skill, item_as_front_matter(item), file.string());
    skill.reference_files = KeptList(reference_files(item));
    skill.enabled = json_bool(item, "enabled").value_or(true);
    for (auto& diagnostic : skill.diagnostics) diagnostic.plugin = skill.origin().plugin;
    return skill;
}

}  // namespace skilldeck
