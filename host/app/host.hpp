// SPDX-License-Identifier: Apache-2.0
// The host: builds settings, trust, store, plugins, skills and hooks from the places of this run and hands each what it
// needs of the others. Snapshots are read on first use and replaced whole by reload(). [loop thread]
#pragma once

#include "app/options.hpp"
#include "app/places.hpp"
#include "app/world.hpp"
#include "base/result.hpp"
#include "hook/dispatcher.hpp"
#include "market/credentials.hpp"
#include "market/market.hpp"
#include "market/source_fetcher.hpp"
#include "native/plugin_opener.hpp"
#include "os/file_stamps.hpp"
#include "os/temporary_directory.hpp"
#include "permission/rules.hpp"
#include "plugin/native_plugins.hpp"
#include "plugin/plugin_registry.hpp"
#include "settings/policy.hpp"
#include "settings/settings.hpp"
#include "skill/activation.hpp"
#include "skill/bundled.hpp"
#include "skill/catalogue.hpp"
#include "trust/trust_store.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace skilldeck {

/// Whether refresh() is to notice what others change.
enum class OutsideChanges : std::uint8_t { followed, ignored };

class Host {
public:
    Host(World& world, GlobalOptions options);
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
    ~Host();

    /// Places, settings and policy. Errors stop the program: a managed file that cannot be honoured above all.
    [[nodiscard]] Result<> open(OutsideChanges changes);

    [[nodiscard]] World& world() { return world_; }
    [[nodiscard]] const GlobalOptions& options() const { return options_; }
    [[nodiscard]] const Places& places() const { return places_; }
    [[nodiscard]] const Settings& settings() const { return settings_; }
    [[nodiscard]] const ManagedPolicy& policy() const { return policy_; }
    [[nodiscard]] std::span<const PermissionRule> permission_rules();
    [[nodiscard]] bool project_trusted() const { return project_trusted_; }
    [[nodiscard]] const SettingsPlaces& settings_places() const { return settings_places_; }
    [[nodiscard]] TrustStore& trust() { return *trust_; }
    [[nodiscard]] Market& market() { return *market_; }
    [[nodiscard]] Credentials& credentials() { return *credentials_; }
    [[nodiscard]] NativePlugins& natives() { return *natives_; }
    [[nodiscard]] PackageOptions package_options() const;

    /// Whether the library of a native module can be opened here.
    [[nodiscard]] LibraryJudge library_judge() const;
    [[nodiscard]] const std::shared_ptr<const PluginSet>& plugins();
    [[nodiscard]] Result<std::shared_ptr<const Catalogue>> catalogue();
    /// The session touched these files (absolute, without `.` and `..`; they need not exist): for as long as this host
    /// lives, over every reload, skills whose paths match are active, and those of folders between the start directory
    /// and a file are in the catalogue. `found`: files outside the project, where looking for folders ended, patterns
    /// that cannot be read. Errors: those of catalogue().
    [[nodiscard]] Result<> touch(std::span<const Path> files, Diagnostics& found);
    /// Of managed and user settings, trusted projects, then plugins: the order in which their results are combined.
    [[nodiscard]] const std::shared_ptr<const std::vector<HookConfig>>& hooks();

    /// Where the reference files of a bundled skill were written for this run; empty when it has none. They stay for a
    /// day, for whoever reads the expanded text.
    [[nodiscard]] Result<Path> bundled_directory(const std::string& skill);

    /// What was found on the way that belongs to no plugin and no skill.
    [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
    /// Directories that options name and that are not there; the command goes on without them.
    [[nodiscard]] const Diagnostics& option_diagnostics() const { return option_diagnostics_; }
    /// What commands met of interrupted changes since this was asked last.
    [[nodiscard]] Diagnostics take_ended_changes() { return std::exchange(ended_changes_, {}); }

    /// Who hears the progress of long work (Output::progress); returns who heard it before.
    using ProgressHearer = std::function<void(std::string_view step)>;
    ProgressHearer on_progress(ProgressHearer hear) { return std::exchange(progress_, std::move(hear)); }

    /// The settings file of a scope that holds, or would get, a member of a map. A person's own may be a link, as
    /// dotfile managers make them; those of a project stay in it. Errors: settings_scope_read_only,
    /// settings_link_outside.
    [[nodiscard]] Result<Path> settings_target(Scope scope, std::string_view map_key,
                                               std::string_view member_key) const;

    /// Every settings file of a scope that holds the member, that of settings_target() first; each may be one that must
    /// not be written. Never empty.
    [[nodiscard]] std::vector<Result<Path>> settings_targets(Scope scope, std::string_view map_key,
                                                             std::string_view member_key) const;

    /// Writes `enabledPlugins[id]` at a scope; other bytes of the file stay. An interrupted change of the store, which
    /// may write it too, is ended first, and `found` says so.
    [[nodiscard]] Result<> set_enabled(std::string_view plugin_id, Scope scope, bool value, Diagnostics& found);

    /// Whether set_enabled() would succeed at this scope as far as the file tells.
    [[nodiscard]] Result<> can_set_enabled(Scope scope) const;

    /// Forgets every snapshot and reads the settings again; native modules of plugins that are gone are shut down.
    [[nodiscard]] Result<> reload();
    /// reload() with one managed file more, whoever owns it: what would be if it were policy.
    [[nodiscard]] Result<> try_policy(const Path& file);
    /// reload() if somebody has changed settings, trust or the records of plugins since they were read, where such
    /// changes are followed. What cannot be read then is a diagnostic, and what was read before holds.
    void refresh();

    /// Opens the native module of every active plugin, so that its state is final.
    void open_native_modules();
    /// What plugins may read of the session as "info". A command is a session of its own.
    void describe_session(std::string_view id);

    /// Ends every child process and its descendants, then returns.
    void end_processes();
    /// Ends every native module, then returns; a hanging one is left behind after its budget.
    void shut_down();

private:
    [[nodiscard]] Result<> read_settings();
    void report_settings(Diagnostics found);
    [[nodiscard]] std::shared_ptr<const PluginSet> read_plugins();
    [[nodiscard]] std::vector<Path> files_read() const;
    [[nodiscard]] std::vector<InstalledPlugin> installed_plugins();
    void add_directory_plugins(const Path& directory, PluginPlace place, std::vector<InstalledPlugin>& found);
    void read_project_trust();
    [[nodiscard]] bool is_trusted_directory(const Path& directory) const;
    void check_option_directories();
    [[nodiscard]] DiscoveryPlaces discovery_places() const;
    [[nodiscard]] Result<Discovery> discover(const SourceSwitches& switches);
    [[nodiscard]] CatalogueOptions catalogue_options(SourceSwitches switches);
    [[nodiscard]] std::vector<Result<Path>> targets_in(const Settings& settings, const SettingsPlaces& places,
                                                       Scope scope, std::string_view map_key,
                                                       std::string_view member_key) const;
    [[nodiscard]] std::vector<Result<Path>> flag_files_elsewhere(std::string_view plugin_id, Scope scope,
                                                                 const Path& project) const;
    [[nodiscard]] Result<> add_dynamic_skills(std::vector<SkillSource>& sources);
    [[nodiscard]] NativeExtras native_extras(const Plugin& plugin);
    [[nodiscard]] MarketPolicy market_policy();
    [[nodiscard]] MarketCompanions market_companions();

    World& world_;
    GlobalOptions options_;
    Places places_;
    std::optional<Path> trial_policy_;
    SettingsPlaces settings_places_;
    Settings settings_;
    ManagedPolicy policy_;
    std::optional<std::vector<PermissionRule>> permission_rules_;
    bool project_trusted_ = false;
    std::unique_ptr<TrustStore> trust_;
    std::unique_ptr<Credentials> credentials_;
    std::unique_ptr<SourceFetcher> fetcher_;
    std::unique_ptr<Market> market_;
    std::unique_ptr<PluginOpener> opener_;
    std::unique_ptr<NativePlugins> natives_;
    std::unique_ptr<BundledFiles> bundled_files_;
    std::string session_info_;
    std::function<void(std::string_view step)> progress_;
    std::shared_ptr<const PluginSet> plugins_;
    std::shared_ptr<const Catalogue> catalogue_;
    Activation activation_;
    std::shared_ptr<const std::vector<HookConfig>> hooks_;
    OutsideChanges changes_ = OutsideChanges::ignored;
    FileStamps stamps_;  ///< of the files that reload() reads, where changes are followed
    Diagnostics diagnostics_, option_diagnostics_, ended_changes_;
};

}  // namespace skilldeck
