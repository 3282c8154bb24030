// SPDX-License-Identifier: Apache-2.0
#include "plugin/stored_copy.hpp"

#include "os/digest.hpp"
#include "package/native_module.hpp"

#include <array>

namespace skilldeck {

namespace {

/// Where the formats look for hooks without being told, and what tells them.
constexpr std::array<std::string_view, 5> kDeclarations{".claude-plugin/plugin.json", "plugin.json", "hooks/hooks.json",
                                                        "dev.skilldeck/module.json", "dev.skilldeck/hooks.json"};

bool has_list(const InstalledPlugin& installed) {
    return installed.place == PluginPlace::store && !installed.linked && !installed.content_digest.empty();
}

Result<std::string> list_of(const FileReader& files, const InstalledPlugin& installed) {
    return files.read(installed.path / Path(kStoredManifest), kStoredManifestBytes);
}

bool names(std::string_view list, std::string_view path) {
    return list.find(" " + std::string(path) + "\n") != std::string_view::npos;
}

}  // namespace

std::vector<std::string> lost_declarations(const FileReader& files, const InstalledPlugin& installed) {
    if (!has_list(installed)) return {};
    const auto list = list_of(files, installed);
    if (!list) return {std::string(kStoredManifest)};
    std::vector<std::string> lost;
    for (const auto path : kDeclarations) {
        if (names(*list, path) && !files.info(installed.path / Path(path))) lost.emplace_back(path);
    }
    return lost;
}

bool native_code_is_as_installed(const FileReader& files, const InstalledPlugin& installed, std::string_view manifest) {
    if (!has_list(installed)) return false;
    const auto list = list_of(files, installed);
    return list && sha256(*list) == installed.content_digest && manifest_below(*list, kOurDirectory) == manifest;
}

}  // namespace skilldeck
