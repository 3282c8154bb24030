// SPDX-License-Identifier: Apache-2.0
#include "settings/settings_changes.hpp"

#include "base/json.hpp"
#include "os/codes.hpp"
#include "os/file_lock.hpp"
#include "settings/settings.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::chrono::seconds kLockPatience{10};
constexpr std::uint32_t kFolderMode = 0755;

}  // namespace

Result<> change_settings_members(const FileReader& reader, FileWriter& writer, const Path& file,
                                 std::string_view map_key, std::span<const MemberChange> changes) {
    const bool only_removes =
        std::ranges::none_of(changes, [](const auto& change) { return change.value.has_value(); });
    if (only_removes && !reader.info(file) && reader.info(file).error().code == code::file_not_found) return {};
    if (auto made = writer.make_directories(file.parent_path(), kFolderMode, Durable::now); !made) return made;
    const auto lock = FileLock::take(file.parent_path(), kLockPatience);
    if (!lock) return lock.error();

    auto text = reader.read(file, JsonLimits{}.bytes);
    if (!text && text.error().code != code::file_not_found) return text.error();
    const std::string before = text ? std::move(*text) : std::string();
    auto after = before;
    for (const auto& change : changes) {
        auto edited = edit_settings_member(after, file.string(), map_key, change.key, change.value);
        if (!edited) return edited.error();
        after = std::move(*edited);
    }
    if (after == before) return {};
    return writer.write_atomically(file, after);
}

Result<> change_settings(const FileReader& reader, FileWriter& writer, const Path& file, std::string_view map_key,
                         std::string_view member_key, const std::optional<std::string>& value) {
    const std::array one{MemberChange{std::string(member_key), value}};
    return change_settings_members(reader, writer, file, map_key, one);
}

}  // namespace skilldeck
