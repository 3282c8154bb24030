// SPDX-License-Identifier: Apache-2.0
// What a person reads, word for word, in tests/golden/. A change there is reviewed as a change of text;
// SKILLDECK_GOLDEN=accept rewrites the files.
#include "deck.hpp"

#include <boost/test/unit_test.hpp>

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
    for (const auto* command : {"install", "update", "prune", "list", "trust", "new"}) {
        page.run({"plugin", command, "--help"});
    }
    page.run({"lock", "--help"});
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
