// SPDX-License-Identifier: Apache-2.0
// One plugin the host may load and where it stands: what the store records, --plugin-dir and the system directory give.
// A plain value.
#pragma once

#include "os/file_system.hpp"
#include "package/package.hpp"

#include <boost/json/object.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace skilldeck {

/// The list of a stored tree, at its root (os/digest.hpp); one of that name in a plugin is left out with a warning.
inline constexpr std::string_view kStoredManifest = "files.sha256";
inline constexpr std::size_t kStoredManifestBytes = 64 * 1024 * 1024;  ///< a larger one is not read

enum class PluginPlace { store, plugin_dir, system, builtin };

struct InstalledPlugin {
    std::string id;           ///< name@marketplace, name@inline, name@builtin
    std::string name;         ///< of the entry: the key of settings and store
    std::string marketplace;  ///< or inline, builtin
    std::string scope;        ///< "user", "project", "local", "managed"; "session" for --plugin-dir
    std::string version;
    Path path;  ///< the directory it is loaded from
    PluginPlace place = PluginPlace::store;
    bool linked = false;
    bool rebuilt = false;        ///< its record comes from the store after damage: only a settings file switches it on
    std::string content_digest;  ///< of its files.sha256; empty where that is not recorded
    boost::json::object source;  ///< {kind, …} as in the interface
    std::optional<PackageEntry> entry;  ///< of its marketplace, as far as it is still there
    std::string installed_at, updated_at;
    std::string first_installed_at;  ///< the earliest of all its records here; empty where nothing is recorded
    Diagnostics notices;             ///< what its marketplace says of it by now: renamed, taken out
};

}  // namespace skilldeck
