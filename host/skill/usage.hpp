// SPDX-License-Identifier: Apache-2.0
// How often and when each skill was used: a value, and the JSON object it is kept in. It owns the shape of the record;
// reading and writing the file is the caller's part. Pure functions; safe from any thread.
#pragma once

#include "skill/catalogue.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace skilldeck {

inline constexpr std::size_t kUsageRecords = 5'000;  ///< kept; beyond, the one unused for longest goes

struct SkillUse {
    std::uint64_t uses = 0;
    std::string last_used;  ///< ISO 8601 UTC, so that texts compare as times; empty: unknown
};

/// By usage_key().
using SkillUsage = std::map<std::string, SkillUse, std::less<>>;

/// What a skill is recorded as: its qualified name, and for a skill of a project the folder too, so that two projects
/// do not count for each other.
[[nodiscard]] std::string usage_key(const CatalogueEntry& entry);

/// The newest shape this host knows: `{"version": 1, "skills": {KEY: {"uses": n, "lastUsed": time}}}`.
inline constexpr std::int64_t kUsageVersion = 1;

/// What can be read, entry by entry: whatever is not of this shape is passed over, it is a count and nothing more.
[[nodiscard]] SkillUsage read_usage(const boost::json::object& root);

/// Counts one use at `time` (ISO 8601 UTC) in the object itself, so that members this host does not know stay.
void count_use(boost::json::object& root, std::string_view key, std::string_view time);

}  // namespace skilldeck
