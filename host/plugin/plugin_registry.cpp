// SPDX-License-Identifier: Apache-2.0
#include "plugin/plugin_registry.hpp"

#include "base/append.hpp"
#include "base/json.hpp"
#include "base/plugin_id.hpp"
#include "base/text.hpp"
#include "native/codes.hpp"
#include "os/codes.hpp"
#include "os/digest.hpp"
#include "package/native_module.hpp"
#include "plugin/availability.hpp"
#include "plugin/codes.hpp"
#include "plugin/dependencies.hpp"
#include "plugin/namespaces.hpp"
#include "plugin/native_contributor.hpp"
#include "plugin/plugin_contributions.hpp"
#include "plugin/stored_copy.hpp"
#include "settings/codes.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::string_view kStrictPackages =
    "strictPackages";  ///< a setting: skills that a standard refuses are skipped
constexpr std::string_view kRebuilt = "its record was damaged, so for whom it was installed is not known";

/// One reading: every step looks at one plugin, the last ones at all of them together.
class Reading {
public:
    Reading(const FileReader& files, const TrustStore& trust, const LibraryJudge& judge, const HookJudge& hook_judge,
            const PluginWorld& world, const PluginQuery& query)
        : files_(files), trust_(trust), judge_(judge), hook_judge_(hook_judge), world_(world), query_(query) {}

    [[nodiscard]] Plugin read(const InstalledPlugin& installed) const {
        Plugin plugin;
        plugin.installed = installed;
        plugin.diagnostics = installed.notices;
        plugin.data_dir = plugin_data_dir(world_.data_root, installed.id);
        plugin.enablement = resolve_enablement(query_.settings, installed.id, defaults(plugin));
        plugin.origin = origin_of(plugin);
        if (refused_by_policy(plugin)) return plugin;
        const bool enabled_depth = query_.depth == PluginDepth::enabled_only;
        if (enabled_depth && !plugin.enabled()) return plugin;
        if (!read_package_of(plugin)) {
            // What has no directory is said by whoever recorded it.
            if (plugin.enabled() && files_.is_directory(installed.path))
                report_hooks_unknown(plugin, "it cannot be read");
            return plugin;
        }
        plugin.enablement = resolve_enablement(query_.settings, installed.id, defaults(plugin));
        plugin.origin = origin_of(plugin);
        if (!enabled_depth || plugin.enabled()) judge(plugin);
        if (plugin.wanted()) report_lost_hooks(plugin);
        return plugin;
    }

    void report_unreadable_settings(Plugin& plugin) const {
        const auto* step = plugin.enablement.unreadable();
        if (step != nullptr) report(plugin, code::plugin_settings_unreadable, plugin.installed.path, {step->note});
    }

    void report_held_state(Plugin& plugin) const {
        if (plugin.enablement.decided_by != DecidedBy::managed || plugin.enablement.unreadable() != nullptr) return;
        for (const auto& step : plugin.enablement.chain) {
            if (!step.wins) continue;
            const auto rule = plugin_rule(plugin.id(), step.file);
            report(plugin, code::plugin_held, step.file, {plugin.enabled() ? "on" : "off", rule});
        }
    }

    /// Managed settings that mean a plugin of that id from elsewhere force nothing on.
    void report_foreign(Plugin& plugin) const {
        const auto* file = declared_elsewhere(plugin);
        const auto forced = query_.policy.plugins.find(plugin.id());
        if (file == nullptr || forced == query_.policy.plugins.end() || !forced->second.enabled) return;
        report(
            plugin, code::plugin_source_undeclared, forced->second.file,
            {plugin_rule(plugin.id(), forced->second.file), file->string(), plugin.installed.marketplace, plugin.id()});
    }

    /// --plugin-dir copies stand in for the plugins of their name, unless managed settings name that plugin.
    void settle_names(std::vector<Plugin>& plugins) const {
        for (auto& copy : plugins) {
            if (copy.installed.place != PluginPlace::plugin_dir || !copy.replaced_by.empty()) continue;
            if (const auto rule = locking_rule(copy); !rule.empty()) {
                make_unavailable(copy, rule + " names the plugin " + copy.component_name());
                report(copy, code::plugin_locked, copy.installed.path, {copy.component_name(), rule});
            } else if (copy.active()) {
                replace_others(copy, plugins);
            }
        }
    }

    /// After the contributions: they say which of them wait.
    void report_missing_options(Plugin& plugin) const {
        for (const auto* missing : missing_options(plugin)) {
            const auto& option = missing->option;
            std::vector<std::string> waiting;
            for (const auto& refusal : plugin.refused) {
                if (is_waiting_reason(refusal.why, option.name)) waiting.push_back(refusal.what);
            }
            const auto parts = waiting.empty() ? std::string() : "; waiting for it: " + join(waiting, ", ");
            report(plugin, code::plugin_option_missing, plugin.package->manifest,
                   {option.name, option.title, parts, plugin.id()});
        }
    }

    void check_dependencies(std::vector<Plugin>& plugins) const {
        for (auto& plugin : plugins) {
            if (!plugin.active()) continue;
            for (const auto& state : dependency_states(plugin, plugins)) {
                if (state.kind == DependencyState::Kind::met) continue;
                report(plugin, code::plugin_dependency_missing, plugin.package->manifest, {state.id, state.problem});
                plugin.diagnostics.back().hint = dependency_hint(state);
            }
        }
    }

private:
    static void report(Plugin& plugin, Code code, const Path& file, std::initializer_list<std::string_view> arguments) {
        auto diagnostic = make_diagnostic(code, file.string(), arguments);
        diagnostic.plugin = plugin.id();
        plugin.diagnostics.push_back(std::move(diagnostic));
    }

    static void report(Plugin& plugin, const Error& error) {
        auto diagnostic = to_diagnostic(error);
        diagnostic.plugin = plugin.id();
        plugin.diagnostics.push_back(std::move(diagnostic));
    }

    static void report_hooks_unknown(Plugin& plugin, std::string_view why) {
        report(plugin, code::plugin_hooks_unknown, plugin.installed.path, {plugin.id(), why});
    }

    /// A guard is not off without a word because the file that declares it went.
    void report_lost_hooks(Plugin& plugin) const {
        const auto& package = *plugin.package;
        const bool has_native = package.native || package.refused_native;
        const auto lost = lost_declarations(files_, plugin.installed);
        const bool list_alone = lost == std::vector{std::string(kStoredManifest)};
        const bool hooks_are_there = has_native || !plugin.hooks.empty();
        if (!lost.empty() && !(list_alone && hooks_are_there))
            return report_hooks_unknown(plugin, join(lost, ", ") + (lost.size() > 1 ? " are" : " is") + " gone");
        const bool own_place = plugin.installed.place == PluginPlace::plugin_dir || plugin.installed.linked;
        if (own_place && !has_native && trust_.has_native_approval(plugin.id()))
            report(plugin, code::native_gone, package.root, {plugin.id(), kOurDirectory});
    }

    static void make_unavailable(Plugin& plugin, std::string reason) {
        plugin.refused.push_back({"plugin " + plugin.id(), reason});
        plugin.availability = {false, std::move(reason)};
    }

    /// The managed file that means another marketplace by this name; null: none does.
    [[nodiscard]] const Path* declared_elsewhere(const Plugin& plugin) const {
        const auto foreign = query_.foreign_marketplaces.find(plugin.installed.marketplace);
        const bool is = plugin.installed.place == PluginPlace::store && foreign != query_.foreign_marketplaces.end();
        return is ? &foreign->second : nullptr;
    }

    [[nodiscard]] PluginDefaults defaults(const Plugin& plugin) const {
        PluginDefaults found;
        if (plugin.installed.rebuilt) found.held = kRebuilt;
        if (const auto* file = declared_elsewhere(plugin)) {
            found.managed_held = file->string() + " declares the marketplace \"" + plugin.installed.marketplace +
                                 "\" from another source than it was added from";
        }
        if (const auto& entry = plugin.installed.entry) {
            found.entry_file = entry->file;
            found.entry = json_bool(entry->fields, "defaultEnabled");
        }
        if (plugin.package) {
            found.manifest = plugin.package->default_enabled;
            found.manifest_file = plugin.package->manifest;
        }
        return found;
    }

    /// Where its rights come from: the place that enabled it, and never more than the place its files lie in.
    [[nodiscard]] Scope scope_of(const Plugin& plugin) const {
        const auto scope = deciding_scope(plugin);
        const auto& root = plugin.package ? plugin.package->root : plugin.installed.path;
        const bool in_project = plugin.installed.place == PluginPlace::store && plugin.installed.linked &&
                                !world_.project_dir.empty() && lies_below(root, world_.project_dir);
        return in_project && scope != Scope::local ? Scope::project : scope;
    }

    [[nodiscard]] static Scope deciding_scope(const Plugin& plugin) {
        switch (plugin.enablement.decided_by) {
            case DecidedBy::managed: return Scope::managed;
            case DecidedBy::flag: return Scope::flag;
            case DecidedBy::local: return Scope::local;
            case DecidedBy::project: return Scope::project;
            case DecidedBy::user: return Scope::user;
            case DecidedBy::entry:
            case DecidedBy::manifest:
            case DecidedBy::system_default: break;
        }
        switch (plugin.installed.place) {
            case PluginPlace::plugin_dir: return Scope::flag;
            case PluginPlace::system:
            case PluginPlace::builtin: return Scope::user;
            case PluginPlace::store: break;
        }
        return parse_scope(plugin.installed.scope).value_or(Scope::user);
    }

    [[nodiscard]] Origin origin_of(const Plugin& plugin) const {
        Origin origin;
        const bool builtin = plugin.installed.place == PluginPlace::builtin;
        origin.loaded_from = builtin ? LoadedFrom::bundled : LoadedFrom::plugin;
        origin.source = origin.plugin = plugin.id();
        origin.scope = scope_of(plugin);
        const bool project = origin.scope == Scope::project || origin.scope == Scope::local;
        origin.trusted = !project || query_.project_trusted;
        return origin;
    }

    /// Policy is held against what was installed before it, too.
    [[nodiscard]] bool refused_by_policy(Plugin& plugin) const {
        if (plugin.installed.place == PluginPlace::plugin_dir && query_.policy.sideload_flags_disabled) {
            const auto rule = query_.policy.rule("disableSideloadFlags");
            make_unavailable(plugin, "--plugin-dir is disabled by " + rule);
            report(plugin, code::plugin_sideload_disabled, plugin.installed.path, {rule});
            return true;
        }
        if (plugin.installed.place != PluginPlace::store || !query_.policy.marketplaces.limit()) return false;
        const auto& name = plugin.installed.marketplace;
        const auto source = query_.marketplace_sources.find(name);
        const auto refusal = source == query_.marketplace_sources.end()
                                 ? unknown_marketplace_refusal(query_.policy.marketplaces, name)

                                 : marketplace_refusal(files_, query_.policy.marketplaces, name, source->second);
        if (!refusal) return false;
        make_unavailable(plugin, refusal->what);
        report(plugin, *refusal);
        return true;
    }

    [[nodiscard]] bool read_package_of(Plugin& plugin) const {
        const auto& installed = plugin.installed;
        auto package = read_package(files_, installed.path,
                                    {.fallback_name = installed.name,
                                     .given_name = installed.place == PluginPlace::store ? installed.name : "",
                                     .entry = installed.entry,
                                     .host_version = world_.host_version,
                                     .platform = world_.platform,
                                     .strictness = query_.settings.flag(kStrictPackages) ? PackageStrictness::strict
                                                                                         : PackageStrictness::kind});
        if (!package) {
            report(plugin, package.error());
            return false;
        }
        plugin.package = std::move(*package);
        for (auto diagnostic : plugin.package->diagnostics) {
            diagnostic.plugin = plugin.id();
            plugin.diagnostics.push_back(std::move(diagnostic));
        }
        return true;
    }

    /// What is wrong with values matters only of a plugin that is on.
    void read_options(Plugin& plugin) const {
        Diagnostics found;
        const auto* secrets = json_object(query_.secrets, plugin.id());
        plugin.options = resolve_options({plugin.id(), plugin.package->options, query_.settings, secrets}, found);
        plugin.option_texts = option_texts(plugin.options);
        if (plugin.enabled()) append(plugin.diagnostics, std::move(found));
    }

    void judge(Plugin& plugin) const {
        read_options(plugin);
        plugin.hooks = read_plugin_hooks(plugin);
        if (hook_judge_) append(plugin.diagnostics, hook_judge_(plugin.hooks));
        if (plugin.package->refused_native) {
            plugin.native = PluginNative{};
            plugin.native->state = NativeState::failed;
            if (const auto* why = module_refusal(plugin)) plugin.native->reason = reason_of(*why);
        }
        if (!plugin.package->native) return;
        for (auto& finding : judge_native_skills(*plugin.package->native)) {
            finding.plugin = plugin.id();
            plugin.diagnostics.push_back(std::move(finding));
        }
        plugin.availability = judge_availability(files_, world_, *plugin.package->native);
        plugin.native = PluginNative{};
        if (!plugin.availability.available) {
            plugin.native->state = NativeState::unavailable;
            report(plugin, code::plugin_unavailable, plugin.package->native->file, {plugin.availability.reason});
            return;
        }
        judge_approval(plugin);
        const auto awaited = awaited_options(plugin.option_texts.get());
        if (awaited.empty() || plugin.native->state != NativeState::not_loaded) return;
        plugin.native->state = NativeState::unavailable;
        plugin.native->reason = waiting_reason(awaited);
    }

    /// Whatever cannot be answered is no approval.
    void judge_approval(Plugin& plugin) const {
        auto& native = *plugin.native;
        const auto& module = *plugin.package->native;
        const auto manifest = tree_manifest(files_, plugin.package->root / kOurDirectory, kOurDirectoryBytes);
        if (!manifest) {
            const bool too_large = manifest.error().code == code::file_too_large;
            return hold_back(plugin, too_large ? NativeState::failed : NativeState::not_approved, manifest.error());
        }
        native.digest = sha256(*manifest);
        if (const auto matches = check_native_library(files_, module, plugin.package->root, *manifest); !matches)
            return hold_back(plugin, NativeState::failed, matches.error());
        // Only what is on is judged: nothing asks about the others.
        const bool judged = judge_ && plugin.enabled();
        if (const auto fits = judged ? judge_(module, plugin.component_name()) : Result<>(); !fits)
            return hold_back(plugin, NativeState::failed, fits.error());
        const auto approval = trust_.native_approval(plugin.id(), native.digest);
        if (!approval) return hold_back(plugin, NativeState::not_approved, approval.error());
        native.approval = *approval;
        if (const auto refused = refuse_origin(plugin.origin, plugin.id(), module.file)) {
            const bool mends = refused->code == code::native_not_trusted;
            return hold_back(plugin, mends ? NativeState::not_approved : NativeState::failed, *refused);
        }
        native.state = NativeState::not_loaded;
        if (*approval != NativeApproval::none) return;
        // Approved once, or the host's own, and not what an update brought: somebody changed it, and whoever relies on
        // its hooks must know.
        const bool known = trust_.has_native_approval(plugin.id()) || plugin.installed.marketplace == kHostMarketplace;
        const bool changed = known && !native_code_is_as_installed(files_, plugin.installed, *manifest);
        native.unapproved = changed ? code::native_changed : code::native_not_approved;
        hold_back(plugin, NativeState::not_approved,
                  make_error(native.unapproved, module.file.string(), {plugin.id()}));
    }

    static void hold_back(Plugin& plugin, NativeState state, const Error& why) {
        plugin.native->state = state;
        plugin.native->reason = reason_of(to_diagnostic(why));
        report(plugin, why);
    }

    [[nodiscard]] std::string locking_rule(const Plugin& copy) const {
        for (const auto& [id, forced] : query_.policy.plugins) {
            if (id != copy.id() && name_half(id) == copy.component_name()) return plugin_rule(id, forced.file);
        }
        return {};
    }

    static void replace_others(const Plugin& copy, std::vector<Plugin>& plugins) {
        for (auto& other : plugins) {
            if (&other == &copy || !other.replaced_by.empty() || other.component_name() != copy.component_name())
                continue;
            other.replaced_by = copy.id();
            report(other, code::plugin_replaced, other.installed.path, {copy.id()});
        }
    }

    const FileReader& files_;
    const TrustStore& trust_;
    const LibraryJudge& judge_;
    const HookJudge& hook_judge_;
    const PluginWorld& world_;
    const PluginQuery& query_;
};

}  // namespace

const Plugin* PluginSet::find(std::string_view id) const {
    const auto found =
        std::ranges::find(plugins_, id, [](const Plugin& plugin) { return std::string_view(plugin.id()); });
    return found != plugins_.end() ? &*found : nullptr;
}

std::vector<const Plugin*> PluginSet::named(std::string_view id_or_name) const {
    std::vector<const Plugin*> found;
    for (const auto& plugin : plugins_) {
        if (plugin.id() == id_or_name || plugin.installed.name == id_or_name) found.push_back(&plugin);
    }
    return found;
}

std::shared_ptr<const PluginSet> PluginRegistry::read(const PluginQuery& query) const {
    const Reading reading(files_, trust_, judge_, hook_judge_, world_, query);
    std::vector<Plugin> plugins;
    plugins.reserve(query.installed.size());
    for (const auto& installed : query.installed) {
        plugins.push_back(reading.read(installed));
        reading.report_unreadable_settings(plugins.back());
        reading.report_held_state(plugins.back());
        reading.report_foreign(plugins.back());
    }
    reading.settle_names(plugins);
    settle_namespaces(plugins, query.policy);
    reading.check_dependencies(plugins);

    Contributions contributions;
    const auto stop = hook_stop(query.settings, query.policy);
    for (auto& plugin : plugins) {
        if (!plugin.active()) continue;
        const bool waits = plugin.native && plugin.native->state == NativeState::unavailable;
        if (plugin.package->native && factory_ && !waits) plugin.contributor = factory_(plugin);
        add_contributions(plugin, stop, contributions);
        reading.report_missing_options(plugin);
    }
    order_by_claim(contributions.skills, plugins, query.policy);
    return std::make_shared<const PluginSet>(std::move(plugins), std::move(contributions));
}

}  // namespace skilldeck
