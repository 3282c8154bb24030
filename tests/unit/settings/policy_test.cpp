// SPDX-License-Identifier: Apache-2.0
#include "settings/policy.hpp"
#include "settings/codes.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace skilldeck;

namespace {

SettingsLayer layer(Scope scope, std::string_view json, std::string_view name = "settings.json") {
    return {.scope = scope,
            .file = Path("/") / scope_word(scope) / name,
            .values = boost::json::parse(boost::json::string_view(json.data(), json.size())).as_object(),
            .left_out = {}};
}

SettingsLayer untrusted(Scope scope, std::string_view json) {
    auto made = layer(scope, json);
    made.effective = false;
    return made;
}

Settings settings(std::vector<SettingsLayer> layers) {
    return {std::move(layers), {}};
}

ManagedPolicy policy(std::string_view first, std::string_view second = "{}") {
    return read_managed_policy(settings({layer(Scope::managed, first, "1"), layer(Scope::managed, second, "2")}));
}

std::string refusal(const ManagedPolicy& policy, std::string_view source) {
    const auto error =
        marketplace_refusal(FileSystem(), policy.marketplaces, "m",
                            boost::json::parse(boost::json::string_view(source.data(), source.size())).as_object());
    return error ? std::string(error->code.info().text) : "allowed";
}

HookStop::Reach reach(std::vector<SettingsLayer> layers) {
    const auto all = settings(std::move(layers));
    return hook_stop(all, read_managed_policy(all)).reach;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(managed_policy)

BOOST_AUTO_TEST_CASE(without_managed_settings_nothing_is_demanded) {
    const auto none = read_managed_policy(settings({layer(Scope::user, R"({"disableSideloadFlags": true})")}));
    BOOST_TEST(!none.sideload_flags_disabled);
    BOOST_TEST(!none.marketplaces.limit());
    BOOST_TEST(none.plugin_only.empty());
    BOOST_TEST(refusal(none, R"({"kind": "directory", "path": "/m"})") == "allowed");
}

BOOST_AUTO_TEST_CASE(of_two_managed_files_the_stricter_demand_holds) {
    for (const bool turned : {false, true}) {
        const std::string_view lax = R"({"disableSideloadFlags": false, "enabledPlugins": {"a@m": true, "b@m": true},
                                         "strictPluginOnlyCustomization": ["skills"],
                                         "strictKnownMarketplaces": [{"source": "directory", "path": "/m"}, {"source": "directory", "path": "/n"}]})";
        const std::string_view strict = R"({"disableSideloadFlags": true, "enabledPlugins": {"a@m": false},
                                         "strictPluginOnlyCustomization": ["hooks"],
                                         "strictKnownMarketplaces": [{"source": "directory", "path": "/m"}, {"source": "directory", "path": "/o"}]})";
        const auto both = turned ? policy(strict, lax) : policy(lax, strict);
        BOOST_TEST(both.sideload_flags_disabled);
        BOOST_TEST(!both.plugins.at("a@m").enabled);
        BOOST_TEST(both.plugins.at("b@m").enabled);
        BOOST_TEST(both.only_plugins_customize(Customization::skills));
        BOOST_TEST(both.only_plugins_customize(Customization::hooks));
        BOOST_TEST(!both.only_plugins_customize(Customization::mcp));
        BOOST_TEST(refusal(both, R"({"kind": "directory", "path": "/m"})") == "allowed");
        BOOST_TEST(refusal(both, R"({"kind": "directory", "path": "/n"})") == "marketplace-not-known");
        BOOST_TEST(refusal(both, R"({"kind": "directory", "path": "/o"})") == "marketplace-not-known");
    }
}

BOOST_AUTO_TEST_CASE(a_demand_that_cannot_be_read_counts_as_its_strictest_form) {
    const auto found = policy(R"({"disableSideloadFlags": "yes", "disableAllHooks": 1, "allowManagedHooksOnly": {},
                                  "disableSkillShellExecution": "false", "strictPluginOnlyCustomization": "skills",
                                  "strictKnownMarketplaces": "x", "blockedMarketplaces": {}, "enabledPlugins": {"a@m": "true"}})");
    BOOST_TEST(found.sideload_flags_disabled);
    BOOST_TEST(found.all_hooks_disabled);
    BOOST_TEST(found.managed_hooks_only);
    BOOST_TEST(found.skill_shell_disabled);
    BOOST_TEST(found.plugin_only.size() == 4U);
    BOOST_TEST(!found.plugins.at("a@m").enabled);
    BOOST_TEST(refusal(found, R"({"kind": "directory", "path": "/m"})") == "marketplace-blocked");
    BOOST_TEST(found.diagnostics.size() == 8U);
}

BOOST_AUTO_TEST_CASE(the_allow_list_takes_exact_directories_and_files) {
    const auto found = policy(
        R"({"allowedMarketplaces": [{"source": "directory", "path": "/srv/m/"}, {"source": "file", "path": "/srv/f.json"},
                                                          {"source": "npm", "package": "m"}, {"source": "new", "x": 1}]})");
    BOOST_TEST(refusal(found, R"({"kind": "directory", "path": "/srv/m"})") == "allowed");
    BOOST_TEST(refusal(found, R"({"kind": "directory", "path": "/srv/./m"})") == "allowed");
    BOOST_TEST(refusal(found, R"({"source": "file", "path": "/srv/f.json"})") == "allowed");
    BOOST_TEST(refusal(found, R"({"kind": "directory", "path": "/srv/m2"})") == "marketplace-not-known");
    BOOST_TEST(refusal(found, R"({"kind": "directory", "path": "/srv/f.json"})") == "marketplace-not-known");
    BOOST_TEST(refusal(found, R"({"kind": "github", "repo": "a/b"})") == "marketplace-not-known");
}

BOOST_AUTO_TEST_CASE(the_canonical_spelling_wins_over_its_alias) {
    const auto found =
        policy(R"({"strictKnownMarketplaces": [], "allowedMarketplaces": [{"source": "directory", "path": "/m"}]})");
    BOOST_TEST(refusal(found, R"({"kind": "directory", "path": "/m"})") == "marketplace-not-known");
}

BOOST_AUTO_TEST_CASE(the_block_list_blocks_what_it_cannot_compare) {
    const auto exact =
        policy(R"({"blockedMarketplaces": [{"source": "directory", "path": "/bad"}, {"source": "skills-dir"}]})");
    BOOST_TEST(refusal(exact, R"({"kind": "directory", "path": "/bad"})") == "marketplace-blocked");
    BOOST_TEST(refusal(exact, R"({"kind": "directory", "path": "/good"})") == "allowed");
    BOOST_TEST(refusal(exact, R"({"kind": "github", "repo": "a/b"})") == "allowed");
    for (const auto* rule :
         {R"({"source": "sooner-or-later"})", "{}", R"({"source": "directory"})", R"("github")",
          R"({"source": "hostPattern", "hostPattern": "("})", R"({"source": "pathPattern", "path": "/x"})"}) {
        const auto unknown = policy(std::string(R"({"blockedMarketplaces": [)") + rule + "]}");
        BOOST_TEST(refusal(unknown, R"({"kind": "directory", "path": "/good"})") == "marketplace-blocked");
        BOOST_TEST(unknown.diagnostics.size() == 1U);
    }
}

BOOST_AUTO_TEST_CASE(a_refusal_names_the_rule_and_its_file) {
    const auto text = [](const ManagedPolicy& found, std::string_view source) {
        const auto error =
            marketplace_refusal(FileSystem(), found.marketplaces, "m",
                                boost::json::parse(boost::json::string_view(source.data(), source.size())).as_object());
        return error ? error->what : std::string();
    };
    const auto blocked = policy("{}", R"({"blockedMarketplaces": [{"source": "npm", "package": "x"},
                                                                  {"source": "github", "repo": "bad/*"}]})");
    BOOST_TEST(text(blocked, R"({"kind": "github", "repo": "bad/tools"})") ==
               "marketplace \"m\" is blocked by blockedMarketplaces[1] in /managed/2");
    const auto allowed = policy(R"({"allowedMarketplaces": []})");
    BOOST_TEST(text(allowed, R"({"kind": "github", "repo": "a/b"})") ==
               "marketplace \"m\" is not among the marketplaces that allowedMarketplaces in /managed/1 allows");
    const auto unreadable = policy(R"({"blockedMarketplaces": ["x"]})");
    BOOST_TEST(text(unreadable, R"({"kind": "github", "repo": "a/b"})") ==
               "marketplace \"m\" is blocked by blockedMarketplaces[0] in /managed/1");
    const auto found =
        policy(R"({"enabledPlugins": {"a@m": false, "b@m": true}})", R"({"disableSideloadFlags": true})");
    BOOST_TEST(found.switches_off("a@m").value_or("") == "enabledPlugins[\"a@m\"] in /managed/1");
    BOOST_TEST(!found.switches_off("b@m").has_value());
    BOOST_TEST(found.rule("disableSideloadFlags") == "disableSideloadFlags in /managed/2");
    BOOST_TEST(policy(R"({"enabledPlugins": []})").switches_off("any@m").value_or("") ==
               "enabledPlugins in /managed/1");
    BOOST_TEST(policy(R"({"allowManagedHooksOnly": true})").command_sources_rule() ==
               "allowManagedHooksOnly in /managed/1");
}

BOOST_AUTO_TEST_CASE(only_what_means_marketplaces_limits_them) {
    BOOST_TEST(!policy(R"({"blockedMarketplaces": [{"source": "skills-dir"}]})").marketplaces.limit());
    BOOST_TEST(!policy(R"({"blockedMarketplaces": []})").marketplaces.limit());
    BOOST_TEST(policy(R"({"strictKnownMarketplaces": []})").marketplaces.limit());
    const auto blocking = policy(R"({"blockedMarketplaces": [{"source": "github", "repo": "a/b"}]})");
    const auto unknown = unknown_marketplace_refusal(blocking.marketplaces, "gone");
    BOOST_TEST_REQUIRE(unknown.has_value());
    BOOST_CHECK(unknown->code == code::marketplace_source_unknown);
    BOOST_TEST(!unknown_marketplace_refusal(policy("{}").marketplaces, "gone").has_value());
}

BOOST_AUTO_TEST_CASE(managed_settings_name_a_plugin_by_its_name) {
    const auto found = policy(R"({"enabledPlugins": {"guard@corp": true, "games@fun": false}})");
    BOOST_TEST(found.names_plugin("guard"));
    BOOST_TEST(found.names_plugin("games"));
    BOOST_TEST(!found.names_plugin("guar"));
    BOOST_TEST(found.plugins.at("games@fun").file == Path("/managed/1"));
}

BOOST_AUTO_TEST_CASE(who_disables_hooks_disables_those_below_it) {
    using Reach = HookStop::Reach;
    const auto* off = R"({"disableAllHooks": true})";
    const auto* on = R"({"disableAllHooks": false})";
    BOOST_CHECK(reach({}) == Reach::nobody);
    BOOST_CHECK(reach({layer(Scope::managed, off)}) == Reach::everybody);
    BOOST_CHECK(reach({layer(Scope::managed, R"({"allowManagedHooksOnly": true})")}) == Reach::all_but_managed);
    BOOST_CHECK(reach({layer(Scope::user, off)}) == Reach::all_but_managed);
    BOOST_CHECK(reach({layer(Scope::user, off), layer(Scope::project, on)}) == Reach::all_but_managed);
    BOOST_CHECK(reach({layer(Scope::user, off), layer(Scope::flag, on)}) == Reach::nobody);
    BOOST_CHECK(reach({layer(Scope::project, off)}) == Reach::project);
    BOOST_CHECK(reach({untrusted(Scope::local, off)}) == Reach::project);
    BOOST_CHECK(reach({layer(Scope::managed, on), layer(Scope::user, on)}) == Reach::nobody);
    const auto all = settings({layer(Scope::user, off)});
    BOOST_TEST(hook_stop(all, read_managed_policy(all)).reason == "disableAllHooks in /user/settings.json");
}

BOOST_AUTO_TEST_CASE(a_stop_reaches_the_scopes_it_says) {
    const HookStop project{HookStop::Reach::project, ""};
    BOOST_TEST(stops_hooks_of(project, Scope::project));
    BOOST_TEST(stops_hooks_of(project, Scope::local));
    BOOST_TEST(!stops_hooks_of(project, Scope::user));
    const HookStop others{HookStop::Reach::all_but_managed, ""};
    BOOST_TEST(stops_hooks_of(others, Scope::user));
    BOOST_TEST(!stops_hooks_of(others, Scope::managed));
    BOOST_TEST(stops_hooks_of({HookStop::Reach::everybody, ""}, Scope::managed));
    BOOST_TEST(!stops_hooks_of({}, Scope::project));
}

BOOST_AUTO_TEST_CASE(shell_blocks_once_forbidden_by_managed_settings_stay_forbidden) {
    const auto disabled = [](std::vector<SettingsLayer> layers) {
        const auto all = settings(std::move(layers));
        return skill_shell_disabled(all, read_managed_policy(all));
    };
    const auto* off = R"({"disableSkillShellExecution": true})";
    const auto* on = R"({"disableSkillShellExecution": false})";
    BOOST_TEST(!disabled({}));
    BOOST_TEST(disabled({layer(Scope::managed, off), layer(Scope::flag, on)}));
    BOOST_TEST(disabled({layer(Scope::managed, on, "1"), layer(Scope::managed, off, "2")}));
    BOOST_TEST(!disabled({layer(Scope::user, off), layer(Scope::project, on)}));
    BOOST_TEST(disabled({layer(Scope::user, on), untrusted(Scope::project, off)}));
    BOOST_TEST(disabled({layer(Scope::user, off), untrusted(Scope::project, on)}));
}

BOOST_AUTO_TEST_CASE(plugins_from_the_output_of_a_command_are_off_where_it_is_said_or_only_managed_hooks_run) {
    BOOST_TEST(!policy("{}").command_sources_disabled());
    BOOST_TEST(policy(R"({"disableCommandPluginSources": true})").command_sources_disabled());
    BOOST_TEST(policy(R"({"allowManagedHooksOnly": true})").command_sources_disabled());
    BOOST_TEST(
        !policy(R"({"allowManagedHooksOnly": true, "disableCommandPluginSources": false})").command_sources_disabled());
    BOOST_TEST(policy(R"({"disableCommandPluginSources": false})", R"({"disableCommandPluginSources": true})")
                   .command_sources_disabled());
    const auto unreadable = policy(R"({"disableCommandPluginSources": "no"})");
    BOOST_TEST(unreadable.command_sources_disabled());
    BOOST_TEST(unreadable.diagnostics.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_word_that_is_not_known_reserves_everything) {
    for (const std::string list : {R"(["skils"])", R"(["Skills"])", R"(["hooks", 1])", "[null]"}) {
        const auto found = policy("{\"strictPluginOnlyCustomization\": " + list + "}");
        BOOST_TEST(found.plugin_only.size() == 4U, list);
        BOOST_TEST_REQUIRE(found.diagnostics.size() == 1U, list);
        BOOST_CHECK(found.diagnostics[0].code == code::policy_value_strict);
    }
    const auto near = policy(R"({"strictPluginOnlyCustomization": ["skils"]})").diagnostics.at(0);
    BOOST_TEST(near.message ==
               "\"strictPluginOnlyCustomization[0]\" is \"skils\", wanted one of skills, agents, hooks, "
               "mcp; it counts as all of them");
    BOOST_TEST(near.hint == "did you mean skills?");
    BOOST_TEST(policy(R"({"strictPluginOnlyCustomization": []})").plugin_only.empty());
}

BOOST_AUTO_TEST_CASE(null_is_a_value_that_cannot_be_read) {
    const auto found = policy(R"({"disableSideloadFlags": null, "disableAllHooks": null, "allowManagedHooksOnly": null,
                                  "disableSkillShellExecution": null, "disableCommandPluginSources": null,
                                  "strictPluginOnlyCustomization": null, "strictKnownMarketplaces": null,
                                  "blockedMarketplaces": null, "enabledPlugins": null})");
    BOOST_TEST(found.sideload_flags_disabled);
    BOOST_TEST(found.all_hooks_disabled);
    BOOST_TEST(found.managed_hooks_only);
    BOOST_TEST(found.skill_shell_disabled);
    BOOST_TEST(found.command_sources_disabled());
    BOOST_TEST(found.plugin_only.size() == 4U);
    BOOST_TEST(found.no_plugin_enabled.has_value());
    BOOST_TEST(refusal(found, R"({"kind": "directory", "path": "/m"})") == "marketplace-blocked");
    BOOST_TEST(refusal(policy(R"({"allowedMarketplaces": null})"), R"({"kind": "directory", "path": "/m"})") ==
               "marketplace-not-known");
    BOOST_TEST(found.diagnostics.size() == 9U);
}

BOOST_AUTO_TEST_SUITE_END()
