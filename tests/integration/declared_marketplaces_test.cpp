// SPDX-License-Identifier: Apache-2.0
// Marketplaces that settings declare, and sessions that begin with updated plugins, by the built program.
#include "deck.hpp"
#include "file_tree.hpp"
#include "running.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> plugin_files(const std::string& version = "1.0.0") {
    return {{".claude-plugin/plugin.json", R"({"name": "p", "version": ")" + version + "\"}"},
            {"skills/do/SKILL.md", skill_text("do", "Does", "Body of " + version + ".\n")}};
}

/// `team` below the project, declared by the project's settings and not added.
class Team : public Deck {
public:
    Team() {
        const auto made = marketplace("team", "p", plugin_files());
        fs::create_directories(project());
        fs::rename(made, project() / "plugins-of-the-team");
        write(
            "project/.skilldeck/settings.json",
            R"({"extraKnownMarketplaces": {"team": {"source": {"source": "directory", "path": "./plugins-of-the-team"}}}})");
    }
    [[nodiscard]] std::string registry() const {
        const auto file = config() / "plugins/known_marketplaces.json";
        return fs::exists(file) ? text_of(file) : std::string();
    }
};

void done(const Deck& deck, const std::vector<std::string>& words) {
    const auto ran = deck.run(words);
    BOOST_TEST_REQUIRE(ran.status == 0, ran.all());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(declared_marketplaces)

BOOST_AUTO_TEST_CASE(what_a_project_declares_counts_after_trust_and_is_added_when_it_is_asked_for) {
    const Team deck;
    const auto before = deck.run({"plugin", "install", "p@team"});
    BOOST_TEST(before.status == 1);
    BOOST_TEST(contains(before.err, "skilldeck trust add"), before.err);
    BOOST_TEST(!contains(deck.registry(), "team"));

    done(deck, {"trust", "add"});
    const auto listed = deck.run({"marketplace", "list"});
    BOOST_TEST(contains(listed.out, "no marketplaces are registered"));
    const auto said = deck.run({"doctor"});
    BOOST_TEST(contains(said.out, "\"team\" is declared by project settings and not added yet"), said.out);
    BOOST_TEST(!contains(deck.registry(), "team"));

    const auto installed = deck.run({"plugin", "install", "p@team"});
    BOOST_TEST_REQUIRE(installed.status == 0, installed.all());
    BOOST_TEST(contains(installed.out, "added marketplace team"), installed.out);
    BOOST_TEST(contains(deck.registry(), (deck.project() / "plugins-of-the-team").string()));
    BOOST_TEST(!contains(deck.run({"doctor"}).out, "is declared by"));
}

BOOST_AUTO_TEST_CASE(an_update_adds_it_too_and_removing_it_says_that_it_is_still_declared) {
    const Team deck;
    done(deck, {"trust", "add"});
    const auto updated = deck.run({"marketplace", "update"});
    BOOST_TEST(updated.status == 0);
    BOOST_TEST(contains(updated.out, "added marketplace team, 1 plugin"), updated.out);
    const auto again = deck.run({"marketplace", "update", "team"});
    BOOST_TEST(contains(again.out, "updated marketplace team"), again.out);
    const auto removed = deck.run({"marketplace", "remove", "team"});
    BOOST_TEST(removed.status == 0);
    BOOST_TEST(contains(removed.err, "still declared by project settings"), removed.err);
}

BOOST_AUTO_TEST_CASE(adding_with_a_scope_declares_it_for_those_who_share_the_settings) {
    const Deck deck;
    const auto made = deck.marketplace("team", "p", plugin_files());
    fs::create_directories(deck.project());
    fs::rename(made, deck.project() / "market");
    const std::string mine = "{\n  // kept\n  \"enabledPlugins\": {}\n}\n";
    const auto added = deck.run({"marketplace", "add", "./market", "--scope", "project"});
    BOOST_TEST_REQUIRE(added.status == 0, added.all());
    BOOST_TEST(contains(added.out, ".skilldeck/settings.json"), added.out);
    const auto settings = boost::json::parse(text_of(deck.project() / ".skilldeck/settings.json"));
    const auto& source = settings.at("extraKnownMarketplaces").at("team").at("source");
    BOOST_TEST(source.at("source") == "directory");
    BOOST_TEST(source.at("path") == "./market");
    const auto managed = deck.run({"marketplace", "add", "./market", "--scope", "managed"});
    BOOST_TEST(managed.status == 2);
    // Somebody else, who has only the project.
    fs::remove_all(deck.config());
    done(deck, {"trust", "add"});
    done(deck, {"plugin", "install", "p@team", "--scope", "project"});
    BOOST_TEST(deck.plugin("p@team").at("enabled") == true);
}

BOOST_AUTO_TEST_CASE(one_wrong_entry_spoils_no_other_and_is_said_with_its_place) {
    const Team deck;
    deck.write(
        "home/.skilldeck/settings.json",
        "{\"extraKnownMarketplaces\": {\n \"no-source\": {},\n \"bad kind\": {\"source\": {\"source\": \"directory\", "
        "\"path\": \"/x\"}},\n \"text\": {\"source\": {\"path\": \"/x\"}}}}");
    done(deck, {"trust", "add"});
    const auto found = deck.run({"doctor", "--json"}).json();
    std::map<std::int64_t, std::string> at;
    for (const auto& one : found.at("findings").as_array()) {
        const auto& finding = one.as_object();
        if (!contains(std::string(finding.at("code").as_string()), "marketplace") &&
            !contains(std::string(finding.at("code").as_string()), "source"))
            continue;
        if (const auto* line = finding.if_contains("line"))
            at[line->to_number<std::int64_t>()] = finding.at("code").as_string();
    }
    BOOST_TEST(at.contains(2));
    BOOST_TEST(at.contains(3));
    BOOST_TEST(at.contains(4));
    done(deck, {"plugin", "install", "p@team"});
}

BOOST_AUTO_TEST_CASE(a_session_begins_with_updated_plugins_where_the_user_says_so) {
    const Deck deck;
    done(deck, {"marketplace", "add", deck.marketplace("m", "p", plugin_files()).string()});
    done(deck, {"plugin", "install", "p@m"});
    const auto version = [&] { return std::string(deck.plugin("p@m").at("version").as_string()); };
    (void)deck.marketplace("m", "p", plugin_files("1.1.0"));
    deck.session({"/exit"});
    BOOST_TEST(version() == "1.0.0");  // nobody asked for it
    deck.write("project/.skilldeck/settings.json", R"({"autoUpdate": true})");
    done(deck, {"trust", "add"});
    deck.session({"/exit"});
    BOOST_TEST(version() == "1.0.0");  // no project decides that
    deck.write("home/.skilldeck/settings.json", R"({"autoUpdate": true, "enabledPlugins": {"p@m": true}})");
    done(deck, {"plugin", "list"});
    BOOST_TEST(version() == "1.0.0");  // a command is no session
    const auto session = deck.session({"/p:do", "/exit"});
    BOOST_TEST(version() == "1.1.0");
    BOOST_TEST(contains(session.err, "updated p@m from 1.0.0 to 1.1.0"), session.all());
    BOOST_TEST(contains(session.out, "Body of 1.1.0."), session.all());
    fs::remove(deck.project() / ".skilldeck/settings.json");  // of which it is said that no project decides that
    BOOST_TEST(deck.session({"/exit"}).err == "");
}

BOOST_AUTO_TEST_CASE(a_marketplace_is_updated_or_not_as_its_own_entry_says) {
    const Deck deck;
    const auto offer = [&](const std::string& version) {
        std::map<std::string, std::string> places;
        for (const std::string name : {"one", "two"}) places[name] = deck.marketplace(name, "p", plugin_files(version));
        return places;
    };
    const auto places = offer("1.0.0");
    for (const auto& [name, place] : places) {
        done(deck, {"marketplace", "add", place});
        done(deck, {"plugin", "install", "p@" + name});
    }
    const auto say = [&](const std::string& for_all, const std::string& one, const std::string& two) {
        const auto entry = [&](const std::string& name, const std::string& says) {
            return "\"" + name + R"(": {"source": {"source": "directory", "path": ")" + places.at(name) + "\"}" + says +
                   "}";
        };
        return "{" + for_all + R"("extraKnownMarketplaces": {)" + entry("one", one) + ", " + entry("two", two) + "}}";
    };
    const auto versions = [&] {
        std::string both;
        for (const std::string id : {"p@one", "p@two"})
            both += deck.plugin(id).at("version").as_string().c_str() + std::string(" ");
        return both;
    };
    const std::string yes = R"(, "autoUpdate": true)", no = R"(, "autoUpdate": false)";
    (void)offer("1.1.0");
    deck.write("project/.skilldeck/settings.json", say("", yes, yes));
    done(deck, {"trust", "add"});
    const auto of_project = deck.session({"/exit"});
    BOOST_TEST(versions() == "1.0.0 1.0.0 ");
    const auto doctor = deck.run({"doctor"});
    BOOST_TEST(contains(doctor.out, "\"extraKnownMarketplaces.one.autoUpdate\" has no effect in project settings"),
               doctor.out);
    deck.write("home/.skilldeck/settings.json", say("", yes, ""));
    const auto session = deck.session({"/exit"});
    BOOST_TEST(contains(session.err, "updated p@one from 1.0.0 to 1.1.0"), session.all());
    BOOST_TEST(versions() == "1.1.0 1.0.0 ");
    (void)offer("1.2.0");
    deck.write("home/.skilldeck/settings.json", say(R"("autoUpdate": true, )", no, ""));
    deck.session({"/exit"});
    BOOST_TEST(versions() == "1.1.0 1.2.0 ");
}

BOOST_AUTO_TEST_CASE(a_declared_name_is_given_to_no_other_source) {
    const Deck deck;
    const auto declared = deck.marketplace("team", "p", plugin_files());
    deck.write("other/.claude-plugin/marketplace.json", R"({"name": "team", "owner": {"name": "o"}, "plugins": []})");
    const auto other = (deck.path() / "other").string();
    const auto settings =
        deck.write("home/.skilldeck/settings.json",
                   R"({"extraKnownMarketplaces": {"team": {"source": {"source": "directory", "path": ")" +
                       declared.string() + "\"}}}}");
    for (const auto& words :
         {std::vector<std::string>{"marketplace", "add", other}, {"marketplace", "add", other, "--name", "team"}}) {
        const auto refused = deck.run(words);
        BOOST_TEST(refused.status == 3);
        BOOST_TEST(contains(refused.err, "cannot add marketplace \"team\": its source does not match"), refused.err);
        BOOST_TEST(
            contains(refused.err, "extraKnownMarketplaces entry, " + declared.string() + " in " + settings.string()),
            refused.err);
        BOOST_TEST(contains(refused.err, "take that entry out of " + settings.string()), refused.err);
    }
    done(deck, {"marketplace", "add", other, "--name", "mine"});
    std::filesystem::create_directory_symlink(declared, deck.path() / "link");
    done(deck, {"marketplace", "add", (deck.path() / "link").string()});
}

BOOST_AUTO_TEST_CASE(what_a_declaration_says_besides_its_source_stays_when_it_is_declared_again) {
    const Deck deck;
    const auto made = deck.marketplace("team", "p", plugin_files());
    deck.write(
        "home/.skilldeck/settings.json",
        R"({"extraKnownMarketplaces": {"team": {"autoUpdate": true, "source": {"source": "directory", "path": ")" +
            made.string() + "\"}}}}");
    done(deck, {"marketplace", "add", made.string(), "--scope", "user"});
    const auto settings = boost::json::parse(text_of(deck.config() / "settings.json"));
    BOOST_TEST(settings.at("extraKnownMarketplaces").at("team").at("autoUpdate") == true);
}

BOOST_AUTO_TEST_CASE(an_update_of_itself_that_adds_rights_stops_and_shows_them) {
    const Deck deck;
    done(deck, {"marketplace", "add", deck.marketplace("m", "p", plugin_files()).string()});
    done(deck, {"plugin", "install", "p@m"});
    deck.write("home/.skilldeck/settings.json", R"({"autoUpdate": true, "enabledPlugins": {"p@m": true}})");
    auto files = plugin_files("1.1.0");
    files["hooks/hooks.json"] =
        R"({"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "touch fired"}]}]}})";
    (void)deck.marketplace("m", "p", files);
    const auto session = deck.session({"/exit"});
    BOOST_TEST(session.status == 0);
    BOOST_TEST(contains(session.err, "1.1.0"), session.err);
    BOOST_TEST(contains(session.err, "hook"), session.err);
    BOOST_TEST(deck.plugin("p@m").at("version") == "1.0.0");
    BOOST_TEST(!fs::exists(deck.project() / "fired"));
}

BOOST_AUTO_TEST_CASE(long_work_is_shown_on_a_terminal_and_leaves_no_trace_there) {
    const Deck deck;
    done(deck, {"marketplace", "add", deck.marketplace("m", "p", plugin_files()).string()});
    auto start = deck.command({"plugin", "install", "p@m", "--yes"});
    start.streams = Streams::terminal;
    Running install(start);
    BOOST_TEST(install.wait() == 0);
    const auto copying = install.out.find("\r\x1b[Kcopying p@m");
    BOOST_TEST_REQUIRE(copying != std::string::npos, install.out);
    const auto answer = install.out.find("installed p@m 1.0.0");
    BOOST_TEST_REQUIRE(answer != std::string::npos, install.out);
    BOOST_TEST(install.out.rfind("\r\x1b[K", answer) > copying);
    BOOST_TEST(contains(std::string_view(install.out).substr(install.out.rfind("\r\x1b[K", answer), 8), "\x1b[Kinst"));
    BOOST_TEST(!contains(deck.run({"plugin", "uninstall", "p@m"}).err, "\x1b"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
