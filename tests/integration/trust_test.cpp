// SPDX-License-Identifier: Apache-2.0
#include "deck.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>

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
    const auto doctor = deck.run({"doctor", "--json"}).json();
    const auto waits = std::ranges::count_if(doctor.at("findings").as_array(), [](const auto& finding) {
        const auto* file = finding.as_object().if_contains("file");
        return file != nullptr && contains(file->as_string(), ".skilldeck/settings.json");
    });
    BOOST_TEST(waits == 1);
    BOOST_TEST(contains(boost::json::serialize(doctor), "settings-untrusted"));

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

BOOST_AUTO_TEST_CASE(hooks_that_wait_for_trust_are_named_by_their_list) {
    Deck deck;
    write_project_hook(deck);
    const auto list = deck.run({"hook", "list"});
    BOOST_TEST(list.status == 0);
    BOOST_TEST(contains(list.all(), ".skilldeck/settings.json wait for workspace trust"), list.all());
    BOOST_TEST(deck.run({"hook", "list", "--json"}).json().as_array().empty());
    BOOST_TEST(deck.run({"trust", "add"}).status == 0);
    BOOST_TEST(!contains(deck.run({"hook", "list"}).all(), "wait for workspace trust"));
}

BOOST_AUTO_TEST_CASE(an_added_directory_has_a_trust_of_its_own) {
    Deck deck;
    const auto skill = [&](const std::string& root) {
        deck.write(root + "/.skilldeck/skills/ad/SKILL.md",
                   "---\nname: ad\ndescription: D\nallowed-tools: Bash(echo:*)\n---\n!`echo r''an`\n");
    };
    skill("beside");
    skill("project/inside");
    BOOST_TEST(deck.run({"trust", "add"}).status == 0);
    const auto expanded = [&](const std::string& directory) {
        deck.options = {"--add-dir", (deck.path() / directory).string()};
        return deck.run({"skill", "expand", "ad"});
    };
    BOOST_TEST(!contains(expanded("beside").out, "ran"));
    BOOST_TEST(contains(expanded("project/inside").out, "ran"), expanded("project/inside").all());
    deck.options.clear();
    BOOST_TEST(deck.run({"trust", "add", (deck.path() / "beside").string()}).status == 0);
    BOOST_TEST(contains(expanded("beside").out, "ran"), expanded("beside").all());
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

BOOST_AUTO_TEST_CASE(a_managed_file_that_says_nothing_readable_stops_the_host,
                     *boost::unit_test::precondition(files_belong_to_root)) {
    Deck deck;
    deck.options = {"--managed-dir", (deck.path() / "managed").string()};
    for (const std::string text : {"{", "", " \n", R"({"enabledPlugins": {"p@m": false, "p@m": true}})"}) {
        deck.write("managed/settings.json", text);
        const auto run = deck.run({"skill", "list"});
        BOOST_TEST(run.status == 1, text);
        BOOST_TEST(run.out == "");
        BOOST_TEST(contains(run.err, "managed/settings.json"), run.err);
    }
    deck.write("managed/settings.json", "{}");
    BOOST_TEST(deck.run({"skill", "list"}).status == 0);
    std::filesystem::remove(deck.path() / "managed/settings.json");
    std::filesystem::create_symlink("gone.json", deck.path() / "managed/settings.json");
    BOOST_TEST(deck.run({"skill", "list"}).status == 1);
}

BOOST_AUTO_TEST_CASE(a_blank_settings_file_is_said_and_closes_until_a_switch_fills_it) {
    Deck deck;
    deck.run({"marketplace", "add",
              deck.marketplace("m", "p", {{"skills/hi/SKILL.md", skill_text("hi", "Says hi", "Hello.\n")}}).string()});
    deck.run({"plugin", "install", "p@m"});
    const auto file = deck.write("home/.skilldeck/settings.json", "");
    const auto list = deck.run({"plugin", "list"});
    BOOST_TEST(contains(list.err, "settings.json"), list.err);
    BOOST_TEST(deck.plugin("p@m").at("enabled") == false);
    BOOST_TEST(deck.run({"plugin", "enable", "p@m"}).status == 0);
    BOOST_TEST(std::filesystem::file_size(file) > 0U);
    BOOST_TEST(deck.plugin("p@m").at("enabled") == true);
    BOOST_TEST(deck.run({"plugin", "uninstall", "p@m"}).status == 0);
    deck.write("home/.skilldeck/settings.json", "\n");
    BOOST_TEST(deck.run({"plugin", "install", "p@m"}).status == 0);
    BOOST_TEST(deck.plugin("p@m").at("enabled") == true);
}

BOOST_AUTO_TEST_CASE(a_plugin_name_alone_switches_off_and_doctor_says_what_is_meant) {
    Deck deck;
    deck.run({"marketplace", "add",
              deck.marketplace("m", "p", {{"skills/hi/SKILL.md", skill_text("hi", "Says hi", "Hello.\n")}}).string()});
    deck.run({"plugin", "install", "p@m"});
    deck.write("home/.skilldeck/settings.json", "{\"enabledPlugins\": {\"p@m\": true,\n\"p\": false}}");
    BOOST_TEST(deck.plugin("p@m").at("enabled") == false);
    const auto doctor = deck.run({"doctor"});
    BOOST_TEST(contains(doctor.out, "write p@m"), doctor.out);
    BOOST_TEST(contains(doctor.out, "settings.json:2"), doctor.out);
}

BOOST_AUTO_TEST_CASE(a_trusted_folder_that_is_gone_is_marked_and_can_be_removed) {
    Deck deck;
    const auto folder = deck.path() / "passing";
    std::filesystem::create_directories(folder);
    BOOST_TEST(deck.run({"trust", "add", folder.string()}).status == 0);
    std::filesystem::remove(folder);
    BOOST_TEST(contains(deck.run({"trust", "list"}).out, folder.string() + " (gone)"));
    const auto removed = deck.run({"trust", "remove", folder.string()});
    BOOST_TEST(removed.status == 0, removed.err);
    BOOST_TEST(contains(removed.out, folder.string() + " (gone) is no longer trusted"), removed.out);
    BOOST_TEST(!contains(deck.run({"trust", "list"}).out, folder.string()));
}

BOOST_AUTO_TEST_CASE(trust_records_of_a_newer_version_grant_nothing_and_stay) {
    Deck deck;
    write_project_hook(deck);
    BOOST_TEST(deck.run({"trust", "add"}).status == 0);
    const auto file = deck.write("home/.skilldeck/trust.json",
                                 R"({"version": 9, "workspaces": {")" + deck.project().string() + R"(": {}}})");
    std::filesystem::permissions(file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    const auto run = deck.run({"hook", "run", "PreToolUse", "--json"}, kToolEvent);
    BOOST_TEST(run.json().at("decision") == "none");
    BOOST_TEST(contains(run.err, "newer version"), run.err);
    BOOST_TEST(contains(deck.run({"doctor"}).out, "state-version-newer"));
    BOOST_TEST(deck.run({"trust", "add"}).status == 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
