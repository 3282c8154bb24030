// SPDX-License-Identifier: Apache-2.0
// What other hosts lost, mixed up or could not take away again, by the built program: each case is a report of one.
#include "deck.hpp"
#include "file_tree.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <memory>

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> plugin_files(const std::string& name, const std::string& version = "1.0.0") {
    return {{".claude-plugin/plugin.json", R"({"name": ")" + name + R"(", "version": ")" + version + "\"}"},
            {"skills/do/SKILL.md", skill_text("do", "Does", "Body of " + version + ".\n")}};
}

/// A marketplace `m` with the plugin `p`, added.
class Shop : public Deck {
public:
    Shop() {
        root_ = marketplace("m", "p", plugin_files("p"));
        BOOST_TEST_REQUIRE(run({"marketplace", "add", root_.string()}).status == 0);
    }
    void done(const std::vector<std::string>& words) const {
        const auto ran = run(words);
        BOOST_TEST_REQUIRE(ran.status == 0, ran.all());
    }
    [[nodiscard]] fs::path settings() const { return config() / "settings.json"; }
    [[nodiscard]] fs::path root() const { return root_; }
    [[nodiscard]] bool has_skill(const std::string& name) const {
        const auto all = skills();
        return std::ranges::find(all, name) != all.end();
    }

private:
    fs::path root_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(plugin_state)

BOOST_AUTO_TEST_CASE(a_marketplace_that_goes_leaves_no_switch_in_any_project) {  // B102
    Shop deck;
    const auto in = [&](const std::string& project, std::vector<std::string> words) {
        fs::create_directories(deck.path() / project);
        words.insert(words.begin(), {"--project", (deck.path() / project).string()});
        const auto ran = deck.run(words);
        BOOST_TEST_REQUIRE(ran.status == 0, ran.all());
        return ran;
    };
    in("own", {"plugin", "install", "p@m", "--scope", "local"});
    in("shared", {"plugin", "install", "p@m", "--scope", "project"});
    in("gone", {"plugin", "install", "p@m", "--scope", "project"});
    in("linked", {"plugin", "install", "p@m", "--scope", "local"});
    const auto local = [&](const std::string& project) {
        return deck.path() / project / ".skilldeck/settings.local.json";
    };
    deck.write("own/.claude/settings.local.json", R"({"keep": 1, "enabledPlugins": {"p@m": true}})");
    fs::remove(local("own"));
    fs::remove_all(deck.path() / "gone");
    fs::rename(deck.path() / "linked/.skilldeck", deck.path() / "outside");
    fs::create_directory_symlink(deck.path() / "outside", deck.path() / "linked/.skilldeck");

    const auto removed = in("elsewhere", {"marketplace", "remove", "m"});
    const auto shared = text_of(deck.path() / "shared/.skilldeck/settings.json");
    BOOST_TEST(!contains(shared, "p@m"), shared);
    const auto own = text_of(deck.path() / "own/.claude/settings.local.json");
    BOOST_TEST(!contains(own, "p@m"), own);
    BOOST_TEST(contains(own, R"("keep": 1)"), own);
    // What the project's link leads to is not the project's: it is left, and said.
    BOOST_TEST(contains(text_of(deck.path() / "outside/settings.local.json"), "p@m"));
    BOOST_TEST(contains(removed.err, "enabledPlugins[\"p@m\"] stays as it is: "), removed.err);
    BOOST_TEST(contains(removed.err, local("linked").string()), removed.err);
    BOOST_TEST(!contains(removed.err, (deck.path() / "gone").string()), removed.err);
    BOOST_TEST(!fs::exists(deck.path() / "gone"));
    BOOST_TEST(!fs::exists(deck.path() / "elsewhere/.skilldeck"));
}

BOOST_AUTO_TEST_CASE(nothing_is_staged_outside_the_store_and_a_plugin_may_be_called_as_its_marketplace) {  // B084
    Deck deck;
    deck.environment["TMPDIR"] = "/nonexistent";
    const auto root = deck.marketplace("same", "same", plugin_files("same"));
    BOOST_TEST(deck.run({"marketplace", "add", root.string()}).status == 0);
    const auto installed = deck.run({"plugin", "install", "same@same"});
    BOOST_TEST(installed.status == 0, installed.all());
    BOOST_TEST(std::string(deck.plugin("same@same").at("path").as_string()) ==
               (deck.config() / "plugins/cache/same/same/1.0.0").string());
}

BOOST_AUTO_TEST_CASE(a_hook_script_runs_after_install_and_update) {  // B085
    const Deck deck;
    auto files = plugin_files("p");
    files["hooks/hooks.json"] =
        R"({"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "\"${CLAUDE_PLUGIN_ROOT}/run.sh\""}]}]}})";
    files["run.sh"] = "#!/bin/sh\necho ran >> \"$CLAUDE_PROJECT_DIR/fired\"\n";
    const auto root = deck.marketplace("m", "p", files);
    fs::permissions(root / "plugins/p/run.sh", fs::perms{0755});
    deck.run({"marketplace", "add", root.string()});
    BOOST_TEST(deck.run({"plugin", "install", "p@m"}).status == 0);
    deck.session({"/exit"});
    deck.write("m-marketplace/plugins/p/.claude-plugin/plugin.json", R"({"name": "p", "version": "1.0.1"})");
    BOOST_TEST(deck.run({"plugin", "update", "p@m"}).status == 0);
    deck.session({"/exit"});
    BOOST_TEST(text_of(deck.project() / "fired") == "ran\nran\n");
}

BOOST_AUTO_TEST_CASE(a_script_that_cannot_run_says_what_stands_in_its_way_and_is_not_altered) {  // B086
    const Deck deck;
    const auto hook = [](const char* script) {
        return R"([{"hooks": [{"type": "command", "command": "\"${CLAUDE_PLUGIN_ROOT}/)" + std::string(script) +
               R"(\""}]}])";
    };
    const std::string script = "#!/bin/sh\r\necho ran\r\n";
    auto files = plugin_files("p");
    files["hooks/hooks.json"] =
        R"({"hooks": {"Stop": )" + hook("windows.sh") + R"(, "SessionEnd": )" + hook("plain.sh") + "}}";
    files["windows.sh"] = script;
    files["plain.sh"] = "#!/bin/sh\n";
    const auto root = deck.marketplace("m", "p", files);
    fs::permissions(root / "plugins/p/windows.sh", fs::perms{0755});
    deck.run({"marketplace", "add", root.string()});
    BOOST_TEST(deck.run({"plugin", "install", "p@m"}).status == 0);
    BOOST_TEST(contains(deck.run({"hook", "run", "Stop"}, "{}").err, "CR LF"));
    BOOST_TEST(contains(deck.run({"hook", "run", "SessionEnd"}, "{}").err, "chmod +x"));
    const auto judged = deck.run({"plugin", "validate", (root / "plugins/p").string()});
    BOOST_TEST(contains(judged.out, "windows.sh:1:10: error: the first line ends in a carriage return"));
    BOOST_TEST(text_of(deck.config() / "plugins/cache/m/p/1.0.0/windows.sh") == script);
}

BOOST_AUTO_TEST_CASE(one_of_two_scopes_goes_and_the_settings_of_the_other_keep_every_byte) {  // B096
    Shop shop;
    shop.options = {"--trust-project"};
    const std::string theirs = R"({"permissions": {"allow": ["Read"]}, "enabledPlugins": {"p@m": true}})";
    shop.write("project/.claude/settings.json", theirs);
    shop.done({"plugin", "install", "p@m"});
    shop.done({"plugin", "install", "p@m", "--scope", "project"});
    const auto before = text_of(shop.settings());
    shop.done({"plugin", "uninstall", "p@m", "--scope", "project"});
    BOOST_TEST(text_of(shop.settings()) == before);
    BOOST_TEST(text_of(shop.project() / ".claude/settings.json") ==
               R"({"permissions": {"allow": ["Read"]}, "enabledPlugins": {}})");
    BOOST_TEST(std::string(shop.plugin("p@m").at("scope").as_string()) == "user");
    BOOST_TEST(shop.has_skill("p:do"));
}

BOOST_AUTO_TEST_CASE(the_scope_comes_from_the_record_whatever_folders_the_project_has) {  // B100
    const Shop shop;
    shop.done({"plugin", "install", "p@m"});
    fs::create_directories(shop.project() / ".claude");
    BOOST_TEST(std::string(shop.plugin("p@m").at("scope").as_string()) == "user");
    shop.done({"plugin", "disable", "p@m"});
    BOOST_TEST(shop.plugin("p@m").at("enabled") == false);
    BOOST_TEST(!fs::exists(shop.project() / ".claude/settings.json"));
}

BOOST_AUTO_TEST_CASE(what_settings_enable_and_nobody_installed_is_said_and_can_be_taken_back) {  // B101
    const Shop shop;
    shop.write("project/.skilldeck/settings.json", R"({"enabledPlugins": {"p@m": true, "lost@gone": true}})");
    const auto file = (shop.project() / ".skilldeck/settings.json").string();
    const auto list = shop.run({"plugin", "list"});
    BOOST_TEST(list.status == 0);
    for (const auto& said : {list.err, shop.run({"doctor"}).out}) {
        BOOST_TEST(contains(said, "\"p@m\" is enabled by project settings but not installed"));
        BOOST_TEST(contains(said, "skilldeck plugin install p@m"));
        BOOST_TEST(contains(said, file));
    }
    BOOST_TEST(contains(shop.run({"plugin", "explain", "p@m"}).err, "skilldeck plugin install p@m"));
    const auto session = shop.session({"/exit"});
    BOOST_TEST(session.status == 0);
    BOOST_TEST(session.err == "");
    shop.done({"plugin", "disable", "lost@gone"});
    BOOST_TEST(text_of(file) == R"({"enabledPlugins": {"p@m": true, "lost@gone": false}})");
    BOOST_TEST(!contains(shop.run({"plugin", "list"}).err, "lost@gone"));
    shop.done({"plugin", "install", "p@m", "--scope", "project"});
    BOOST_TEST(!contains(shop.run({"plugin", "list"}).err, "not installed"));
}

BOOST_AUTO_TEST_CASE(a_session_does_not_write_back_what_it_read_before_others_changed_it) {  // B107
    const Shop shop;
    shop.done({"plugin", "install", "p@m"});
    shop.done({"plugin", "disable", "p@m"});
    auto start = shop.command({});
    Running session(start);
    session.type("/plugin list\n");
    session.wait_for("disabled");
    shop.done({"plugin", "enable", "p@m"});
    shop.write("m-marketplace/.claude-plugin/marketplace.json",
               R"({"name": "m", "owner": {"name": "o"}, "plugins": [{"name": "p", "source": "./plugins/p"},
                  {"name": "q", "source": "./plugins/q"}]})");
    shop.write("m-marketplace/plugins/q/skills/do/SKILL.md", skill_text("do", "Does", "Q.\n"));
    session.type("/plugin install q@m\n");
    session.wait_for("installed q@m");
    session.end_input();
    BOOST_TEST(session.wait() == 0);
    BOOST_TEST(shop.plugin("p@m").at("enabled") == true);
    BOOST_TEST(shop.plugin("q@m").at("enabled") == true);
}

BOOST_AUTO_TEST_CASE(many_changes_leave_one_object_with_everything_else_as_it_was) {  // B108, B111
    const Shop shop;
    const std::string head = "\xEF\xBB\xBF{\"theme\" : \"x\",\r\n \"unknown\":[1,{}],", tail = "}\r\n";
    shop.write("home/.skilldeck/settings.json", head + "\"enabledPlugins\":{}" + tail);
    shop.done({"plugin", "install", "p@m"});
    for (int i = 0; i < 12; ++i) {
        shop.done({"plugin", "disable", "p@m"});
        shop.done({"plugin", "enable", "p@m"});
    }
    const auto text = text_of(shop.settings());
    BOOST_TEST(text.starts_with(head));
    BOOST_TEST(boost::json::parse(text.substr(3)).at("enabledPlugins").at("p@m") == true);
    shop.done({"plugin", "uninstall", "p@m"});
    BOOST_TEST(text_of(shop.settings()) == head + "\"enabledPlugins\":{}" + tail);
}

BOOST_AUTO_TEST_CASE(an_entry_without_its_parts_costs_no_other_setting) {  // B109
    const Shop shop;
    shop.done({"plugin", "install", "p@m"});
    const auto damaged = R"x({"extraKnownMarketplaces": {"stub": {}}, "enabledPlugins": {"p@m": true, "half": 7},
        "permissions": {"deny": ["Bash(rm *)"]}})x";
    shop.write("home/.skilldeck/settings.json", damaged);
    BOOST_TEST(shop.plugin("p@m").at("decidedBy") == "user");
    const auto event = R"({"tool_name": "Bash", "tool_input": {"command": "rm x"}})";
    BOOST_TEST(shop.run({"hook", "run", "PreToolUse"}, event).json().at("effective") == "deny");
}

BOOST_AUTO_TEST_CASE(settings_that_cannot_be_read_stay_and_an_empty_file_becomes_an_object) {  // B110
    const Shop shop;
    shop.done({"plugin", "install", "p@m"});
    const std::string damaged = "{\n \"enabledPlugins\": {\n  \"p@m\": true,\n }\n}\n";
    shop.write("home/.skilldeck/settings.json", damaged);
    for (const auto* word : {"enable", "disable"}) {
        const auto run = shop.run({"plugin", word, "p@m"});
        BOOST_TEST(run.status == 1);
        BOOST_TEST(contains(run.err, shop.settings().string()));
        BOOST_TEST(contains(run.err, "line 4"));
    }
    BOOST_TEST(text_of(shop.settings()) == damaged);
    BOOST_TEST(contains(shop.session({"/exit"}).err, shop.settings().string()));
    shop.write("home/.skilldeck/settings.json", "");
    shop.done({"plugin", "enable", "p@m"});
    BOOST_TEST(boost::json::parse(text_of(shop.settings())).at("enabledPlugins").at("p@m") == true);
}

BOOST_AUTO_TEST_CASE(a_marketplace_that_moved_is_told_where_it_is_and_its_plugins_stay) {
    const Shop shop;
    shop.done({"plugin", "install", "p@m"});
    const auto now = shop.path() / "elsewhere";
    fs::rename(shop.root(), now);
    const auto update = shop.run({"plugin", "update", "p@m"});
    BOOST_TEST(update.status == 1);
    BOOST_TEST(contains(update.err, "skilldeck marketplace add DIRECTORY --name m"));
    BOOST_TEST(shop.has_skill("p:do"));
    const auto unnamed = shop.run({"marketplace", "add", now.string()});
    BOOST_TEST(unnamed.status == 1);  // somebody else's may have that name
    shop.done({"marketplace", "add", now.string(), "--name", "m"});
    shop.done({"plugin", "update", "p@m"});
    shop.marketplace("m", "p", plugin_files("p"));  // back again: neither gives way to the other
    BOOST_TEST(shop.run({"marketplace", "add", shop.root().string(), "--name", "m"}).status == 1);
}

BOOST_AUTO_TEST_CASE(an_uninstall_clears_every_settings_file_of_its_scope) {
    Deck deck;
    deck.options = {"--trust-project"};
    deck.run({"marketplace", "add",
              deck.marketplace("m", "p", {{"skills/s/SKILL.md", skill_text("s", "d", "x")}}).string()});
    BOOST_TEST_REQUIRE(deck.run({"plugin", "install", "p@m", "--scope", "project"}).status == 0);
    for (const auto* folder : {".skilldeck", ".claude"})
        deck.write("project/" + std::string(folder) + "/settings.json",
                   R"({"enabledPlugins": {"p@m": true, "z@z": true}})");
    const auto gone = deck.run({"plugin", "uninstall", "p@m", "--scope", "project"});
    BOOST_TEST(gone.status == 0, gone.all());
    for (const auto* folder : {".skilldeck", ".claude"}) {
        const auto text = text_of(deck.project() / folder / "settings.json");
        BOOST_TEST(!contains(text, "p@m"), folder << ": " << text);
        BOOST_TEST(contains(text, "z@z"), folder << ": " << text);
    }
}

BOOST_AUTO_TEST_CASE(a_record_that_was_deleted_comes_back_from_its_copy_and_that_is_said) {
    Deck deck;
    BOOST_TEST(!contains(deck.run({"plugin", "list"}).all(), "missing"));
    deck.run({"marketplace", "add",
              deck.marketplace("m", "p", {{"skills/s/SKILL.md", skill_text("s", "d", "x")}}).string()});
    BOOST_TEST_REQUIRE(deck.run({"plugin", "install", "p@m"}).status == 0);
    std::filesystem::remove(deck.config() / "plugins/installed_plugins.json");
    const auto listed = deck.run({"plugin", "list"});
    BOOST_TEST(contains(listed.out, "p@m"), listed.all());
    BOOST_TEST(contains(listed.err, "missing, so the records are those of "), listed.all());
    BOOST_TEST(contains(deck.run({"skill", "list"}).err, "missing, so"));
    BOOST_TEST(deck.run({"plugin", "update", "p@m"}).status == 0);
    BOOST_TEST(contains(deck.run({"plugin", "list"}).out, "p@m"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
