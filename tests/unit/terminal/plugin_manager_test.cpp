// SPDX-License-Identifier: Apache-2.0
#include "terminal/plugin_manager.hpp"

#include "printing.hpp"
#include "sample_manager.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

namespace skilldeck {

namespace {

using Kind = ManagerWish::Kind;

/// The id of the row that is chosen; empty: none.
std::string chosen_id(const PluginManager& manager) {
    if (manager.shown().empty()) return {};
    return manager.list(manager.tab()).rows[manager.shown()[manager.chosen()]].id;
}

/// As its owner has it after Enter on a row.
PluginManager at_details(ManagerDetails details) {
    auto manager = sample_manager();
    (void)type(manager, "\r");
    manager.show_details(std::move(details));
    return manager;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(plugin_manager)

BOOST_AUTO_TEST_CASE(tabs_turn_both_ways_and_around) {
    auto manager = sample_manager();
    BOOST_TEST(manager.tab() == ManagerTab::discover);
    for (const auto* forward : {"\t", kRight}) {
        for (const auto tab :
             {ManagerTab::installed, ManagerTab::marketplaces, ManagerTab::errors, ManagerTab::discover}) {
            BOOST_TEST(type(manager, forward).kind == Kind::nothing);
            BOOST_TEST(manager.tab() == tab);
        }
    }
    for (const auto* back : {kBackTab, kLeft}) {
        for (const auto tab :
             {ManagerTab::errors, ManagerTab::marketplaces, ManagerTab::installed, ManagerTab::discover}) {
            (void)type(manager, back);
            BOOST_TEST(manager.tab() == tab);
        }
    }
}

BOOST_AUTO_TEST_CASE(rows_are_chosen_by_every_key_that_moves) {
    auto manager = sample_manager();
    manager.set_list(ManagerTab::discover, numbered_rows(50));
    manager.resize({80, 13});  // ten rows of the list
    const struct {
        const char* keys;
        std::size_t row;
    } steps[] = {{kDown, 1},      {"j", 2},      {kUp, 1},    {"k", 0},     {"k", 0},  {kPageDown, 10},
                 {kPageDown, 20}, {kPageUp, 10}, {kEnd, 49},  {kDown, 49},  {"j", 49}, {kPageDown, 49},
                 {kHome, 0},      {kPageUp, 0},  {"jjjk", 2}, {"\x1bOB", 3}};
    for (const auto& step : steps) {
        BOOST_TEST(type(manager, step.keys).kind == Kind::nothing);
        BOOST_TEST(manager.chosen() == step.row);
    }
}

BOOST_AUTO_TEST_CASE(an_empty_list_has_nothing_to_open) {
    PluginManager manager;
    BOOST_TEST(type(manager, std::string(kDown) + kPageDown + kEnd + kUp + "\r").kind == Kind::nothing);
    BOOST_TEST(manager.place() == ManagerPlace::list);
}

BOOST_AUTO_TEST_CASE(enter_asks_for_the_details_of_the_row) {
    auto manager = sample_manager();
    BOOST_TEST(type(manager, "\r") == (ManagerWish{Kind::details, "guard@shop"}));
    BOOST_TEST(type(manager, "j\r") == (ManagerWish{Kind::details, "漢字@shop"}));
}

BOOST_AUTO_TEST_CASE(every_way_out_leaves) {
    for (const auto* key : {kEscape, "q", "\x03", "\x04"}) {
        auto manager = sample_manager();
        BOOST_TEST(type(manager, key).kind == Kind::leave, "key " << key);
    }
    // From wherever one is.
    for (const auto* key : {"\x03", "\x04"}) {
        auto filtered = sample_manager();
        BOOST_TEST(type(filtered, std::string("/gu") + key).kind == Kind::leave);
        auto details = at_details(available_details_sample());
        BOOST_TEST(type(details, key).kind == Kind::leave);
        details.show_text("why", "because");
        BOOST_TEST(type(details, key).kind == Kind::leave);
    }
}

BOOST_AUTO_TEST_CASE(a_filter_finds_every_word_of_it_in_any_column_and_any_case) {
    const struct {
        const char* filter;
        std::vector<std::string> ids;
    } cases[] = {{"guard", {"guard@shop"}},
                 {"GUARD", {"guard@shop"}},
                 {"corner", {"lamp@corner-shop"}},
                 {"shop", {"guard@shop", "漢字@shop", "lamp@corner-shop"}},
                 {"shop deletes", {}},
                 {"delete shop", {"guard@shop"}},
                 {"翻訳", {"漢字@shop"}},
                 {"cannot", {"lamp@corner-shop"}},
                 {"  ", {"guard@shop", "漢字@shop", "lamp@corner-shop"}}};
    for (const auto& one : cases) {
        auto manager = sample_manager();
        (void)type(manager, std::string("/") + one.filter);
        std::vector<std::string> ids;
        for (const auto row : manager.shown()) ids.push_back(manager.list(manager.tab()).rows[row].id);
        BOOST_TEST(ids == one.ids, "filter " << one.filter);
    }
}

BOOST_AUTO_TEST_CASE(a_filter_finds_what_a_list_does_not_show) {
    auto manager = sample_manager();
    (void)type(manager, "\t/stops");
    BOOST_TEST(manager.shown().size() == 1U);
    BOOST_TEST(chosen_id(manager) == "guard@shop");
}

BOOST_AUTO_TEST_CASE(letters_that_are_keys_elsewhere_are_text_in_a_filter) {
    auto manager = sample_manager();
    BOOST_TEST(type(manager, "/qjk/").kind == Kind::nothing);
    BOOST_TEST(manager.filter() == "qjk/");
    (void)type(manager, "\x7f\x7f");
    BOOST_TEST(manager.filter() == "qj");
    (void)type(manager, "漢字\x7f");
    BOOST_TEST(manager.filter() == "qj漢");
    (void)type(manager, "\x15");
    BOOST_TEST(manager.filter() == "");
    BOOST_TEST(manager.place() == ManagerPlace::filter);
}

BOOST_AUTO_TEST_CASE(escape_leaves_the_filter_before_it_leaves_the_manager) {
    auto manager = sample_manager();
    (void)type(manager, "/lamp");
    BOOST_TEST(type(manager, kEscape).kind == Kind::nothing);
    BOOST_TEST(manager.place() == ManagerPlace::list);
    BOOST_TEST(manager.filter() == "");
    BOOST_TEST(manager.shown().size() == 3U);
    // One that was kept is taken away first.
    (void)type(manager, "/lamp\r");
    BOOST_TEST(manager.filter() == "lamp");
    BOOST_TEST(type(manager, kEscape).kind == Kind::nothing);
    BOOST_TEST(manager.filter() == "");
    BOOST_TEST(type(manager, kEscape).kind == Kind::leave);
}

BOOST_AUTO_TEST_CASE(a_row_can_be_chosen_while_the_filter_is_written) {
    auto manager = sample_manager();
    (void)type(manager, std::string("/shop") + kDown);
    BOOST_TEST(chosen_id(manager) == "漢字@shop");
    BOOST_TEST(type(manager, "\r\r") == (ManagerWish{Kind::details, "漢字@shop"}));
}

BOOST_AUTO_TEST_CASE(a_paste_is_one_line_of_a_filter_and_no_command) {
    auto manager = sample_manager();
    (void)type(manager, "/\x1b[200~lamp\ncorner\x1b[201~");
    BOOST_TEST(manager.filter() == "lamp corner");
    auto list = sample_manager();
    BOOST_TEST(type(list, "\x1b[200~qq\x1b[201~").kind == Kind::nothing);
}

BOOST_AUTO_TEST_CASE(each_list_keeps_its_own_filter_and_row) {
    auto manager = sample_manager();
    (void)type(manager, "/lamp\r\tj");
    BOOST_TEST(manager.filter() == "");
    BOOST_TEST(manager.chosen() == 1U);
    (void)type(manager, kBackTab);
    BOOST_TEST(manager.filter() == "lamp");
    BOOST_TEST(chosen_id(manager) == "lamp@corner-shop");
    (void)type(manager, "\t");
    BOOST_TEST(manager.chosen() == 1U);
}

BOOST_AUTO_TEST_CASE(the_chosen_row_stays_when_the_list_is_read_again) {
    auto manager = sample_manager();
    manager.set_list(ManagerTab::discover, numbered_rows(5));
    (void)type(manager, "jj");
    auto fewer = numbered_rows(5);
    fewer.rows.erase(fewer.rows.begin());
    manager.set_list(ManagerTab::discover, fewer);
    BOOST_TEST(chosen_id(manager) == "p2@shop");
    // Gone itself: the row that took its place, or the last.
    fewer.rows.erase(fewer.rows.begin() + 1);
    manager.set_list(ManagerTab::discover, fewer);
    BOOST_TEST(chosen_id(manager) == "p3@shop");
    manager.set_list(ManagerTab::discover, numbered_rows(1));
    BOOST_TEST(chosen_id(manager) == "p0@shop");
    manager.set_list(ManagerTab::discover, {});
    BOOST_TEST(chosen_id(manager) == "");
}

BOOST_AUTO_TEST_CASE(a_choice_is_made_with_enter_or_its_letter) {
    auto manager = at_details(available_details_sample());
    BOOST_TEST(type(manager, "\r") == (ManagerWish{Kind::command, "guard@shop", ManagerCommand::install_for_user}));
    BOOST_TEST(type(manager, std::string(kDown) + "\r") ==
               (ManagerWish{Kind::command, "guard@shop", ManagerCommand::install_for_project}));
    BOOST_TEST(type(manager, "l") == (ManagerWish{Kind::command, "guard@shop", ManagerCommand::install_local}));
    BOOST_TEST(type(manager, "z").kind == Kind::nothing);
}

BOOST_AUTO_TEST_CASE(details_are_left_to_the_list) {
    for (const auto* key : {kEscape, "q"}) {
        auto manager = at_details(available_details_sample());
        BOOST_TEST(type(manager, key).kind == Kind::nothing);
        BOOST_TEST(manager.place() == ManagerPlace::list);
    }
    auto manager = at_details(available_details_sample());
    (void)type(manager, "\t");
    BOOST_TEST(manager.place() == ManagerPlace::list);
    BOOST_TEST(manager.tab() == ManagerTab::installed);
}

BOOST_AUTO_TEST_CASE(what_loses_something_is_asked_about) {
    for (const auto* no : {"n", "N", "q", kEscape, "\r", "\x03", "\x04"}) {
        auto manager = at_details(installed_details_sample());
        BOOST_TEST(type(manager, "x").kind == Kind::nothing);
        BOOST_TEST(manager.asking());
        BOOST_TEST(type(manager, no).kind == Kind::nothing, "key " << no);
        BOOST_TEST(!manager.asking());
        BOOST_TEST(manager.place() == ManagerPlace::details);
    }
    for (const auto* yes : {"y", "Y"}) {
        auto manager = at_details(installed_details_sample());
        (void)type(manager, "x");
        BOOST_TEST(type(manager, yes) == (ManagerWish{Kind::command, "guard@shop", ManagerCommand::uninstall}));
    }
}

BOOST_AUTO_TEST_CASE(nothing_but_an_answer_gets_past_a_question) {
    auto manager = at_details(installed_details_sample());
    (void)type(manager, std::string("x") + "d" + kDown + "\t" + "/w");
    BOOST_TEST(manager.asking());
    BOOST_TEST(manager.tab() == ManagerTab::discover);
    BOOST_TEST(manager.chosen_choice() == 1U);  // the one that is asked about
}

BOOST_AUTO_TEST_CASE(the_owner_gets_the_answer_to_its_own_question) {
    auto manager = at_details(installed_details_sample());
    manager.ask("Approve it?");
    BOOST_TEST(type(manager, "y").kind == Kind::yes);
    manager.ask("Approve it?");
    BOOST_TEST(type(manager, kEscape).kind == Kind::no);
    manager.ask("Approve it?");
    BOOST_TEST(type(manager, "\x03").kind == Kind::no);
}

BOOST_AUTO_TEST_CASE(the_choice_stays_when_the_details_are_read_again) {
    auto manager = at_details(installed_details_sample());
    (void)type(manager, std::string(kDown) + kDown);
    auto enabled = installed_details_sample();
    enabled.choices.insert(enabled.choices.begin(), ManagerChoice{'t', "approve", ManagerCommand::trust});
    manager.show_details(enabled);
    BOOST_TEST(manager.chosen_choice() == 3U);
    BOOST_TEST((manager.details().choices[manager.chosen_choice()].command == ManagerCommand::explain));
    // Those of another row begin with their first one.
    manager.show_details(available_details_sample());
    auto other = available_details_sample();
    other.id = "lamp@corner-shop";
    manager.show_details(other);
    BOOST_TEST(manager.chosen_choice() == 0U);
}

BOOST_AUTO_TEST_CASE(a_long_text_scrolls_to_its_end_and_no_further) {
    auto manager = at_details(installed_details_sample());
    manager.resize({80, 13});  // ten rows of text
    std::string text;
    for (int line = 0; line < 25; ++line) text += "line " + std::to_string(line) + "\n";
    manager.show_text("why", text);
    BOOST_TEST(manager.body_lines().size() == 25U);
    (void)type(manager, kPageDown);
    BOOST_TEST(manager.scrolled() == 10U);
    (void)type(manager, std::string(kPageDown) + kPageDown + kDown);
    BOOST_TEST(manager.scrolled() == 15U);
    (void)type(manager, "k");
    BOOST_TEST(manager.scrolled() == 14U);
    (void)type(manager, kHome);
    BOOST_TEST(manager.scrolled() == 0U);
    (void)type(manager, kEnd);
    manager.resize({80, 33});  // it is all there now
    BOOST_TEST(manager.scrolled() == 0U);
    (void)type(manager, kEscape);
    BOOST_TEST(manager.place() == ManagerPlace::details);
}

BOOST_AUTO_TEST_CASE(what_was_said_stays_until_something_else_is_done) {
    auto manager = sample_manager();
    manager.say("guard@shop is installed\nwarning: something");
    BOOST_TEST(manager.foot_lines().size() == 2U);
    (void)type(manager, kDown);
    BOOST_TEST(manager.foot_lines().size() == 2U);
    (void)type(manager, "\t");
    BOOST_TEST(manager.foot_lines().empty());
}

BOOST_AUTO_TEST_CASE(what_was_said_leaves_room_for_the_list_and_a_question_is_whole) {
    PluginManager manager;
    manager.resize({20, 24});
    std::string words;
    for (int word = 0; word < 60; ++word) words += "word ";
    manager.say(words);
    BOOST_TEST(manager.foot_lines().size() == 4U);
    BOOST_TEST(manager.foot_lines().back().ends_with("…"));
    manager.ask(words);
    BOOST_TEST(manager.foot_lines().size() == 15U);
    manager.resize({20, 6});  // no room for it
    BOOST_TEST(manager.foot_lines().size() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
