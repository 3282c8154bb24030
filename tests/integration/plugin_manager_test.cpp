// SPDX-License-Identifier: Apache-2.0
// `/plugin` alone: the plugin manager on a terminal, the list in a pipe.
#include "deck.hpp"
#include "running.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <csignal>
#include <memory>

namespace skilldeck::test {

namespace {

constexpr std::string_view kEnter = "\x1b[?1049h", kLeave = "\x1b[?25h\x1b[?1049l";

std::map<std::string, std::string> small_plugin() {
    return {{".claude-plugin/plugin.json",
             R"({"name": "p", "version": "1.2.3", "description": "Small", "author": {"name": "Ada"}})"},
            {"skills/hi/SKILL.md", skill_text("hi", "Says hi", "Hello from p.\n")}};
}

/// A session on a terminal at its prompt, with one marketplace of one plugin.
struct Shop : Deck {
    explicit Shop(const std::map<std::string, std::string>& plugin = small_plugin()) {
        const auto added = run({"marketplace", "add", marketplace("m", "p", plugin).string()});
        BOOST_TEST_REQUIRE(added.status == 0, added.all());
    }
    [[nodiscard]] std::unique_ptr<Running> at_prompt() const {
        auto start = command({});
        start.streams = Streams::terminal;
        auto session = std::make_unique<Running>(start);
        session->wait_for("> ");
        return session;
    }
    /// In the manager.
    [[nodiscard]] std::unique_ptr<Running> manager() const {
        auto session = at_prompt();
        session->type("/plugin\r");
        session->wait_for(kEnter);
        session->wait_for("[Discover");
        return session;
    }
};

/// The prompt is back, and the session ends as always.
void check_prompt(Running& session) {
    session.wait_for(kLeave);
    session.wait_for("> ");
    BOOST_TEST(!session.takes_whole_lines());
    session.type("/exit\r");
    BOOST_TEST(session.wait() == 0, session.out);
    BOOST_TEST(session.takes_whole_lines());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(plugin_manager)

BOOST_AUTO_TEST_CASE(a_plugin_is_installed_and_disabled_and_ctrl_c_leaves_the_terminal_as_it_was) {
    const Shop shop;
    const auto session = shop.manager();
    session->wait_for("> p@m  available");
    session->type("\r");
    session->wait_for("skills: hi");
    session->wait_for("> u  install for you");
    session->type("\r");
    session->wait_for("installed p@m 1.2.3 (scope user)");
    BOOST_TEST(shop.plugin("p@m").at("enabled") == true);
    session->type("\t");
    session->wait_for("[Installed 1]");
    session->wait_for("> p@m  enabled");
    session->type("\r");
    session->wait_for("> d  disable");
    session->type("d");
    session->wait_for("> e  enable");
    session->wait_for("p@m is disabled (user)");
    session->type("\x03");
    session->wait_for(kLeave);
    // What was done is said again where it stays.
    session->wait_for("installed p@m 1.2.3 (scope user)");
    session->wait_for("p@m is disabled (user)");
    session->wait_for("> ");
    session->type("/p:hi\r");
    session->wait_for("error: ");  // it is off for the next line
    session->type("/exit\r");
    BOOST_TEST(session->wait() == 0);
    BOOST_TEST(session->takes_whole_lines());
    BOOST_TEST(shop.plugin("p@m").at("enabled") == false);
}

BOOST_DATA_TEST_CASE(every_key_that_leaves_gives_the_prompt_back,
                     boost::unit_test::data::make(std::vector<std::string>{"q", "\x1b", "\x03", "\x04"}), key) {
    const Shop shop;
    const auto session = shop.manager();
    session->type(key);
    check_prompt(*session);
}

BOOST_DATA_TEST_CASE(a_signal_ends_the_manager_and_the_session_in_order,
                     boost::unit_test::data::make(std::vector<int>{SIGTERM, SIGHUP}), signal) {
    const Shop shop;
    const auto session = shop.manager();
    BOOST_TEST(!session->takes_whole_lines());
    session->send(signal);
    BOOST_TEST(session->wait() == 128 + signal);
    BOOST_TEST(session->takes_whole_lines());
    BOOST_TEST(session->out.rfind(kLeave) != std::string::npos);
    BOOST_TEST(session->out.rfind(kLeave) > session->out.rfind(kEnter));
}

BOOST_AUTO_TEST_CASE(a_terminal_that_is_closed_ends_the_manager_and_the_session) {
    const Shop shop;
    const auto session = shop.manager();
    session->hang_up();
    BOOST_TEST(session->wait() == 129);
}

BOOST_AUTO_TEST_CASE(an_interrupt_from_elsewhere_leaves_the_manager_alone) {
    const Shop shop;
    const auto session = shop.manager();
    session->send(SIGINT);
    check_prompt(*session);
}

BOOST_AUTO_TEST_CASE(what_is_typed_ahead_gets_to_whoever_reads_next) {
    const Shop shop;
    const auto session = shop.at_prompt();
    session->type("/plugin\r\tq/exit\r");
    BOOST_TEST(session->wait() == 0);
    BOOST_TEST(contains(session->out, kLeave));
}

BOOST_AUTO_TEST_CASE(a_window_that_changes_its_size_is_drawn_anew) {
    const Shop shop;
    const auto session = shop.manager();
    session->wait_for("q leave");
    session->resize(40, 12);
    session->wait_for("[Discover] Installed Marketplaces Errors");  // the numbers have no room any more
    session->type("q");
    check_prompt(*session);
}

BOOST_AUTO_TEST_CASE(nothing_is_uninstalled_or_removed_without_a_yes) {
    const Shop shop;
    shop.run({"plugin", "install", "p@m"});
    const auto session = shop.manager();
    session->type("\t\rx");
    session->wait_for("Uninstall p@m (user)?");
    session->type("n");
    session->wait_for("Enter do it");
    session->type("\t\rx");
    session->wait_for("Remove the marketplace m?");
    session->wait_for("p@m");
    session->type("\r");
    session->wait_for("Enter do it");
    BOOST_TEST(shop.plugin("p@m").at("enabled") == true);
    session->type("\x1b[Z\rx");
    session->wait_for("Uninstall p@m (user)?");
    session->type("y");
    session->wait_for("uninstalled p@m (scope user)");
    BOOST_TEST(shop.run({"plugin", "list", "--json"}).json().as_array().empty());
    session->type("\x1b[C\rxy");
    session->wait_for("no marketplaces are registered; /plugin marketplace add DIRECTORY");
    session->type("q");
    check_prompt(*session);
    BOOST_TEST(shop.run({"marketplace", "list", "--json"}).json().as_array().empty());
}

BOOST_AUTO_TEST_CASE(a_failed_action_says_why_and_the_manager_goes_on) {
    const Shop shop;
    shop.run({"plugin", "install", "p@m"});
    const auto session = shop.manager();
    session->type("\t\rr");
    session->wait_for("error: ");
    session->type("w");
    session->wait_for("p@m is enabled by user");
    session->type("\x03");
    session->wait_for(kLeave);
    session->wait_for("error: ");
    session->wait_for("> ");
    session->type("/exit\r");
    BOOST_TEST(session->wait() == 0);
}

BOOST_AUTO_TEST_CASE(options_are_asked_for_a_line_at_a_time_on_the_terminal_as_it_was) {
    auto plugin = small_plugin();
    plugin[".claude-plugin/plugin.json"] = R"({"name": "p", "version": "1.2.3", "userConfig": {
        "HOST": {"type": "string", "title": "Host", "description": "Where to ask", "required": true}}})";
    const Shop shop(plugin);
    const auto session = shop.manager();
    session->type("\ru");
    session->wait_for(kLeave);
    session->wait_for("Where to ask: ");
    session->type("h.org\r");
    session->wait_for(kEnter);
    session->wait_for("installed p@m 1.2.3 (scope user)");
    session->type("\x04");
    check_prompt(*session);
    const auto shown = shop.run({"plugin", "configure", "p@m", "--json"});
    BOOST_TEST(shown.json().at("options").at(0).at("value") == "h.org");
}

BOOST_AUTO_TEST_CASE(errors_say_what_is_wrong_where_and_how_to_mend_it) {
    const Shop shop;
    shop.write("m-marketplace/.claude-plugin/marketplace.json", "{\n  \"name\": \"m\",\n}\n");
    const auto session = shop.manager();
    session->type("\t\t\t");
    session->wait_for("[Errors 1]");
    session->wait_for("> error");
    session->type("\r");
    session->wait_for("not valid JSON: unexpected character at line 3, column 1");
    session->wait_for("where");
    session->wait_for("how to mend it  correct the JSON at that place");
    session->type("\x03");
    check_prompt(*session);
}

BOOST_AUTO_TEST_CASE(in_a_pipe_it_is_the_list) {
    const Shop shop;
    shop.run({"plugin", "install", "p@m"});
    for (const auto* line : {"/plugin", "/plugins"}) {
        const auto piped = shop.session({line});
        BOOST_TEST(piped.status == 0);
        BOOST_TEST(piped.out == shop.run({"plugin", "list"}).out);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
