// SPDX-License-Identifier: Apache-2.0
#include "settings/plugin_entries.hpp"
#include "settings/codes.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace skilldeck;

BOOST_AUTO_TEST_SUITE(plugin_entries)

BOOST_AUTO_TEST_CASE(a_key_that_names_no_installed_plugin_is_said_with_the_one_it_likely_means) {
    const std::vector<std::string> installed{"formatter@acme", "linter@acme"};
    struct Case {
        std::string_view key;
        bool value;
        Code code;
        std::string_view in_message, in_hint;
    };
    for (const auto& one : {
             Case{"formatter", false, code::settings_plugin_id_wrong, "switches off every", "write formatter@acme"},
             Case{"formatter", true, code::settings_plugin_id_wrong, "does nothing", "write formatter@acme"},
             Case{"formater", true, code::settings_plugin_id_wrong, "does nothing", "write formatter@acme"},
             Case{"linter@", false, code::settings_plugin_id_wrong, "does nothing", "write linter@acme"},
             Case{"unlike", true, code::settings_plugin_id_wrong, "does nothing", "write name@marketplace"},
             Case{"lintr@acme", true, code::plugin_only_enabled, "lintr@acme", "linter@acme"},
             Case{"lintr@acme", false, code::settings_plugin_absent, "lintr@acme", "linter@acme"},
             Case{"other@elsewhere", true, code::plugin_only_enabled, "enabled by user settings",
                  "disable other@elsewhere --scope user"},
             Case{"other@elsewhere", false, code::settings_plugin_absent, "other@elsewhere", "install it"},
         }) {
        boost::json::object entries{{one.key, one.value}, {"linter@acme", true}};
        const Settings settings({{.scope = Scope::user,
                                  .file = "/s.json",
                                  .values = {{"enabledPlugins", std::move(entries)}},
                                  .left_out = {}}},
                                {});
        const auto found = judge_plugin_entries(settings, installed);
        BOOST_TEST_REQUIRE(found.size() == 1U, one.key);
        BOOST_CHECK(found[0].code == one.code);
        BOOST_TEST(found[0].file == "/s.json");
        BOOST_TEST(found[0].pointer == "/enabledPlugins/" + std::string(one.key));
        BOOST_TEST(found[0].message.find(one.in_message) != std::string::npos, found[0].message);
        BOOST_TEST(found[0].hint.find(one.in_hint) != std::string::npos, found[0].hint);
    }
}

BOOST_AUTO_TEST_CASE(a_plugin_of_another_host_in_its_own_file_is_no_slip) {
    const auto found_in = [](const char* file) {
        boost::json::object entries{{"other@elsewhere", true}};
        const Settings settings({{.scope = Scope::project,
                                  .file = file,
                                  .values = {{"enabledPlugins", std::move(entries)}},
                                  .left_out = {}}},
                                {});
        return judge_plugin_entries(settings, {}).size();
    };
    BOOST_TEST(found_in("/p/.claude/settings.json") == 0U);
    BOOST_TEST(found_in("/p/.skilldeck/settings.json") == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
