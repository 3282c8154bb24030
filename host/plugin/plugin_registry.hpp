// SPDX-License-Identifier: Apache-2.0
// From the plugins that are installed to what they contribute: reads each package, decides enablement, availability,
// name conflicts, native approval and rights, and gives one immutable snapshot. A broken plugin stays listed with its
// diagnostics and takes no neighbour along. It loads no module and writes nothing. Reading: any thread.
#pragma once

#include "os/file_system.hpp"
#include "package/installed_plugin.hpp"
#include "plugin/contributions.hpp"
#include "plugin/library_judge.hpp"
#include "plugin/plugin.hpp"
#include "settings/policy.hpp"
#include "settings/settings.hpp"
#include "trust/trust_store.hpp"

#include <boost/json/object.hpp>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

/// What the host is and where it runs: what `requires` is held against.
struct PluginWorld {
    std::string host_version;
    std::string platform;                            ///< `linux-x86_64`
    std::set<std::string, std::less<>> environment;  ///< names of the variables that are set
    std::vector<Path> search_path;                   ///< PATH
    Path data_root;                                  ///< ~/.skilldeck/plugins/data
    Path project_dir;                                ///< the workspace: a plugin linked from inside it is the project's
};

/// How much is read. Enabled only: a plugin that settings or its entry turn off is listed without its package.
enum class PluginDepth { everything, enabled_only };

/// One reading of the registry.
struct PluginQuery {
    std::span<const InstalledPlugin> installed;  ///< in the order they are to be listed
    const Settings& settings;
    const ManagedPolicy& policy;
    bool project_trusted = false;
    boost::json::object secrets = {};  ///< by plugin id: the secret options that the user has set
    std::map<std::string, boost::json::object> marketplace_sources =
        {};  ///< by marketplace name; asked only under a policy
    /// By name: the managed file that declares the marketplace from another source than it was added from.
    std::map<std::string, Path, std::less<>> foreign_marketplaces = {};
    PluginDepth depth = PluginDepth::everything;
};

/// The snapshot.
class PluginSet {
public:
    PluginSet(std::vector<Plugin> plugins, Contributions contributions)
        : plugins_(std::move(plugins)), contributions_(std::move(contributions)) {}

    /// Every plugin, also broken, disabled, unavailable and replaced ones, in the order of the query.
    [[nodiscard]] std::span<const Plugin> plugins() const { return plugins_; }
    [[nodiscard]] const Plugin* find(std::string_view id) const;
    /// Those an id or a bare name means.
    [[nodiscard]] std::vector<const Plugin*> named(std::string_view id_or_name) const;
    [[nodiscard]] const Contributions& contributions() const { return contributions_; }

private:
    std::vector<Plugin> plugins_;
    Contributions contributions_;
};

/// Makes what stands for a plugin's module; it must not load it.
using NativeContributorFactory = std::function<std::shared_ptr<NativeContributor>(const Plugin&)>;

class PluginRegistry {
public:
    /// `judge` is asked about the library of each enabled plugin that is available here, `hook_judge` about the hooks.
    PluginRegistry(const FileReader& files, const TrustStore& trust, PluginWorld world,
                   NativeContributorFactory factory, LibraryJudge judge = {}, HookJudge hook_judge = {})
        : files_(files),
          trust_(trust),
          world_(std::move(world)),
          factory_(std::move(factory)),
          judge_(std::move(judge)),
          hook_judge_(std::move(hook_judge)) {}

    [[nodiscard]] std::shared_ptr<const PluginSet> read(const PluginQuery& query) const;

private:
    const FileReader& files_;
    const TrustStore& trust_;
    PluginWorld world_;
    NativeContributorFactory factory_;
    LibraryJudge judge_;
    HookJudge hook_judge_;
};

}  // namespace skilldeck
