// SPDX-License-Identifier: Apache-2.0
// What people do with marketplaces and installed plugins: add, list, update, remove, install, uninstall, pin, prune. It
// owns the files below `<config dir>/plugins` and the project's skilldeck.lock; what changes with them elsewhere
// (`enabledPlugins`, the versions that trust remembers) goes through MarketCompanions. Every change takes the store's
// lock and is done or not done, wherever the process is killed (transaction.hpp). Not thread-safe; any number of
// processes may run one each.
#pragma once

#include "base/clock.hpp"
#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "market/actions.hpp"
#include "market/fetch_place.hpp"
#include "market/install_records.hpp"
#include "market/known_marketplaces.hpp"
#include "market/lockfile.hpp"
#include "market/marketplace.hpp"
#include "market/package_changes.hpp"
#include "market/source.hpp"
#include "market/source_fetcher.hpp"
#include "market/store.hpp"
#include "market/transaction.hpp"
#include "os/file_system.hpp"
#include "package/installed_plugin.hpp"
#include "package/package.hpp"
#include "settings/settings.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skilldeck {

struct MarketPlaces {
    Path plugins_dir;        ///< ~/.skilldeck/plugins
    Path project_dir;        ///< real path; what project and local records belong to
    Path working_directory;  ///< relative paths of `add_marketplace` count from here
};

/// What policy, trust records and settings say. An empty function allows everything.
struct MarketPolicy {
    std::function<std::optional<Error>(const Source& source, std::string_view name)> refuse_marketplace;
    /// Whether settings declare the name for another source.
    std::function<std::optional<Error>(const Source& source, std::string_view name)> refuse_name;
    /// Whether a marketplace is the one that comes with the host: no other may have its name.
    std::function<bool(const Marketplace& marketplace)> is_bundled;
    std::function<std::optional<Error>(std::string_view plugin_id)> refuse_plugin;
    /// Of an entry: whether files may come from there.
    std::function<std::optional<Error>(const Source& source, std::string_view plugin_id)> refuse_source;
    /// The highest version that was ever installed, empty for none; the caller remembers it. Empty function: none.
    std::function<Result<std::string>(std::string_view plugin_id)> highest_version;
    /// Whether an installed plugin is on. Empty function: it is.
    std::function<bool(std::string_view plugin_id)> is_enabled;
    /// Whether this run itself brings a plugin of that name (--plugin-dir). Empty function: it does not.
    std::function<bool(std::string_view name)> is_given;
};

/// `did you mean a, b?` for a name or id that none of `ids` has: names for a name, ids for an id. Empty: none is near.
[[nodiscard]] std::string plugin_suggestion(std::string_view reference, std::span<const std::string> ids);

class Market {
public:
    Market(const FileReader& reader, FileWriter& writer, const Clock& clock, MarketPlaces places,
           PackageOptions package_options = {}, MarketPolicy policy = {}, MarketCompanions companions = {},
           SourceFetcher* fetcher = nullptr);

    /// `source` as read_source_argument() takes it. `name` registers it under another name. Errors: of
    /// read_source_argument, of fetching, resolve_marketplace_source and read_marketplace; marketplace_name_reserved,
    /// marketplace_name_taken by another source, the policy's.
    [[nodiscard]] Result<MarketAction> add_marketplace(std::string_view source,
                                                       const std::optional<std::string>& name = {});
    /// Reads it again, fetched anew where it was fetched, and records the time. Errors: marketplace_unknown, and those
    /// of adding; the files of before stay in use then.
    [[nodiscard]] Result<MarketAction> update_marketplace(std::string_view name);
    /// With all records of its plugins, in every scope. Error: marketplace_unknown.
    [[nodiscard]] Result<MarketAction> remove_marketplace(std::string_view name);
    /// Sorted by name. A registry that is damaged or cannot be read gives an empty list and a diagnostic.
    [[nodiscard]] std::vector<KnownMarketplace> marketplaces(Diagnostics& diagnostics) const;
    /// Why marketplaces() cannot tell what there is: marketplaces_damaged, or that the registry cannot be read.
    [[nodiscard]] std::optional<Error> registry_problem() const;

    /// Every entry of every marketplace, by marketplace, then in the order of the file.
    [[nodiscard]] std::vector<AvailablePlugin> available(Diagnostics& diagnostics) const;
    /// What this project sees: one record an id, local before project before user. Only recorded paths that lie in the
    /// store (or are linked) are given; the others are diagnostics.
    [[nodiscard]] std::vector<InstalledPlugin> installed(Diagnostics& diagnostics) const;
    /// Stored versions, of every project's records, whose files are not those that were installed: store_copy_changed.
    [[nodiscard]] Diagnostics changed_copies() const;
    /// Every record of an id, those of other projects too.
    [[nodiscard]] std::vector<InstalledPlugin> records(std::string_view plugin_id, Diagnostics& diagnostics) const;

    /// The records behind marketplaces() and installed(): a change of one of them changes the answers.
    [[nodiscard]] std::vector<Path> record_files() const;

    [[nodiscard]] Result<MarketAction> install(const InstallRequest& request);
    [[nodiscard]] Result<MarketAction> uninstall(const UninstallRequest& request);
    /// One action a record that was looked at. One whose entry was renamed goes on under its new id, with its switch
    /// and its data, and without its approval. Errors: also plugin_delisted, plugin_withdrawn.
    [[nodiscard]] Result<std::vector<MarketAction>> update(const UpdateRequest& request);

    /// Back to the version before, which the store keeps; a second one goes forward again. Errors:
    /// rollback_unavailable, rollback_damaged.
    [[nodiscard]] Result<MarketAction> rollback(const RollbackRequest& request);

    /// Writes skilldeck.lock: what this project sees of installed plugins, to version and content. Errors: of the lock
    /// (lockfile.hpp), but for a damaged one, which is kept aside.
    [[nodiscard]] Result<LockReport> write_lock();
    /// Holds what is installed against skilldeck.lock. Errors: of the lock (lockfile.hpp).
    [[nodiscard]] Result<LockReport> check_lock() const;

    /// Removes the stored versions that no record, of any project, loads or could go back to. Errors: records_unknown.
    [[nodiscard]] Result<PruneReport> prune();

    /// Switches installed plugins on in one change.
    [[nodiscard]] Result<> switch_on(std::span<const SwitchRequest> requests, std::string_view operation,
                                     Diagnostics& found);

    /// A change that an interrupted process left half done: what is read meanwhile may be half of it.
    [[nodiscard]] std::optional<Diagnostic> interrupted() const;
    /// Finishes or undoes such a change before something that it names is changed in another way.
    [[nodiscard]] Result<> settle(Diagnostics& found);

    /// The persistent folder of a plugin, `data/<id>` with everything but letters, digits, `_` and `-` as `-`.
    [[nodiscard]] Path data_directory(std::string_view plugin_id) const;

private:
    /// An entry that was asked for, with the marketplace it stands in.
    struct Found {
        MarketplaceRegistration registration;
        Marketplace marketplace;
        MarketplaceEntry entry;
        std::string id;
        Diagnostics warnings;
    };
    [[nodiscard]] Result<KnownMarketplaces> load_known(Diagnostics& diagnostics) const;
    /// To change the registration of that name, which is there.
    [[nodiscard]] Result<KnownMarketplaces> known_with(std::string_view name, Diagnostics& diagnostics) const;
    [[nodiscard]] Result<InstallRecords> load_records(Diagnostics& diagnostics) const;
    /// A marketplace as its source has it now; of a fetched one the files are in `place`, without the lock being held.
    struct Obtained {
        Marketplace marketplace;
        std::optional<FetchPlace> place;
        FetchedTree tree;
    };
    /// The files of an entry, as they are copied into the store.
    struct PluginFiles {
        Path directory;
        Provenance provenance;
        Diagnostics warnings;
        std::shared_ptr<const FetchPlace> place;  ///< of fetched ones: they are there while it lives
    };
    [[nodiscard]] Result<MarketplaceLocation> locate(const MarketplaceRegistration& registration) const;
    [[nodiscard]] Result<Marketplace> open_marketplace(const MarketplaceRegistration& registration) const;
    [[nodiscard]] std::optional<Source> fetched_source_of(std::string_view name) const;
    [[nodiscard]] Error with_files_of_before(Error error, std::string_view name) const;
    [[nodiscard]] Result<Obtained> obtain_marketplace(const Source& source);
    [[nodiscard]] bool is_fetched(const Source& source) const;
    [[nodiscard]] Result<PluginFiles> fetch_files(const Found& found);
    [[nodiscard]] Result<std::pair<FetchPlace, FetchedTree>> fetch(const GitAddress& address);
    [[nodiscard]] Result<Marketplace> register_marketplace(KnownMarketplaces& known,
                                                           MarketplaceRegistration registration, Obtained obtained);
    [[nodiscard]] Result<Found> find_entry(std::string_view reference) const;
    [[nodiscard]] Result<Found> find_in(const MarketplaceRegistration& registration, std::string_view name) const;
    [[nodiscard]] std::vector<std::string> entry_names(const KnownMarketplaces& known) const;
    [[nodiscard]] Result<> check_source(const Marketplace& marketplace, const MarketplaceEntry& entry) const;
    void judge_source(const Marketplace& marketplace, const MarketplaceEntry& entry, AvailablePlugin& plugin) const;
    [[nodiscard]] std::string useless_ones(const Marketplace& marketplace) const;
    [[nodiscard]] Result<Found> find_anywhere(const KnownMarketplaces& known, std::string_view name) const;
    [[nodiscard]] PackageOptions options_for(const MarketplaceEntry& entry) const;
    [[nodiscard]] PackageOptions options_of(const InstallRecord& record) const;
    [[nodiscard]] Result<std::string> find_recorded_id(const InstallRecords& records, std::string_view reference) const;
    [[nodiscard]] Error not_installed(const InstallRecords& records, std::string_view reference,
                                      std::string_view where) const;
    /// The one that is meant, and may be changed.
    [[nodiscard]] Result<InstallRecord> find_record(const InstallRecords& records, std::string_view plugin,
                                                    std::optional<Scope> scope) const;
    /// `before`: the id that it had until now.
    [[nodiscard]] Result<> check_data_folder(const InstallRecords& records, std::string_view id,
                                             std::string_view before = {}) const;
    [[nodiscard]] bool is_intact(const Store& store, const InstallRecord& record) const;
    [[nodiscard]] bool is_updated(const InstallRecord& record, const UpdateRequest& request) const;
    [[nodiscard]] Error no_entry(std::string_view id, Error error) const;
    /// The version that is asked for, by --version or by a lock; what is empty does not matter.
    struct Wanted {
        std::string version, digest;
        Path lock;  ///< that says so
        [[nodiscard]] bool any() const { return !version.empty(); }
        [[nodiscard]] bool is(std::string_view other_version, std::string_view other_digest) const;
    };
    /// What is to be installed: a staged copy, or a version that the store keeps, or a directory that is linked to.
    struct Chosen {
        std::string version, digest, commit;
        PluginPackage package;
        std::optional<StagedPlugin> staged;
        Path kept;          ///< of both others
        std::string shown;  ///< where it comes from, as messages name it
    };
    /// One plugin of a change: its record as it will be, and the copy that is to be placed for it.
    struct Installing {
        InstallRecord record;
        std::optional<Placing> placing;
        PackageChanges changes;
        std::optional<InstallRecord> replaced;  ///< goes, also under another id; nothing: what is in the same place
        std::optional<PluginPackage> package;   ///< of a new version, where what it needs counts
    };
    struct Move;        // dependencies.hpp
    struct BrokenNeed;  // dependencies.hpp
    struct FetchedFiles {
        Source source;  ///< of the entry, as it was when they were fetched
        Result<PluginFiles> files;
    };
    /// What a change is held against, and what was fetched for it before the lock was taken, by the plugin's id.
    struct Rules {
        Consent consent = Consent::nothing_new;
        std::optional<Lockfile> pins;
        std::map<std::string, FetchedFiles, std::less<>> fetched;
        std::optional<UpdateRequest> update;  ///< that it is for
    };
    class Dependencies;  // dependencies.hpp
    /// The files of `coming` count as if they were there.
    [[nodiscard]] const InstallRecord* record_that_counts(const InstallRecords& records, const Store& store,
                                                          std::string_view id,
                                                          std::span<const Installing> coming = {}) const;
    [[nodiscard]] bool is_off(std::string_view id) const;
    [[nodiscard]] std::vector<Move> moves_of(const Transaction& work, std::span<const Installing> all) const;
    [[nodiscard]] std::vector<BrokenNeed> broken_needs(const Transaction& work, std::span<const Installing> all) const;
    /// dependents_left_behind when the change would break what an enabled plugin needs.
    [[nodiscard]] Result<> check_dependents(const Transaction& work, std::span<const Installing> all) const;
    /// `rules`: of an update or install, null for a rollback.
    [[nodiscard]] static Error left_behind(std::span<const BrokenNeed> broken, const Rules* rules);
    [[nodiscard]] Result<> bring_dependents(Transaction& work, const Rules& rules, std::vector<Installing>& all,
                                            StoreChange& change, MarketAction& action) const;
    [[nodiscard]] Result<MarketAction> bring_dependent(Transaction& work, const InstallRecord& record,
                                                       const Rules& rules, std::vector<Installing>& all,
                                                       StoreChange& change) const;
    [[nodiscard]] Result<> fetch_dependents(std::string_view id, Rules& rules);
    [[nodiscard]] std::set<std::string> dependents_of(const InstallRecords& records, std::string_view id) const;
    [[nodiscard]] Result<Rules> rules_of(LockRule lock, Consent consent) const;
    [[nodiscard]] Result<Wanted> wanted_version(std::string_view id, const std::optional<std::string>& version,
                                                const Rules& rules) const;
    /// Those of the entry and of what it needs, into `rules`. Error: only when it was interrupted; what else is in the
    /// way is said where the files are wanted.
    [[nodiscard]] Result<> fetch_all(const Found& found, Rules& rules);
    [[nodiscard]] Result<> fetch_entry(const Found& found, Rules& rules);
    [[nodiscard]] Result<> fetch_for_update(const UpdateRequest& request, Rules& rules);
    [[nodiscard]] std::vector<std::string> needs_in(const Path& directory, const PackageOptions& options,
                                                    std::string_view id) const;
    [[nodiscard]] Result<PluginFiles> files_of(const Found& found, const Rules& rules) const;
    [[nodiscard]] Result<Chosen> choose(Transaction& work, const Found& found, const Wanted& wanted, const Rules& rules,
                                        Diagnostics& warnings) const;
    [[nodiscard]] static std::vector<InstallRecord> records_of(const InstallRecords& records, const Found& found);
    [[nodiscard]] std::optional<Chosen> find_kept(Transaction& work, const Found& found, const Wanted& wanted) const;
    [[nodiscard]] Error nothing_fits(Transaction& work, const Found& found, const Wanted& wanted,
                                     const StagedPlugin& offered) const;
    /// Where it goes; the record says so then.
    [[nodiscard]] Result<std::optional<Placing>> place_of(Transaction& work, Chosen chosen,
                                                          InstallRecord& record) const;
    /// What it needs comes with it: into `all`, `change` and `action`.
    [[nodiscard]] Result<> add_needed(Transaction& work, const InstallRecord& record, const PluginPackage& package,
                                      const Rules& rules, std::vector<Installing>& all, StoreChange& change,
                                      MarketAction& action) const;
    [[nodiscard]] static std::string added_rights(std::span<const Installing> plugins, Consent consent);
    [[nodiscard]] Result<MarketAction> install_new(Transaction& work, const Found& found, InstallRecord record,
                                                   const Wanted& wanted, const Rules& rules, MarketAction action);
    [[nodiscard]] Result<PluginPackage> take_in(Transaction& work, const Found& found, const Wanted& wanted,
                                                const Rules& rules, Installing& plugin, Diagnostics& warnings) const;
    [[nodiscard]] Result<MarketAction> complete(Transaction& work, const Found& found, const InstallRecord& record,
                                                const Rules& rules, MarketAction action);
    [[nodiscard]] Result<std::vector<MarketAction>> update_with(const UpdateRequest& request, const Rules& rules);
    [[nodiscard]] Result<MarketAction> update_one(Transaction& work, const Found& found, const InstallRecord& record,
                                                  const Rules& rules);
    [[nodiscard]] Result<MarketAction> update_record(Transaction& work, const Found& found, const InstallRecord& record,
                                                     const Wanted& wanted, const Rules& rules);
    [[nodiscard]] Result<Installing> next_version(Transaction& work, const Found& found, const InstallRecord& record,
                                                  Chosen chosen, const Wanted& wanted, const Rules& rules,
                                                  Diagnostics& warnings) const;
    void keep_previous(const Store& store, const InstallRecord& before, InstallRecord& now) const;
    /// With what it needs, for which the same consent counts.
    [[nodiscard]] Result<> take_needed(Transaction& work, Installing next, const PluginPackage& package,
                                       const Rules& rules, std::vector<Installing>& all, StoreChange& change,
                                       MarketAction& action) const;
    [[nodiscard]] Result<MarketAction> commit_update(Transaction& work, const InstallRecord& record, Installing next,
                                                     const PluginPackage& package, const Rules& rules,
                                                     MarketAction action);
    /// Whether the entry was once called as that id says, and nothing else is now.
    [[nodiscard]] static bool was_called(const Found& found, std::string_view id);
    [[nodiscard]] Result<> may_rename(const InstallRecords& records, const InstallRecord& record,
                                      const Found& found) const;
    [[nodiscard]] Result<MarketAction> rename_linked(Transaction& work, const Found& found, const InstallRecord& record,
                                                     const Rules& rules);
    /// What goes along when a record goes on under another id: its switches, its options and its data.
    [[nodiscard]] Result<> carry_over(const InstallRecords& records, const InstallRecord& record, const std::string& id,
                                      StoreChange& change, Diagnostics& warnings) const;
    [[nodiscard]] Result<> carry_switch(const InstallRecord& record, const std::string& id, Scope scope,
                                        bool last_of_its_id, StoreChange& change) const;
    /// version_older when it is older than `installed` or than what was ever installed.
    [[nodiscard]] Result<> check_not_older(std::string_view id, std::string_view version, std::string_view installed,
                                           Diagnostics& warnings) const;
    /// To whoever follows the progress of what is done.
    void say(std::string_view step) const;
    [[nodiscard]] StoreTools tools();
    /// With the records, which may be changed.
    [[nodiscard]] Result<Transaction> begin(Diagnostics& warnings);
    [[nodiscard]] Result<> may_install(const Found& found, std::string_view id) const;
    [[nodiscard]] Result<std::vector<FlagChange>> flag_change(std::string_view id, Scope scope, bool value) const;
    /// What takes its switch out of every settings file of a scope that has one, in that project.
    [[nodiscard]] std::vector<FlagChange> flag_removals(const Path& project, std::string_view id, Scope scope,
                                                        Diagnostics& warnings) const;
    [[nodiscard]] Result<Chosen> choose_link(const Found& found, const Wanted& wanted, const Rules& rules) const;
    [[nodiscard]] static bool comes_by_git(const Found& found);
    [[nodiscard]] static Result<> check_old_names(const InstallRecords& records, const Found& found,
                                                  std::string_view scope, const Path& project);
    static void set_records(std::span<const Installing> all, InstallRecords& records);
    [[nodiscard]] Result<> commit(Transaction& work, std::span<const Installing> all, StoreChange change,
                                  Diagnostics& warnings);
    [[nodiscard]] Path lock_file() const { return places_.project_dir / kLockfile; }
    [[nodiscard]] std::vector<PinnedPlugin> pinned_plugins(Diagnostics& warnings) const;
    void drop(Transaction& work, const InstallRecord& record, UninstallRequest::Data data, StoreChange& change,
              MarketAction& action) const;
    [[nodiscard]] InstalledPlugin as_installed(const InstallRecord& record, Diagnostics& diagnostics) const;

    const FileReader& reader_;
    FileWriter& writer_;
    const Clock& clock_;
    MarketPlaces places_;
    PackageOptions package_options_;
    MarketPolicy policy_;
    MarketCompanions companions_;
    SourceFetcher* fetcher_;  ///< null: nothing can be fetched
};

}  // namespace skilldeck
