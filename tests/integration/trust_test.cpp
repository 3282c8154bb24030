// SPDX-License-Identifier: Apache-2.0
#include "deck.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck::test {

namespace {

/// A project whose settings would run a command at every tool call.
void write_project_hook(const Deck& deck) {
    deck.write("project/.skilldeck/settings.json",
               R"({"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "echo no >&2; exit 2"}]}]}})");
}

const char* const kToolEvent =
    R"({"session_id": "s", "tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": "t"})";

}  // namespace

BOOST_AUTO_TEST_SUITE(trust)

BOOST_AUTO_TEST_CASE(a_project_runs_nothing_before_it_is_trusted) {
    Deck deck;
    write_project_hook(deck);
    const auto before = deck.run({"hook", "run", "PreToolUse", "--json"}, kToolEvent);
    BOOST_TEST(before.status == 0);
    BOOST_TEST(before.json().at("decision") == "none");
    BOOST_TEST(contains(deck.run({"doctor"}).out, "workspace-not-trusted"));

    deck.options = {"--trust-project"};
    BOOST_TEST(deck.run({"hook", "run", "PreToolUse", "--json"}, kToolEvent).json().at("decision") == "deny");
    deck.options.clear();
    BOOST_TEST(deck.run({"hook", "run", "PreToolUse", "--json"}, kToolEvent).json().at("decision") == "none");

    BOOST_TEST(deck.run({"trust", "add"}).status == 0);
    const auto after = deck.run({"hook", "run", "PreToolUse", "--json"}, kToolEvent);
    BOOST_TEST(after.json().at("decision") == "deny");
    BOOST_TEST(after.json().at("reason") == "no");
    BOOST_TEST(contains(deck.run({"trust", "list"}).out, deck.project().string()));
    BOOST_TEST(deck.run({"trust", "remove"}).status == 0);
    BOOST_TEST(deck.run({"hook", "run", "PreToolUse", "--json"}, kToolEvent).json().at("decision") == "none");
}

BOOST_AUTO_TEST_CASE(the_home_directory_is_never_trusted) {
    Deck deck;
    deck.options = {"--project", deck.home().string()};
    const auto run = deck.run({"trust", "add"});
    BOOST_TEST(run.status == 3);
    BOOST_TEST(contains(run.err, "home directory"));
    BOOST_TEST(deck.run({"trust", "add", "/"}).status == 3);
}

BOOST_AUTO_TEST_CASE(a_managed_file_that_others_may_write_stops_the_host) {
    Deck deck;
    const auto file = deck.write("managed/settings.json", R"({"enabledPlugins": {}})");
    std::filesystem::permissions(file, std::filesystem::perms::others_write, std::filesystem::perm_options::add);
    deck.options = {"--managed-dir", (deck.path() / "managed").string()};
    const auto run = deck.run({"skill", "list"});
    BOOST_TEST(run.status == 3);
    BOOST_TEST(contains(run.err, "managed"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
