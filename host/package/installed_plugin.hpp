// SPDX-License-Identifier: Apache-2.0
// One plugin the host may load and where it stands: what the store records, --plugin-dir and the system directory give.
// A plain value.
#pragma once

#include "os/file_system.hpp"
#include "package/package.hpp"

#include <boost/json/object.hpp>

#include <optional>
#include <string>

namespace skilldeck {

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
    bool rebuilt = false;  ///< its record comes from the store after damage: only a settings file switches it on
    std::string content_digest;
    boost::json::object source;         ///< {kind, …} as in the interface
    std::optional<PackageEntry> entry;  ///< of its marketplace, as far as it is still there
    std::string installed_at, updated_at;
    std::string first_installed_at;  ///< the earliest of all its records here; empty where nothing is recorded
    Diagnostics notices;             ///< what its marketplace says of it by now: renamed, taken out
};

}  // namespace skilldeck
