// SPDX-License-Identifier: Apache-2.0
#include "settings/setting_keys.hpp"
#include "base/json.hpp"
#include "settings/codes.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <set>
#include <string>
#include <vector>

using namespace skilldeck;

namespace {

struct Judged {
    boost::json::object values;
    Diagnostics diagnostics;
};

Judged judged(std::string_view json, Scope scope = Scope::user) {
    SettingsLayer layer{.scope = scope,
                        .file = "/home/u/.skilldeck/settings.json",
                        .values = parse_json_object(json, "test").value(),
                        .left_out = {}};
    Diagnostics diagnostics;
    judge_settings(layer, diagnostics);
    return {std::move(layer.values), std::move(diagnostics)};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(setting_keys_table)

BOOST_AUTO_TEST_CASE(each_key_has_one_row) {
    std::set<std::string_view> names;
    for (const auto& key : setting_keys()) BOOST_TEST(names.insert(key.name).second, key.name);
    BOOST_TEST((find_setting("enabledPlugins") != nullptr));
    BOOST_TEST((find_setting("enabledplugins") == nullptr));
}

BOOST_AUTO_TEST_CASE(right_values_are_left_as_they_are_without_a_word) {
    const std::string text =
        R"({"$schema":"x","hooks":{},"permissions":{"allow":[]},"enabledPlugins":{"a@m":true},)"
        R"("extraKnownMarketplaces":{"m":{"source":{}}},"skillOverrides":{"x":"off"},"skillSources":{"mcp":false},)"
        R"("skillListingMaxDescChars":250,"skillListingBudgetFraction":0.5,"strictPackages":true,"mcpServers":{"a":{}},)"
        R"("disableAllHooks":false,"model":"m","env":{"A":"b"},"pluginConfigs":{"a@m":{}},"autoUpdate":true,)"
        R"("httpHookAllowedEnvVars":["A"]})";
    const auto found = judged(text);
    BOOST_TEST(found.diagnostics.empty());
    BOOST_TEST((found.values == parse_json_object(text, "test").value()));
}

BOOST_AUTO_TEST_CASE(a_wrong_value_is_one_diagnostic_and_every_other_key_counts) {
    const std::vector<std::array<std::string, 3>> wrong{
        {"enabledPlugins", "[]", "a map"},
        {"enabledPlugins", "null", "a map"},
        {"strictPackages", "null", "true or false"},
        {"model", "null", "a string"},
        {"hooks", "[]", "a map"},
        {"hooks", "\"off\"", "a map"},
        {"permissions", "true", "a map"},
        {"skillSources", "[\"user\"]", "a map of true and false"},
        {"skillSources", "false", "a map of true and false"},
        {"mcpServers", "[]", "a map"},
        {"strictPackages", "\"true\"", "true or false"},
        {"skillListingMaxDescChars", "\"250\"", "a positive whole number"},
        {"skillListingMaxDescChars", "-5", "a positive whole number"},
        {"skillListingMaxDescChars", "1.5", "a positive whole number"},
        {"skillListingBudgetFraction", "2", "a number above 0, at most 1"},
        {"env", "[\"A=b\"]", "a map of strings"},
        {"model", "{}", "a string"},
        {"httpHookAllowedEnvVars", "\"A\"", "a list of strings"},
        {"pluginConfigs", "1", "a map"},
    };
    for (const auto& [key, value, wanted] : wrong) {
        BOOST_TEST_CONTEXT(key << ": " << value) {
            const auto found = judged("{\"" + key + "\": " + value + R"(, "autoUpdate": true})");
            BOOST_TEST_REQUIRE(found.diagnostics.size() == 1U);
            const auto& problem = found.diagnostics[0];
            BOOST_CHECK(problem.code == code::settings_value_wrong);
            BOOST_TEST(problem.file == "/home/u/.skilldeck/settings.json");
            BOOST_TEST(problem.message.find("\"" + key + "\"") != std::string::npos, problem.message);
            BOOST_TEST(problem.message.find("wanted " + wanted) != std::string::npos, problem.message);
            BOOST_TEST(!found.values.contains(key));
            BOOST_TEST(found.values.contains("autoUpdate"));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_wrong_member_is_named_and_its_neighbours_stay) {
    const auto found = judged(R"({"enabledPlugins": {"a@m": "yes", "b@m": false, "c@m": null},
                                  "httpHookAllowedEnvVars": ["A", 1], "mcpServers": {"s": "cmd", "t": {}}})");
    std::vector<std::string> messages;
    for (const auto& problem : found.diagnostics) messages.push_back(problem.message);
    const std::vector<std::string> expected{R"("enabledPlugins.a@m" is a string, wanted true or false; it is not used)",
                                            R"("enabledPlugins.c@m" is null, wanted true or false; it is not used)",
                                            R"("httpHookAllowedEnvVars[1]" is 1, wanted a string; it is not used)",
                                            R"("mcpServers.s" is a string, wanted a map; it is not used)"};
    BOOST_TEST(messages == expected, boost::test_tools::per_element());
    BOOST_TEST((found.values.at("enabledPlugins").at("b@m") == false));
}

BOOST_AUTO_TEST_CASE(a_restriction_is_not_lost_by_its_spelling) {
    for (const std::string key : {"disableAllHooks", "disableSkillShellExecution"}) {
        for (const std::string value : {"\"true\"", "null", "0"}) {
            const auto found = judged("{\"" + key + "\": " + value + "}");
            BOOST_TEST_REQUIRE(found.diagnostics.size() == 1U);
            BOOST_CHECK(found.diagnostics[0].code == code::settings_restriction_unreadable);
            BOOST_TEST(found.diagnostics[0].message.find("counts as true") != std::string::npos);
            BOOST_TEST((found.values.at(key) == true));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_managed_source_that_cannot_be_read_is_off) {
    const auto* text = R"({"skillSources": {"user": "no", "project": null, "mcp": true}})";
    const auto found = judged(text, Scope::managed);
    BOOST_TEST(
        (found.values.at("skillSources") == boost::json::value{{"user", false}, {"project", false}, {"mcp", true}}));
    BOOST_TEST_REQUIRE(found.diagnostics.size() == 2U);
    BOOST_CHECK(found.diagnostics[0].code == code::policy_value_strict);
    BOOST_TEST(found.diagnostics[0].message ==
               R"("skillSources.user" is a string, wanted true or false; it counts as false)");
    const auto of_user = judged(text);
    BOOST_TEST((of_user.values.at("skillSources").at("user") == "no"));
    BOOST_CHECK(of_user.diagnostics.at(0).code == code::settings_value_wrong);
}

BOOST_AUTO_TEST_CASE(what_policy_judges_is_left_to_it) {
    const auto found = judged(R"({"enabledPlugins": [], "disableAllHooks": "yes", "strictKnownMarketplaces": "x",
                                  "allowManagedPermissionRulesOnly": 1, "strictPackages": "x"})",
                              Scope::managed);
    BOOST_TEST(found.values.at("enabledPlugins").is_array());
    BOOST_TEST(found.values.at("disableAllHooks").is_string());
    BOOST_TEST((found.values.at("allowManagedPermissionRulesOnly") == true));
    BOOST_TEST(!found.values.contains("strictPackages"));
    BOOST_TEST(found.diagnostics.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_key_that_is_no_setting_is_a_note_with_the_nearest_one_and_stays) {
    const auto found = judged(R"({"enabledPlugin": {}, "somethingElse": 1})");
    BOOST_TEST_REQUIRE(found.diagnostics.size() == 2U);
    for (const auto& problem : found.diagnostics) {
        BOOST_CHECK(problem.code == code::settings_key_unknown);
        BOOST_CHECK(problem.severity == Severity::note);
    }
    BOOST_TEST(found.diagnostics[0].hint == "did you mean enabledPlugins?");
    BOOST_TEST(found.diagnostics[1].hint.find("did you mean") == std::string::npos);
    BOOST_TEST(found.values.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_word_that_a_map_does_not_know_is_reported_with_the_nearest_one) {
    const auto found =
        judged(R"({"skillSources": {"usr": false, "remote": false}, "permissions": {"denny": ["Bash"]}})");
    BOOST_TEST_REQUIRE(found.diagnostics.size() == 2U);
    BOOST_CHECK(found.diagnostics[0].code == code::settings_word_unknown);
    BOOST_TEST(found.diagnostics[0].message == R"("skillSources.usr": the word "usr" is not known and does nothing)");
    BOOST_TEST(found.diagnostics[0].hint == "did you mean user?");
    BOOST_TEST(found.diagnostics[1].hint == "did you mean deny?");
    const auto far = judged(R"({"skillSources": {"nothing like it": true}})");
    BOOST_TEST_REQUIRE(far.diagnostics.size() == 1U);
    BOOST_TEST(far.diagnostics[0].hint.find("managed, user, project, addDir") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_claude_file_may_hold_words_of_another_program) {
    SettingsLayer layer{.scope = Scope::project,
                        .file = "/p/.claude/settings.json",
                        .values = parse_json_object(R"({"permissions": {"defaultMode": "plan"}})", "test").value(),
                        .left_out = {}};
    Diagnostics diagnostics;
    judge_settings(layer, diagnostics);
    BOOST_TEST(diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(what_is_updated_by_itself_is_no_projects_to_say_of_a_marketplace_either) {
    const auto text = R"({"extraKnownMarketplaces": {"m": {"source": {}, "autoUpdate": true}}})";
    const auto says = [](const Judged& found) {
        return found.values.at("extraKnownMarketplaces").at("m").as_object().contains("autoUpdate");
    };
    for (const auto scope : {Scope::project, Scope::local}) {
        const auto found = judged(text, scope);
        BOOST_TEST(!says(found));
        BOOST_TEST_REQUIRE(found.diagnostics.size() == 1U);
        BOOST_TEST((found.diagnostics[0].code == code::settings_key_left_out));
        BOOST_TEST(found.diagnostics[0].message == "\"extraKnownMarketplaces.m.autoUpdate\" has no effect in " +
                                                       std::string(scope_word(scope)) + " settings");
    }
    for (const auto scope : {Scope::user, Scope::flag, Scope::managed}) {
        BOOST_TEST(says(judged(text, scope)));
        BOOST_TEST(judged(text, scope).diagnostics.empty());
    }
    const auto wrong = judged(R"({"extraKnownMarketplaces": {"m": {"source": {}, "autoUpdate": "yes"}}})");
    BOOST_TEST_REQUIRE(wrong.diagnostics.size() == 1U);
    BOOST_TEST((wrong.diagnostics[0].code == code::settings_value_wrong));
    BOOST_TEST(wrong.diagnostics[0].pointer == "/extraKnownMarketplaces/m/autoUpdate");
}

BOOST_AUTO_TEST_SUITE_END()
