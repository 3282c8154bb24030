// SPDX-License-Identifier: Apache-2.0
// Repositories as sources, in the built program: with the real git, with one that hangs, and without one.
#include "deck.hpp"
#include "git_is_there.hpp"
#include "git_repository.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <csignal>
#include <fstream>
#include <memory>
#include <ostream>

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;

/// A repository `shop` with a plugin `p` without a version.
class GitDeck : public Deck {
public:
    GitDeck() {
        repository.write(".claude-plugin/marketplace.json",
                         R"({"name": "shop", "owner": {"name": "o"}, "plugins": [{"name": "p", "source": "./p"}]})");
        repository.write("p/skills/do/SKILL.md", skill_text("do", "Does", "Body.\n"));
        commit = repository.commit();
    }
    Run add() const { return run({"marketplace", "add", repository.url()}); }
    [[nodiscard]] fs::path plugins() const { return config() / "plugins"; }

    /// A git that waits, before the real one on PATH: what to end when the program is to end.
    void make_git_hang() {
        fs::permissions(
            write("bin/git", "#!/bin/sh\ntrap '' TERM\nsleep 1000 &\necho $! >'" + child().string() + "'\nwait\n"),
            fs::perms(0755));
        environment["PATH"] = (path() / "bin").string() + ":/usr/local/bin:/usr/bin:/bin";
    }
    [[nodiscard]] fs::path child() const { return path() / "child"; }

    GitRepository repository{path() / "origin"};
    std::string commit;
};

std::string text(const boost::json::value& value) {
    return std::string(std::string_view(value.as_string()));
}

bool has_skill(const Deck& deck, const std::string& name) {
    return std::ranges::count(deck.skills(), name) == 1;
}

bool has_staged(const fs::path& plugins) {
    const auto staging = plugins / ".staging";
    return fs::exists(staging) && !fs::is_empty(staging);
}

struct EndingSignal {
    int number, status;
};
std::ostream& operator<<(std::ostream& out, const EndingSignal& signal) {
    return out << "signal " << signal.number;
}
constexpr std::array kEndingSignals{EndingSignal{SIGINT, 130}, EndingSignal{SIGTERM, 143}, EndingSignal{SIGHUP, 129}};

}  // namespace

BOOST_AUTO_TEST_SUITE(git, *boost::unit_test::precondition(git_is_there))

BOOST_AUTO_TEST_CASE(a_repository_is_added_used_updated_and_removed) {
    const GitDeck deck;
    const auto digits = deck.commit.substr(0, 12);
    const auto added = deck.add();
    BOOST_TEST(added.status == 0, added.all());
    BOOST_TEST(contains(added.out, "at commit " + digits));
    const auto list = deck.run({"marketplace", "list", "--json"}).json();
    BOOST_TEST(boost::json::serialize(list.at(0).at("source")) ==
               R"({"kind":"git","url":")" + deck.repository.url() + "\"}");
    BOOST_TEST(text(list.at(0).at("path")) == (deck.plugins() / "marketplaces/shop" / digits).string());
    BOOST_TEST(list.at(0).at("plugins") == 1);

    const auto installed = deck.run({"plugin", "install", "p@shop"});
    BOOST_TEST(installed.status == 0, installed.all());
    BOOST_TEST(text(deck.plugin("p@shop").at("version")) == digits);
    BOOST_TEST(has_skill(deck, "p:do"));

    deck.repository.write("p/skills/more/SKILL.md", skill_text("more", "Does more", "Body.\n"));
    const auto second = deck.repository.commit().substr(0, 12);
    BOOST_TEST(deck.run({"marketplace", "update"}).status == 0);
    BOOST_TEST(deck.run({"plugin", "update"}).status == 0);
    BOOST_TEST(text(deck.plugin("p@shop").at("version")) == second);
    BOOST_TEST(deck.run({"doctor"}).status == 0);

    BOOST_TEST(deck.run({"marketplace", "remove", "shop"}).status == 0);
    BOOST_TEST(!fs::exists(deck.plugins() / "marketplaces/shop"));
    BOOST_TEST(!has_skill(deck, "p:do"));
}

BOOST_AUTO_TEST_CASE(a_session_adds_a_repository_too) {
    const GitDeck deck;
    const auto session = deck.session(
        {"/plugin marketplace add " + deck.repository.served().string(), "/plugin install p@shop", "/p:do"});
    BOOST_TEST(contains(session.out, "added marketplace shop"), session.all());
    BOOST_TEST(contains(session.out, "Body."), session.all());
}

BOOST_AUTO_TEST_CASE(without_git_the_command_says_what_to_install) {
    GitDeck deck;
    deck.environment["PATH"] = "/nowhere";
    const auto refused = deck.add();
    BOOST_TEST(refused.status == 1);
    BOOST_TEST(contains(refused.err, "git cannot be started"), refused.err);
    BOOST_TEST(contains(refused.err, "hint: install git"), refused.err);
    const auto json = deck.run({"marketplace", "add", deck.repository.url(), "--json"});
    BOOST_TEST(json.json().at("error").at("code") == "git-missing");
}

BOOST_AUTO_TEST_CASE(a_network_address_is_refused_with_its_reason) {
    const GitDeck deck;
    const auto refused = deck.run({"marketplace", "add", "https://example.org/r.git", "--json"});
    BOOST_TEST(refused.status == 1);
    BOOST_TEST(refused.json().at("error").at("code") == "unsupported-source");
    BOOST_TEST(contains(refused.out, "network sources are not available in this version"));
}

BOOST_DATA_TEST_CASE(a_signal_ends_a_fetch_with_all_its_processes_and_changes_nothing,
                     boost::unit_test::data::make(kEndingSignals), signal) {
    GitDeck deck;
    deck.make_git_hang();
    Running adding(deck.command({"marketplace", "add", deck.repository.url(), "--json"}));
    const auto process = process_in(deck.child());
    adding.send(signal.number);
    BOOST_TEST(adding.wait() == signal.status);
    BOOST_TEST(goes_away(process));
    BOOST_TEST(adding.out == "");
    BOOST_TEST(contains(adding.err, "was interrupted; nothing was changed"), adding.err);
    BOOST_TEST(!has_staged(deck.plugins()));
    BOOST_TEST(!fs::exists(deck.plugins() / "known_marketplaces.json"));
}

BOOST_AUTO_TEST_CASE(a_fetch_keeps_nobody_else_waiting) {
    GitDeck deck;
    const auto local = deck.marketplace("nearby", "q", {{"skills/do/SKILL.md", "Do."}});
    deck.make_git_hang();
    Running adding(deck.command({"marketplace", "add", deck.repository.url()}));
    const auto process = process_in(deck.child());
    BOOST_TEST(deck.run({"marketplace", "add", local.string()}).status == 0);
    BOOST_TEST(deck.run({"plugin", "install", "q@nearby"}).status == 0);
    BOOST_TEST(has_staged(deck.plugins()));  // of the one that goes on
    adding.send(SIGTERM);
    BOOST_TEST(adding.wait() == 143);
    BOOST_TEST(goes_away(process));
}

BOOST_AUTO_TEST_CASE(what_a_killed_fetch_left_is_swept_by_the_next_change) {
    GitDeck deck;
    deck.make_git_hang();
    pid_t process = 0;
    {
        Running adding(deck.command({"marketplace", "add", deck.repository.url()}));
        process = process_in(deck.child());
        adding.send(SIGKILL);
        BOOST_TEST(adding.wait() == 128 + SIGKILL);
    }
    ::kill(process, SIGKILL);  // nobody is left to end it
    BOOST_TEST(has_staged(deck.plugins()));
    deck.environment.erase("PATH");
    BOOST_TEST(deck.add().status == 0);
    BOOST_TEST(!has_staged(deck.plugins()));
    BOOST_TEST(deck.run({"plugin", "install", "p@shop"}).status == 0);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(catalogue_changes)

void write_catalogue(const Deck& deck, const std::string& more, const std::string& entries) {
    deck.write("shop-marketplace/.claude-plugin/marketplace.json",
               R"({"name": "shop", "owner": {"name": "o"}, )" + more + R"("plugins": [)" + entries + "]}");
}

BOOST_AUTO_TEST_CASE(list_doctor_and_update_name_what_became_of_a_plugin) {
    const Deck deck;
    const auto place = deck.marketplace("shop", "old", {{"skills/do/SKILL.md", skill_text("do", "Does", "Body.\n")}});
    BOOST_REQUIRE(deck.run({"marketplace", "add", place.string()}).status == 0);
    BOOST_REQUIRE(deck.run({"plugin", "install", "old@shop"}).status == 0);

    write_catalogue(deck, "", "");
    const auto delisted = R"("old@shop" is no longer in its marketplace)";
    BOOST_TEST(contains(deck.run({"plugin", "list"}).all(), delisted));
    BOOST_TEST(text(deck.plugin("old@shop").at("diagnostics").at(0).at("code")) == "plugin-delisted");
    const auto doctor = deck.run({"doctor"});
    BOOST_TEST(doctor.status == 0);  // nothing is broken
    BOOST_TEST(contains(doctor.all(), delisted));
    const auto update = deck.run({"plugin", "update"});
    BOOST_TEST(update.status == 1);
    BOOST_TEST(contains(update.err, delisted));
    BOOST_TEST(contains(update.err, "skilldeck plugin uninstall old@shop"));

    write_catalogue(deck, R"("renames": {"old": "new"}, )", R"({"name": "new", "source": "./plugins/old"})");
    BOOST_TEST(contains(deck.run({"doctor"}).all(), "skilldeck plugin update old@shop"));
    const auto carried = deck.run({"plugin", "update", "--json"}).json();
    BOOST_TEST(carried.at(0).at("id") == "new@shop");
    BOOST_TEST(carried.at(0).at("outcome") == "done");
    BOOST_TEST(has_skill(deck, "new:do"));
    BOOST_TEST(!has_skill(deck, "old:do"));
    BOOST_TEST(deck.plugin("new@shop").at("diagnostics").as_array().empty());
    BOOST_TEST(text(deck.plugin("new@shop").at("decidedBy")) == "user");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
