// SPDX-License-Identifier: Apache-2.0
#include "deck.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <string>

namespace skilldeck::test {

BOOST_AUTO_TEST_SUITE(command_line)

BOOST_AUTO_TEST_CASE(the_version_is_one_line_and_one_document) {
    const Deck deck;
    const auto text = deck.run({"--version"});
    BOOST_TEST(text.status == 0);
    BOOST_TEST(text.out.starts_with("skilldeck "));
    const auto json = deck.run({"--version", "--json"}).json().as_object();
    BOOST_TEST(json.at("version").is_string());
    BOOST_TEST(json.at("abi") == "1.0");
    BOOST_TEST(json.at("features").is_array());
    BOOST_TEST(deck.run({"--json", "--version"}).json().at("abi") == "1.0");
}

BOOST_AUTO_TEST_CASE(wrong_usage_is_exit_2_and_one_error) {
    const Deck deck;
    for (const std::vector<std::string>& words : {std::vector<std::string>{"plugin", "frobnicate"},
                                                  {"plugin", "install"},
                                                  {"--nonsense"},
                                                  {"plugin"},
                                                  {"plugin", "install", "a@b", "--scope", "galaxy"},
                                                  {"hook", "run", "NoSuchEvent"}}) {
        const auto run = deck.run(words);
        BOOST_TEST_CONTEXT(run.all()) {
            BOOST_TEST(run.status == 2);
            BOOST_TEST(run.out == "");
            BOOST_TEST(run.err.starts_with("error: "));
            BOOST_TEST(contains(run.err, "\nhint: "));
        }
    }
}

BOOST_AUTO_TEST_CASE(one_plugin_and_all_plugins_exclude_each_other) {
    const Deck deck;
    const std::map<std::string, std::string> files{{".claude-plugin/plugin.json", R"({"name": "p"})"}};
    deck.run({"marketplace", "add", deck.marketplace("m", "p", files).string()});
    deck.run({"plugin", "install", "p@m"});
    for (const std::string command : {"disable", "enable", "update"}) {
        for (const std::string id : {"p@m", "other@m"}) {
            const auto run = deck.run({"plugin", command, id, "--all"});
            BOOST_TEST(run.status == 2, run.all());
            BOOST_TEST(contains(run.err, "--all"), run.err);
        }
    }
    BOOST_TEST(deck.run({"plugin", "disable", "-a", "p@m"}).status == 2);
    BOOST_TEST(deck.plugin("p@m").at("enabled") == true);
    BOOST_TEST(deck.run({"plugin", "disable", "--all"}).status == 0);
    BOOST_TEST(deck.plugin("p@m").at("enabled") == false);
}

BOOST_AUTO_TEST_CASE(a_failure_with_json_is_a_document_too) {
    const Deck deck;
    const auto run = deck.run({"plugin", "frobnicate", "--json"});
    BOOST_TEST(run.status == 2);
    BOOST_TEST(run.json().at("error").at("code").is_string());
    BOOST_TEST(run.json().at("error").at("hint").is_string());
    BOOST_TEST(run.err.starts_with("error: "));
}

BOOST_AUTO_TEST_CASE(help_exists_for_every_command) {
    const Deck deck;
    for (const std::vector<std::string>& words : {std::vector<std::string>{"--help"},
                                                  {"plugin", "--help"},
                                                  {"plugin", "install", "--help"},
                                                  {"marketplace", "add", "--help"},
                                                  {"skill", "--help"},
                                                  {"hook", "run", "--help"},
                                                  {"trust", "--help"}}) {
        const auto run = deck.run(words);
        BOOST_TEST(run.status == 0);
        BOOST_TEST(!run.out.empty());
        BOOST_TEST(run.err == "");
    }
}

BOOST_AUTO_TEST_CASE(an_option_of_one_value_does_not_swallow_the_command) {
    Deck deck;
    deck.write("more/.skilldeck/skills/extra/SKILL.md", skill_text("extra", "x", "y\n"));
    deck.options = {"--add-dir", (deck.path() / "more").string()};
    const auto run = deck.run({"skill", "list", "--json"});
    BOOST_TEST(run.status == 0);
    BOOST_TEST(contains(run.out, "\"extra\""));
}

BOOST_AUTO_TEST_CASE(no_home_is_a_clear_error_and_config_dir_mends_it) {
    Deck deck;
    deck.environment["HOME"] = "";
    const auto run = deck.run({"skill", "list"});
    BOOST_TEST(run.status == 1);
    BOOST_TEST(contains(run.err, "HOME is not set"));
    deck.environment["HOME"] = "some/where";
    const auto relative = deck.run({"plugin", "list"});
    BOOST_TEST(relative.status == run.status);
    BOOST_TEST(contains(relative.err, "HOME is \"some/where\", a relative path"), relative.all());
    deck.environment["HOME"] = "";
    BOOST_TEST(contains(run.err, "--config-dir"));
    deck.options = {"--config-dir", (deck.path() / "elsewhere").string()};
    BOOST_TEST(deck.run({"skill", "list"}).status == 0);
}

BOOST_AUTO_TEST_CASE(names_in_any_script_and_blanks_in_every_path) {
    Deck deck;
    deck.home_name = "mein Zuhause 家";
    deck.project_name = "projet à moi";
    std::filesystem::create_directories(deck.home());
    deck.write(deck.home_name + "/.skilldeck/skills/発音/SKILL.md",
               skill_text("発音", "読み上げる", "読む: $ARGUMENTS\n"));
    deck.write(deck.home_name + "/.skilldeck/skills/дерево/SKILL.md", skill_text("дерево", "Дерево", "Лес.\n"));
    const auto market = deck.marketplace("lots of blanks", "p",
                                         {{".claude-plugin/plugin.json", R"({"name": "p"})"},
                                          {"skills/grüß gott/SKILL.md", skill_text("grüßen", "x", "Grüß Gott.\n")}});
    std::filesystem::rename(market, deck.path() / "market place é");
    deck.write("market place é/.claude-plugin/marketplace.json",
               R"({"name": "m", "owner": {"name": "x"}, "plugins": [{"name": "p", "source": "./plugins/p"}]})");
    BOOST_TEST(deck.run({"marketplace", "add", (deck.path() / "market place é").string()}).status == 0);
    const auto installed = deck.run({"plugin", "install", "p@m"});
    BOOST_TEST(installed.status == 0, installed.all());
    BOOST_TEST(contains(deck.run({"skill", "expand", "発音", "猫", "犬"}).out, "読む: 猫 犬"));
    BOOST_TEST(contains(deck.run({"skill", "expand", "дерево"}).out, "Лес."));
    BOOST_TEST(contains(deck.run({"skill", "expand", "p:grüßen"}).out, "Grüß Gott."));
    // Decomposed, as some file systems and keyboards give it.
    BOOST_TEST(contains(deck.run({"skill", "expand", "p:gru\u0308ßen"}).out, "Grüß Gott."));
}

BOOST_AUTO_TEST_CASE(a_path_that_is_shown_can_be_used) {
    Deck deck;
    deck.home_name = "two  blanks";
    std::filesystem::create_directories(deck.home());
    deck.write("two  blanks/.skilldeck/skills/my   skill/SKILL.md", "---\nname: [x]\ndescription: y\n---\nB\n");
    const auto file = (deck.config() / "skills/my   skill/SKILL.md").string();
    BOOST_TEST(contains(deck.run({"skill", "show", "my   skill"}).out, file));
    BOOST_TEST(contains(deck.run({"skill", "validate", (deck.config() / "skills/my   skill").string()}).out, file));
    const auto missing = (deck.home() / "no  where").string();
    BOOST_TEST(contains(deck.run({"marketplace", "add", missing}).err, "(" + missing + ")"));
}

BOOST_AUTO_TEST_CASE(a_home_that_cannot_be_written_is_a_clear_error_and_reading_goes_on) {
    Deck deck;
    // A file where the folder should be stops root as well.
    deck.write("blocked", "");
    deck.options = {"--config-dir", (deck.path() / "blocked" / "config").string()};
    BOOST_TEST(deck.run({"skill", "list"}).status == 0);
    const auto market = deck.marketplace("m", "p", {{"skills/hi/SKILL.md", skill_text("hi", "x", "y\n")}});
    const auto run = deck.run({"marketplace", "add", market.string()});
    BOOST_TEST_CONTEXT(run.all()) {
        BOOST_TEST(run.status == 1);
        BOOST_TEST(contains(run.err, "cannot be written"));
        BOOST_TEST(contains(run.err, "blocked"));
        BOOST_TEST(contains(run.err, "--config-dir"));
    }
}

BOOST_AUTO_TEST_CASE(streams_closed_at_the_start_are_not_taken_for_files_opened_later) {
    const Deck deck;
    const auto with_closed = [&](const std::string& redirections, const std::vector<std::string>& words) {
        auto start = deck.command(words);
        start.argv.insert(start.argv.begin(), {"/bin/sh", "-c", "exec \"$0\" \"$@\" " + redirections});
        Running program(start);
        program.end_input();
        return program.wait();
    };
    BOOST_TEST(with_closed("<&-", {}) == 0);  // the session is at the end of its input
    BOOST_TEST(with_closed(">&- 2>&-", {"skill", "expand", "nope"}) == 1);
    BOOST_TEST(with_closed("<&- >&- 2>&-", {"skill", "expand", "stuck"}) == 1);
    BOOST_TEST(with_closed(">&-", {"skill", "list"}) == 1);  // what was asked for could not be given
}

BOOST_AUTO_TEST_CASE(doctor_is_content_with_an_empty_home) {
    const Deck deck;
    const auto run = deck.run({"doctor", "--json"});
    BOOST_TEST(run.status == 0);
    BOOST_TEST(run.json().at("ok") == true);
}

BOOST_AUTO_TEST_CASE(bundled_skills_are_there_and_can_be_switched_off) {
    const Deck deck;
    const auto all = deck.run({"skill", "list", "--json"}).json().as_array();
    std::size_t bundled = 0;
    for (const auto& skill : all) bundled += skill.at("loadedFrom") == "bundled" ? 1 : 0;
    BOOST_TEST(bundled == 9U);
    Deck without;
    without.options = {"--sources", "-bundled"};
    BOOST_TEST(without.run({"skill", "list", "--json"}).json().as_array().empty());
}

BOOST_AUTO_TEST_CASE(an_answer_that_cannot_be_written_is_an_error_that_says_so) {
    const Deck deck;
    for (const auto& words : std::vector<std::vector<std::string>>{{"--version"}, {"--help"}, {"plugin", "list"}}) {
        for (const std::string to : {"> /dev/full", ">&-"}) {
            auto start = deck.command(words);
            start.argv.insert(start.argv.begin(), {"/bin/sh", "-c", "exec \"$0\" \"$@\" " + to});
            Running running(start);
            running.end_input();
            BOOST_TEST(running.wait() == 1, words.front() << to);
            BOOST_TEST(running.err == "error: the answer could not be written whole to standard output\n", to);
        }
    }
}

BOOST_AUTO_TEST_CASE(help_of_a_command_that_is_not_there_is_wrong_usage) {
    const Deck deck;
    const auto run = deck.run({"skil", "--help"});
    BOOST_TEST(run.status == 2);
    BOOST_TEST(run.out == "");
    BOOST_TEST(contains(run.err, "there is no command \"skil\""), run.err);
    BOOST_TEST(contains(run.err, "did you mean skill"), run.err);
    BOOST_TEST(deck.run({"settings", "--help"}).status == 2);
    BOOST_TEST(deck.run({"plugin", "settings", "--help"}).status == 2);
    BOOST_TEST(deck.run({"skill", "expand", "--help"}).status == 0);
    BOOST_TEST(deck.run({"skill", "--help"}).status == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
