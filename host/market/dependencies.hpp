// SPDX-License-Identifier: Apache-2.0
// What a plugin that is installed, or is to be, needs of other plugins: those that are not there are chosen and staged,
// those that are off are to be switched on, and what is in the way is an error that names both. It changes no record
// and no setting; the change that it is for does. For the sources of market/ only; one thread, under the store's lock.
#pragma once

#include "base/semver.hpp"
#include "market/market.hpp"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace skilldeck {

/// A plugin in another version.
struct Market::Move {
    std::string id, from, to;
};

/// What an enabled plugin needs of one that moves, had until now, and would not have any more.
struct Market::BrokenNeed {
    InstallRecord dependent;
    std::string range;
    Move of;
};

inline constexpr std::size_t kMostDependencies = 100;  ///< plugins that come with one

class Market::Dependencies {
public:
    /// The references outlive it. What it chooses is for `scope`; those of `coming` are as good as there.
    Dependencies(const Market& market, Transaction& work, Scope scope, const Rules& rules, Diagnostics& warnings,
                 std::span<const Installing> coming)
        : market_(market), work_(work), scope_(scope), rules_(rules), warnings_(warnings), coming_(coming) {}

    /// `package` is that of the plugin `id`. Errors: the dependency_* codes, and those of an install.
    [[nodiscard]] Result<> add(const std::string& id, const PluginPackage& package);

    std::vector<Installing> chosen;        ///< to be installed; who needs comes before who is needed
    std::vector<InstallRecord> to_enable;  ///< installed, and off

private:
    /// One line of a plugin's `dependencies`.
    struct Need {
        std::string dependent, id, range_text;
        VersionRange range;
    };
    [[nodiscard]] Result<Need> read(const std::string& dependent, const PackageDependency& dependency) const;
    [[nodiscard]] Result<> meet(const Need& need);
    [[nodiscard]] Result<> meet_installed(const Need& need, const InstallRecord& record);
    [[nodiscard]] Result<> meet_new(const Need& need);
    [[nodiscard]] Result<Found> find(const Need& need) const;
    [[nodiscard]] static Error unavailable(const Need& need, const Error& why);
    [[nodiscard]] Path project() const;
    [[nodiscard]] Result<> check_version(const Need& need, std::string_view version, const std::string& what,
                                         const std::string& hint) const;
    [[nodiscard]] std::string circle(const std::string& id) const;

    const Market& market_;
    Transaction& work_;
    Scope scope_;
    const Rules& rules_;
    Diagnostics& warnings_;
    std::span<const Installing> coming_;
    std::vector<std::string> way_;       ///< from the plugin that was asked for to the one that is looked at
    std::map<std::string, Need> first_;  ///< of each that was met: who needed it first
};

}  // namespace skilldeck
