// SPDX-License-Identifier: Apache-2.0
// Several members of one map of a settings file in one write: whoever reads the file meanwhile finds all of them or
// none. What a single change is, settings.hpp says. Any thread; the change is under a lock beside the file.
#pragma once

#include "base/result.hpp"
#include "os/file_system.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace skilldeck {

struct MemberChange {
    std::string key;
    std::optional<std::string> value;  ///< JSON text; nothing: the member goes
};

/// change_settings() for all of them at once, in their order. One that cannot be made: none is.
Result<> change_settings_members(const FileReader& reader, FileWriter& writer, const Path& file,
                                 std::string_view map_key, std::span<const MemberChange> changes);

}  // namespace skilldeck
