// SPDX-License-Identifier: Apache-2.0
#include "app/host.hpp"

#include "app/codes.hpp"
#include "app/declared_marketplaces.hpp"
#include "app/first_party.hpp"
#include "app/hook_sources.hpp"
#include "app/option_changes.hpp"
#include "app/version.hpp"
#include "base/append.hpp"
#include "base/json.hpp"
#include "base/json_writer.hpp"
#include "base/plugin_id.hpp"
#include "base/text.hpp"
#include "hook/matcher.hpp"
#include "market/git_fetcher.hpp"
#include "native/in_process_plugin.hpp"
#include "os/codes.hpp"
#include "os/digest.hpp"
#include "os/random.hpp"
#include "package/codes.hpp"
#include "package/finding_places.hpp"
#include "settings/codes.hpp"
#include "settings/settings_change.hpp"
#include "trust/origin_rights.hpp"
#include "trust/workspace.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kEnabledPlugins = "enabledPlugins";
constexpr const char* kSystemPluginsDir = "/usr/share/skilldeck/plugins";
constexpr std::size_t kSessionIdBytes = 16;
constexpr int kPluginReadings = 10;  ///< while other processes change what is installed

std::vector<Path> search_path(const World& world) {
    std::vector<Path> path;
    const auto places = world.variable("PATH");  // the parts are views of it
    for (const auto part : split(places, ':')) {
        if (!part.empty()) path.emplace_back(std::string(part));
    }
    return path;
}

}  // namespace

Host::Host(World& world, GlobalOptions options) : world_(world), options_(std::move(options)) {}

Host::~Host() = default;

Result<> Host::open(OutsideChanges changes) {
    changes_ = changes;
    auto places = resolve_places(world_, options_);
    if (!places) return places.error();
    places_ = std::move(*places);
    check_option_directories();
    describe_session(random_hex(kSessionIdBytes));
    trust_ = std::make_unique<TrustStore>(world_.files, world_.files, world_.clock, places_.trust_file(),
                                          first_party_digests());
    trust_->on_replaced(
        [this](const Diagnostic& problem) { world_.log.warning(problem.message + " (" + problem.file + ")"); });
    opener_ =
        make_in_process_opener(world_.reactor, world_.files, HostIdentity{"skilldeck", std::string(kHostVersion)});
    natives_ = std::make_unique<NativePlugins>(
        NativeTools{world_.reactor, world_.files, world_.files, *trust_, *opener_, library_judge()},
        std::string(kHostVersion), [this](const Plugin& plugin) { return native_extras(plugin); });
    credentials_ = std::make_unique<Credentials>(world_.files, world_.files, places_.credentials_file());
    MarketPlaces market_places;
    market_places.plugins_dir = places_.plugins_dir();
    market_places.project_dir = places_.project_dir;
    market_places.working_directory = world_.working_directory;
    fetcher_ = std::make_unique<GitFetcher>(
        GitTools{world_.reactor, world_.processes, world_.files, world_.files, child_environment(), [this] {
                     world_.stop_signals.watch();  // git is a process to be ended
                     return world_.stop_signals.token();
                 }});
    market_ = std::make_unique<Market>(world_.files, world_.files, world_.clock, market_places, package_options(),
                                       market_policy(), market_companions(), fetcher_.get());
    if (auto read = read_settings(); !read) return read;
    if (!places_.plugin_dirs.empty() && policy_.sideload_flags_disabled) {
        return make_error(code::sideload_disabled, "--plugin-dir", {policy_.rule("disableSideloadFlags")});
    }
    return {};
}

void Host::check_option_directories() {
    const auto check = [this](std::string_view option, const Path& directory) {
        if (world_.files.is_directory(directory)) return true;
        option_diagnostics_.push_back(make_diagnostic(code::option_directory_missing, directory.string(), {option}));
        return false;
    };
    std::erase_if(places_.plugin_dirs, [&](const Path& directory) { return !check("--plugin-dir", directory); });
    std::erase_if(places_.added_dirs, [&](const Path& directory) { return !check("--add-dir", directory); });
    if (options_.managed_dir) check("--managed-dir", *options_.managed_dir);
    // One that is not there yet is made when something is written, below the nearest folder that is.
    auto nearest = places_.config_dir;
    while (nearest.has_relative_path() && !world_.files.info(nearest)) nearest = nearest.parent_path();
    if (!world_.files.is_directory(nearest)) check(options_.config_dir ? "--config-dir" : "the configuration", nearest);
}

PackageOptions Host::package_options() const {
    PackageOptions options;
    options.host_version = kHostVersion;
    options.platform = this_platform();
    return options;
}

void Host::read_project_trust() {
    auto trusted = trust_->workspace_trusted(places_.project_dir);
    project_trusted_ = trusted && *trusted;
    if (!trusted) diagnostics_.push_back(to_diagnostic(trusted.error()));
    if (!options_.trust_project || project_trusted_) return;
    const auto trustable = trustable_workspace(world_.files, places_.project_dir, places_.home);
    project_trusted_ = static_cast<bool>(trustable);
    if (!trustable) diagnostics_.push_back(to_diagnostic(trustable.error()));
}

/// By its own repository: what lies beside the project has nothing of its trust.
bool Host::is_trusted_directory(const Path& directory) const {
    const auto real = world_.files.real_path(directory);
    if (!real) return false;
    const auto repository = repository_root(world_.files, *real);
    const auto workspace = repository.value_or(*real);
    if (workspace == places_.project_dir || (!repository && lies_below(*real, places_.project_dir)))
        return project_trusted_;
    const auto trusted = trust_->workspace_trusted(workspace);
    return trusted && *trusted;
}

Result<> Host::read_settings() {
    diagnostics_.clear();
    settings_places_ = SettingsPlaces{};
    settings_places_.config_dir = places_.config_dir;
    settings_places_.home = places_.home;
    settings_places_.project_dir = places_.project_dir;
    settings_places_.managed_dirs = places_.managed_dirs;
    settings_places_.flag = options_.settings;
    settings_places_.compat = !options_.no_compat;
    settings_places_.config_dir_is_home = places_.project_dir / ".skilldeck" == places_.config_dir;
    if (changes_ == OutsideChanges::followed) stamps_ = FileStamps(world_.files, files_read());
    read_project_trust();
    settings_places_.project_trusted = project_trusted_;
    auto settings = trial_policy_ ? load_settings_under(world_.files, settings_places_, *trial_policy_)
                                  : load_settings(world_.files, settings_places_);
    if (!settings) return settings.error();
    settings_ = std::move(*settings);
    policy_ = read_managed_policy(settings_);
    report_settings(settings_.diagnostics());
    report_settings(policy_.diagnostics);
    return {};
}

std::span<const PermissionRule> Host::permission_rules() {
    if (!permission_rules_) {
        auto rules = read_permission_rules(
            settings_, policy_.managed_rules_only ? AllowRules::of_managed_layers : AllowRules::of_every_layer);
        permission_rules_ = std::move(rules.rules);
        report_settings(std::move(rules.diagnostics));
    }
    return *permission_rules_;
}

/// With line and column: the readers of settings know the way to a value, not where it stands.
void Host::report_settings(Diagnostics found) {
    add_json_places(world_.files, found);
    append(diagnostics_, std::move(found));
}

std::vector<Path> Host::files_read() const {
    auto files = settings_files(settings_places_);
    files.push_back(places_.trust_file());
    files.push_back(places_.credentials_file());
    append(files, market_->record_files());
    return files;
}

MarketPolicy Host::market_policy() {
    MarketPolicy market_policy;
    market_policy.refuse_marketplace = [this](const Source& source, std::string_view name) {
        return marketplace_refusal(world_.files, policy_.marketplaces, name, source.to_view());
    };
    market_policy.refuse_name = [this](const Source& source, std::string_view name) {
        return refuse_undeclared_source(*this, source, name);
    };
    market_policy.is_bundled = [this](const Marketplace& marketplace) {
        const auto digest = sha256_of_file(world_.files, marketplace.file);
        return digest && *digest == first_party_catalogue_digest();
    };
    market_policy.refuse_plugin = [this](std::string_view plugin_id) -> std::optional<Error> {
        if (const auto rule = policy_.switches_off(plugin_id)) {
            return make_error(code::plugin_blocked, plugin_id, {*rule});
        }
        // The name alone forbids every plugin of that name, and forces none on.
        const auto named = policy_.plugins.find(name_half(plugin_id));
        if (named == policy_.plugins.end() || named->second.enabled) return std::nullopt;
        return make_error(code::plugin_blocked, plugin_id, {named->second.file.string()});
    };
    market_policy.refuse_source = [this](const Source& source, std::string_view plugin_id) -> std::optional<Error> {
        if (source.kind != SourceKind::command || !policy_.command_sources_disabled()) return std::nullopt;
        return make_error(code::command_source_disabled, plugin_id, {policy_.command_sources_rule()});
    };
    market_policy.highest_version = [this](std::string_view plugin_id) { return trust_->highest_version(plugin_id); };
    market_policy.is_enabled = [this](std::string_view plugin_id) {
        const auto* plugin = plugins()->find(plugin_id);
        return plugin == nullptr || plugin->enabled();
    };
    market_policy.is_given = [this](std::string_view name) {
        const auto named = plugins()->named(name);
        return std::any_of(named.begin(), named.end(), [](const Plugin* plugin) {
            return plugin->installed.place == PluginPlace::plugin_dir && plugin->active();
        });
    };
    return market_policy;
}

// A folder that is no plugin itself stands for the plugins right below it.
void Host::add_directory_plugins(const Path& directory, PluginPlace place, std::vector<InstalledPlugin>& found) {
    const auto add = [&](const Path& root) -> Result<> {
        auto options = package_options();
        options.fallback_name = root.filename().string();
        auto package = read_package(world_.files, root, options);
        if (!package && package.error().code == code::package_not_found) return package.error();
        InstalledPlugin plugin;
        plugin.name = package ? package->name : root.filename().string();
        plugin.marketplace = kInlineMarketplace;
        plugin.id = plugin.name + "@" + plugin.marketplace;
        plugin.scope = place == PluginPlace::system ? "managed" : "session";
        plugin.version = package ? package->version : std::string();
        plugin.path = root;
        plugin.place = place;
        plugin.source["kind"] = "directory";
        plugin.source["path"] = root.string();
        found.push_back(std::move(plugin));
        return {};
    };
    auto added = add(directory);
    if (added) return;
    const auto children = world_.files.list(directory);
    bool any = false;
    for (const auto& child : children ? *children : std::vector<DirectoryEntry>{}) {
        const auto path = directory / child.name;
        if (child.name.starts_with('.') || !world_.files.is_directory(path)) continue;
        if (world_.files.is_file(path / ".claude-plugin" / "plugin.json") ||
            world_.files.is_file(path / "plugin.json")) {
            any = static_cast<bool>(add(path)) || any;
        }
    }
    if (!any && place == PluginPlace::plugin_dir) diagnostics_.push_back(to_diagnostic(added.error()));
}

std::vector<InstalledPlugin> Host::installed_plugins() {
    std::vector<InstalledPlugin> found;
    for (const auto& directory : places_.plugin_dirs) add_directory_plugins(directory, PluginPlace::plugin_dir, found);
    append(found, market_->installed(diagnostics_));
    if (world_.files.is_directory(kSystemPluginsDir)) {
        add_directory_plugins(kSystemPluginsDir, PluginPlace::system, found);
    }
    return found;
}

LibraryJudge Host::library_judge() const {
    return make_library_judge(world_.files, world_.variable("LD_LIBRARY_PATH"));
}

/// A plugin that another process takes away while it is read is gone, not broken: then all are read again.
const std::shared_ptr<const PluginSet>& Host::plugins() {
    if (plugins_) return plugins_;
    const auto before = diagnostics_;
    for (int reading = 0; !plugins_ && reading < kPluginReadings; ++reading) {
        const FileStamps records(world_.files, market_->record_files());
        diagnostics_ = before;
        auto read = read_plugins();
        if (!records.changed(world_.files) || reading + 1 == kPluginReadings) plugins_ = std::move(read);
    }
    natives_->retire_absent(*plugins_);
    return plugins_;
}

std::shared_ptr<const PluginSet> Host::read_plugins() {
    const auto installed = installed_plugins();
    PluginWorld plugin_world;
    plugin_world.host_version = kHostVersion;
    plugin_world.platform = this_platform();
    for (const auto& [name, value] : world_.environment) plugin_world.environment.insert(name);
    plugin_world.search_path = search_path(world_);
    plugin_world.data_root = places_.plugins_dir() / "data";
    plugin_world.project_dir = places_.project_dir;
    const PluginRegistry registry(
        world_.files, *trust_, plugin_world, [this](const Plugin& plugin) { return natives_->contributor(plugin); },
        library_judge(), judge_hook_matchers);
    PluginQuery query{.installed = installed, .settings = settings_, .policy = policy_};
    query.project_trusted = project_trusted_;
    query.secrets = credentials_->plugin_options(diagnostics_);
    if (policy_.marketplaces.limit()) {
        for (const auto& known : market_->marketplaces(diagnostics_)) {
            query.marketplace_sources[known.name] = known.source.to_view();
        }
    }
    query.foreign_marketplaces = marketplaces_from_elsewhere(*this, Scope::managed);
    return registry.read(query);
}

const std::shared_ptr<const std::vector<HookConfig>>& Host::hooks() {
    if (hooks_) return hooks_;
    Diagnostics found;
    auto hooks = collect_hooks(settings_, policy_, plugins()->contributions().hooks, found);
    hooks_ = std::make_shared<const std::vector<HookConfig>>(std::move(hooks));
    report_settings(std::move(found));
    return hooks_;
}

MarketCompanions Host::market_companions() {
    MarketCompanions companions;
    companions.flag_files = [this](std::string_view plugin_id, Scope scope, const Path& project) {
        return project == places_.project_dir ? settings_targets(scope, kEnabledPlugins, plugin_id)
                                              : flag_files_elsewhere(plugin_id, scope, project);
    };
    companions.progress = [this](std::string_view step) {
        if (progress_) progress_(step);
    };
    companions.remember_versions = [this](const std::vector<PluginVersion>& versions) {
        return trust_->remember_versions(versions);
    };
    companions.forget_options = [this](std::string_view plugin_id) { return forget_options(*this, plugin_id); };
    companions.carry_options = [this](std::string_view from, std::string_view to, OptionCarry how) {
        return carry_options(*this, from, to, how);
    };
    companions.ended = [this](const Diagnostic& found) { ended_changes_.push_back(found); };
    return companions;
}

Result<Path> Host::settings_target(Scope scope, std::string_view map_key, std::string_view member_key) const {
    return settings_targets(scope, map_key, member_key).front();
}

std::vector<Result<Path>> Host::settings_targets(Scope scope, std::string_view map_key,
                                                 std::string_view member_key) const {
    return targets_in(settings_, settings_places_, scope, map_key, member_key);
}

std::vector<Result<Path>> Host::targets_in(const Settings& settings, const SettingsPlaces& places, Scope scope,
                                           std::string_view map_key, std::string_view member_key) const {
    auto files = settings_files_with(settings, places, scope, map_key, member_key);
    if (!files) return {files.error()};
    const bool of_project = scope == Scope::project || scope == Scope::local;
    std::vector<Result<Path>> targets;
    for (const auto& file : *files) {
        const bool stays_below = of_project && file.parent_path() != places.config_dir;
        auto target = stays_below ? settings_target_below(world_.files, file, places.project_dir) : Result<Path>(file);
        if (target) {
            targets.push_back(std::move(target));
        } else {
            auto error = target.error();
            error.where = file.string();
            targets.emplace_back(std::move(error));
        }
    }
    return targets;
}

/// In the settings of another project, which are read for this alone.
std::vector<Result<Path>> Host::flag_files_elsewhere(std::string_view plugin_id, Scope scope,
                                                     const Path& project) const {
    auto places = settings_places_;
    places.project_dir = project;
    places.project_trusted = false;
    places.config_dir_is_home = project / ".skilldeck" == places.config_dir;
    const auto settings = load_settings(world_.files, places);
    if (!settings) return {settings.error()};
    return targets_in(*settings, places, scope, kEnabledPlugins, plugin_id);
}

Result<> Host::set_enabled(std::string_view plugin_id, Scope scope, bool value, Diagnostics& found) {
    if (auto settled = market_->settle(found); !settled) return settled;
    const auto file = settings_target(scope, kEnabledPlugins, plugin_id);
    if (!file) return file.error();
    return change_settings(world_.files, world_.files, *file, kEnabledPlugins, plugin_id, value ? "true" : "false");
}

Result<> Host::can_set_enabled(Scope scope) const {
    const auto file = settings_target(scope, kEnabledPlugins, {});
    if (!file) return file.error();
    const auto text = world_.files.read(*file, JsonLimits{}.bytes);
    if (!text) return text.error().code == code::file_not_found ? Result<>() : Result<>(text.error());
    const auto edited = edit_settings_member(*text, file->string(), kEnabledPlugins, "a@b", "true");
    return edited ? Result<>() : Result<>(edited.error());
}

Result<> Host::reload() {
    plugins_.reset();
    catalogue_.reset();
    hooks_.reset();
    permission_rules_.reset();
    return read_settings();
}

Result<> Host::try_policy(const Path& file) {
    trial_policy_ = world_.working_directory / file;
    return reload();
}

void Host::refresh() {
    if (!stamps_.changed(world_.files)) return;
    if (auto read = reload(); !read) diagnostics_.push_back(to_diagnostic(read.error()));
}

NativeExtras Host::native_extras(const Plugin& plugin) {
    NativeExtras extras;
    extras.options = option_object(plugin.options);
    extras.services.session = [this](std::string_view key) -> std::optional<std::string> {
        if (key != "info" || session_info_.empty()) return std::nullopt;
        return session_info_;
    };
    extras.services.log = [this](std::string_view plugin_id, std::string_view line) {
        world_.log.info(std::string(plugin_id) + ": " + std::string(line));
    };
    return extras;
}

void Host::describe_session(std::string_view id) {
    session_info_.clear();
    JsonWriter json(session_info_);
    json.begin_object();
    json.member("id", id);
    json.member("cwd", places_.start_directory.string());
    json.member("projectDir", places_.project_dir.string());
    json.end_object();
}

void Host::open_native_modules() {
    bool done = false;
    natives_->open_all(*plugins(), [&done] { done = true; });
    world_.reactor.run_until([&done] { return done; });
}

void Host::end_processes() {
    bool done = false;
    world_.processes.end_all([&done] { done = true; });
    world_.reactor.run_until([&done] { return done; });
}

void Host::shut_down() {
    bundled_files_.reset();
    if (!natives_) return;
    bool done = false;
    natives_->shut_down([&done] { done = true; });
    world_.reactor.run_until([&done] { return done; });
}

}  // namespace skilldeck
