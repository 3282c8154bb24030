// SPDX-License-Identifier: Apache-2.0
// Plugins on a scratch disk, and a registry that reads them.
#pragma once

#include "plugin/plugin_json.hpp"
#include "plugin/plugin_registry.hpp"
#include "temporary_directory.hpp"

#include <boost/json/parse.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace skilldeck::test {

class StoppedClock final : public Clock {
public:
    [[nodiscard]] std::chrono::system_clock::time_point now() const override { return {}; }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override { return {}; }
};

/// Counts that it was made; never asked.
class NoModule final : public NativeContributor {
public:
    void run_hook(std::string, std::string, std::chrono::milliseconds, CancelToken, Done done) override { done({}); }
    void list_skills(CancelToken, Done done) override { done({}); }
    void render_skill(std::string, std::string, CancelToken, Done done) override { done({}); }
    void read_skill_file(std::string, std::string, CancelToken, Done done) override { done({}); }
};

struct PluginDeck {
    TemporaryDirectory directory;
    FileSystem disk;
    StoppedClock clock;
    TrustStore trust{disk, disk, clock, directory.path() / "home/trust.json", {}};
    PluginWorld world;
    std::vector<InstalledPlugin> installed;
    std::vector<SettingsLayer> layers;
    std::map<std::string, boost::json::object> marketplaces;
    boost::json::object secrets;
    bool project_trusted = false;
    LibraryJudge judge;
    HookJudge hook_judge;
    std::vector<std::string> made;  ///< ids a contributor was made for

    PluginDeck() {
        world.host_version = "1.2.0";
        world.platform = "linux-x86_64";
        world.data_root = directory.path() / "data";
        world.project_dir = directory.path() / "project";
    }

    /// A plugin with a manifest; `fields` go into it.
    InstalledPlugin& add(const std::string& name, const std::string& fields = {}, const std::string& market = "m") {
        const auto folder = market + "/" + name;
        directory.write(folder + "/.claude-plugin/plugin.json",
                        "{\"name\": \"" + name + "\"" + (fields.empty() ? "" : ", " + fields) + "}");
        auto& plugin = installed.emplace_back();
        plugin.id = name + "@" + market;
        plugin.name = name;
        plugin.marketplace = market;
        plugin.scope = "user";
        plugin.version = "1.0.0";
        plugin.path = directory.path() / folder;
        plugin.source = {{"kind", "directory"}};
        return plugin;
    }

    /// A --plugin-dir copy.
    InstalledPlugin& add_copy(const std::string& name) {
        auto& plugin = add(name, {}, "inline");
        plugin.scope = "session";
        plugin.place = PluginPlace::plugin_dir;
        return plugin;
    }

    void file(const std::string& plugin, const std::string& path, std::string_view text) const {
        directory.write("m/" + plugin + "/" + path, text);
    }

    void setting(Scope scope, std::string_view json) {
        const bool project = scope == Scope::project || scope == Scope::local;
        layers.push_back({.scope = scope,
                          .file = directory.path() / std::string(scope_word(scope)) / "settings.json",
                          .values = boost::json::parse(boost::json::string_view(json.data(), json.size())).as_object(),
                          .left_out = {},
                          .effective = !project || project_trusted});
    }

    [[nodiscard]] std::shared_ptr<const PluginSet> read(PluginDepth depth = PluginDepth::everything) {
        const Settings settings(layers, {});
        const auto policy = read_managed_policy(settings);
        const auto make = [this](const Plugin& plugin) {
            made.push_back(plugin.id());
            return std::make_shared<NoModule>();
        };
        const PluginRegistry registry(disk, trust, world, make, judge, hook_judge);
        return registry.read({.installed = installed,
                              .settings = settings,
                              .policy = policy,
                              .project_trusted = project_trusted,
                              .secrets = secrets,
                              .marketplace_sources = marketplaces,
                              .depth = depth});
    }
};

inline bool reports(const Plugin& plugin, Code code) {
    return std::ranges::find(plugin.diagnostics, code, &Diagnostic::code) != plugin.diagnostics.end();
}

inline constexpr std::string_view kHookFile =
    R"({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}})";
inline constexpr std::string_view kServerFile = R"({"mcpServers": {"db": {"command": "db"}}})";

}  // namespace skilldeck::test
