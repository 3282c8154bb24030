// SPDX-License-Identifier: Apache-2.0
#include "settings/settings_change.hpp"

#include "base/json.hpp"
#include "os/codes.hpp"
#include "os/file_lock.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::chrono::seconds kLockPatience{10};
constexpr std::uint32_t kFolderMode = 0755;

using TextChange = std::function<Result<std::string>(const std::string& before)>;

/// Under the lock: read, change, write.
Result<> change_text(const FileReader& reader, FileWriter& writer, const Path& file, const TextChange& change) {
    if (auto made = writer.make_directories(file.parent_path(), kFolderMode, Durable::now); !made) return made;
    const auto lock = FileLock::take(file.parent_path(), kLockPatience);
    if (!lock) return lock.error();

    auto text = reader.read(file, JsonLimits{}.bytes);
    if (!text && text.error().code != code::file_not_found) return text.error();
    const std::string before = text ? std::move(*text) : std::string();
    const auto after = change(before);
    if (!after) return after.error();
    if (*after == before) return {};
    return writer.write_atomically(file, *after);
}

/// In their order; one that cannot be made: none is.
Result<std::string> with_members(std::string text, const Path& file, std::string_view map_key,
                                 std::span<const MemberValue> members) {
    for (const auto& member : members) {
        auto edited = edit_settings_member(text, file.string(), map_key, member.key, member.value);
        if (!edited) return edited.error();
        text = std::move(*edited);
    }
    return text;
}

}  // namespace

Result<> change_settings_map(const FileReader& reader, FileWriter& writer, const Path& file, std::string_view map_key,
                             const MapChange& change) {
    return change_text(reader, writer, file, [&](const std::string& before) -> Result<std::string> {
        const bool blank = before.find_first_not_of(" \t\r\n") == std::string::npos;
        const auto root =
            blank ? Result<boost::json::object>(boost::json::object()) : parse_json_object(before, file.string());
        if (!root) return root.error();
        const auto members = change(json_object(*root, map_key));
        return members ? with_members(before, file, map_key, *members) : Result<std::string>(members.error());
    });
}

Result<> change_settings_by(const FileReader& reader, FileWriter& writer, const Path& file, std::string_view map_key,
                            std::string_view member_key, const MemberChange& change) {
    return change_text(reader, writer, file, [&](const std::string& before) -> Result<std::string> {
        // What cannot be read has no members; the edit says where and why.
        const auto root = parse_json_object(before, file.string());
        const auto* map = root ? json_object(*root, map_key) : nullptr;
        const auto value = change(map != nullptr ? map->if_contains(member_key) : nullptr);
        if (!value) return value.error();
        return edit_settings_member(before, file.string(), map_key, member_key, *value);
    });
}

Result<> change_settings_members(const FileReader& reader, FileWriter& writer, const Path& file,
                                 std::string_view map_key, std::span<const MemberValue> members) {
    const bool only_removes =
        std::ranges::none_of(members, [](const auto& member) { return member.value.has_value(); });
    if (only_removes && !reader.info(file) && reader.info(file).error().code == code::file_not_found) return {};
    return change_text(reader, writer, file, [&](const std::string& before) -> Result<std::string> {
        return with_members(before, file, map_key, members);
    });
}

Result<> change_settings(const FileReader& reader, FileWriter& writer, const Path& file, std::string_view map_key,
                         std::string_view member_key, const std::optional<std::string>& value) {
    const std::array one{MemberValue{std::string(member_key), value}};
    return change_settings_members(reader, writer, file, map_key, one);
}

}  // namespace skilldeck
