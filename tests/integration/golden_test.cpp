// SPDX-License-Identifier: Apache-2.0
// What a person reads, word for word, in tests/golden/. A change there is reviewed as a change of text;
// SKILLDECK_GOLDEN=accept rewrites the files.
#include "deck.hpp"

#include <boost/test/unit_test.hpp>

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace skilldeck::test {

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
    return text;
}

/// One page: the commands with what they said, places and numbers that differ from run to run taken out.
class Page {
public:
    explicit Page(const Deck& deck) : deck_(deck) {}

    void run(const std::vector<std::string>& words, std::string_view input = {}) {
        text_ += "$ skilldeck";
        for (const auto& word : words) text_ += " " + (word.find(' ') == std::string::npos ? word : "'" + word + "'");
        text_ += "\n";
        const auto run = deck_.run(words, input);
        text_ += run.out + run.err;
        if (run.status != 0) text_ += "[exit " + std::to_string(run.status) + "]\n";
        text_ += "\n";
    }

    /// The same words as slash commands.
    void session(const std::vector<std::string>& lines) {
        for (const auto& line : lines) text_ += "> " + line + "\n";
        const auto run = deck_.session(lines);
        text_ += run.out + run.err + "\n";
    }

    /// What was done beside the program.
    void remark(const std::string& text) { text_ += "# " + text + "\n\n"; }

    void check(const std::string& name) const {
        auto said = replaced(text_, bundled_marketplace().string(), "MARKETPLACE");
        said = replaced(said, deck_.path().string(), "SCRATCH");
        const auto file = std::filesystem::path(PROJECT_SOURCE) / "tests/golden" / (name + ".txt");
        if (const auto* wish = std::getenv("SKILLDECK_GOLDEN"); wish != nullptr && std::string_view(wish) == "accept") {
            std::ofstream(file, std::ios::binary) << said;
        }
        std::ifstream in(file, std::ios::binary);
        std::ostringstream wanted;
        wanted << in.rdbuf();
        BOOST_TEST(said == wanted.str(), name << " differs from " << file << ":\n" << said);
    }

private:
    const Deck& deck_;
    std::string text_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(golden)

BOOST_AUTO_TEST_CASE(help) {
    const Deck deck;
    Page page(deck);
    page.run({"--help"});
    for (const auto* group : {"plugin", "marketplace", "skill", "hook", "trust"}) page.run({group, "--help"});
    for (const auto* command : {"install", "configure", "update", "prune", "list", "trust", "new"}) {
        page.run({"plugin", command, "--help"});
    }
    page.run({"lock", "--help"});
    page.run({"skill", "list", "--help"});
    page.run({"skill", "expand", "--help"});
    page.run({"skill", "listing", "--help"});
    page.run({"skill", "validate", "--help"});
    page.run({"plugin", "validate", "--help"});
    page.check("help");
}

BOOST_AUTO_TEST_CASE(the_life_of_a_plugin) {
    const Deck deck;
    deck.write("project/README.md", "# Mine\n");
    Page page(deck);
    page.run({"plugin", "list"});
    page.run({"marketplace", "list"});
    page.run({"marketplace", "add", bundled_marketplace().string()});
    page.run({"marketplace", "add", bundled_marketplace().string()});
    page.run({"marketplace", "list"});
    page.run({"plugin", "list", "--available"});
    page.run({"plugin", "install", "hello@skilldeck"});
    page.run({"plugin", "install", "hello@skilldeck"});
    page.run({"plugin", "list"});
    page.run({"plugin", "disable", "hello"});
    page.run({"plugin", "disable", "hello"});
    page.run({"plugin", "explain", "hello"});
    page.run({"plugin", "enable", "hello"});
    page.run({"plugin", "trust", "hello", "--yes"});
    page.run({"plugin", "update"});
    page.run({"skill", "expand", "hello:greeting", "Ada"});
    page.run({"hook", "list"});
    page.run({"doctor"});
    page.run({"plugin", "uninstall", "hello"});
    page.run({"marketplace", "remove", "skilldeck"});
    page.run({"trust", "list"});
    page.check("plugin_life");
}

BOOST_AUTO_TEST_CASE(mistakes) {
    const Deck deck;
    deck.run({"marketplace", "add",
              deck.marketplace("m", "p", {{"skills/hi/SKILL.md", skill_text("hi", "Says hi", "Hi.\n")}}).string()});
    deck.write("unmarked/file.txt", "");
    deck.write("bad/.claude-plugin/marketplace.json", "{\"name\": \"bad\",}\n");
    Page page(deck);
    page.run({"plugn", "list"});
    page.run({"plugin", "instal", "p@m"});
    page.run({"plugin", "install"});
    page.run({"plugin", "install", "q@m"});
    page.run({"plugin", "install", "p@nowhere"});
    page.run({"plugin", "install", "p@m", "--scope", "galaxy"});
    page.run({"plugin", "enable", "p@m"});
    page.run({"plugin", "uninstall", "p@m"});
    page.run({"plugin", "trust", "p@m"});
    page.run({"marketplace", "add", (deck.path() / "nothing").string()});
    page.run({"marketplace", "add", (deck.path() / "unmarked").string()});
    page.run({"marketplace", "add", (deck.path() / "bad").string()});
    page.run({"marketplace", "add", "https://example.com/market.json"});
    page.run({"marketplace", "remove", "q"});
    page.run({"skill", "show", "hallo"});
    page.run({"skill", "expand", "verfy"});
    page.run({"hook", "run", "PreToolUse"}, "not json");
    page.run({"hook", "run", "BeforeEverything"}, "{}");
    page.run({"trust", "add", "/"});
    page.run({"plugin", "validate", (deck.path() / "unmarked").string()});
    page.run({"--project", (deck.path() / "nothing").string(), "skill", "list"});
    page.check("mistakes");
}

/// What can go wrong with a plugin, each in an entry of its own.
void write_faulty_shop(const Deck& deck) {
    deck.write("shop/.claude-plugin/marketplace.json", R"({"name": "shop", "owner": {"name": "o"},
      "renames": {"samovar": "kettle"}, "plugins": [
      {"name": "kettle", "source": "./kettle"}, {"name": "lamp", "source": "./lamp"},
      {"name": "gone", "source": "./gone"}, {"name": "out", "source": "../out"}, {"name": "bare", "source": "bare"},
      {"name": "twice", "source": "./lamp"}, {"name": "twice", "source": "./lamp"},
      {"name": "far", "source": {"source": "command", "command": "x"}}, {"name": "empty", "source": "./empty"},
      {"name": "both", "source": "./both", "strict": false, "commands": ["./a.md"]},
      {"name": "link", "source": "./link"}, {"name": "comma", "source": "./comma"},
      {"name": "lower", "source": "./lower"}, {"name": "odd", "source": "./odd"}, {"source": "./lamp"}]})");
    deck.write("shop/kettle/.claude-plugin/plugin.json", R"({"name": "kettle", "version": "1.0.0"})");
    deck.write("shop/kettle/skills/boil/SKILL.md", skill_text("boil", "Boils water", "Boil.\n"));
    deck.write("shop/lamp/.claude-plugin/plugin.json", R"({"name": "lamp", "version": "1.0.0"})");
    deck.write(
        "shop/lamp/hooks/hooks.json",
        R"({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "\"${CLAUDE_PLUGIN_ROOT}/off.sh\""}]}]}})");
    deck.write("shop/lamp/off.sh", "#!/bin/sh\n");
    deck.write("shop/empty/notes.txt", "Nothing yet.\n");
    deck.write("shop/both/.claude-plugin/plugin.json", R"({"name": "both", "commands": ["./b.md"]})");
    deck.write("shop/link/.claude-plugin/plugin.json", R"({"name": "link"})");
    std::filesystem::create_symlink("/etc/passwd", deck.path() / "shop/link/accounts");
    deck.write("shop/comma/.claude-plugin/plugin.json", "{\n  \"name\": \"comma\",\n}\n");
    deck.write("shop/lower/skills/low/skill.md", skill_text("low", "In lower case", "Low.\n"));
    deck.write("shop/odd/.claude-plugin/plugin.json", R"({"name": "even"})");
    deck.write("shop/odd/skills/one/SKILL.md", "No front matter.\n");
}

BOOST_AUTO_TEST_CASE(what_is_said_of_plugins_and_marketplaces) {
    const Deck deck;
    write_faulty_shop(deck);
    deck.write("other/.claude-plugin/marketplace.json",
               R"({"name": "shop", "owner": {"name": "o"}, "plugins": [{"name": "kettle", "source": "./kettle"}]})");
    deck.write("other/kettle/.claude-plugin/plugin.json", R"({"name": "kettle", "version": "2.0.0"})");
    const auto shop = (deck.path() / "shop").string(), other = (deck.path() / "other").string();
    Page page(deck);
    page.run({"marketplace", "add", shop});
    page.run({"marketplace", "add", other});
    page.run({"marketplace", "add", other, "--name", "second"});
    page.run({"marketplace", "add", other, "--name", "user"});
    page.run({"marketplace", "add", other, "--name", "a b"});
    page.run({"marketplace", "update"});
    page.run({"marketplace", "update", "shpo"});
    page.run({"plugin", "install", "kettle"});
    page.run({"plugin", "install", "kettle@shop"});
    page.run({"plugin", "install", "samovar@shop"});
    page.run({"plugin", "install", "lamp@shop", "--scope", "project"});
    page.run({"plugin", "install", "empty@shop"});
    page.run({"plugin", "install", "lower@shop"});
    page.run({"plugin", "install", "odd@shop"});
    page.run({"plugin", "install", "kettle@shop", "--version", "9.9.9"});
    page.run({"plugin", "list"});
    page.run({"plugin", "disable", "lamp"});
    page.run({"plugin", "enable", "kettle"});
    page.run({"plugin", "disable", "--all"});
    page.run({"plugin", "disable", "--all"});
    page.run({"plugin", "enable", "kettle@shop"});
    page.run({"plugin", "update"});
    deck.write("shop/kettle/skills/boil/SKILL.md", skill_text("boil", "Boils water", "Boil more.\n"));
    page.remark("the content of kettle changes, its version does not");
    page.run({"plugin", "update", "kettle"});
    deck.write("shop/kettle/.claude-plugin/plugin.json", R"({"name": "kettle", "version": "1.1.0"})");
    deck.write("shop/kettle/hooks/hooks.json",
               R"({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}})");
    page.remark("kettle 1.1.0 brings a hook");
    page.run({"plugin", "update", "kettle"});
    page.run({"plugin", "update", "kettle", "--yes"});
    page.run({"plugin", "rollback", "kettle"});
    page.run({"plugin", "rollback", "lamp"});
    deck.write("shop/kettle/.claude-plugin/plugin.json", R"({"name": "kettle", "version": "0.9.0"})");
    page.remark("the marketplace goes back to kettle 0.9.0");
    page.run({"plugin", "update", "kettle"});
    page.run({"plugin", "install", "kettle@shop", "--scope", "local", "--link"});
    page.run({"plugin", "update", "kettle", "--scope", "local"});
    page.run({"plugin", "uninstall", "kettle"});
    page.run({"plugin", "uninstall", "kettle", "--scope", "local"});
    page.session({"/plugin list", "/plugin disable kettle", "/plugin enable kettle", "/plugin rollback kettle",
                  "/plugin marketplace list", "/plugin uninstall odd --keep-data", "/plugin instal x"});
    page.run({"plugin", "uninstall", "kettle"});
    page.run({"plugin", "uninstall", "kettle"});
    page.run({"marketplace", "remove", "shop"});
    page.run({"marketplace", "remove", "second"});
    page.run({"trust", "add"});
    page.run({"trust", "add"});
    page.run({"trust", "list"});
    page.run({"trust", "remove"});
    page.run({"trust", "remove"});
    page.check("messages");
}

BOOST_AUTO_TEST_CASE(the_likeliest_mistakes_name_the_next_step) {
    const Deck deck;
    write_faulty_shop(deck);
    const auto shop = deck.path() / "shop";
    deck.run({"marketplace", "add", shop.string()});
    deck.run({"plugin", "install", "kettle@shop"});
    Page page(deck);
    page.remark("the wrong directory: of a plugin, of its manifest, of a plugin in place of its name");
    page.run({"marketplace", "add", (shop / "kettle").string()});
    page.run({"marketplace", "add", (shop / ".claude-plugin").string()});
    page.run({"plugin", "install", (shop / "kettle").string()});
    page.remark("wrong case, and a name of before");
    page.run({"plugin", "install", "Kettle@shop"});
    page.run({"plugin", "install", "lamp@Shop"});
    page.remark("sources that are not there, lead out, have no ./, stand twice, must be run");
    for (const auto* name : {"gone", "out", "bare", "twice", "far"}) {
        page.run({"plugin", "install", std::string(name) + "@shop"});
    }
    page.remark("what is in the plugin: both manifests, a link, a trailing comma");
    for (const auto* name : {"both", "link", "comma"}) page.run({"plugin", "install", std::string(name) + "@shop"});
    page.remark("settings with a trailing comma");
    const auto settings = deck.write("home/.skilldeck/settings.json", "{\n  \"enabledPlugins\": {},\n}\n");
    page.run({"plugin", "install", "lamp@shop"});
    page.run({"plugin", "disable", "kettle"});
    std::filesystem::remove(settings);
    page.remark("a script that is not executable");
    deck.run({"plugin", "install", "lamp@shop"});
    page.run({"hook", "run", "Stop"}, "{}");
    page.remark("settings enable what is not installed");
    deck.write("project/.skilldeck/settings.json", R"({"enabledPlugins": {"comma@shop": true}})");
    page.run({"plugin", "list"});
    page.run({"plugin", "enable", "comma@shop"});
    std::filesystem::remove_all(deck.project() / ".skilldeck");
    page.remark("the marketplace moved");
    std::filesystem::rename(shop, deck.path() / "moved");
    page.run({"plugin", "update", "kettle"});
    page.run({"plugin", "install", "lower@shop"});
    page.run({"marketplace", "update", "shop"});
    page.run({"marketplace", "add", (deck.path() / "moved").string()});
    page.run({"marketplace", "add", (deck.path() / "moved").string(), "--name", "shop"});
    page.check("plugin_mistakes");
}

BOOST_AUTO_TEST_CASE(what_managed_settings_forbid, *boost::unit_test::precondition(files_belong_to_root)) {
    Deck deck;
    write_faulty_shop(deck);
    deck.run({"marketplace", "add", (deck.path() / "shop").string()});
    for (const auto* id : {"kettle@shop", "lamp@shop"}) deck.run({"plugin", "install", id});
    Page page(deck);
    deck.write("managed/settings.json", R"({"enabledPlugins": {"lamp@shop": false, "kettle@shop": true},
               "blockedMarketplaces": [{"source": "directory", "path": "/blocked"}]})");
    deck.options = {"--managed-dir", (deck.path() / "managed").string()};
    page.run({"plugin", "enable", "lamp"});
    page.run({"plugin", "uninstall", "kettle"});
    page.run({"marketplace", "remove", "shop"});
    page.check("managed");
}

BOOST_AUTO_TEST_CASE(validation) {
    const Deck deck;
    deck.write("Sloppy/SKILL.md",
               "---\nname: sloppy\ndescription: Tidies up: files, folders and notes.\nlicence: MIT\n"
               "allowed-tools: Read, Grep\n---\nSee [the guide](references/guide.md). It costs $5.\n");
    deck.write("good/SKILL.md", skill_text("good", "Says hello when somebody arrives.", "Say hello.\n"));
    Page page(deck);
    page.run({"skill", "validate", (deck.path() / "Sloppy").string()});
    page.run({"skill", "validate", (deck.path() / "good/SKILL.md").string()});
    page.run({"skill", "validate", (deck.path() / "nothing").string()});
    page.run({"skill", "validate"});
    deck.write("plugin/.claude-plugin/plugin.json",
               "{\n  \"name\": \"Tidy\",\n  \"desciption\": \"Tidies\",\n  \"skills\": [\"more\", \"./gone\"]\n}\n");
    deck.write("plugin/more/sort/SKILL.md", "---\nname: Sort\ndescription: Sorts: all of it.\n---\nSort.\n");
    deck.write("plugin/hooks/hooks.json",
               "{\"hooks\": {\"PreToolUse\": [\n  {\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\"}]}]}}\n");
    std::filesystem::create_symlink("/etc/passwd", deck.path() / "plugin/accounts");
    page.run({"plugin", "validate", (deck.path() / "plugin").string()});
    page.run({"plugin", "validate", "--fix", (deck.path() / "plugin").string()});
    deck.run({"plugin", "new", "mine", "--lang", "cpp", "--dir", deck.path().string()});
    page.run({"plugin", "test", (deck.path() / "mine").string()});
    page.check("validation");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
