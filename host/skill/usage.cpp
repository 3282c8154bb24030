// SPDX-License-Identifier: Apache-2.0
#include "skill/usage.hpp"

#include "base/json.hpp"

#include <algorithm>
#include <limits>

namespace skilldeck {

namespace {

namespace json = boost::json;

constexpr std::string_view kVersion = "version", kSkills = "skills", kUses = "uses", kLastUsed = "lastUsed";

SkillUse read_record(const json::value& value) {
    SkillUse use;
    const auto* fields = value.if_object();
    if (fields == nullptr) return use;
    use.uses = static_cast<std::uint64_t>(std::max<std::int64_t>(json_integer(*fields, kUses).value_or(0), 0));
    use.last_used = json_text(*fields, kLastUsed);
    return use;
}

/// Where the object is kept; anything else there is replaced.
json::object& object_at(json::object& parent, std::string_view key) {
    auto& value = parent[key];
    if (!value.is_object()) value.emplace_object();
    return value.get_object();
}

void drop_oldest(json::object& skills, std::string_view keep) {
    while (skills.size() > kUsageRecords) {
        const json::key_value_pair* oldest = nullptr;
        std::string oldest_time;
        for (const auto& item : skills) {
            if (item.key() == keep) continue;
            auto time = read_record(item.value()).last_used;
            if (oldest != nullptr && time >= oldest_time) continue;
            oldest = &item;
            oldest_time = std::move(time);
        }
        skills.erase(oldest->key());
    }
}

}  // namespace

std::string usage_key(const CatalogueEntry& entry) {
    const auto& source = *entry.skill->source;
    const bool of_project = source.origin.scope == Scope::project && source.origin.plugin.empty();
    if (!of_project) return entry.qualified_name.string();
    return entry.qualified_name.string() + " (" + source.path.generic_string() + ")";
}

SkillUsage read_usage(const json::object& root) {
    SkillUsage usage;
    const auto* skills = json_object(root, kSkills);
    if (skills == nullptr) return usage;
    for (const auto& item : *skills) {
        auto use = read_record(item.value());
        if (use.uses > 0) usage.emplace(std::string(item.key()), std::move(use));
    }
    return usage;
}

void count_use(json::object& root, std::string_view key, std::string_view time) {
    root[kVersion] = kUsageVersion;
    auto& skills = object_at(root, kSkills);
    auto& record = object_at(skills, key);
    const auto before = read_record(record);
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    record[kUses] = static_cast<std::int64_t>(std::min(before.uses, kMost - 1) + 1);
    // A clock that was set back does not make a use older than the one before.
    record[kLastUsed] = std::max(before.last_used, std::string(time));
    drop_oldest(skills, key);
}

}  // namespace skilldeck
