// SPDX-License-Identifier: Apache-2.0
#include "deck.hpp"
#include "file_tree.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>

namespace skilldeck::test {

namespace {

std::map<std::string, std::string> small_plugin() {
    return {{".claude-plugin/plugin.json", R"({"name": "p", "version": "1.2.3", "description": "Small"})"},
            {"skills/hi/SKILL.md", skill_text("hi", "Says hi", "Hello from p.\n")},
            {"skills/with blank/SKILL.md", skill_text("blank", "A folder with a blank", "Blank.\n")}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(plugin)

BOOST_AUTO_TEST_CASE(an_installed_plugin_is_listed_and_its_skills_are_there) {
    const Deck deck;
    BOOST_TEST(deck.run({"marketplace", "add", deck.marketplace("m", "p", small_plugin()).string()}).status == 0);
    const auto installed = deck.run({"plugin", "install", "p@m", "--json"});
    BOOST_TEST_CONTEXT(installed.all()) {
        BOOST_TEST(installed.status == 0);
        const auto action = installed.json().as_object();
        BOOST_TEST(action.at("command") == "plugin install");
        BOOST_TEST(action.at("outcome") == "done");
        BOOST_TEST(action.at("id") == "p@m");
        BOOST_TEST(action.at("scope") == "user");
        BOOST_TEST(action.at("version") == "1.2.3");
        BOOST_TEST(action.at("changed").at("native") == false);
    }
    const auto plugin = deck.plugin("p@m");
    BOOST_TEST(plugin.at("enabled") == true);
    BOOST_TEST(plugin.at("decidedBy") == "user");
    BOOST_TEST(plugin.at("format") == "claude");
    BOOST_TEST(plugin.at("version") == "1.2.3");
    const auto path = std::string(plugin.at("path").as_string());
    BOOST_TEST(path == (deck.config() / "plugins/cache/m/p/1.2.3").string());
    BOOST_TEST(std::filesystem::exists(path + "/skills/with blank/SKILL.md"));
    const auto skills = deck.skills();
    BOOST_TEST((std::find(skills.begin(), skills.end(), "p:hi") != skills.end()));
    BOOST_TEST(contains(deck.run({"skill", "expand", "p:hi"}).out, "Hello from p."));
    BOOST_TEST(contains(deck.run({"skill", "expand", "hi"}).out, "Hello from p."));

    const auto again = deck.run({"plugin", "install", "p@m", "--json"});
    BOOST_TEST(again.status == 0);
    BOOST_TEST(again.json().at("outcome") == "already");
}

BOOST_AUTO_TEST_CASE(a_disabled_plugin_has_no_skills_and_stays_listed) {
    const Deck deck;
    deck.run({"marketplace", "add", deck.marketplace("m", "p", small_plugin()).string()});
    deck.run({"plugin", "install", "p@m"});
    const auto disabled = deck.run({"plugin", "disable", "p@m", "--json"});
    BOOST_TEST(disabled.json().at("outcome") == "done");
    BOOST_TEST(deck.run({"plugin", "disable", "p@m", "--json"}).json().at("outcome") == "already");
    BOOST_TEST(deck.plugin("p@m").at("enabled") == false);
    BOOST_TEST(deck.plugin("p@m").at("decidedBy") == "user");
    for (const auto& skill : deck.skills()) BOOST_TEST(!skill.starts_with("p:"), skill);
    const auto expanded = deck.run({"skill", "expand", "p:hi", "--json"});
    BOOST_TEST(expanded.status != 0);
    BOOST_TEST(expanded.json().at("error").at("code").is_string());
    BOOST_TEST(deck.run({"plugin", "enable", "p@m"}).status == 0);
    BOOST_TEST(deck.run({"skill", "expand", "p:hi"}).status == 0);
}

BOOST_AUTO_TEST_CASE(an_unavailable_plugin_is_in_neither_list_and_all_shows_it_with_the_reason) {
    const Deck deck;
    auto files = small_plugin();
    files["dev.skilldeck/module.json"] =
        R"({"abi": 1, "modules": {"linux-x86_64": {"path": "dev.skilldeck/x.so", "sha256": ")" + std::string(64, '0') +
        R"("}}, "requires": {"commands": ["no-such-command-anywhere"]}})";
    deck.run({"marketplace", "add", deck.marketplace("m", "p", files).string()});
    const auto installed = deck.run({"plugin", "install", "p@m"});
    BOOST_TEST(installed.status == 0);
    BOOST_TEST(contains(installed.err, "not available here: the command no-such-command-anywhere"), installed.all());
    BOOST_TEST(contains(installed.err, "hint: "), installed.all());
    BOOST_TEST(deck.run({"plugin", "list", "--json"}).json().as_array().empty());
    const auto plugin = deck.plugin("p@m");
    BOOST_TEST(plugin.at("available") == false);
    BOOST_TEST(contains(plugin.at("unavailableReason").as_string(), "no-such-command-anywhere"));
    for (const auto& skill : deck.skills()) BOOST_TEST(!skill.starts_with("p:"), skill);
}

BOOST_AUTO_TEST_CASE(an_install_says_which_part_of_it_cannot_be_read) {
    const Deck deck;
    auto files = small_plugin();
    files["hooks/hooks.json"] = "{";
    deck.run({"marketplace", "add", deck.marketplace("m", "p", files).string()});
    const auto installed = deck.run({"plugin", "install", "p@m"});
    BOOST_TEST(installed.status == 0);
    BOOST_TEST(contains(installed.err, "hooks/hooks.json"), installed.all());
}

BOOST_AUTO_TEST_CASE(what_a_fixture_wants_is_never_passed_unread) {
    const Deck deck;
    const auto plugin = (deck.path() / "p").string();
    BOOST_TEST(deck.run({"plugin", "new", "p", "--dir", deck.path().string()}).status == 0);
    const std::vector<std::pair<std::string, std::string>> fixtures{
        {R"({"skill": "p", "contain": ["x"]})", "contains"},
        {R"({"skill": "p", "Lacks": ["x"]})", "lacks"},
        {R"({"skill": "p", "zzz": 1})", "known: skill, arguments, contains, lacks"},
        {R"({"hook": "PreToolUse", "event": {"tool_name": "Bash"}, "decison": "deny"})", "decision"},
        {R"({"hook": "PreToolUse", "event": {"tool_name": "Bash"}, "decision": "denied"})", "deny"},
        {R"({"hook": "Nope", "event": {}})", "Nope"}};
    for (const auto& [fixture, word] : fixtures) {
        deck.write("p/tests/a.json", "[" + fixture + "]");
        const auto tested = deck.run({"plugin", "test", plugin});
        BOOST_TEST(tested.status == 1, fixture << tested.all());
        BOOST_TEST(contains(tested.all(), word), tested.all());
        BOOST_TEST(!contains(tested.out, "ok: a.json[0]"), tested.all());
    }
}

BOOST_AUTO_TEST_CASE(an_approval_that_is_built_in_is_not_taken_back_in_silence) {
    const Deck deck;
    deck.run({"marketplace", "add", bundled_marketplace().string()});
    BOOST_TEST(deck.run({"plugin", "install", "hello@skilldeck"}).status == 0);
    const auto cleared = deck.run({"plugin", "trust", "--clear", "hello@skilldeck"});
    BOOST_TEST(cleared.status == 1, cleared.all());
    BOOST_TEST(contains(cleared.err, "plugin disable hello@skilldeck"), cleared.all());
}

BOOST_AUTO_TEST_CASE(files_that_an_expanded_text_names_are_there_afterwards_and_go_after_a_day) {
    const Deck deck;
    const auto expanded = deck.run({"skill", "expand", "update-config", "--json"}).json();
    const std::filesystem::path base(std::string_view(expanded.at("baseDirectory").as_string()));
    BOOST_TEST(std::filesystem::is_regular_file(base / "references/settings.md"));
    const auto root = base.parent_path().parent_path();
    BOOST_TEST(root.parent_path() == deck.path());
    std::filesystem::last_write_time(root, std::filesystem::file_time_type::clock::now() - std::chrono::hours(25));
    deck.run({"skill", "expand", "update-config"});
    BOOST_TEST(!std::filesystem::exists(root));
}

BOOST_AUTO_TEST_CASE(explain_prints_the_whole_chain_and_who_won) {
    const Deck deck;
    deck.run({"marketplace", "add", deck.marketplace("m", "p", small_plugin()).string()});
    deck.run({"plugin", "install", "p@m"});
    deck.write("project/.skilldeck/settings.local.json", R"({"enabledPlugins": {"p@m": false}})");
    Deck& writable = const_cast<Deck&>(deck);
    writable.options = {"--trust-project"};
    const auto explained = deck.run({"plugin", "explain", "p@m", "--json"});
    BOOST_TEST_CONTEXT(explained.all()) {
        const auto object = explained.json().as_object();
        BOOST_TEST(object.at("enabled") == false);
        std::vector<std::string> sources;
        for (const auto& step : object.at("chain").as_array()) {
            sources.emplace_back(step.at("source").as_string());
            if (step.at("wins").as_bool()) BOOST_TEST(step.at("source") == "local");
        }
        const std::vector<std::string> wanted{"managed", "flag",  "local",    "project",
                                              "user",    "entry", "manifest", "default"};
        BOOST_TEST(sources == wanted, boost::test_tools::per_element());
    }
    BOOST_TEST(contains(deck.run({"plugin", "explain", "p@m"}).out, "disabled by local"));
}

BOOST_AUTO_TEST_CASE(the_command_line_beats_every_file_but_the_managed_one) {
    Deck deck;
    deck.run({"marketplace", "add", deck.marketplace("m", "p", small_plugin()).string()});
    deck.run({"plugin", "install", "p@m"});
    deck.options = {"--settings", R"({"enabledPlugins": {"p@m": false}})"};
    BOOST_TEST(deck.plugin("p@m").at("decidedBy") == "flag");
    const auto enable = deck.run({"plugin", "enable", "p@m", "--json"});
    BOOST_TEST(enable.status == 3);
    BOOST_TEST(enable.json().at("error").at("code") == "plugin-state-held");
}

BOOST_AUTO_TEST_CASE(other_bytes_of_the_settings_stay) {
    const Deck deck;
    deck.run({"marketplace", "add", deck.marketplace("m", "p", small_plugin()).string()});
    const std::string before = "{\n\t\"mine\" : [1,2 ,3],\r\n\t\"enabledPlugins\":{ }\n}\n";
    deck.write("home/.skilldeck/settings.json", before);
    deck.run({"plugin", "install", "p@m"});
    const auto changed = text_of(deck.config() / "settings.json");
    BOOST_TEST(changed.starts_with("{\n\t\"mine\" : [1,2 ,3],\r\n\t\"enabledPlugins\":{"));
    BOOST_TEST(contains(changed, "\"p@m\": true"));
    BOOST_TEST(deck.run({"plugin", "uninstall", "p@m"}).status == 0);
    BOOST_TEST(text_of(deck.config() / "settings.json") == before);
    BOOST_TEST(!std::filesystem::exists(deck.config() / "plugins/cache/m/p"));
}

BOOST_AUTO_TEST_CASE(settings_with_a_trailing_comma_are_left_as_they_are) {
    const Deck deck;
    deck.run({"marketplace", "add", deck.marketplace("m", "p", small_plugin()).string()});
    deck.run({"plugin", "install", "p@m"});
    const std::string damaged = "{\"enabledPlugins\": {\"p@m\": true,}}\n";
    deck.write("home/.skilldeck/settings.json", damaged);
    const auto run = deck.run({"plugin", "disable", "p@m", "--json"});
    BOOST_TEST_CONTEXT(run.all()) {
        BOOST_TEST(run.status == 1);
        BOOST_TEST(contains(run.json().at("error").at("message").as_string(), "line 1"));
        BOOST_TEST(contains(run.err, "settings.json"));
    }
    BOOST_TEST(text_of(deck.config() / "settings.json") == damaged);
}

BOOST_AUTO_TEST_CASE(a_marketplace_that_is_not_there_says_so_and_how_to_go_on) {
    const Deck deck;
    const auto run = deck.run({"marketplace", "add", (deck.path() / "nowhere").string()});
    BOOST_TEST(run.status == 1);
    BOOST_TEST(run.out == "");
    BOOST_TEST(run.err.starts_with("error: "), run.err);
    BOOST_TEST(contains(run.err, "nowhere"));
    BOOST_TEST(contains(run.err, "\nhint: "));
}

BOOST_AUTO_TEST_CASE(one_bad_entry_does_not_spoil_the_catalogue) {
    const Deck deck;
    const auto root = deck.marketplace("m", "p", small_plugin());
    deck.write("m-marketplace/.claude-plugin/marketplace.json",
               R"({"name": "m", "owner": {"name": "x"}, "plugins": [{"name": "p", "source": "./plugins/p"},
                  {"name": "out", "source": "../../etc"}, 7, {"name": "gone", "source": "./plugins/gone"}]})");
    BOOST_TEST(deck.run({"marketplace", "add", root.string()}).status == 0);
    BOOST_TEST(deck.run({"plugin", "install", "p@m"}).status == 0);
    BOOST_TEST(deck.run({"plugin", "install", "out@m"}).status == 1);
    BOOST_TEST(deck.run({"plugin", "install", "gone@m"}).status == 1);
    const auto available = deck.run({"plugin", "list", "--available", "--json"}).json().at("available").as_array();
    BOOST_TEST(available.size() >= 3U);
    for (const auto& entry : available) {
        if (entry.at("name") == "p") BOOST_TEST(entry.at("valid") == true);
        if (entry.at("name") == "out") BOOST_TEST(entry.at("valid") == false);
    }
}

BOOST_AUTO_TEST_CASE(a_plugin_directory_is_loaded_for_this_run) {
    Deck deck;
    deck.write("dev/p/.claude-plugin/plugin.json", R"({"name": "p"})");
    deck.write("dev/p/skills/hi/SKILL.md", skill_text("hi", "x", "From the folder.\n"));
    deck.options = {"--plugin-dir", (deck.path() / "dev/p").string()};
    BOOST_TEST(deck.plugin("p@inline").at("enabled") == true);
    BOOST_TEST(contains(deck.run({"skill", "expand", "p:hi"}).out, "From the folder."));
    deck.options = {"--plugin-dir", (deck.path() / "dev").string()};
    BOOST_TEST(deck.plugin("p@inline").at("enabled") == true);
}

BOOST_AUTO_TEST_CASE(an_install_and_an_enabling_say_what_acts_by_itself) {
    Deck deck;
    const auto market = deck.marketplace(
        "m", "busy",
        {{".claude-plugin/plugin.json", R"({"name": "busy", "version": "1.0.0"})"},
         {"hooks/hooks.json", R"({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"},)"
                              R"({"type": "command", "command": "false"}]}]}})"},
         {".mcp.json", R"({"mcpServers": {"db": {"command": "db"}}})"},
         {"skills/where/SKILL.md", "---\nname: where\ndescription: d\n---\nHere: !`pwd`\n"},
         {"skills/quiet/SKILL.md", "---\nname: quiet\ndescription: d\n---\nQuiet.\n"}});
    BOOST_TEST(deck.run({"marketplace", "add", market.string()}).status == 0);
    const std::string brings =
        "it brings 2 hooks that run commands, 1 MCP server (db), 1 skill that runs shell commands\n";
    const auto installed = deck.run({"plugin", "install", "busy@m"});
    BOOST_TEST(contains(installed.out, "installed busy@m 1.0.0 (scope user); " + brings), installed.all());
    const auto again = deck.run({"plugin", "install", "busy@m"});
    BOOST_TEST(!contains(again.out, "brings"), again.all());
    BOOST_TEST(!contains(deck.run({"plugin", "disable", "busy"}).out, "brings"));
    const auto enabled = deck.run({"plugin", "enable", "busy"});
    BOOST_TEST(contains(enabled.out, brings), enabled.all());
}

BOOST_AUTO_TEST_CASE(a_planted_link_does_not_lead_settings_out_of_the_project_and_a_persons_own_is_followed) {
    namespace fs = std::filesystem;
    Deck deck;
    const auto market = deck.marketplace("m", "p", small_plugin());
    BOOST_TEST(deck.run({"marketplace", "add", market.string()}).status == 0);
    const auto victim = deck.write("victim.json", "{}\n");
    fs::create_directories(deck.project() / ".skilldeck");
    fs::create_symlink("../../victim.json", deck.project() / ".skilldeck/settings.local.json");
    const auto refused = deck.run({"plugin", "install", "p@m", "--scope", "local", "--json"});
    BOOST_TEST(refused.status == 1, refused.all());
    BOOST_TEST(refused.json().at("error").at("code") == "settings-link-outside");
    BOOST_TEST(contains(refused.err, "settings.local.json"), refused.all());
    BOOST_TEST(contains(refused.err, "hint: "), refused.all());
    BOOST_TEST(text_of(victim) == "{}\n");

    fs::create_directories(deck.config());
    fs::remove(deck.config() / "settings.json");
    const auto dotfile = deck.write("dotfiles/settings.json", "{}\n");
    fs::create_symlink(dotfile, deck.config() / "settings.json");
    BOOST_TEST(deck.run({"plugin", "install", "p@m"}).status == 0);
    BOOST_TEST(contains(text_of(dotfile), "p@m"));
    BOOST_TEST(fs::is_symlink(deck.config() / "settings.json"));
}

BOOST_AUTO_TEST_CASE(uninstalling_what_is_not_there_names_the_nearest) {
    const Deck deck;
    deck.run({"marketplace", "add", deck.marketplace("m", "p", small_plugin()).string()});
    deck.run({"plugin", "install", "p@m"});
    const auto run = deck.run({"plugin", "explain", "q@m"});
    BOOST_TEST(run.status == 1);
    BOOST_TEST(contains(run.err, "p@m"));
}

BOOST_AUTO_TEST_CASE(a_plugin_cannot_take_the_namespace_of_another_by_its_manifest_or_its_name) {
    const Deck deck;
    const auto files = [](const std::string& body) {
        return std::map<std::string, std::string>{
            {".claude-plugin/plugin.json", R"({"name": "hello", "version": "1.0.0"})"},
            {"skills/greeting/SKILL.md", skill_text("greeting", "Greets", body)}};
    };
    deck.run({"marketplace", "add", deck.marketplace("real", "hello", files("The real one.\n")).string()});
    deck.run({"marketplace", "add", deck.marketplace("ev", "aaa", files("By its manifest.\n")).string()});
    deck.run({"marketplace", "add", deck.marketplace("dup", "hello", files("By its name.\n")).string()});
    BOOST_TEST(deck.run({"plugin", "install", "hello@real"}).status == 0);
    const auto by_manifest = deck.run({"plugin", "install", "aaa@ev", "--json"});
    BOOST_TEST(by_manifest.status == 0);
    BOOST_TEST(by_manifest.json().at("warnings").at(0).at("code") == "package-name-differs");
    const auto by_name = deck.run({"plugin", "install", "hello@dup", "--json"});
    BOOST_TEST(by_name.status == 0);
    BOOST_TEST(by_name.json().at("warnings").at(0).at("code") == "plugin-namespace-taken");
    BOOST_TEST(contains(by_name.err, "hello:SKILL@dup"), by_name.err);

    const std::vector<std::pair<std::string, std::string>> calls{{"hello:greeting", "The real one."},
                                                                 {"greeting", "The real one."},
                                                                 {"aaa:greeting", "By its manifest."},
                                                                 {"hello:greeting@dup", "By its name."}};
    for (const auto& [name, text] : calls) BOOST_TEST(contains(deck.run({"skill", "expand", name}).out, text), name);
    BOOST_TEST(contains(deck.run({"plugin", "list"}).err, "plugin-namespace-taken") ==
               false);  // people read the sentence
    BOOST_TEST(contains(deck.run({"plugin", "list"}).err, "hello@real has the name \"hello\" already"));
    const auto path = deck.path() / "ev-marketplace";
    BOOST_TEST(contains(deck.run({"plugin", "validate", path.string()}).out, "package-name-differs"));
}

BOOST_AUTO_TEST_CASE(damaged_settings_switch_no_plugin_on_and_a_project_without_trust_switches_none_off) {
    const Deck deck;
    const std::map<std::string, std::string> files{
        {".claude-plugin/plugin.json", R"({"name": "hello", "version": "1.0.0"})"},
        {"hooks/hooks.json",
         R"({"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "echo ran >&2; exit 2"}]}]}})"}};
    deck.run({"marketplace", "add", deck.marketplace("evil", "hello", files).string()});
    deck.run({"plugin", "install", "hello@evil"});
    const auto effective = [&deck] {
        const auto run = deck.run({"hook", "run", "PreToolUse", "--json"},
                                  R"({"tool_name": "Bash", "tool_input": {"command": "ls"}})");
        return std::string(run.json().at("effective").as_string());
    };
    BOOST_TEST(effective() == "deny");
    deck.write("project/.skilldeck/settings.json", "{");
    BOOST_TEST(effective() == "deny");
    BOOST_TEST(deck.plugin("hello@evil").at("enabled") == true);
    std::filesystem::remove(deck.project() / ".skilldeck/settings.json");

    deck.run({"plugin", "disable", "hello@evil"});
    BOOST_TEST(effective() == "default");
    const auto file = deck.write("home/.skilldeck/settings.json", "{").string();
    BOOST_TEST(effective() == "ask");
    BOOST_TEST(deck.plugin("hello@evil").at("enabled") == false);
    BOOST_TEST(contains(deck.run({"plugin", "list"}).err, "(" + file + ":1)"));
    BOOST_TEST(contains(deck.run({"plugin", "explain", "hello@evil"}).out, "cannot be read"));
    const auto doctor = deck.run({"doctor"});
    BOOST_TEST(contains(doctor.all(), "off, as the settings that might have disabled it"), doctor.all());
    const auto above = deck.plugin("hello@evil", {"--settings", R"({"enabledPlugins": {"hello@evil": true}})"});
    BOOST_TEST(above.at("enabled") == true);
}

BOOST_AUTO_TEST_CASE(no_project_and_no_other_plugin_gets_a_name_of_an_installed_plugin) {
    const Deck deck;
    const auto files = [](const std::string& body) {
        return std::map<std::string, std::string>{
            {".claude-plugin/plugin.json", R"({"name": "hello", "version": "1.0.0"})"},
            {"skills/greeting/SKILL.md", skill_text("greeting", "Greets", body)}};
    };
    deck.run({"marketplace", "add", deck.marketplace("real", "hello", files("The real one.\n")).string()});
    deck.run({"marketplace", "add", deck.marketplace("evil", "hello", files("The other one.\n")).string()});
    deck.run({"plugin", "install", "hello@real"});
    deck.write("project/.skilldeck/skills/hello:greeting/SKILL.md", "Of the project. !`id`\n");
    deck.write("project/.claude/commands/hello/new.md", "Of the project.\n");
    const auto expanded = [&deck](const std::string& name) { return deck.run({"skill", "expand", name}); };
    BOOST_TEST(contains(expanded("hello:greeting").out, "The real one."));
    BOOST_TEST(expanded("hello:new").status != 0);
    BOOST_TEST(contains(expanded("hello:new").err, "hello:new@project"));
    BOOST_TEST(contains(expanded("hello:new@project").out, "Of the project."));
    const auto listed = deck.run({"skill", "list", "--all"});
    BOOST_TEST(contains(listed.out, "project (shadowed by hello:greeting@real)"), listed.all());

    deck.write("home/.skilldeck/settings.json",
               R"x({"enabledPlugins": {"hello@real": true}, "permissions": {"allow": ["Skill(hello:*)"]}})x");
    const auto effective = [&deck](const std::string& name) {
        const auto run = deck.run({"hook", "run", "PreToolUse", "--json"},
                                  R"({"tool_name": "Skill", "tool_input": {"skill": ")" + name + "\"}}");
        return std::string(run.json().at("effective").as_string());
    };
    BOOST_TEST(effective("hello:greeting") == "allow");
    BOOST_TEST(effective("hello:greeting@project") == "default");
    BOOST_TEST(effective("hello:new@project") == "default");
    BOOST_TEST(effective("hello:new") == "default");

    deck.run({"plugin", "install", "hello@evil"});
    deck.run({"plugin", "disable", "hello@real"});
    const auto nobody = expanded("hello:greeting");
    BOOST_TEST(nobody.status != 0);
    BOOST_TEST(contains(nobody.err, "hello@real, which is disabled"), nobody.err);
    BOOST_TEST(contains(nobody.err, "hello:greeting@evil"), nobody.err);
    BOOST_TEST(effective("hello:greeting@evil") == "default");
    BOOST_TEST(effective("hello:greeting") == "default");
    deck.run({"plugin", "uninstall", "hello@real"});
    BOOST_TEST(contains(expanded("hello:greeting").out, "The other one."));
}

BOOST_AUTO_TEST_CASE(installing_writes_true_whatever_the_default_is_and_only_where_it_installs) {
    const Deck deck;
    auto files = small_plugin();
    files[".claude-plugin/plugin.json"] = R"({"name": "p", "version": "1.2.3", "defaultEnabled": false})";
    deck.run({"marketplace", "add", deck.marketplace("m", "p", files).string()});
    deck.run({"marketplace", "add", deck.marketplace("n", "q", small_plugin()).string()});
    for (const auto* id : {"p@m", "q@n"}) {
        BOOST_TEST(deck.run({"plugin", "install", id}).status == 0);
        const auto plugin = deck.plugin(id);
        BOOST_TEST(plugin.at("enabled") == true);
        BOOST_TEST(plugin.at("decidedBy") == "user");
    }
    BOOST_TEST(boost::json::parse(text_of(deck.config() / "settings.json")) ==
               boost::json::parse(R"({"enabledPlugins": {"p@m": true, "q@n": true}})"));
    deck.run({"plugin", "disable", "p@m"});
    BOOST_TEST(deck.run({"plugin", "install", "p@m", "--json"}).json().at("outcome") == "already");
    BOOST_TEST(deck.plugin("p@m").at("enabled") == false);
}

BOOST_AUTO_TEST_CASE(refused_plugins_are_not_said_to_be_none_and_a_refusal_names_the_marketplace) {
    Deck deck;
    const auto market = deck.marketplace("m", "p", small_plugin()).string();
    deck.run({"marketplace", "add", market});
    deck.run({"plugin", "install", "p@m"});
    deck.write("policy/settings.json", R"({"strictKnownMarketplaces": []})");
    deck.options = {"--managed-dir", (deck.path() / "policy").string()};
    const auto listed = deck.run({"plugin", "list"});
    if (listed.status == 3) return;  // managed files count only if they are root's
    BOOST_TEST(contains(listed.out, "none of the installed plugins can be used here (1)"), listed.all());
    const auto refused = deck.run({"marketplace", "add", market});
    BOOST_TEST(refused.status == 3);
    BOOST_TEST(contains(refused.err, "marketplace \"" + market + "\""), refused.err);
}

BOOST_AUTO_TEST_CASE(a_plugin_that_is_taken_away_while_a_list_is_made_is_not_listed_as_broken) {
    const Deck deck;
    deck.run({"marketplace", "add", deck.marketplace("m", "p", small_plugin()).string()});
    const auto done = deck.path() / "done";
    auto changing = deck.command({});
    changing.argv = {
        "/bin/sh", "-c",
        "for i in 1 2 3 4 5 6 7 8; do \"$0\" plugin install p@m; \"$0\" plugin uninstall p@m; done; : > \"$1\"",
        deck.command({}).argv.front(), done.string()};
    Running other(changing);
    other.end_input();
    std::vector<std::string> broken;
    while (!std::filesystem::exists(done)) {
        const auto listed = deck.run({"plugin", "list", "--all", "--json"});
        if (!listed.err.empty()) broken.push_back(listed.err);
        const auto document = listed.json();
        for (const auto& plugin : document.as_array()) {
            if (!plugin.at("diagnostics").as_array().empty()) broken.push_back(boost::json::serialize(plugin));
        }
    }
    BOOST_TEST(other.wait() == 0);
    BOOST_TEST(broken.empty(), (broken.empty() ? std::string() : broken.front()));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
