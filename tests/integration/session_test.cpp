// SPDX-License-Identifier: Apache-2.0
#include "deck.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck::test {

BOOST_AUTO_TEST_SUITE(session)

BOOST_AUTO_TEST_CASE(a_newcomer_installs_switches_and_calls_with_piped_lines) {
    const Deck deck;
    BOOST_TEST(deck.run({"marketplace", "add", bundled_marketplace().string()}).status == 0);
    deck.write("project/README.md", "# A project of mine\n");
    deck.write("project/CMakeLists.txt", "project(mine)\n");
    deck.write("project/main.cpp", "int main() {}  // TODO: more\n");
    const auto run = deck.session(
        {"/plugin install command-guard@skilldeck", "/plugin install workspace-context@skilldeck",
         "/plugin disable command-guard@skilldeck", "/plugin list", "/skills", "/workspace-context:summary", "/exit"});
    BOOST_TEST_CONTEXT(run.all()) {
        BOOST_TEST(run.status == 0);
        BOOST_TEST(run.err == "");
        BOOST_TEST(contains(run.out, "command-guard@skilldeck is disabled"));
        BOOST_TEST(contains(run.out, "workspace-context:summary"));
        BOOST_TEST(contains(run.out, "A project of mine"));
        BOOST_TEST(contains(run.out, "CMakeLists.txt"));
    }
    BOOST_TEST(deck.plugin("command-guard@skilldeck").at("enabled") == false);
    BOOST_TEST(deck.plugin("workspace-context@skilldeck").at("enabled") == true);
}

BOOST_AUTO_TEST_CASE(a_switch_has_taken_effect_before_the_next_line_is_read) {
    const Deck deck;
    deck.run({"marketplace", "add",
              deck.marketplace("m", "p", {{"skills/hi/SKILL.md", skill_text("hi", "Says hi", "Hello.\n")}}).string()});
    deck.run({"plugin", "install", "p@m"});
    const auto run = deck.session({"/p:hi", "/plugin disable p@m", "/p:hi", "/plugin enable p", "/hi"});
    BOOST_TEST_CONTEXT(run.all()) {
        BOOST_TEST(run.status == 1);  // of the skill that was off
        const auto first = run.out.find("Hello."), second = run.out.find("Hello.", first + 1);
        BOOST_TEST(first != std::string::npos);
        BOOST_TEST(second != std::string::npos);
        BOOST_TEST(run.out.find("Hello.", second + 1) == std::string::npos);
        BOOST_TEST(contains(run.err, "p:hi"));
    }
}

BOOST_AUTO_TEST_CASE(settings_that_somebody_changes_hold_from_the_next_event_on) {
    Deck deck;
    deck.environment["PLACE"] = deck.path().string();
    const auto settings = [](const std::string& name) {
        return R"({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "echo ran > \"$PLACE/)" + name +
               R"(\""}]}]}})";
    };
    Running session(deck.command({}));
    session.type("none yet\n/help\n");
    session.wait_for("/reload-plugins");
    deck.write("home/.skilldeck/settings.json", settings("first"));
    session.type("one\n");
    wait_for_file(deck.path() / "first");
    std::filesystem::remove(deck.path() / "first");
    deck.write("home/.skilldeck/settings.json", settings("second"));
    session.type("two\n");
    wait_for_file(deck.path() / "second");
    BOOST_TEST(!std::filesystem::exists(deck.path() / "first"));
    // A plugin that another program installs is there for the next line as well.
    deck.run({"marketplace", "add",
              deck.marketplace("m", "p", {{"skills/hi/SKILL.md", skill_text("hi", "Says hi", "Hello.\n")}}).string()});
    deck.run({"plugin", "install", "p@m"});
    session.type("/hi\n");
    session.wait_for("Hello.");
    session.end_input();
    BOOST_TEST(session.wait() == 1);  // no model answers the prompts
}

// B061
BOOST_AUTO_TEST_CASE(a_skill_named_like_a_hard_coded_command_does_not_take_its_place) {
    const Deck deck;
    deck.write("home/.skilldeck/skills/doctor/SKILL.md", skill_text("doctor", "Of the user", "MINE\n"));
    deck.run({"marketplace", "add",
              deck.marketplace("m", "p", {{"skills/help/SKILL.md", skill_text("help", "Of a plugin", "OTHER\n")}})
                  .string()});
    deck.run({"plugin", "install", "p@m"});
    const auto bare = deck.session({"/help", "/doctor"});
    BOOST_TEST(contains(bare.out, "every problem the host can see"));
    BOOST_TEST(!contains(bare.out, "OTHER"));
    BOOST_TEST(!contains(bare.out, "MINE"));
    const auto whole = deck.session({"/p:help", "/doctor@user"});
    BOOST_TEST(contains(whole.out, "OTHER"));
    BOOST_TEST(contains(whole.out, "MINE"));
}

BOOST_AUTO_TEST_CASE(an_unknown_name_suggests_the_nearest) {
    const Deck deck;
    deck.write("home/.skilldeck/skills/deploy/SKILL.md", skill_text("deploy", "Ships it", "Ship.\n"));
    const auto run = deck.session({"/deplyo"});
    BOOST_TEST(contains(run.err, "error: "));
    BOOST_TEST(contains(run.err, "deploy"));
    BOOST_TEST(run.status == 1);
}

BOOST_AUTO_TEST_CASE(a_session_refuses_json_and_says_where_it_is) {
    const Deck deck;
    const auto run = deck.session({"/plugin list --json"});
    BOOST_TEST(run.status == 1);
    BOOST_TEST(run.out == "");
    BOOST_TEST(contains(run.err, "`skilldeck plugin list --json`"), run.err);
}

BOOST_AUTO_TEST_CASE(a_line_that_fails_does_not_end_the_session_and_is_in_its_exit_status) {
    const Deck deck;
    const auto run = deck.session(
        {"/plugin install nothing@nowhere", "/plugin 'unbalanced", "/plugin frobnicate", "", "hello there", "/help"});
    BOOST_TEST_CONTEXT(run.all()) {
        BOOST_TEST(run.status == 1);
        BOOST_TEST(contains(run.err, "nowhere"));
        BOOST_TEST(contains(run.err, "a quote is not closed"));
        BOOST_TEST(contains(run.err, "frobnicate"));
        BOOST_TEST(contains(run.err, "no model is configured"));
        BOOST_TEST(contains(run.out, "/reload-plugins"));
    }
}

BOOST_AUTO_TEST_CASE(a_hard_coded_command_wins_over_a_skill_of_its_name) {
    const Deck deck;
    deck.write("home/.skilldeck/skills/help/SKILL.md", skill_text("help", "Mine", "MY HELP\n"));
    const auto run = deck.session({"/help", "/help@user"});
    BOOST_TEST(contains(run.out, "/reload-plugins"));
    BOOST_TEST(contains(run.out, "MY HELP"));
}

BOOST_AUTO_TEST_CASE(nothing_is_drawn_where_there_is_no_terminal) {
    const Deck deck;
    const auto run = deck.session({"/help", "/exit"});
    BOOST_TEST(run.out.find('\x1b') == std::string::npos);
    BOOST_TEST(!run.out.starts_with("> "));
    BOOST_TEST(!contains(run.out, "\n> "));
}

BOOST_AUTO_TEST_CASE(the_last_line_counts_without_its_end) {
    const Deck deck;
    const auto run = deck.run({}, "/help");
    BOOST_TEST(contains(run.out, "/reload-plugins"));
}

BOOST_AUTO_TEST_CASE(arguments_reach_the_skill_as_typed) {
    const Deck deck;
    deck.write("home/.skilldeck/skills/say/SKILL.md", skill_text("say", "Says", "one=$0 two=$1 all=$ARGUMENTS.\n"));
    const auto run = deck.session({"/say \"a b\" it's $& done"});
    BOOST_TEST(contains(run.out, "all=\"a b\" it's $& done."), run.all());
}

BOOST_AUTO_TEST_CASE(a_name_with_capitals_and_blanks_is_called_whole) {
    const Deck deck;
    deck.write("home/.skilldeck/skills/UPPER Case/SKILL.md", "---\ndescription: Loud\n---\nLOUD <$ARGUMENTS>\n");
    deck.write("home/.skilldeck/skills/UPPER/SKILL.md", "---\ndescription: Short\n---\nSHORT <$ARGUMENTS>\n");
    const auto said = [&deck](const std::string& line) { return deck.session({line}).all(); };
    BOOST_TEST(contains(said("/UPPER Case x  y"), "LOUD <x  y>"));
    BOOST_TEST(contains(said("/UPPER Case"), "LOUD <$ARGUMENTS>"));
    BOOST_TEST(contains(said("/UPPER Case@user x"), "LOUD <x>"));
    BOOST_TEST(contains(said("/UPPER Cases x"), "SHORT <Cases x>"));
    BOOST_TEST(contains(said("/UPPER x"), "SHORT <x>"));
    BOOST_TEST(contains(said("/upper case x"), "there is no skill upper"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
