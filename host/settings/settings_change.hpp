// SPDX-License-Identifier: Apache-2.0
// Less usual ways with settings: members that change by what they are now, several members of one map in one write
// (whoever reads the file meanwhile finds all of them or none), and a reading as if one file more were managed policy.
// Values and whole changes, each under a lock beside the file; safe from any thread.
#pragma once

#include "settings/settings.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// What a member becomes, from what it is now (null: it is not there); asked under the lock.
using MemberChange = std::function<Result<std::optional<std::string>>(const boost::json::value* now)>;

/// As change_settings() of settings.hpp.
Result<> change_settings_by(const FileReader& reader, FileWriter& writer, const Path& file, std::string_view map_key,
                            std::string_view member_key, const MemberChange& change);

/// What a member is to be.
struct MemberValue {
    std::string key;
    std::optional<std::string> value;  ///< JSON text; nothing: the member goes
};

/// change_settings() of settings.hpp for all of them at once, in their order. One that cannot be made: none is.
Result<> change_settings_members(const FileReader& reader, FileWriter& writer, const Path& file,
                                 std::string_view map_key, std::span<const MemberValue> members);

/// What members become, from what their map is now (null: it is not there); asked under the lock. None: all stays.
using MapChange = std::function<Result<std::vector<MemberValue>>(const boost::json::object* now)>;

/// As change_settings_members(). A file that cannot be parsed is an error also when nothing would change.
Result<> change_settings_map(const FileReader& reader, FileWriter& writer, const Path& file, std::string_view map_key,
                             const MapChange& change);

/// As load_settings(), with one managed file more, whoever owns it: a dry run. Errors: of reading that file too.
[[nodiscard]] Result<Settings> load_settings_under(const FileReader& files, const SettingsPlaces& places,
                                                   const Path& trial_policy);

}  // namespace skilldeck
