// SPDX-License-Identifier: Apache-2.0
// What the model is shown of the skills, by the built program: budget, use, reasons, and what is absent.
#include "deck.hpp"
#include "file_tree.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>

namespace skilldeck::test {

namespace {

namespace json = boost::json;

/// Twelve skills of the user with more text than 600 characters.
void write_twelve(const Deck& deck) {
    for (int i = 1; i <= 12; ++i) {
        const auto name = (i < 10 ? "s0" : "s") + std::to_string(i);
        const auto text = "Number " + name + " " + std::string(static_cast<std::size_t>(48 + i * 6), 'd');
        deck.write("home/.skilldeck/skills/" + name + "/SKILL.md", skill_text(name, text, "Body.\n"));
    }
}

json::value listing_of(const Deck& deck, std::vector<std::string> more = {}) {
    std::vector<std::string> words{"--sources=-bundled", "skill", "listing", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const auto run = deck.run(words);
    BOOST_TEST(run.status == 0, run.all());
    return run.json();
}

std::int64_t cut_of(const json::value& listing, std::string_view name) {
    for (const auto& entry : listing.at("entries").as_array()) {
        if (std::string(entry.at("name").as_string()) == name) return entry.at("cut").as_int64();
    }
    BOOST_REQUIRE_MESSAGE(false, name << " is not listed");
    return -1;
}

std::vector<std::string> files_in(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(listing)

// B068
BOOST_AUTO_TEST_CASE(typed_uses_decide_who_keeps_the_text_and_every_run_is_the_same) {
    const Deck deck;
    write_twelve(deck);
    deck.session({"/s09", "/s09 with words", "/s09", "/s09", "/s09", "/s12", "/exit"});
    deck.run({"skill", "expand", "s01"});  // no use
    const auto listing = listing_of(deck, {"--context-tokens", "15000"});
    BOOST_TEST(listing.at("budget").as_int64() == 600);
    BOOST_TEST(listing.at("used").as_int64() <= 600);
    BOOST_TEST(listing.at("level").as_int64() == 2);
    BOOST_TEST(listing.at("entries").as_array().size() == 12U);
    BOOST_TEST(cut_of(listing, "s09") == 0);
    BOOST_TEST(cut_of(listing, "s12") == 0);
    BOOST_TEST(cut_of(listing, "s01") > 0);
    BOOST_TEST(listing_of(deck, {"--context-tokens", "15000"}) == listing);
    const auto said = listing.at("diagnostics").as_array();
    BOOST_REQUIRE(said.size() == 1U);
    BOOST_TEST(said[0].at("code").as_string() == "skill-listing-cut");
    BOOST_TEST(contains(said[0].at("message").as_string(), "10 of 12 skills"));

    const auto usage = json::parse(text_of(deck.config() / "state/usage.json"));
    BOOST_TEST(usage.at("version").as_int64() == 1);
    BOOST_TEST(usage.at("skills").as_object().size() == 2U);
    BOOST_TEST(usage.at("skills").at("s09@user").at("uses").as_int64() == 5);
}

BOOST_AUTO_TEST_CASE(a_call_that_fails_is_no_use) {
    const Deck deck;
    deck.write("home/.skilldeck/skills/model-only/SKILL.md",
               "---\nname: model-only\ndescription: x\nuser-invocable: false\n---\nBody.\n");
    deck.session({"/model-only", "/nobody", "/exit"});
    BOOST_TEST(!std::filesystem::exists(deck.config() / "state/usage.json"));
}

BOOST_AUTO_TEST_CASE(people_see_the_text_itself_and_what_was_cut_is_said) {
    const Deck deck;
    write_twelve(deck);
    const auto whole = deck.run({"--sources=-bundled", "skill", "listing"});
    BOOST_TEST(whole.status == 0);
    BOOST_TEST(whole.err == "");
    BOOST_TEST(whole.out.starts_with("- s01: Number s01 dddd"));
    BOOST_TEST(std::count(whole.out.begin(), whole.out.end(), '\n') == 12);
    const auto cut = deck.run({"--sources=-bundled", "skill", "listing", "--context-tokens", "3000"});
    BOOST_TEST(cut.out == "- s01\n- s02\n- s03\n- s04\n- s05\n- s06\n- s07\n- s08\n- s09\n- s10\n- s11\n- s12\n");
    BOOST_TEST(contains(cut.err, "12 of 12 skills are shown with less than their text"));
    BOOST_TEST(contains(cut.err, "--explain"));
    const auto tiny = deck.run({"--sources=-bundled", "skill", "listing", "--context-tokens", "100"});
    BOOST_TEST(contains(tiny.err, "take 71 characters, more than the budget of 4"), tiny.err);
}

BOOST_AUTO_TEST_CASE(explain_says_of_each_skill_where_it_stands_and_why) {
    const Deck deck;
    write_twelve(deck);
    deck.write("home/.skilldeck/skills/people/SKILL.md",
               "---\nname: people\ndescription: x\ndisable-model-invocation: true\n---\nBody.\n");
    deck.write("home/.skilldeck/skills/later/SKILL.md", "---\nname: later\ndescription: x\npaths: '*.c'\n---\nBody.\n");
    deck.write("project/.claude/skills/s01/SKILL.md", skill_text("s01", "another", "Body.\n"));
    deck.write("home/.skilldeck/skills/denied/SKILL.md", skill_text("denied", "x", "Body.\n"));
    deck.write("home/.skilldeck/settings.json", R"~({"permissions": {"deny": ["Skill(denied)"]}})~");
    deck.session({"/s09", "/exit"});
    const auto run = deck.run({"--sources=-bundled", "skill", "listing", "--explain", "--context-tokens", "15000"});
    BOOST_TEST_CONTEXT(run.all()) {
        BOOST_TEST(contains(run.out, " of 600 characters (budget: window), level 2: shortened\n"));
        BOOST_TEST(contains(run.out, "s09  full       113/113  used 1 time, so it keeps its text\n"));
        BOOST_TEST(contains(run.out, "never used, an equal share of "));
        BOOST_TEST(contains(run.out, "people       for people only: disable-model-invocation\n"));
        BOOST_TEST(contains(run.out, "denied       denied by the rule Skill(denied) of user settings\n"));
        BOOST_TEST(contains(run.out, "later        waits until a file of its paths is touched: *.c\n"));
        BOOST_TEST(contains(run.out, "s01@project  hidden behind s01@user\n"));
    }
    const auto listing = listing_of(deck, {"--explain"});
    const auto& first = listing.at("entries").as_array().at(0);
    BOOST_TEST(first.at("qualifiedName").as_string() == "s01@user");
    BOOST_TEST(first.at("level").as_int64() == 1);
    BOOST_TEST(first.at("why").as_string() == "everything fits");
    BOOST_TEST(listing.at("absent").as_array().size() == 4U);
}

BOOST_AUTO_TEST_CASE(the_budget_is_of_the_environment_then_of_the_settings_then_of_the_window) {
    Deck deck;
    write_twelve(deck);
    BOOST_TEST(listing_of(deck).at("budget").as_int64() == 8'000);
    deck.write("home/.skilldeck/settings.json", R"({"skillListingBudgetChars": 700, "skillListingMaxDescChars": 30})");
    const auto set = listing_of(deck, {"--context-tokens", "200000"});
    BOOST_TEST(set.at("budget").as_int64() == 700);
    BOOST_TEST(set.at("budgetFrom").as_string() == "setting");
    BOOST_TEST(set.at("entries").as_array().at(0).at("shown").as_int64() == 29);
    deck.environment["SLASH_COMMAND_TOOL_CHAR_BUDGET"] = "650";
    BOOST_TEST(listing_of(deck, {"--context-tokens", "200000"}).at("budget").as_int64() == 650);
    deck.environment["SLASH_COMMAND_TOOL_CHAR_BUDGET"] = "much";
    BOOST_TEST(listing_of(deck).at("budget").as_int64() == 700);
    const auto said = deck.run({"skill", "listing"});
    BOOST_TEST(contains(said.err, "SLASH_COMMAND_TOOL_CHAR_BUDGET is ignored: it is much"));
    BOOST_TEST(deck.run({"skill", "listing", "--context-tokens", "0"}).status == 2);
    BOOST_TEST(deck.run({"skill", "listing", "--context-tokens", "many"}).status == 2);
}

BOOST_AUTO_TEST_CASE(a_damaged_record_of_uses_counts_as_none_and_is_kept_aside) {
    const Deck deck;
    write_twelve(deck);
    deck.write("home/.skilldeck/state/usage.json", "{\"version\": 1, \"skills\": {");
    const auto listed = deck.run({"--sources=-bundled", "skill", "listing"});
    BOOST_TEST(listed.status == 0);
    BOOST_TEST(contains(listed.err, "usage.json"));
    BOOST_TEST(contains(listed.err, "usage.damaged."));
    BOOST_TEST(contains(deck.run({"doctor"}).out, "usage.damaged."));
    const auto called = deck.session({"/s01", "/exit"});
    BOOST_TEST(contains(called.out, "Body."));
    BOOST_TEST(contains(called.err, "every skill counts as never used"));
    BOOST_TEST(contains(called.err, "usage.damaged."));
    const auto usage = json::parse(text_of(deck.config() / "state/usage.json"));
    BOOST_TEST(usage.at("skills").at("s01@user").at("uses").as_int64() == 1);
    const auto files = files_in(deck.config() / "state");
    BOOST_TEST(std::count_if(files.begin(), files.end(),
                             [](const auto& name) { return name.starts_with("usage.damaged."); }) == 1);
}

BOOST_AUTO_TEST_CASE(a_record_of_a_newer_version_is_read_and_not_changed) {
    const Deck deck;
    write_twelve(deck);
    const std::string newer = R"({"version": 9, "skills": {"s03@user": {"uses": 4}}, "more": [1]})";
    deck.write("home/.skilldeck/state/usage.json", newer);
    const auto called = deck.session({"/s01", "/exit"});
    BOOST_TEST(called.status == 0);
    BOOST_TEST(contains(called.out, "Body."));
    BOOST_TEST(text_of(deck.config() / "state/usage.json") == newer);
    BOOST_TEST(cut_of(listing_of(deck, {"--context-tokens", "15000"}), "s03") == 0);
}

BOOST_AUTO_TEST_CASE(a_record_that_is_a_folder_stops_nothing) {
    const Deck deck;
    write_twelve(deck);
    std::filesystem::create_directories(deck.config() / "state/usage.json");
    BOOST_TEST(contains(deck.session({"/s01", "/exit"}).out, "Body."));
    const auto listed = deck.run({"--sources=-bundled", "skill", "listing"});
    BOOST_TEST(listed.status == 0);
    BOOST_TEST(listed.out.starts_with("- s01: "));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
