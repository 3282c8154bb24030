// SPDX-License-Identifier: Apache-2.0
// A marketplace directory, a configuration directory and a project in one scratch place.
#pragma once

#include "market/market.hpp"
#include "printing.hpp"
#include "temporary_directory.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <sys/stat.h>
#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace skilldeck::test {

using Names = std::vector<std::string>;

/// Stands still until it is moved.
class StillClock final : public Clock {
public:
    [[nodiscard]] std::chrono::system_clock::time_point now() const override { return time; }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override { return {}; }
    std::chrono::system_clock::time_point time{std::chrono::milliseconds{1'770'000'000'000}};
};

class Deck {
public:
    Deck() {
        std::filesystem::create_directories(project());
        std::filesystem::create_directories(config());
    }

    [[nodiscard]] Path config() const { return scratch.path() / "config"; }
    [[nodiscard]] Path plugins() const { return config() / "plugins"; }
    [[nodiscard]] Path project() const { return scratch.path() / "project"; }
    [[nodiscard]] Path market_root(const std::string& name = "market") const { return scratch.path() / name; }

    [[nodiscard]] Market market(const Path& project_dir = {}, MarketPolicy policy = {}) {
        const MarketPlaces places{plugins(), project_dir.empty() ? project() : project_dir, scratch.path()};
        return Market(files, files, clock, places, {}, std::move(policy), companions, fetcher);
    }

    /// A catalogue `market/` (or another folder) with these entries.
    void catalogue(const std::string& entries, const std::string& name = "shop", const std::string& folder = "market",
                   const std::string& more = {}) const {
        scratch.write(
            folder + "/.claude-plugin/marketplace.json",
            R"({"name": ")" + name + R"(", "owner": {"name": "o"}, )" + more + R"("plugins": [)" + entries + "]}");
    }

    /// A plugin in the market's folder, with one skill that says `body`.
    void plugin(const std::string& name, const std::string& version, const std::string& body = "Body.",
                const std::string& folder = "market") const {
        const std::string comma = version.empty() ? "" : R"(, "version": ")" + version + "\"";
        scratch.write(folder + "/" + name + "/.claude-plugin/plugin.json", R"({"name": ")" + name + "\"" + comma + "}");
        scratch.write(folder + "/" + name + "/skills/do/SKILL.md", "---\nname: do\ndescription: d\n---\n" + body);
    }

    /// One plugin `p` in a marketplace `shop` that was added.
    void ready(const std::string& version = "1.0.0") {
        catalogue(R"({"name": "p", "source": "./p"})");
        plugin("p", version);
        add();
    }

    void add(const std::string& folder = "market") {
        const auto added = market().add_marketplace((scratch.path() / folder).string());
        BOOST_REQUIRE_MESSAGE(added.has_value(), (added ? std::string() : to_line(added.error())));
    }

    MarketAction install(const std::string& plugin, Scope scope = Scope::user) {
        const auto action = market().install({plugin, scope, std::nullopt, InstallRequest::Placement::copy});
        BOOST_REQUIRE_MESSAGE(action.has_value(), (action ? std::string() : to_line(action.error())));
        return *action;
    }

    Error install_refusal(const std::string& plugin) {
        const auto action = market().install({plugin, Scope::user, std::nullopt, InstallRequest::Placement::copy});
        BOOST_REQUIRE_MESSAGE(!action.has_value(), plugin + " was installed");
        return action.error();
    }

    MarketAction update(const std::string& plugin, Consent consent = Consent::nothing_new) {
        const auto actions = market().update({plugin, std::nullopt, consent});
        BOOST_REQUIRE_MESSAGE(actions.has_value(), (actions ? std::string() : to_line(actions.error())));
        BOOST_REQUIRE(actions->size() == 1U);
        return actions->front();
    }

    MarketAction uninstall(const std::string& plugin, std::optional<Scope> scope = std::nullopt) {
        const auto action = market().uninstall({plugin, scope, UninstallRequest::Data::remove});
        BOOST_REQUIRE_MESSAGE(action.has_value(), (action ? std::string() : to_line(action.error())));
        return *action;
    }

    [[nodiscard]] std::string text(const Path& file) const {
        const auto read = files.read(file, 1 << 20);
        return read ? *read : "(" + to_line(read.error()) + ")";
    }

    [[nodiscard]] boost::json::object records() const {
        return boost::json::parse(text(plugins() / "installed_plugins.json")).as_object();
    }

    /// Every file below the store, without its lock: nothing may be left over.
    [[nodiscard]] Names stored() const {
        Names names;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(plugins() / "cache")) {
            if (!entry.is_directory()) names.push_back(entry.path().lexically_relative(plugins() / "cache").string());
        }
        std::sort(names.begin(), names.end());
        return names;
    }

    TemporaryDirectory scratch;
    FileSystem files;
    StillClock clock;
    MarketCompanions companions;
    SourceFetcher* fetcher = nullptr;
};

inline Names ids_of(const std::vector<InstalledPlugin>& plugins) {
    Names ids;
    for (const auto& plugin : plugins) ids.push_back(plugin.id + " " + plugin.scope);
    return ids;
}

inline bool has_code(const Diagnostics& diagnostics, Code code) {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [&](const Diagnostic& diagnostic) { return diagnostic.code == code; });
}

}  // namespace skilldeck::test
