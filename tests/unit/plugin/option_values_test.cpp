// SPDX-License-Identifier: Apache-2.0
// What options say, which parts of a plugin get them, and which wait.
#include "plugin/option_values.hpp"
#include "plugin/codes.hpp"
#include "plugin/option_json.hpp"

#include "plugin_deck.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace skilldeck;
using test::PluginDeck;
using test::reports;

namespace {

const std::string kOptions = R"("userConfig": {
    "HOST": {"type": "string", "title": "Host", "description": "d", "required": true},
    "depth": {"type": "number", "title": "Depth", "description": "d", "default": 3, "max": 9},
    "TOKEN": {"type": "string", "title": "Token", "description": "d", "sensitive": true},
    "note": {"type": "string", "title": "Note", "description": "d"}})";

const OptionValue& value_of(const Plugin& plugin, std::string_view name) {
    const auto found =
        std::ranges::find(plugin.options, name, [](const OptionValue& each) { return each.option.name; });
    BOOST_REQUIRE(found != plugin.options.end());
    return *found;
}

std::string why(const Plugin& plugin, std::string_view what) {
    const auto found = std::ranges::find(plugin.refused, what, &Refusal::what);
    return found == plugin.refused.end() ? std::string("used") : found->why;
}

std::string config(std::string_view options) {
    return R"({"pluginConfigs": {"tools@m": {"options": )" + std::string(options) + "}}}";
}

/// A hooks file with one handler for each of these members of a handler.
std::string hooks(const std::vector<std::string>& handlers) {
    std::string list;
    for (const auto& handler : handlers)
        list += (list.empty() ? "" : ", ") + ("{\"type\": \"command\", " + handler + "}");
    return R"({"hooks": {"Stop": [{"hooks": [)" + list + "]}]}}";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(option_values)

BOOST_AUTO_TEST_CASE(the_highest_place_that_speaks_decides_and_projects_never_speak) {
    PluginDeck deck;
    deck.project_trusted = true;
    deck.add("tools", kOptions);
    deck.setting(Scope::managed, config(R"({"depth": 1})"));
    deck.setting(Scope::flag, config(R"({"depth": 2, "note": "flag"})"));
    deck.setting(Scope::local, config(R"({"HOST": "evil", "TOKEN": "evil"})"));
    deck.setting(Scope::project, config(R"({"HOST": "evil"})"));
    deck.setting(Scope::user, config(R"({"depth": 4, "note": "user", "HOST": "user"})"));
    deck.secrets = {{"tools@m", {{"TOKEN", "s3cret"}}}, {"other@m", {{"TOKEN", "theirs"}}}};
    const auto set = deck.read();
    const auto& plugin = set->plugins()[0];
    BOOST_TEST(value_of(plugin, "depth").value == 1);
    BOOST_CHECK(value_of(plugin, "depth").source == OptionSource::managed);
    BOOST_TEST(value_of(plugin, "note").value == "flag");
    BOOST_TEST(value_of(plugin, "HOST").value == "user");
    BOOST_TEST(value_of(plugin, "HOST").file == deck.layers.back().file);
    BOOST_TEST(value_of(plugin, "TOKEN").value == "s3cret");
    BOOST_CHECK(value_of(plugin, "TOKEN").source == OptionSource::credentials);
    BOOST_TEST(missing_options(plugin).empty());
    BOOST_TEST(boost::json::serialize(option_object(plugin.options)) ==
               R"({"HOST":"user","depth":1,"TOKEN":"s3cret","note":"flag"})");
}

BOOST_AUTO_TEST_CASE(what_was_given_as_a_secret_stays_one_whatever_the_manifest_says_later) {
    PluginDeck deck;
    deck.add("tools", kOptions);
    deck.file("tools", "hooks/hooks.json", hooks({R"("command": "a", "args": ["${user_config.note}"])"}));
    deck.secrets = {{"tools@m", {{"note", "s3cret"}, {"depth", 12}}}};
    const auto set = deck.read();
    const auto& plugin = set->plugins()[0];
    const auto& note = value_of(plugin, "note");
    BOOST_TEST(note.option.sensitive);
    BOOST_TEST(note.kept_secret);
    BOOST_TEST(shown_value(note) == "(set; kept as a secret, as it was given)");
    BOOST_TEST(value_of(plugin, "TOKEN").kept_secret == false);
    std::string json;
    JsonWriter writer(json);
    write_options(writer, plugin.options);
    BOOST_TEST(json.find("s3cret") == std::string::npos);
    BOOST_TEST(json.find(R"("sensitive":true,"keptSecret":true)") != std::string::npos, json);
    BOOST_TEST(plugin.option_texts->find("note")->sensitive);
    BOOST_TEST(why(plugin, "hook Stop[0].hooks[0]").find("it puts the secret option \"note\"") != std::string::npos);
    // It still arrives where secrets do; one that does not fit any more is not told.
    BOOST_TEST(option_object(plugin.options).at("note") == "s3cret");
    BOOST_TEST(!value_of(plugin, "depth").set());
    for (const auto& each : plugin.diagnostics) BOOST_TEST(each.message.find("12") == std::string::npos, each.message);
}

BOOST_AUTO_TEST_CASE(what_nobody_says_is_the_default_or_nothing) {
    PluginDeck deck;
    deck.add("tools", kOptions);
    const auto set = deck.read();
    const auto& plugin = set->plugins()[0];
    BOOST_TEST(value_of(plugin, "depth").value == 3);
    BOOST_CHECK(value_of(plugin, "depth").source == OptionSource::manifest);
    BOOST_TEST(!value_of(plugin, "note").set());
    BOOST_TEST_REQUIRE(missing_options(plugin).size() == 1U);
    BOOST_TEST(missing_options(plugin)[0]->option.name == "HOST");
    BOOST_TEST(reports(plugin, code::plugin_option_missing));
}

BOOST_AUTO_TEST_CASE(a_value_that_does_not_fit_is_none_and_nothing_below_it_speaks) {
    PluginDeck deck;
    deck.add("tools", kOptions);
    deck.setting(Scope::managed, config(R"({"HOST": 3})"));
    deck.setting(Scope::user, config(R"({"HOST": "user", "depth": 10, "nope": 1, "TOKEN": "in the open"})"));
    const auto set = deck.read();
    const auto& plugin = set->plugins()[0];
    BOOST_TEST(value_of(plugin, "HOST").missing());
    BOOST_TEST(!value_of(plugin, "depth").set());
    BOOST_TEST(value_of(plugin, "TOKEN").set());
    std::vector<std::string> said;
    for (const auto& each : plugin.diagnostics) {
        BOOST_TEST(each.message.find("in the open") == std::string::npos);
        said.emplace_back(std::string(each.code.info().text) + " " + each.pointer);
    }
    const std::vector<std::string> wanted{"plugin-option-wrong /pluginConfigs/tools@m/options/HOST",
                                          "plugin-option-wrong /pluginConfigs/tools@m/options/depth",
                                          "plugin-option-exposed /pluginConfigs/tools@m/options/TOKEN",
                                          "plugin-option-undeclared /pluginConfigs/tools@m/options/nope",
                                          "plugin-option-missing "};
    BOOST_TEST(said == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(of_a_plugin_that_is_off_nothing_is_asked) {
    PluginDeck deck;
    deck.add("tools", kOptions);
    deck.setting(Scope::user, R"({"enabledPlugins": {"tools@m": false}})");
    BOOST_TEST(deck.read()->plugins()[0].diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(parts_that_refer_to_a_missing_option_wait_and_the_others_run) {
    PluginDeck deck;
    deck.add("tools", kOptions);
    deck.file(
        "tools", "hooks/hooks.json",
        hooks({R"("command": "ask", "args": ["--host=${user_config.HOST}"])",
               R"("command": "curl $CLAUDE_PLUGIN_OPTION_HOST")", R"("command": "curl $CLAUDE_PLUGIN_OPTION_HOSTS")",
               R"("command": "ask", "args": ["${user_config.note}"])"}));
    deck.file("tools", ".mcp.json",
              R"({"mcpServers": {"far": {"type": "http", "url": "https://${user_config.HOST}/mcp"},
                                 "near": {"command": "s", "env": {"N": "${user_config.note}", "T": "${user_config.TOKEN}"}}}})");
    const auto waiting = deck.read();
    const auto& plugin = waiting->plugins()[0];
    const std::string waits = "it waits for the option \"HOST\"";
    BOOST_TEST(why(plugin, "hook Stop[0].hooks[0]") == waits);
    BOOST_TEST(why(plugin, "hook Stop[0].hooks[1]") == waits);
    BOOST_TEST(why(plugin, "hook Stop[0].hooks[2]") == "used");
    BOOST_TEST(why(plugin, "hook Stop[0].hooks[3]") == "used");
    BOOST_TEST(why(plugin, "mcpServer far") == waits);
    BOOST_TEST(why(plugin, "mcpServer near") == "used");
    BOOST_TEST_REQUIRE(waiting->contributions().mcp_servers.size() == 1U);
    // A hook that waits fails, so that a guard with onFailure "block" does not go unnoticed.
    BOOST_TEST_REQUIRE(waiting->contributions().hooks.size() == 4U);
    BOOST_TEST(waiting->contributions().hooks[0].refusal == waits);
    const auto& missing = *std::ranges::find(plugin.diagnostics, code::plugin_option_missing, &Diagnostic::code);
    BOOST_TEST(missing.message ==
               "the option \"HOST\" needs a value: Host; waiting for it: hook Stop[0].hooks[0], hook Stop[0].hooks[1], "
               "mcpServer far");
    BOOST_TEST(missing.hint == "set it: skilldeck plugin configure tools@m");

    deck.setting(Scope::user, config(R"({"HOST": "h.org"})"));
    const auto set = deck.read();
    BOOST_TEST(set->plugins()[0].refused.empty());
    BOOST_TEST(set->contributions().hooks[0].refusal.empty());
    const auto& server = set->contributions().mcp_servers[0];
    BOOST_TEST(with_options("https://${user_config.HOST}/mcp?n=${user_config.note}", server.options.get()) ==
               "https://h.org/mcp?n=");
}

BOOST_AUTO_TEST_CASE(options_reach_no_shell_and_secrets_no_argument) {
    PluginDeck deck;
    deck.add("tools", kOptions);
    deck.setting(Scope::user, config(R"({"HOST": "h"})"));
    deck.file(
        "tools", "hooks/hooks.json",
        hooks({R"("command": "curl ${user_config.note}")", R"("command": "ask", "args": ["${user_config.TOKEN}"])",
               R"("command": "${user_config.nope}", "args": [])"}));
    deck.file("tools", ".mcp.json",
              R"({"mcpServers": {"args": {"command": "s", "args": ["${user_config.TOKEN}"]},
                                 "helper": {"type": "http", "url": "https://h", "headersHelper": "x ${user_config.HOST}"},
                                 "headers": {"type": "http", "url": "https://h", "headers": {"A": "${user_config.TOKEN}"}}}})");
    const auto set = deck.read();
    const auto& plugin = set->plugins()[0];
    BOOST_TEST(why(plugin, "hook Stop[0].hooks[0]") ==
               "it puts the option \"note\" into a shell command; $CLAUDE_PLUGIN_OPTION_NOTE has its value");
    BOOST_TEST(why(plugin, "hook Stop[0].hooks[1]") ==
               "it puts the secret option \"TOKEN\" into an argument; $CLAUDE_PLUGIN_OPTION_TOKEN has its value");
    BOOST_TEST(why(plugin, "hook Stop[0].hooks[2]") == "the option \"nope\" is not declared");
    BOOST_TEST(why(plugin, "mcpServer args").starts_with("it puts the secret option"));
    BOOST_TEST(why(plugin, "mcpServer helper").starts_with("it puts the option \"HOST\" into a shell command"));
    BOOST_TEST(why(plugin, "mcpServer headers") == "used");
}

BOOST_AUTO_TEST_CASE(a_secret_is_shown_as_set_and_never_as_itself) {
    PluginDeck deck;
    deck.add("tools", kOptions);
    deck.secrets = {{"tools@m", {{"TOKEN", "s3cret"}}}};
    const auto set = deck.read();
    const auto& plugin = set->plugins()[0];
    std::string text;
    JsonWriter json(text);
    write_plugin_explanation(json, *set, plugin, NothingLoaded());
    BOOST_TEST(text.find("s3cret") == std::string::npos);
    BOOST_TEST(
        text.find(R"("name":"TOKEN","type":"string","title":"Token","description":"d","required":false,)"
                  R"("sensitive":true,"multiple":false,"set":true,"source":"credentials"})") != std::string::npos,
        text);
    BOOST_TEST(shown_value(value_of(plugin, "TOKEN")) == "(set)");
    BOOST_TEST(shown_value(value_of(plugin, "HOST")) == "(not set)");
    BOOST_TEST(shown_value(value_of(plugin, "depth")) == "3");
}

BOOST_AUTO_TEST_SUITE_END()
