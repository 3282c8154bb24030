// SPDX-License-Identifier: Apache-2.0
// Managed policy with the built program: every refusal is exit 3 and names the rule and the file that decided. Managed
// files count only if they are root's, so the tests that install some run as root; a dry run anybody may make.
#include "deck.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <unistd.h>
#include <utility>

namespace skilldeck::test {

namespace {

std::map<std::string, std::string> plugin_files() {
    return {{".claude-plugin/plugin.json", R"({"name": "p", "version": "1.0.0", "description": "d"})"},
            {"skills/hi/SKILL.md", skill_text("hi", "Says hi", "Hello.\n")},
            {"hooks/hooks.json", R"({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}})"}};
}

struct Governed : Deck {
    Governed() { market = marketplace("m", "p", plugin_files()); }

    void govern(std::string_view policy) {
        file = write("policy/settings.json", policy);
        options = {"--managed-dir", (path() / "policy").string()};
    }
    /// Exit 3, with this code, and everything that is to be said.
    void refused(const std::vector<std::string>& words, std::string_view code,
                 const std::vector<std::string>& says) const {
        auto with_json = words;
        with_json.emplace_back("--json");
        const auto run = this->run(with_json);
        BOOST_TEST_CONTEXT(words[1] << ": " << run.all()) {
            BOOST_TEST(run.status == 3);
            BOOST_TEST(std::string(run.json().at("error").at("code").as_string()) == code);
            for (const auto& each : says) BOOST_TEST(contains(run.err, each), each);
            BOOST_TEST(contains(run.err, file.string()));
        }
    }
    [[nodiscard]] bool finds(const Run& doctor, std::string_view code, std::string_view part) const {
        const auto document = doctor.json();
        for (const auto& each : document.at("findings").as_array()) {
            if (std::string(each.at("code").as_string()) == code && contains(each.at("message").as_string(), part))
                return true;
        }
        return false;
    }

    std::filesystem::path market, file;
};

bool is_root() {
    if (::geteuid() == 0) return true;
    BOOST_TEST_MESSAGE("SKIP: managed files must be root's");
    return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(policy)

BOOST_AUTO_TEST_CASE(a_marketplace_that_is_not_allowed_is_refused_wherever_it_is_used) {
    if (!is_root()) return;
    Governed deck;
    BOOST_TEST(deck.run({"marketplace", "add", deck.market.string()}).status == 0);
    BOOST_TEST(deck.run({"plugin", "install", "p@m"}).status == 0);
    deck.govern(R"({"strictKnownMarketplaces": [{"source": "github", "repo": "acme/*"}]})");
    const std::string rule = "strictKnownMarketplaces in ";
    deck.refused({"plugin", "install", "p@m"}, "marketplace-not-known", {rule});
    deck.refused({"marketplace", "update", "m"}, "marketplace-not-known", {rule});
    deck.refused({"plugin", "update", "p@m"}, "marketplace-not-known", {rule});
    const auto other = deck.marketplace("other", "q", plugin_files());
    deck.refused({"marketplace", "add", other.string()}, "marketplace-not-known", {rule});
    // What was installed before is held to it too.
    const auto plugin = deck.plugin("p@m");
    BOOST_TEST(plugin.at("available") == false);
    BOOST_TEST(contains(plugin.at("unavailableReason").as_string(), rule + deck.file.string()));
    for (const auto& skill : deck.skills()) BOOST_TEST(!skill.starts_with("p:"), skill);
    BOOST_TEST(contains(deck.run({"plugin", "explain", "p@m"}).out, rule));
    BOOST_TEST(deck.finds(deck.run({"doctor", "--json"}), "marketplace-not-known", rule));
}

BOOST_AUTO_TEST_CASE(a_blocked_marketplace_names_its_rule) {
    if (!is_root()) return;
    Governed deck;
    deck.govern(
        R"({"blockedMarketplaces": [{"source": "npm", "package": "x"}, {"source": "pathPattern", "pathPattern": "m-market"}]})");
    deck.refused({"marketplace", "add", deck.market.string()}, "marketplace-blocked", {"blockedMarketplaces[1] in "});
    BOOST_TEST(deck.run({"marketplace", "add", deck.marketplace("other", "q", plugin_files()).string()}).status == 0);
    deck.govern(R"({"blockedMarketplaces": [{"source": "pathPattern", "pathPattern": "("}]})");
    deck.refused({"marketplace", "update", "other"}, "marketplace-blocked", {"blockedMarketplaces[0] in "});
    const auto doctor = deck.run({"doctor", "--json"});
    BOOST_TEST(deck.finds(doctor, "policy-value-strict", "counts as every marketplace"), doctor.all());
}

BOOST_AUTO_TEST_CASE(a_blocked_marketplace_is_blocked_by_every_name_of_its_place) {
    if (!is_root()) return;
    Governed deck;
    const auto link = deck.path() / "link";
    std::filesystem::create_directory_symlink(deck.market, link);
    const auto catalogue = (deck.market / ".claude-plugin/marketplace.json").string();
    for (const auto& rule :
         {R"({"source": "directory", "path": ")" + link.string(), R"({"source": "file", "path": ")" + catalogue,
          R"({"source": "git", "url": "file://)" + deck.market.string()}) {
        deck.govern("{\"blockedMarketplaces\": [" + rule + "\"}]}");
        for (const auto& source : {deck.market.string(), link.string(), catalogue, "file://" + deck.market.string()})
            deck.refused({"marketplace", "add", source}, "marketplace-blocked", {"blockedMarketplaces[0] in "});
    }
}

BOOST_AUTO_TEST_CASE(a_managed_marketplace_is_no_other_of_its_name) {
    if (!is_root()) return;
    Governed deck;
    auto impostor = deck.path() / "impostor";
    std::filesystem::copy(deck.market, impostor, std::filesystem::copy_options::recursive);
    const auto policy = R"({"extraKnownMarketplaces": {"m": {"source": {"source": "directory", "path": ")" +
                        deck.market.string() + R"("}}}, "enabledPlugins": {"p@m": true}})";
    deck.govern(policy);
    const std::string says = "cannot add marketplace \"m\": its source does not match its extraKnownMarketplaces entry";
    deck.refused({"marketplace", "add", impostor.string()}, "marketplace-source-undeclared", {says});
    deck.refused({"marketplace", "add", impostor.string(), "--name", "m"}, "marketplace-source-undeclared", {says});

    // One that was there before is not what the policy means.
    const auto governed = std::exchange(deck.options, {});
    deck.run({"marketplace", "add", impostor.string()});
    deck.run({"plugin", "install", "p@m"});
    deck.run({"plugin", "disable", "p@m"});
    deck.options = governed;
    BOOST_TEST(deck.plugin("p@m").at("decidedBy") == "user");
    BOOST_TEST(deck.plugin("p@m").at("enabled") == false);
    BOOST_TEST(deck.finds(deck.run({"doctor", "--json"}), "plugin-source-undeclared",
                          "declares the marketplace \"m\" from another source"));
    BOOST_TEST(deck.finds(deck.run({"doctor", "--json"}), "marketplace-declared-elsewhere", "managed"));
    const auto session = deck.session({"/exit"});
    BOOST_TEST(contains(session.err, "enabledPlugins[\"p@m\"] in " + deck.file.string() + " does not force it on"),
               session.all());
    // As the hint says.
    BOOST_TEST(deck.run({"marketplace", "remove", "m"}).status == 0);
    BOOST_TEST(deck.run({"plugin", "install", "p@m"}).status == 0);
    BOOST_TEST(deck.plugin("p@m").at("decidedBy") == "managed");
    BOOST_TEST(deck.session({"/exit"}).err == "");
}

BOOST_AUTO_TEST_CASE(a_plugin_that_is_forced_cannot_be_switched_or_removed) {
    if (!is_root()) return;
    Governed deck;
    deck.run({"marketplace", "add", deck.market.string()});
    deck.run({"plugin", "install", "p@m"});
    const std::string rule = "enabledPlugins[\"p@m\"] in ";
    deck.govern(R"({"enabledPlugins": {"p@m": false}})");
    deck.refused({"plugin", "enable", "p@m"}, "plugin-state-held", {rule});
    deck.refused({"plugin", "uninstall", "p@m"}, "plugin-state-held", {rule});
    deck.refused({"plugin", "install", "p@m"}, "plugin-blocked", {rule});
    deck.refused({"plugin", "update", "p@m"}, "plugin-blocked", {rule});
    deck.refused({"plugin", "rollback", "p@m"}, "plugin-state-held", {rule});
    deck.refused({"marketplace", "remove", "m"}, "plugin-state-held", {rule});
    BOOST_TEST(deck.plugin("p@m").at("decidedBy") == "managed");
    const auto explained = deck.run({"plugin", "explain", "p@m"});
    BOOST_TEST(contains(explained.out, "p@m is disabled by managed: " + rule + deck.file.string()), explained.out);
    const auto chain = deck.run({"plugin", "explain", "p@m", "--json"}).json();
    BOOST_TEST(contains(boost::json::serialize(chain.at("chain")), "enabledPlugins[\\\"p@m\\\"] in "));
    BOOST_TEST(deck.finds(deck.run({"doctor", "--json"}), "plugin-held", "held off by " + rule));

    deck.govern(R"({"enabledPlugins": {"p@m": true}})");
    deck.refused({"plugin", "disable", "p@m"}, "plugin-state-held", {rule});
    BOOST_TEST(deck.plugin("p@m").at("enabled") == true);
    BOOST_TEST(deck.finds(deck.run({"doctor", "--json"}), "plugin-held", "held on by " + rule));

    deck.govern(R"({"enabledPlugins": ["p@m"]})");
    deck.refused({"plugin", "install", "p@m"}, "plugin-blocked", {"enabledPlugins in "});
    BOOST_TEST(deck.plugin("p@m").at("enabled") == false);
}

BOOST_AUTO_TEST_CASE(sideloading_is_refused_by_name_of_the_switch) {
    if (!is_root()) return;
    Governed deck;
    const auto copy = deck.market / "plugins/p";
    for (const auto* value : {"true", "\"no\"", "0"}) {
        deck.govern(R"({"disableSideloadFlags": )" + std::string(value) + "}");
        deck.options.insert(deck.options.end(), {"--plugin-dir", copy.string()});
        deck.refused({"plugin", "list"}, "sideload-disabled", {"disableSideloadFlags in "});
    }
    deck.govern(R"({"enabledPlugins": {"p@corp": true}})");
    deck.options.insert(deck.options.end(), {"--plugin-dir", copy.string()});
    const auto plugin = deck.plugin("p@inline");
    BOOST_TEST(plugin.at("available") == false);
    BOOST_TEST(contains(plugin.at("unavailableReason").as_string(), "enabledPlugins[\"p@corp\"] in "));
}

BOOST_AUTO_TEST_CASE(customization_that_is_reserved_leaves_plugins_and_managed_sources) {
    if (!is_root()) return;
    Governed deck;
    deck.run({"marketplace", "add", deck.market.string()});
    deck.run({"plugin", "install", "p@m"});
    deck.write("home/.skilldeck/skills/mine/SKILL.md", skill_text("mine", "Mine", "Mine.\n"));
    deck.write("policy/skills/theirs/SKILL.md", skill_text("theirs", "Theirs", "Theirs.\n"));
    for (const auto* value : {"true", R"(["skills"])", "\"skills\"", "1"}) {
        deck.govern(R"({"strictPluginOnlyCustomization": )" + std::string(value) + "}");
        const auto skills = deck.skills();
        const auto has = [&](std::string_view name) { return std::ranges::find(skills, name) != skills.end(); };
        BOOST_TEST(!has("mine"), value);
        BOOST_TEST(has("p:hi"), value);
        BOOST_TEST(has("theirs"), value);
        BOOST_TEST(
            deck.finds(deck.run({"doctor", "--json"}), "customization-reserved", "strictPluginOnlyCustomization in "),
            value);
    }
    deck.govern(R"({"strictPluginOnlyCustomization": ["hooks"]})");
    const auto skills = deck.skills();
    BOOST_TEST((std::ranges::find(skills, "mine") != skills.end()));
}

BOOST_AUTO_TEST_CASE(an_option_that_policy_fixes_is_not_a_persons_to_set) {
    if (!is_root()) return;
    Governed deck;
    deck.write(
        "m-marketplace/plugins/p/.claude-plugin/plugin.json",
        R"({"name": "p", "version": "1.0.0", "description": "d", "userConfig": {"HOST": {"type": "string", "title": "Host", "description": "d"}}})");
    deck.run({"marketplace", "add", deck.market.string()});
    deck.run({"plugin", "install", "p@m"});
    deck.run({"plugin", "configure", "p@m", "HOST=mine"});
    deck.govern(R"({"pluginConfigs": {"p@m": {"options": {"HOST": "theirs"}}}})");
    deck.refused({"plugin", "configure", "p@m", "HOST=mine"}, "plugin-option-held", {"pluginConfigs in "});
    const auto shown = deck.run({"plugin", "configure", "p@m", "--json"});
    BOOST_TEST(shown.json().at("options").at(0).at("value") == "theirs");
    BOOST_TEST(shown.json().at("options").at(0).at("source") == "managed");
}

BOOST_AUTO_TEST_CASE(a_dry_run_says_what_a_policy_would_change_and_changes_nothing) {
    Governed deck;
    deck.run({"marketplace", "add", deck.market.string()});
    deck.run({"plugin", "install", "p@m"});
    deck.write("home/.skilldeck/skills/mine/SKILL.md", skill_text("mine", "Mine", "Mine.\n"));
    deck.write(
        "home/.skilldeck/settings.json",
        R"({"enabledPlugins": {"p@m": true}, "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}})");
    const auto file =
        deck.write("project/policy.json", R"({"enabledPlugins": {"p@m": false}, "allowManagedHooksOnly": true,
                                                            "strictPluginOnlyCustomization": ["skills"]})");
    const auto dry = deck.run({"doctor", "--policy", "policy.json", "--json"});
    BOOST_TEST_CONTEXT(dry.all()) {
        BOOST_TEST(dry.status == 0);
        BOOST_TEST(
            deck.finds(dry, "policy-effect", "plugin p@m would be off: enabledPlugins[\"p@m\"] in " + file.string()));
        BOOST_TEST(deck.finds(dry, "policy-effect", "skill mine@user would be off: strictPluginOnlyCustomization in "));
        BOOST_TEST(deck.finds(dry, "policy-effect", "would be off: allowManagedHooksOnly in "));
    }
    BOOST_TEST(deck.plugin("p@m").at("enabled") == true);
    deck.write("project/policy.json", R"({"strictKnownMarketplaces": []})");
    const auto none = deck.run({"doctor", "--policy", "policy.json", "--json"});
    BOOST_TEST(none.status == 1);
    BOOST_TEST(deck.finds(none, "policy-effect", "strictKnownMarketplaces in "), none.all());
    deck.write("project/policy.json", R"({"strictKnownMarketplaces": )");
    const auto damaged = deck.run({"doctor", "--policy", "policy.json", "--json"});
    BOOST_TEST(damaged.status == 1);
    BOOST_TEST(contains(damaged.err, "policy.json"), damaged.err);
    BOOST_TEST(deck.run({"doctor", "--policy", "nowhere.json"}).status == 1);
}

BOOST_AUTO_TEST_CASE(an_added_managed_directory_only_adds) {
    if (!is_root()) return;
    Governed deck;
    deck.run({"marketplace", "add", deck.market.string()});
    deck.run({"plugin", "install", "p@m"});
    deck.govern(R"({"enabledPlugins": {"p@m": false}, "disableSideloadFlags": true})");
    deck.environment["SKILLDECK_MANAGED_DIR"] = (deck.path() / "lax").string();
    deck.write("lax/settings.json",
               R"({"enabledPlugins": {"p@m": true}, "disableSideloadFlags": false, "strictKnownMarketplaces": []})");
    const auto trial =
        deck.write("project/lax.json", R"({"enabledPlugins": {"p@m": true}, "disableSideloadFlags": false})");
    BOOST_TEST(deck.plugin("p@m").at("enabled") == false);
    const auto dry = deck.run({"doctor", "--policy", trial.string(), "--json"});
    BOOST_TEST(!deck.finds(dry, "policy-effect", "would be on"), dry.all());
    BOOST_TEST(deck.finds(dry, "plugin-held", "held off by enabledPlugins"), dry.all());
}

BOOST_AUTO_TEST_CASE(each_managed_value_that_cannot_be_read_is_named_and_counts_as_the_strictest) {
    if (geteuid() != 0) return;
    Governed deck;
    deck.write("home/.skilldeck/skills/u/SKILL.md", skill_text("u", "Says u", "The text of u.\n"));
    const auto expands = [&deck] { return contains(deck.run({"skill", "expand", "u"}).out, "The text of u."); };
    BOOST_TEST_REQUIRE(expands());
    struct Row {
        std::string key, value;
        bool skill;  ///< whether `u` can still be called
    };
    std::vector<Row> table{{"skillOverrides", R"({"u": "OFF"})", false},
                           {"skillOverrides", R"({"u": false})", false},
                           {"skillOverrides", R"({"u": null})", false},
                           {"skillOverrides", R"(["u"])", false},
                           {"skillSources", R"({"user": "no"})", false},
                           {"skillSources", R"({"user": null})", false},
                           {"skillSources", R"({"plugin": "no"})", true},
                           {"permissions", R"({"deny": null})", false},
                           {"permissions", R"({"ask": {}})", false},
                           {"enabledPlugins", R"({"p@m": null})", true},
                           {"enabledPlugins", R"({"p@m": "yes"})", true},
                           {"strictPluginOnlyCustomization", R"(["Skills"])", false},
                           {"strictPluginOnlyCustomization", R"(["hooks", 1])", false},
                           {"strictPluginOnlyCustomization", "[null]", false},
                           {"strictKnownMarketplaces", R"([{"source": "directry", "path": "/m"}])", true},
                           {"blockedMarketplaces", "[null]", true}};
    for (const std::string key :
         {"skillOverrides", "skillSources", "hooks", "permissions", "strictPluginOnlyCustomization"}) {
        for (const std::string wrong : {"null", "7", "\"no\""}) table.push_back({key, wrong, false});
    }
    for (const std::string key :
         {"enabledPlugins", "disableAllHooks", "disableSkillShellExecution", "disableSideloadFlags",
          "allowManagedHooksOnly", "allowManagedPermissionRulesOnly", "disableCommandPluginSources",
          "strictKnownMarketplaces", "allowedMarketplaces", "blockedMarketplaces"}) {
        for (const std::string wrong : {"null", "7", "\"no\""}) table.push_back({key, wrong, true});
    }
    for (const auto& row : table) {
        deck.govern("{\"" + row.key + "\": " + row.value + "}");
        BOOST_TEST_CONTEXT(row.key << ": " << row.value) {
            BOOST_TEST(expands() == row.skill);
            const auto doctor = deck.run({"doctor"});
            const auto name = row.value.starts_with("{\"deny")  ? "deny"
                              : row.value.starts_with("{\"ask") ? "ask"
                                                                : row.key;
            BOOST_TEST(contains(doctor.all(), name), doctor.all());
            BOOST_TEST(contains(doctor.all(), deck.file.string()), doctor.all());
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
