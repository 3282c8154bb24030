// SPDX-License-Identifier: Apache-2.0
// What people ask of a Market and what it answers: requests, actions that were done, reports. Pure values, any thread.
#pragma once

#include "base/diagnostic.hpp"
#include "market/lockfile.hpp"
#include "market/marketplace.hpp"
#include "market/source.hpp"
#include "os/file_system.hpp"
#include "settings/settings.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skilldeck {

/// What an action brought or took away.
struct ContributionChanges {
    std::size_t hooks = 0;  ///< handlers
    std::vector<std::string> mcp_servers;
    bool native = false;
};

/// What the action object of the interface is written from. A failure is an Error instead.
struct MarketAction {
    enum class Outcome { done, already } outcome = Outcome::done;
    std::string id;  ///< name@marketplace; of a marketplace action: its name
    std::string scope, version, previous_version;
    Path path;  ///< where it now stands
    ContributionChanges changed;
    std::string message;
    Diagnostics warnings;

    struct Removed {
        std::string id, scope;
        Path project_dir;  ///< of project and local records
        std::string version;
    };
    std::vector<Removed> removed;  ///< records that are gone

    struct Dependency {
        std::string id, version;
        enum class Done : std::uint8_t { installed, enabled } done = Done::installed;
    };
    std::vector<Dependency> dependencies;  ///< that came with it or were switched on for it
    std::vector<MarketAction> along;       ///< of an update: those that need it and moved in the same change
};

struct KnownMarketplace {
    std::string name;  ///< registered under
    Source source;
    Path location;  ///< its root
    std::string updated_at;
    std::optional<Marketplace> marketplace;  ///< nothing when it cannot be read; `diagnostics` says why
    Diagnostics diagnostics;                 ///< of the registration and the file, not of the entries

    [[nodiscard]] Diagnostics all_diagnostics() const;  ///< those of the entries too
};

struct AvailablePlugin {
    std::string id, name, marketplace;
    std::string version, description;
    Source source;
    bool installed = false;
    bool valid = false;
    Diagnostics diagnostics;
};

/// How much more than before a change may bring without being asked about.
enum class Consent {
    nothing_new,  ///< no added hook, server or native code, and the same author
    additions,    ///< all of that but native code
    everything,
};

/// Whether what the project's skilldeck.lock does not name exactly is refused.
enum class LockRule : std::uint8_t { ignored, frozen };

struct InstallRequest {
    std::string plugin;  ///< an id, or a name when one marketplace alone has it
    Scope scope = Scope::user;
    std::optional<std::string> version;
    enum class Placement { copy, link } placement = Placement::copy;
    LockRule lock = LockRule::ignored;
    Consent consent = Consent::nothing_new;  ///< of another version of one that is installed
};

struct UninstallRequest {
    std::string plugin;          ///< an id, or a name when one id alone has it
    std::optional<Scope> scope;  ///< nothing: the only one it is installed at in this project
    enum class Data { remove, keep } data = Data::remove;
};

struct UpdateRequest {
    std::string plugin;
    std::optional<Scope> scope;  ///< nothing: every record of this project
    Consent consent = Consent::nothing_new;
    LockRule lock = LockRule::ignored;
    /// What an enabled plugin that needs this one and does not take the new version does: it stays, and so does this
    /// one; or it moves in the same change, if its own new version takes it.
    enum class Dependents : std::uint8_t { stay, go_along } dependents = Dependents::stay;
};

struct RollbackRequest {
    std::string plugin;
    std::optional<Scope> scope;  ///< nothing: the only one it is installed at in this project
};

/// What `lock` wrote or found.
struct LockReport {
    Lockfile lock;
    bool written = false;     ///< the file is another one now
    Diagnostics differences;  ///< between the lock and what is installed
    Diagnostics warnings;
};

struct PruneReport {
    struct Version {
        std::string id, version;  ///< as its folders are called
        Path path;
        std::uint64_t bytes = 0;
    };
    std::vector<Version> removed;     ///< by path
    std::uint64_t staging_bytes = 0;  ///< left by commands that were interrupted, and gone
    Diagnostics warnings;

    [[nodiscard]] std::uint64_t bytes() const;
};

/// One plugin to switch, at a scope of this project.
struct SwitchRequest {
    std::string plugin_id;
    Scope scope = Scope::user;
};

}  // namespace skilldeck
