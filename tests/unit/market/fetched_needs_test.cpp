// SPDX-License-Identifier: Apache-2.0
// Needs, locks and chosen versions of plugins whose files are fetched, and of plugins that are called something else by
// now.
#include "git_fixture.hpp"
#include "market/codes.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;

std::string short_of(const std::string& commit) {
    return commit.substr(0, 12);
}

/// A plugin in the market's folder that needs others, given as JSON items.
void needy_plugin(const Deck& deck, const std::string& name, const std::string& version, const std::string& needs) {
    deck.plugin(name, version);
    deck.scratch.write(
        "market/" + name + "/.claude-plugin/plugin.json",
        R"({"name": ")" + name + R"(", "version": ")" + version + R"(", "dependencies": [)" + needs + "]}");
}

Names installed(Deck& deck) {
    Diagnostics found;
    return ids_of(deck.market().installed(found));
}

/// `app` lies in a directory and needs `lib`, which lies in a repository.
struct FetchedNeed : GitDeck {
    FetchedNeed() {
        repository.write(".claude-plugin/plugin.json", R"({"name": "lib", "version": "1.5.0"})");
        repository.write("skills/do/SKILL.md", "---\ndescription: d\n---\nLib.");
        repository.commit();
        needy_plugin(*this, "app", "1.0.0", R"({"name": "lib", "version": "^1.0.0"})");
        Deck::catalogue(R"({"name": "app", "source": "./app"}, {"name": "lib", "source": {"source": "url", "url": ")" +
                        repository.url() + "\"}}");
        Deck::add();
    }
    void lose_repository() const { fs::rename(repository.served(), scratch.path() / "moved.git"); }
};

/// `p` lies in a folder of a repository and has no version but that of its commit.
struct Commits : GitDeck {
    Commits() {
        write("One.");
        first = repository.commit();
        Deck::catalogue(R"({"name": "p", "source": {"source": "git-subdir", "path": "plugins/p", "url": ")" +
                        repository.url() + "\"}}");
        Deck::add();
        install("p@shop");
    }
    void write(const std::string& body) const {
        repository.write("plugins/p/skills/do/SKILL.md", "---\ndescription: d\n---\n" + body);
    }
    std::string commit_elsewhere() {
        repository.write("readme", "Another file.");
        return repository.commit();
    }
    Result<MarketAction> install_frozen() {
        InstallRequest frozen;
        frozen.plugin = "p@shop";
        frozen.lock = LockRule::frozen;
        return market().install(frozen);
    }
    std::string first;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(fetched_needs, *boost::unit_test::precondition(git_is_there))

BOOST_AUTO_TEST_CASE(what_is_needed_is_fetched_along) {
    FetchedNeed deck;
    const auto action = deck.install("app@shop");
    BOOST_REQUIRE(action.dependencies.size() == 1U);
    BOOST_TEST(action.dependencies[0].id == "lib@shop");
    BOOST_TEST(action.dependencies[0].version == "1.5.0");
    BOOST_TEST(installed(deck) == (Names{"app@shop user", "lib@shop user"}));
    BOOST_TEST(deck.clones() == Names{});
}

BOOST_AUTO_TEST_CASE(what_is_there_is_not_fetched_and_what_went_missing_is) {
    FetchedNeed deck;
    deck.install("app@shop");
    deck.uninstall("lib@shop");
    BOOST_TEST(deck.install("app@shop").dependencies.size() == 1U);
    deck.lose_repository();
    deck.uninstall("app@shop");
    BOOST_TEST(deck.install("app@shop").dependencies.empty());
}

BOOST_AUTO_TEST_CASE(what_cannot_be_fetched_is_named_and_nothing_is_installed) {
    FetchedNeed deck;
    deck.lose_repository();
    const auto refused = deck.install_refusal("app@shop");
    BOOST_TEST((refused.code == code::dependency_unavailable));
    BOOST_TEST(refused.what.find(deck.repository.url()) != std::string::npos, refused.what);
    BOOST_TEST(deck.stored() == Names{});
    BOOST_TEST(deck.clones() == Names{});
}

BOOST_AUTO_TEST_CASE(an_update_fetches_what_the_new_version_needs) {
    FetchedNeed deck;
    needy_plugin(deck, "app", "1.0.0", "");
    deck.install("app@shop");
    needy_plugin(deck, "app", "1.1.0", R"("lib")");
    BOOST_TEST(deck.update("app@shop").dependencies.size() == 1U);
    BOOST_TEST(installed(deck) == (Names{"app@shop user", "lib@shop user"}));
}

BOOST_AUTO_TEST_CASE(who_goes_along_with_what_it_needs_is_fetched_too) {
    GitDeck deck;
    const auto publish = [&](const std::string& major) {
        deck.repository.write(".claude-plugin/plugin.json",
                              R"({"name": "lib", "version": ")" + major +
                                  R"(.0.0", "dependencies": [{"name": "base", "version": "^)" + major + R"(.0.0"}]})");
        deck.repository.write("skills/do/SKILL.md", "---\ndescription: d\n---\nLib " + major);
        deck.repository.commit();
        needy_plugin(deck, "base", major + ".0.0", "");
    };
    publish("1");
    deck.Deck::catalogue(
        R"({"name": "base", "source": "./base"}, {"name": "lib", "source": {"source": "url", "url": ")" +
        deck.repository.url() + "\"}}");
    deck.Deck::add();
    deck.install("lib@shop");
    publish("2");
    const auto moved = deck.market().update(
        {"base@shop", {}, Consent::nothing_new, LockRule::ignored, UpdateRequest::Dependents::go_along});
    BOOST_REQUIRE_MESSAGE(moved.has_value(), (moved ? std::string() : to_line(moved.error())));
    BOOST_REQUIRE(moved->size() == 2U);
    BOOST_TEST((*moved)[1].id == "lib@shop");
    BOOST_TEST((*moved)[1].version == "2.0.0");
    BOOST_TEST(deck.clones() == Names{});
}

BOOST_AUTO_TEST_CASE(a_kept_version_comes_back_without_its_repository) {
    Commits deck;
    deck.write("Two.");
    const auto second = deck.repository.commit();
    BOOST_TEST(deck.update("p@shop").version == short_of(second));
    fs::rename(deck.repository.served(), deck.scratch.path() / "moved.git");
    BOOST_TEST((deck.install("p@shop").outcome == MarketAction::Outcome::already));
    const auto back = deck.market().install({"p@shop", Scope::user, short_of(deck.first), {}});
    BOOST_REQUIRE_MESSAGE(back.has_value(), (back ? std::string() : to_line(back.error())));
    BOOST_TEST(back->version == short_of(deck.first));
    BOOST_TEST(back->previous_version == short_of(second));
    BOOST_TEST(deck.text(deck.plugins() / "installed_plugins.json").find(deck.first) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_commit_that_changes_no_file_is_still_what_is_pinned) {
    Commits deck;
    BOOST_REQUIRE(deck.market().write_lock().has_value());
    deck.commit_elsewhere();
    deck.uninstall("p@shop");
    const auto same = deck.install_frozen();
    BOOST_REQUIRE_MESSAGE(same.has_value(), (same ? std::string() : to_line(same.error())));
    BOOST_TEST(same->version == short_of(deck.first));
    BOOST_TEST(deck.market().check_lock()->differences.empty());

    deck.uninstall("p@shop");
    deck.write("Two.");
    deck.repository.commit();
    BOOST_TEST((deck.install_frozen().error().code == code::lock_refuses));
}

BOOST_AUTO_TEST_CASE(the_same_files_of_another_commit_become_what_is_pinned) {
    Commits deck;
    BOOST_REQUIRE(deck.market().write_lock().has_value());
    const auto second = deck.commit_elsewhere();
    deck.uninstall("p@shop");
    BOOST_TEST(deck.install("p@shop").version == short_of(second));
    BOOST_TEST(deck.market().check_lock()->differences.size() == 1U);
    const UpdateRequest frozen{"p@shop", std::nullopt, Consent::nothing_new, LockRule::frozen};
    const auto moved = deck.market().update(frozen);
    BOOST_REQUIRE_MESSAGE(moved.has_value(), (moved ? std::string() : to_line(moved.error())));
    BOOST_TEST(moved->front().version == short_of(deck.first));
    BOOST_TEST(deck.market().check_lock()->differences.empty());
    BOOST_TEST((deck.market().update(frozen)->front().outcome == MarketAction::Outcome::already));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(renamed_needs)

namespace {

constexpr const char* kRenames = R"("renames": {"old": "new"}, )";

/// `old@shop` is installed, from the folder `p`.
struct Old : Deck {
    Old() {
        catalogue(R"({"name": "old", "source": "./p"})");
        plugin("p", "1.0.0");
        add();
        install("old@shop");
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_renamed_plugin_brings_what_its_new_version_needs) {
    Old deck;
    deck.catalogue(R"({"name": "new", "source": "./p"}, {"name": "lib", "source": "./lib"})", "shop", "market",
                   kRenames);
    needy_plugin(deck, "p", "1.1.0", R"("lib")");
    deck.plugin("lib", "1.0.0");
    const auto action = deck.update("old@shop");
    BOOST_TEST(action.id == "new@shop");
    BOOST_TEST(action.message ==
               "old@shop is called new@shop now and was carried over, version 1.1.0 (scope user) with lib@shop 1.0.0");
    BOOST_TEST(installed(deck) == (Names{"lib@shop user", "new@shop user"}));
    BOOST_TEST(deck.market().rollback({"new@shop", std::nullopt}).value().version == "1.0.0");
}

BOOST_AUTO_TEST_CASE(what_is_installed_under_its_old_name_does_not_come_along_under_the_new_one) {
    Old deck;
    deck.catalogue(R"({"name": "new", "source": "./p"}, {"name": "app", "source": "./app"})", "shop", "market",
                   kRenames);
    needy_plugin(deck, "app", "1.0.0", R"("new")");
    const auto refused = deck.install_refusal("app@shop");
    BOOST_TEST((refused.code == code::plugin_renamed_here));
    BOOST_TEST(refused.hint == "carry it over: skilldeck plugin update old@shop");
    deck.update("old@shop");
    BOOST_TEST(deck.install("app@shop").dependencies.empty());
}

BOOST_AUTO_TEST_CASE(a_lock_that_pins_the_old_name_keeps_it) {
    Old deck;
    BOOST_REQUIRE(deck.market().write_lock().has_value());
    deck.catalogue(R"({"name": "new", "source": "./p"})", "shop", "market", kRenames);
    const UpdateRequest frozen{"old@shop", std::nullopt, Consent::nothing_new, LockRule::frozen};
    const auto kept = deck.market().update(frozen);
    BOOST_REQUIRE_MESSAGE(kept.has_value(), (kept ? std::string() : to_line(kept.error())));
    BOOST_TEST((kept->front().outcome == MarketAction::Outcome::already));
    BOOST_TEST(installed(deck) == (Names{"old@shop user"}));
    BOOST_TEST(deck.market().check_lock()->differences.empty());
}

BOOST_AUTO_TEST_CASE(a_lock_that_pins_the_new_name_takes_the_version_that_is_kept_under_the_old_one) {
    Old deck;
    BOOST_REQUIRE(deck.market().write_lock().has_value());
    auto lock = deck.text(deck.project() / "skilldeck.lock");
    lock.replace(lock.find("old@shop"), 8, "new@shop");
    deck.scratch.write("project/skilldeck.lock", lock);
    deck.catalogue(R"({"name": "new", "source": "./p"})", "shop", "market", kRenames);
    deck.plugin("p", "1.1.0", "Newer.");
    const UpdateRequest frozen{"old@shop", std::nullopt, Consent::nothing_new, LockRule::frozen};
    const auto moved = deck.market().update(frozen);
    BOOST_REQUIRE_MESSAGE(moved.has_value(), (moved ? std::string() : to_line(moved.error())));
    BOOST_TEST(moved->front().id == "new@shop");
    BOOST_TEST(moved->front().version == "1.0.0");
    BOOST_TEST(installed(deck) == (Names{"new@shop user"}));
    BOOST_TEST(deck.market().check_lock()->differences.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
