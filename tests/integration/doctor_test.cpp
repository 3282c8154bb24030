// SPDX-License-Identifier: Apache-2.0
// What is wrong is said: settings, places, options, hooks, records, and what an action changed.
#include "deck.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

namespace skilldeck::test {

namespace {

/// The messages of `doctor` that have this code, with the exit status it had.
struct Findings {
    int status = 0;
    std::vector<boost::json::object> found;
};

Findings findings_of(const Deck& deck, std::string_view code) {
    const auto run = deck.run({"doctor", "--json"});
    Findings findings{run.status, {}};
    const auto document = run.json();
    for (const auto& finding : document.at("findings").as_array()) {
        if (std::string_view(finding.at("code").as_string()) == code) findings.found.push_back(finding.as_object());
    }
    return findings;
}

std::string text_of(const boost::json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    return value == nullptr ? std::string() : std::string(value->as_string());
}

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t times = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++times;
    return times;
}

const std::map<std::string, std::string>& busy_plugin() {
    static const std::map<std::string, std::string> files{
        {".claude-plugin/plugin.json", R"({"name": "busy", "version": "1.0.0"})"},
        {"skills/hi/SKILL.md", skill_text("hi", "Says hi", "Hello.\n")},
        {"hooks/hooks.json",
         R"({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}, {"type": "command", "command": ":"}]}]}})"},
        {".mcp.json", R"({"mcpServers": {"notes": {"command": "notes"}}})"}};
    return files;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(doctor)

BOOST_AUTO_TEST_CASE(nothing_wrong_is_nothing_found) {
    const Deck deck;
    const auto run = deck.run({"doctor", "--json"});
    BOOST_TEST(run.status == 0);
    BOOST_TEST(run.json().at("ok") == true);
    BOOST_TEST(run.json().at("findings").as_array().empty(), run.all());
}

BOOST_AUTO_TEST_CASE(each_wrong_setting_is_one_finding_with_its_file_and_the_others_count) {
    Deck deck;
    const auto file = deck.write("home/.skilldeck/settings.json",
                                 R"({"enabledPlugins": [], "disableAllHooks": "true", "skillSources": ["user"],
                                     "hooks": [], "skillOverrides": {"verify": "off"}, "enabledPlugin": {}})");
    const auto wrong = findings_of(deck, "settings-value-wrong");
    BOOST_TEST(wrong.status == 1);
    std::vector<std::string> messages;
    for (const auto& finding : wrong.found) {
        messages.push_back(text_of(finding, "message"));
        BOOST_TEST(text_of(finding, "file") == file.string());
        BOOST_TEST(text_of(finding, "severity") == "error");
        BOOST_TEST(!text_of(finding, "hint").empty());
    }
    const std::vector<std::string> expected{
        R"("enabledPlugins" is a list, wanted a map of true and false; it is not used)",
        R"("skillSources" is a list, wanted a map of true and false; it is not used)",
        R"("hooks" is a list, wanted a map; it is not used)"};
    BOOST_TEST(messages == expected, boost::test_tools::per_element());
    const auto strict = findings_of(deck, "settings-restriction-unreadable");
    BOOST_TEST_REQUIRE(strict.found.size() == 1U);
    BOOST_TEST(contains(text_of(strict.found[0], "message"), "disableAllHooks"));
    const auto unknown = findings_of(deck, "settings-key-unknown");
    BOOST_TEST_REQUIRE(unknown.found.size() == 1U);
    BOOST_TEST(text_of(unknown.found[0], "severity") == "note");
    BOOST_TEST(text_of(unknown.found[0], "hint") == "did you mean enabledPlugins?");
    BOOST_TEST(deck.skills().empty());  // which sources were to be off is not known
    // The neighbour counts, and so does the wish to run no hooks.
    deck.options = {"--settings", R"({"skillSources": {"bundled": true}})"};
    const auto skills = deck.skills();
    BOOST_TEST((std::find(skills.begin(), skills.end(), "verify") == skills.end()));
    BOOST_TEST((std::find(skills.begin(), skills.end(), "debug") != skills.end()));
}

BOOST_AUTO_TEST_CASE(a_change_of_a_key_that_holds_something_else_fails_and_leaves_the_file) {
    Deck deck;
    const std::string text = "{\"enabledPlugins\": []}\n";
    const auto file = deck.write("home/.skilldeck/settings.json", text);
    deck.run({"marketplace", "add", deck.marketplace("m", "busy", busy_plugin()).string()});
    const auto run = deck.run({"plugin", "install", "busy@m"});
    BOOST_TEST(run.status == 1);
    BOOST_TEST(contains(run.err, "line 1"));
    BOOST_TEST(std::filesystem::file_size(file) == text.size());
}

BOOST_AUTO_TEST_CASE(a_file_in_place_of_the_configuration_is_found_before_something_is_written) {
    Deck deck;
    const auto blocked = deck.write("blocked", "");
    for (const auto& directory : {blocked, blocked / "below"}) {
        deck.options = {"--config-dir", directory.string()};
        const auto found = findings_of(deck, "file-unwritable");
        BOOST_TEST(found.status == 1);
        BOOST_TEST_REQUIRE(found.found.size() == 1U);
        BOOST_TEST(text_of(found.found[0], "file") == blocked.string());
        BOOST_TEST(contains(text_of(found.found[0], "hint"), "--config-dir"));
        const auto listed = deck.run({"plugin", "list"});
        BOOST_TEST(contains(listed.err, "--config-dir names a directory that is not there"), listed.all());
        BOOST_TEST(contains(listed.err, blocked.string()), listed.all());
        BOOST_TEST(deck.run({"plugin", "disable", "p@m"}).status == 1);
    }
    deck.options = {"--config-dir", (deck.path() / "new/below").string()};
    BOOST_TEST(deck.run({"plugin", "list"}).err.empty());
}

BOOST_AUTO_TEST_CASE(skills_that_a_damaged_setting_might_switch_off_are_off_with_the_reason) {
    Deck deck;
    deck.write("home/.skilldeck/skills/u/SKILL.md", skill_text("u", "Says u", "The text of u.\n"));
    const auto call = [&deck] { return deck.run({"skill", "expand", "u"}); };
    BOOST_TEST_REQUIRE(contains(call().out, "The text of u."));
    for (const std::string place : {"home/.skilldeck/settings.json", "project/.skilldeck/settings.json",
                                    "project/.skilldeck/settings.local.json"}) {
        for (const std::string text :
             {R"({"skillOverrides": {"u": "off"}, "skillOverrides": {}})",
              R"({"skillOverrides": {"u": "off", "u": "on"}})", R"({"skillSources": {"user": false, "user": true}})",
              R"({"skillSources": null})", "{"}) {
            const auto file = deck.write(place, text).string();
            const auto refused = call();
            BOOST_TEST(refused.status == 1, text);
            BOOST_TEST(refused.out.empty(), refused.out);
            BOOST_TEST(contains(refused.err, "this skill is off, as it might be switched off: " + file + ":1:"),
                       refused.err);
            BOOST_TEST(contains(deck.run({"doctor"}).all(), "until then"), text);
            std::filesystem::remove(file);
        }
    }
    deck.write("home/.skilldeck/settings.json", R"({"skillOverrides": {"u": "off", "u": "on"}})");
    deck.options = {"--settings", R"({"skillOverrides": {"u": "on"}})"};
    BOOST_TEST(contains(call().out, "The text of u."));
}

BOOST_AUTO_TEST_CASE(hooks_of_a_kind_that_does_not_run_here_are_named_wherever_they_stand) {
    Deck deck;
    const std::map<std::string, std::string> handlers{
        {"prompt", R"({"type": "prompt", "prompt": "x"})"},
        {"agent", R"({"type": "agent", "prompt": "x"})"},
        {"http", R"({"type": "http", "url": "https://example.com/"})"},
        {"mcp_tool", R"({"type": "mcp_tool", "server": "s", "tool": "t"})"},
        {"command", R"({"type": "command", "command": "true"})"}};
    for (const auto& [kind, handler] : handlers) {
        deck.write("home/.skilldeck/settings.json", R"({"hooks": {"PreToolUse": [{"hooks": [)" + handler + "]}]}}");
        const auto found = findings_of(deck, "hook-kind-not-run").found;
        const auto run = deck.run({"hook", "run", "PreToolUse", "--json"}, R"({"tool_name": "Bash"})");
        BOOST_TEST_CONTEXT(kind << "\n" << run.all()) {
            BOOST_TEST(run.status == 0);
            // What doctor says beforehand is what a dispatch says when it is too late.
            BOOST_TEST((found.size() == 1U) == contains(run.out, "hook-no-runner"));
            if (!found.empty()) BOOST_TEST(contains(text_of(found[0], "message"), "type " + kind));
        }
    }
    deck.write("home/.skilldeck/settings.json", "{}");
    deck.write("dev/p/.claude-plugin/plugin.json", R"({"name": "p"})");
    deck.write("dev/p/hooks/hooks.json", R"({"hooks": {"Stop": [{"hooks": [)" + handlers.at("prompt") + "]}]}}");
    deck.options = {"--plugin-dir", (deck.path() / "dev/p").string()};
    const auto of_plugin = findings_of(deck, "hook-kind-not-run").found;
    BOOST_TEST_REQUIRE(of_plugin.size() == 1U);
    BOOST_TEST(text_of(of_plugin[0], "plugin") == "p@inline");
    // One function gathers what is wrong with a plugin.
    const auto listed = boost::json::serialize(deck.plugin("p@inline").at("diagnostics"));
    BOOST_TEST(contains(listed, "hook-kind-not-run"));
}

BOOST_AUTO_TEST_CASE(directories_of_options_that_are_not_there_are_one_warning_and_the_command_goes_on) {
    Deck deck;
    const auto missing = (deck.path() / "nowhere").string();
    for (const std::string option : {"--plugin-dir", "--add-dir"}) {
        deck.options = {option, missing};
        for (const auto& words : std::vector<std::vector<std::string>>{{"skill", "list"},
                                                                       {"skill", "list", "--json"},
                                                                       {"plugin", "list"},
                                                                       {"plugin", "list", "--json"},
                                                                       {"hook", "list"},
                                                                       {"skill", "expand", "verify"},
                                                                       {"doctor"}}) {
            const auto run = deck.run(words);
            BOOST_TEST_CONTEXT(option << " " << words.front() << "\n" << run.err) {
                BOOST_TEST(run.status == 0);
                BOOST_TEST(count(run.err, "warning: ") == 1U);
                BOOST_TEST(contains(run.err, option));
                BOOST_TEST(contains(run.err, missing));
            }
        }
        BOOST_TEST(findings_of(deck, "option-directory-missing").found.size() == 1U);
        BOOST_TEST(deck.run({"plugin", "list", "--json"}).json().as_array().empty());
    }
}

BOOST_AUTO_TEST_CASE(damaged_install_records_are_said_by_every_list_and_the_next_change_keeps_them) {
    const Deck deck;
    const auto records = deck.config() / "plugins/installed_plugins.json";
    deck.run({"marketplace", "add", deck.marketplace("m", "busy", busy_plugin()).string()});
    for (const std::string damage : {"{\"version\": 2, \"plugins\": {", "[]", "{\"version\": 2, \"plugins\": []}"}) {
        deck.write("home/.skilldeck/plugins/installed_plugins.json", damage);
        for (const auto& words : std::vector<std::vector<std::string>>{
                 {"plugin", "list"}, {"plugin", "list", "--json"}, {"plugin", "list", "--available"}, {"doctor"}}) {
            const auto run = deck.run(words);
            BOOST_TEST(contains(run.all(), records.string()), run.all());
        }
    }
    deck.write("home/.skilldeck/plugins/installed_plugins.json", "[]");
    BOOST_TEST(deck.run({"plugin", "install", "busy@m"}).status == 0);
    std::size_t kept = 0;
    for (const auto& entry : std::filesystem::directory_iterator(records.parent_path())) {
        kept += contains(entry.path().filename().string(), "installed_plugins.damaged.") ? 1U : 0U;
    }
    BOOST_TEST(kept == 1U);
}

BOOST_AUTO_TEST_CASE(available_entries_that_cannot_be_installed_are_invalid_and_say_why) {
    const Deck deck;
    const auto market = deck.marketplace("m", "busy", busy_plugin());
    deck.write("m-marketplace/.claude-plugin/marketplace.json",
               R"({"name": "m", "owner": {"name": "x"}, "plugins": [{"name": "busy", "source": "./plugins/busy"},
                   {"name": "gone", "source": "./plugins/gone"}, {"name": "bare"}, {"name": "odd", "source": 5}]})");
    BOOST_TEST(deck.run({"marketplace", "add", market.string()}).status == 0);
    const auto listed = deck.run({"plugin", "list", "--available", "--json"}).json();
    const auto& available = listed.at("available").as_array();
    BOOST_TEST_REQUIRE(available.size() == 4U);
    const std::vector<std::string> kinds{"relative", "relative", "unknown", "unknown"};
    for (std::size_t i = 0; i < available.size(); ++i) {
        const auto& entry = available[i].as_object();
        BOOST_TEST(entry.at("valid").as_bool() == (i == 0));
        BOOST_TEST(entry.at("diagnostics").as_array().empty() == (i == 0));
        BOOST_TEST(std::string(entry.at("source").at("kind").as_string()) == kinds[i]);
    }
}

BOOST_AUTO_TEST_CASE(every_action_says_what_came_or_went) {
    Deck deck;
    deck.run({"marketplace", "add", deck.marketplace("m", "busy", busy_plugin()).string()});
    const auto changed = [&](const std::vector<std::string>& words) {
        auto with_json = words;
        with_json.emplace_back("--json");
        const auto run = deck.run(with_json);
        BOOST_TEST_REQUIRE(run.json().as_object().contains("changed"), run.all());
        return boost::json::serialize(run.json().at("changed"));
    };
    const std::string all = R"({"hooks":2,"mcpServers":["notes"],"native":false})";
    const std::string none = R"({"hooks":0,"mcpServers":[],"native":false})";
    BOOST_TEST(changed({"plugin", "install", "busy@m"}) == all);
    BOOST_TEST(changed({"plugin", "install", "busy@m"}) == none);
    BOOST_TEST(changed({"plugin", "disable", "busy@m"}) == all);
    BOOST_TEST(changed({"plugin", "disable", "busy@m"}) == none);
    BOOST_TEST(changed({"plugin", "enable", "busy@m"}) == all);
    BOOST_TEST(changed({"plugin", "update", "busy@m"}) == none);
    BOOST_TEST(changed({"plugin", "uninstall", "busy@m"}) == all);
    BOOST_TEST(changed({"plugin", "new", "fresh"}) == none);
    BOOST_TEST(changed({"marketplace", "update", "m"}) == none);
    deck.write("project/.skilldeck/settings.json",
               R"({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}})");
    const std::string one = R"({"hooks":1,"mcpServers":[],"native":false})";
    BOOST_TEST(changed({"trust", "add"}) == one);
    BOOST_TEST(changed({"trust", "add"}) == none);
    BOOST_TEST(changed({"trust", "remove"}) == one);
}

BOOST_AUTO_TEST_CASE(a_version_that_was_here_is_remembered_after_an_uninstall) {
    const Deck deck;
    const auto market = deck.marketplace("m", "busy", busy_plugin());
    deck.run({"marketplace", "add", market.string()});
    const auto offer = [&](const std::string& version) {
        deck.write(std::filesystem::relative(market, deck.path()) / "plugins/busy/.claude-plugin/plugin.json",
                   R"({"name": "busy", "version": ")" + version + "\"}");
    };
    offer("2.0.0");
    BOOST_TEST(deck.run({"plugin", "install", "busy@m"}).status == 0);
    BOOST_TEST(deck.run({"plugin", "uninstall", "busy@m"}).status == 0);
    offer("1.0.0");
    const auto refused = deck.run({"plugin", "install", "busy@m", "--json"});
    BOOST_TEST(refused.status == 1);
    BOOST_TEST(refused.json().at("error").at("code") == "version-older");
    BOOST_TEST(contains(refused.err, "2.0.0"));
    BOOST_TEST(contains(refused.err, "--version 1.0.0"));
    BOOST_TEST(deck.run({"plugin", "install", "busy@m", "--version", "1.0.0"}).status == 0);
}

BOOST_AUTO_TEST_CASE(an_approval_is_refused_for_bytes_that_are_not_what_module_json_says) {
    Deck deck;
    deck.write("dev/p/.claude-plugin/plugin.json", R"({"name": "p"})");
    deck.write("dev/p/dev.skilldeck/lib.so", "other bytes");
    deck.write("dev/p/dev.skilldeck/module.json",
               R"({"abi": 1, "modules": {"linux-x86_64": {"path": "dev.skilldeck/lib.so", "sha256": ")" +
                   std::string(64, 'a') + R"("}, "linux-aarch64": {"path": "dev.skilldeck/lib.so", "sha256": ")" +
                   std::string(64, 'a') + "\"}}}");
    deck.options = {"--plugin-dir", (deck.path() / "dev/p").string()};
    const auto run = deck.run({"plugin", "trust", "p@inline", "--yes", "--json"});
    BOOST_TEST_CONTEXT(run.all()) {
        BOOST_TEST(run.status == 3);
        BOOST_TEST(run.json().at("error").at("code") == "native-digest-differs");
        BOOST_TEST(contains(run.err, "not approved"));
        BOOST_TEST(contains(run.err, "aaaaaaaaaaaa"));
    }
    BOOST_TEST(deck.plugin("p@inline").at("native").at("state") == "failed");
    BOOST_TEST(deck.plugin("p@inline", {"--load"}).at("native").at("state") == "failed");
    BOOST_TEST(findings_of(deck, "native-digest-differs").found.size() == 1U);
}

BOOST_AUTO_TEST_CASE(an_empty_skill_name_is_wrong_usage_and_the_models_first_refusal) {
    const Deck deck;
    for (const std::string name : {"", "/"}) {
        for (const std::string command : {"expand", "show"}) {
            const auto run = deck.run({"skill", command, name, "--json"});
            BOOST_TEST(run.status == 2);
            BOOST_TEST(run.json().at("error").at("code") == "usage-wrong");
        }
        const auto model = deck.run({"skill", "expand", name, "--as", "model", "--json"});
        BOOST_TEST(model.status == 3);
        BOOST_TEST(model.json().at("error").at("code") == "1");
    }
}

BOOST_AUTO_TEST_CASE(help_with_json_is_a_document) {
    const Deck deck;
    const auto run = deck.run({"plugin", "install", "--help", "--json"});
    BOOST_TEST(run.status == 0);
    BOOST_TEST(run.json().at("command") == "skilldeck plugin install");
    BOOST_TEST(contains(std::string_view(run.json().at("help").as_string()), "--scope"));
    BOOST_TEST(deck.run({"--json", "--help"}).json().at("command") == "skilldeck");
}

BOOST_AUTO_TEST_CASE(a_damaged_record_of_marketplaces_is_never_silent) {
    const Deck deck;
    deck.run({"marketplace", "add", deck.marketplace("m", "busy", busy_plugin()).string()});
    deck.run({"plugin", "install", "busy@m"});
    const std::string damage = "{\"version\": 2, \"marketplaces\": ";
    const auto file = deck.write("home/.skilldeck/plugins/known_marketplaces.json", damage);
    const std::vector<std::pair<std::vector<std::string>, int>> commands{{{"marketplace", "list"}, 1},
                                                                         {{"marketplace", "list", "--json"}, 1},
                                                                         {{"marketplace", "update"}, 1},
                                                                         {{"marketplace", "update", "m"}, 1},
                                                                         {{"marketplace", "remove", "m"}, 1},
                                                                         {{"plugin", "install", "busy@m"}, 1},
                                                                         {{"plugin", "update"}, 1},
                                                                         {{"plugin", "update", "busy@m"}, 1},
                                                                         {{"plugin", "list"}, 0},
                                                                         {{"plugin", "list", "--json"}, 0},
                                                                         {{"plugin", "list", "--available"}, 0},
                                                                         {{"plugin", "explain", "busy@m"}, 0},
                                                                         {{"skill", "list"}, 0},
                                                                         {{"skill", "expand", "busy:hi"}, 0}};
    for (const auto& [words, status] : commands) {
        const auto run = deck.run(words);
        BOOST_TEST_CONTEXT(words[0] << " " << words[1] << "\n" << run.err) {
            BOOST_TEST(run.status == status);
            BOOST_TEST(contains(run.err, "known_marketplaces.damaged."));
            BOOST_TEST(contains(run.err, "the store has plugins of m"));
            BOOST_TEST(count(run.err, "warning: damaged") <= 1U);
        }
    }
    BOOST_TEST(findings_of(deck, "state-file-damaged").found.size() == 1U);
    std::ifstream in(file);
    BOOST_TEST(std::string(std::istreambuf_iterator<char>(in), {}) == damage);
}

BOOST_AUTO_TEST_CASE(damaged_records_of_installs_are_rebuilt_and_every_command_says_so) {
    const Deck deck;
    deck.run({"marketplace", "add", deck.marketplace("m", "busy", busy_plugin()).string()});
    deck.run({"plugin", "install", "busy@m"});
    deck.write("home/.skilldeck/plugins/installed_plugins.json", "{");
    for (const auto& words : std::vector<std::vector<std::string>>{{"plugin", "list"},
                                                                   {"plugin", "explain", "busy@m"},
                                                                   {"plugin", "disable", "busy@m"},
                                                                   {"plugin", "enable", "busy@m"},
                                                                   {"skill", "list"},
                                                                   {"skill", "expand", "busy:hi"},
                                                                   {"plugin", "update", "busy@m"}}) {
        const auto run = deck.run(words);
        BOOST_TEST_CONTEXT(words[0] << " " << words[1] << "\n" << run.all()) {
            BOOST_TEST(run.status == 0);
            BOOST_TEST(contains(run.err, "busy@m 1.0.0"));
            BOOST_TEST(contains(run.err, "installed_plugins.damaged."));
        }
    }
    const auto removed = deck.run({"plugin", "uninstall", "busy@m"});
    BOOST_TEST(removed.status == 0);
    BOOST_TEST(contains(removed.err, "installed_plugins.damaged."));
    BOOST_TEST(deck.run({"plugin", "list"}).err == "");
}

BOOST_AUTO_TEST_CASE(a_plugin_of_one_project_is_on_nowhere_else_when_its_record_was_damaged) {
    Deck deck;
    deck.run({"marketplace", "add", deck.marketplace("m", "busy", busy_plugin()).string()});
    deck.run({"plugin", "install", "busy@m", "--scope", "local", "--trust-project"});
    for (const auto* file : {"installed_plugins.json", "installed_plugins.copy.json"}) {
        deck.write(std::string("home/.skilldeck/plugins/") + file, "");
    }
    deck.write("elsewhere/.skilldeck/x", "");
    const auto enabled_in = [&](const std::string& project, const std::vector<std::string>& options) {
        deck.project_name = project;
        return deck.plugin("busy@m", options).at("enabled").as_bool();
    };
    BOOST_TEST(!enabled_in("elsewhere", {}));
    BOOST_TEST(contains(deck.run({"plugin", "explain", "busy@m"}).out, "its record was damaged"));
    BOOST_TEST(enabled_in("project", {"--trust-project"}));
    deck.project_name = "elsewhere";
    BOOST_TEST(deck.run({"plugin", "enable", "busy@m"}).status == 0);  // writes the record anew as well
    BOOST_TEST(enabled_in("elsewhere", {}));
}

BOOST_AUTO_TEST_CASE(what_ended_an_interrupted_change_is_said_by_a_command_that_fails) {
    const Deck deck;
    deck.run({"marketplace", "add", deck.marketplace("m", "busy", busy_plugin()).string()});
    deck.write("home/.skilldeck/plugins/journal.json",
               R"({"version": 1, "operation": "install of busy@m", "recordsDigest": "none"})");
    const auto failed = deck.run({"plugin", "uninstall", "busy@m"});
    BOOST_TEST(failed.status == 1);
    BOOST_TEST(contains(failed.err, "not installed"), failed.err);
    BOOST_TEST(count(failed.err, "the interrupted install of busy@m was undone") == 1U, failed.err);
}

BOOST_AUTO_TEST_CASE(what_a_command_fails_by_is_not_said_a_second_time_as_a_finding) {
    const Deck deck;
    deck.write("home/.skilldeck/settings.json", "{\"a\":");
    const auto market = deck.marketplace("m", "p", {{"skills/s/SKILL.md", "---\nname: s\ndescription: S.\n---\nS.\n"}});
    BOOST_TEST(deck.run({"marketplace", "add", market.string()}).status == 0);
    for (const auto& words : std::vector<std::vector<std::string>>{
             {"plugin", "install", "p@m"}, {"plugin", "list"}, {"skill", "list"}, {"plugin", "enable", "p@m"}}) {
        const auto run = deck.run(words);
        BOOST_TEST(count(run.err, "not valid JSON") == 1U, run.all());
    }
}

BOOST_AUTO_TEST_CASE(damaged_trust_records_are_said_before_and_when_they_are_begun_anew) {
    const Deck deck;
    deck.write("home/.skilldeck/trust.json", "{\"version\": 1, ");
    const auto directory = deck.project().string();
    for (const auto& words : std::vector<std::vector<std::string>>{
             {"trust", "list"}, {"trust", "remove", directory}, {"skill", "list"}, {"plugin", "list"}}) {
        const auto run = deck.run(words);
        BOOST_TEST(run.status == (words[0] == "trust" ? 1 : 0), run.all());
        BOOST_TEST(contains(run.err, "trust.damaged."), run.all());
    }
    const auto added = deck.run({"trust", "add", directory});
    BOOST_TEST(added.status == 0);
    BOOST_TEST(contains(added.err, "trust.damaged."), added.all());
    BOOST_TEST(deck.run({"trust", "list"}).err == "");
}

BOOST_AUTO_TEST_CASE(a_stored_plugin_whose_files_were_changed_is_found) {
    const Deck deck;
    deck.run({"marketplace", "add", deck.marketplace("m", "busy", busy_plugin()).string()});
    deck.run({"plugin", "install", "busy@m"});
    BOOST_TEST(findings_of(deck, "store-copy-changed").found.empty());
    deck.write("home/.skilldeck/plugins/cache/m/busy/1.0.0/skills/hi/SKILL.md", "Changed.\n");
    const auto found = findings_of(deck, "store-copy-changed");
    BOOST_TEST(found.status == 1);
    BOOST_TEST_REQUIRE(found.found.size() == 1U);
    BOOST_TEST(text_of(found.found[0], "plugin") == "busy@m");
    BOOST_TEST(contains(text_of(found.found[0], "message"), "skills/hi/SKILL.md"));
    BOOST_TEST(deck.run({"plugin", "update", "busy@m"}).status == 0);
    BOOST_TEST(findings_of(deck, "store-copy-changed").found.empty());
}

BOOST_AUTO_TEST_CASE(what_is_wrong_in_settings_has_its_line_and_column) {
    const Deck deck;
    deck.write("home/.skilldeck/settings.json", R"json({
  "enabledPlugins": {"p@m": "yes"},
  "skillSources": {"usr": false},
  "permissions": {"allow": ["Bsh(x)"]},
  "skillOverrides": {"verify": "never"}
})json");
    const std::vector<std::array<std::string, 3>> wanted{{"settings-value-wrong", "2", "29"},
                                                         {"settings-word-unknown", "3", "20"},
                                                         {"permission-rule-unknown-tool", "4", "29"},
                                                         {"skill-override-ignored", "5", "32"}};
    for (const auto& [code, line, column] : wanted) {
        const auto found = findings_of(deck, code).found;
        BOOST_TEST_CONTEXT(code) {
            BOOST_TEST_REQUIRE(found.size() == 1U);
            BOOST_TEST_REQUIRE((found[0].contains("line") && found[0].contains("column")));
            BOOST_TEST(std::to_string(found[0].at("line").as_int64()) == line);
            BOOST_TEST(std::to_string(found[0].at("column").as_int64()) == column);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
