// SPDX-License-Identifier: Apache-2.0
#include "package/plugin_repair.hpp"

#include "base/json.hpp"
#include "base/json_position.hpp"
#include "base/text.hpp"
#include "package/package_reading.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace skilldeck {

namespace {

constexpr std::array<std::string_view, 6> kComponents{"skills", "commands",   "agents",
                                                      "hooks",  "mcpServers", "outputStyles"};
constexpr std::size_t kShebangBytes = 256;
constexpr std::string_view kGitFolder = ".git";

/// `/skills`, `/skills/1` or `/commands/name/source`.
bool is_component(std::string_view pointer) {
    if (pointer.empty()) return false;
    const auto parts = split(pointer.substr(1), '/');
    if (std::find(kComponents.begin(), kComponents.end(), parts.front()) == kComponents.end()) return false;
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (parts.size() == 2) return std::all_of(parts[1].begin(), parts[1].end(), is_digit);
    return parts.size() == 1 || (parts.size() == 3 && parts.front() == kCommands && parts.back() == "source");
}

bool lacks_dot(const FileReader& files, const Path& root, std::string_view path) {
    if (path.empty() || path.starts_with("./") || path == "." || path.find('\\') != std::string_view::npos)
        return false;
    const Path relative(path);
    if (relative.is_absolute() || path.find("://") != std::string_view::npos || climbs_out(relative)) return false;
    const auto real = files.real_path(root / relative);
    return real && lies_below(*real, root);
}

void find_scripts(const FileReader& files, const Path& directory, std::size_t& directories,
                  std::vector<SpoiledScript>& found) {
    const auto entries = files.list(directory);
    if (!entries || ++directories > kPackageDirectories) return;
    for (const auto& entry : *entries) {
        const Path path = directory / entry.name;
        if (entry.kind == FileKind::directory && entry.name != kGitFolder) {
            find_scripts(files, path, directories, found);
        }
        if (entry.kind != FileKind::regular) continue;
        const auto head = files.read_head(path, kShebangBytes);
        if (!head || !head->starts_with("#!")) continue;
        const auto end = head->find('\n');
        if (end != std::string::npos && (*head)[end - 1] == '\r') found.push_back({path, static_cast<int>(end)});
    }
}

}  // namespace

RepairedText repair_manifest(const FileReader& files, const Path& root, std::string_view text) {
    RepairedText mended{std::string(text), {}};
    const JsonLimits limits{kManifestBytes, kPackageJsonDepth};
    if (!parse_json_object(text, {}, limits)) return mended;
    const JsonPositions positions(text);
    std::vector<std::size_t> places;
    for (const auto& member : positions.members()) {
        if (!member.is_text || !is_component(member.place.pointer) || !lacks_dot(files, root, member.text)) continue;
        places.push_back(member.value + 1);
        mended.repairs.push_back({positions.position(member.value).line, "put ./ before \"" + member.text + "\""});
    }
    for (auto place = places.rbegin(); place != places.rend(); ++place) mended.text.insert(*place, "./");
    if (mended.text.starts_with(kByteOrderMark)) {
        mended.text.erase(0, kByteOrderMark.size());
        mended.repairs.insert(mended.repairs.begin(), {1, "took the byte order mark away"});
    }
    if (!parse_json_object(mended.text, {}, limits)) return {std::string(text), {}};
    return mended;
}

RepairedText repair_json(std::string_view text) {
    RepairedText mended{std::string(text), {}};
    if (!text.starts_with(kByteOrderMark)) return mended;
    mended.text.erase(0, kByteOrderMark.size());
    mended.repairs.push_back({1, "took the byte order mark away"});
    return mended;
}

std::vector<SpoiledScript> scripts_with_carriage_return(const FileReader& files, const Path& root) {
    std::vector<SpoiledScript> found;
    std::size_t directories = 0;
    find_scripts(files, root, directories, found);
    return found;
}

}  // namespace skilldeck
