// SPDX-License-Identifier: Apache-2.0
// skilldeck.lock: its bytes, what it refuses, and what installs under it.
#include "market/codes.hpp"
#include "market/lockfile.hpp"
#include "market_fixture.hpp"
#include "os/digest.hpp"

#include <boost/json/serialize.hpp>

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;

Path lock_of(const Deck& deck) {
    return deck.project() / "skilldeck.lock";
}

LockReport locked(Deck& deck) {
    auto report = deck.market().write_lock();
    BOOST_REQUIRE_MESSAGE(report.has_value(), (report ? std::string() : to_line(report.error())));
    return std::move(*report);
}

LockReport checked(Deck& deck) {
    auto report = deck.market().check_lock();
    BOOST_REQUIRE_MESSAGE(report.has_value(), (report ? std::string() : to_line(report.error())));
    return std::move(*report);
}

/// `code plugin` of each difference.
Names differences(const LockReport& report) {
    Names names;
    for (const auto& one : report.differences) names.push_back(std::string(one.code.info().text) + " " + one.plugin);
    return names;
}

Result<MarketAction> install_frozen(Deck& deck, const std::string& plugin, std::optional<std::string> version = {}) {
    InstallRequest request;
    request.plugin = plugin;
    request.version = std::move(version);
    request.lock = LockRule::frozen;
    return deck.market().install(request);
}

/// `p` 1.0.0 and `q` 2.0.0, added and installed.
void ready(Deck& deck) {
    deck.catalogue(R"({"name": "q", "source": "./q"}, {"name": "p", "source": "./p"})");
    deck.plugin("p", "1.0.0");
    deck.plugin("q", "2.0.0");
    deck.add();
    deck.install("q@shop");
    deck.install("p@shop", Scope::project);
}

std::string digest_of(Deck& deck, const std::string& stored) {
    return sha256(deck.text(deck.plugins() / "cache" / stored / "files.sha256"));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(lock)

BOOST_AUTO_TEST_CASE(it_pins_what_the_project_sees_sorted_and_with_its_content) {
    Deck deck;
    ready(deck);
    const auto report = locked(deck);
    BOOST_TEST(report.written);
    BOOST_TEST(report.warnings.empty());
    const auto expected = R"({
  "plugins": {
    "p@shop": {
      "digest": ")" + digest_of(deck, "shop/p/1.0.0") +
                          R"(",
      "source": {
        "path": "./p",
        "source": "relative"
      },
      "version": "1.0.0"
    },
    "q@shop": {
      "digest": ")" + digest_of(deck, "shop/q/2.0.0") +
                          R"(",
      "source": {
        "path": "./q",
        "source": "relative"
      },
      "version": "2.0.0"
    }
  },
  "version": 1
}
)";
    BOOST_TEST(deck.text(lock_of(deck)) == expected);
    BOOST_TEST(!locked(deck).written);
    BOOST_TEST(deck.text(lock_of(deck)) == expected);
    BOOST_TEST(checked(deck).differences.empty());
}

BOOST_AUTO_TEST_CASE(what_other_projects_have_is_not_pinned) {
    Deck deck;
    ready(deck);
    const auto elsewhere = deck.market(deck.scratch.path()).write_lock();
    BOOST_REQUIRE(elsewhere.has_value());
    BOOST_REQUIRE(elsewhere->lock.plugins.size() == 1U);
    BOOST_TEST(elsewhere->lock.plugins[0].id == "q@shop");
}

BOOST_AUTO_TEST_CASE(a_marketplace_in_the_project_is_named_from_there_and_one_elsewhere_is_not) {
    Deck deck;
    deck.catalogue(R"({"name": "r", "source": "./r"})", "inside", "project/tools/market");
    deck.plugin("r", "1.0.0", "Body.", "project/tools/market");
    deck.add("project/tools/market");
    deck.install("r@inside");
    const auto report = locked(deck);
    BOOST_REQUIRE(report.lock.plugins.size() == 1U);
    const boost::json::object expected{{"path", "./tools/market"}, {"source", "directory"}};
    BOOST_TEST((report.lock.plugins[0].marketplace == expected));
}

BOOST_AUTO_TEST_CASE(a_source_is_written_without_what_belongs_to_one_machine_or_person) {
    const auto shared = [](const char* source) {
        return boost::json::serialize(shared_source(boost::json::parse(source).as_object(), "/work/app"));
    };
    BOOST_TEST(
        shared(
            R"({"source": "url", "url": "https://me:secret@example.org/a.git", "ref": "v1", "headers": {"A": "b"}})") ==
        R"({"url":"https://example.org/a.git","ref":"v1","source":"url"})");
    BOOST_TEST(shared(R"({"source": "git", "url": "git@example.org:a/b.git"})") ==
               R"({"url":"git@example.org:a/b.git","source":"git"})");
    BOOST_TEST(shared(R"({"source": "github", "repo": "o/r", "sha": "0123"})") ==
               R"({"repo":"o/r","sha":"0123","source":"github"})");
    BOOST_TEST(shared(R"({"source": "directory", "path": "/work/app/market"})") ==
               R"({"path":"./market","source":"directory"})");
    BOOST_TEST(shared(R"({"source": "directory", "path": "/home/me/market"})") == "{}");
    BOOST_TEST(shared(R"({"source": "git", "url": "/home/me/plugins.git", "ref": "v1"})") == "{}");
    BOOST_TEST(shared(R"({"source": "url", "url": "file:///home/me/plugins.git"})") == "{}");
    BOOST_TEST(shared(R"({"source": "command", "command": "print token"})") == "{}");
}

BOOST_AUTO_TEST_CASE(each_difference_is_named_with_its_mend) {
    Deck deck;
    ready(deck);
    locked(deck);
    deck.uninstall("q@shop");
    BOOST_TEST(differences(checked(deck)) == Names{"lock-plugin-missing q@shop"}, boost::test_tools::per_element());
    BOOST_TEST(checked(deck).differences[0].hint == "skilldeck plugin install q@shop --frozen");

    deck.plugin("q", "2.1.0");
    deck.install("q@shop");
    deck.plugin("p", "1.0.0", "Other body.");
    deck.update("p@shop");
    deck.catalogue(R"({"name": "q", "source": "./q"}, {"name": "p", "source": "./p"}, {"name": "s", "source": "./s"})");
    deck.plugin("s", "3.0.0");
    deck.install("s@shop", Scope::local);
    const auto report = checked(deck);
    const Names expected{"lock-content-differs p@shop", "lock-version-differs q@shop", "lock-plugin-unpinned s@shop"};
    BOOST_TEST(differences(report) == expected, boost::test_tools::per_element());
    for (const auto& one : report.differences) {
        BOOST_TEST(!one.hint.empty());
        BOOST_TEST((one.severity == Severity::error));
        BOOST_TEST(one.file == lock_of(deck).string());
    }
    BOOST_TEST(report.differences[1].message == "\"q@shop\" is installed as 2.1.0, pinned as 2.0.0");
}

BOOST_AUTO_TEST_CASE(a_stored_copy_that_was_changed_is_not_what_is_pinned_and_is_never_pinned) {
    Deck deck;
    ready(deck);
    locked(deck);
    const auto before = deck.text(lock_of(deck));
    deck.scratch.write("config/plugins/cache/shop/p/1.0.0/skills/do/SKILL.md", "changed");
    const auto report = checked(deck);
    BOOST_TEST(differences(report) == Names{"lock-content-differs p@shop"}, boost::test_tools::per_element());
    BOOST_TEST(has_code(report.warnings, code::store_copy_changed));
    BOOST_TEST((deck.market().write_lock().error().code == code::store_copy_changed));
    BOOST_TEST(deck.text(lock_of(deck)) == before);
}

BOOST_AUTO_TEST_CASE(a_linked_plugin_is_never_what_is_pinned) {
    Deck deck;
    ready(deck);
    deck.uninstall("q@shop");
    InstallRequest link;
    link.plugin = "q@shop";
    link.placement = InstallRequest::Placement::link;
    BOOST_REQUIRE(deck.market().install(link).has_value());
    const auto report = locked(deck);
    BOOST_TEST(has_code(report.warnings, code::lock_linked));
    BOOST_TEST(report.lock.plugins.size() == 1U);
    BOOST_TEST(differences(checked(deck)) == Names{"lock-linked q@shop"}, boost::test_tools::per_element());
    link.lock = LockRule::frozen;
    link.plugin = "p@shop";
    BOOST_TEST((deck.market().install(link).error().code == code::lock_linked));
}

BOOST_AUTO_TEST_CASE(unknown_members_survive) {
    Deck deck;
    ready(deck);
    locked(deck);
    auto text = deck.text(lock_of(deck));
    const std::string added = R"("comment": {"by": "us"}, )";
    text.insert(text.find("\"plugins\""), added);
    text.insert(text.find("\"digest\""), R"("reviewed": true, )");
    deck.scratch.write("project/skilldeck.lock", text);
    deck.uninstall("q@shop");
    BOOST_TEST(locked(deck).written);
    const auto root = boost::json::parse(deck.text(lock_of(deck))).as_object();
    BOOST_TEST(root.at("comment").at("by") == "us");
    BOOST_TEST(root.at("plugins").at("p@shop").at("reviewed") == true);
    BOOST_TEST(root.at("plugins").as_object().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_newer_one_is_refused_untouched) {
    Deck deck;
    ready(deck);
    const std::string newer = R"({"version": 2, "pins": []})";
    deck.scratch.write("project/skilldeck.lock", newer);
    BOOST_TEST((deck.market().check_lock().error().code == code::state_file_newer));
    BOOST_TEST((deck.market().write_lock().error().code == code::state_file_newer));
    BOOST_TEST((install_frozen(deck, "p@shop").error().code == code::state_file_newer));
    BOOST_TEST(deck.text(lock_of(deck)) == newer);
}

BOOST_AUTO_TEST_CASE(a_damaged_one_is_an_error_with_its_place_and_is_kept_when_it_is_written_anew) {
    struct Case {
        std::string text, place;
    };
    const std::string digest(64, 'a');
    const std::vector<Case> cases{
        {"{\n  \"version\": 1,\n<<<<<<< ours\n", "line 3, column 1"},
        {"[]\n", ""},
        {"{}\n", "line 1, column 1"},
        {"{\"version\": \"1\", \"plugins\": {}}", "line 1, column 13"},
        {"{\"version\": 1}", "line 1, column 1"},
        {"{\"version\": 1,\n \"plugins\": []}", "line 2, column 13"},
        {"{\"version\": 1, \"plugins\": {\n\"p@shop\": 1}}", "line 2, column 11"},
        {"{\"version\": 1, \"plugins\": {\n\"p\": {}}}", "line 2, column 6"},
        {"{\"version\": 1, \"plugins\": {\"p@shop\": {\n\"version\": \"1.0.0\", \"digest\": \"abc\"}}}",
         "line 2, column 31"},
        {"{\"version\": 1, \"plugins\": {\"p@shop\": {\n\"version\": \"../1\", \"digest\": \"" + digest + "\"}}}",
         "line 2, column 12"},
        {"{\"version\": 1, \"plugins\": {\"p@shop\": {\n\"version\": 1, \"digest\": \"" + digest + "\"}}}",
         "line 2, column 12"},
        {"{\"version\": 1, \"plugins\": {\"p@shop\":\n{\"version\": \"1.0.0\"}}}", "line 1, column 28"},
    };
    Deck deck;
    ready(deck);
    for (const auto& [text, place] : cases) {
        deck.scratch.write("project/skilldeck.lock", text);
        const auto refused = deck.market().check_lock();
        BOOST_REQUIRE_MESSAGE(!refused.has_value(), text);
        BOOST_TEST((refused.error().code == code::lock_damaged), text);
        BOOST_TEST(refused.error().where == lock_of(deck).string());
        BOOST_TEST(refused.error().what.find(place) != std::string::npos, text << ": " << refused.error().what);
        BOOST_TEST((install_frozen(deck, "p@shop").error().code == code::lock_damaged), text);
        BOOST_TEST(deck.text(lock_of(deck)) == text);

        const auto report = locked(deck);
        BOOST_TEST(report.written);
        BOOST_TEST(has_code(report.warnings, code::lock_replaced));
        const auto copy = deck.project() / ("skilldeck.damaged." + sha256(text).substr(0, 12) + ".lock");
        BOOST_TEST(deck.text(copy) == text, copy);
        BOOST_TEST(checked(deck).differences.empty());
    }
}

BOOST_AUTO_TEST_CASE(it_is_not_written_through_a_link) {
    Deck deck;
    ready(deck);
    deck.scratch.write("elsewhere", "mine");
    fs::create_symlink(deck.scratch.path() / "elsewhere", lock_of(deck));
    const auto refused = deck.market().write_lock();
    BOOST_TEST(!refused.has_value());
    BOOST_TEST(deck.text(deck.scratch.path() / "elsewhere") == "mine");
}

BOOST_AUTO_TEST_CASE(without_one_frozen_is_an_error) {
    Deck deck;
    ready(deck);
    BOOST_TEST((deck.market().check_lock().error().code == code::lock_missing));
    BOOST_TEST((install_frozen(deck, "p@shop").error().code == code::lock_missing));
    UpdateRequest update{"p@shop", std::nullopt, Consent::nothing_new, LockRule::frozen};
    BOOST_TEST((deck.market().update(update).error().code == code::lock_missing));
}

BOOST_AUTO_TEST_CASE(frozen_installs_what_is_pinned_and_nothing_else) {
    Deck deck;
    ready(deck);
    locked(deck);
    deck.uninstall("p@shop");
    deck.uninstall("q@shop");
    const auto same = install_frozen(deck, "p@shop");
    BOOST_REQUIRE(same.has_value());
    BOOST_TEST(same->version == "1.0.0");
    deck.plugin("q", "2.0.0", "Other content.");
    const auto other_content = install_frozen(deck, "q@shop");
    BOOST_REQUIRE(!other_content.has_value());
    BOOST_TEST((other_content.error().code == code::lock_refuses));
    deck.plugin("q", "2.1.0");
    BOOST_TEST((install_frozen(deck, "q@shop").error().code == code::lock_refuses));
    BOOST_TEST((install_frozen(deck, "q@shop", "2.1.0").error().code == code::lock_refuses));
    Diagnostics found;
    BOOST_TEST(ids_of(deck.market().installed(found)) == Names{"p@shop user"}, boost::test_tools::per_element());

    deck.catalogue(R"({"name": "q", "source": "./q"}, {"name": "p", "source": "./p"}, {"name": "s", "source": "./s"})");
    deck.plugin("s", "3.0.0");
    BOOST_TEST((install_frozen(deck, "s@shop").error().code == code::lock_without_plugin));
}

BOOST_AUTO_TEST_CASE(frozen_goes_back_to_the_pinned_version_that_is_kept) {
    Deck deck;
    ready(deck);
    locked(deck);
    deck.plugin("q", "2.1.0");
    deck.update("q@shop");
    UpdateRequest update{"q@shop", std::nullopt, Consent::nothing_new, LockRule::frozen};
    const auto back = deck.market().update(update);
    BOOST_REQUIRE_MESSAGE(back.has_value(), (back ? std::string() : to_line(back.error())));
    BOOST_TEST(back->front().version == "2.0.0");
    BOOST_TEST(back->front().previous_version == "2.1.0");
    BOOST_TEST(checked(deck).differences.empty());
    const auto again = deck.market().update(update);
    BOOST_REQUIRE(again.has_value());
    BOOST_TEST((again->front().outcome == MarketAction::Outcome::already));
}

BOOST_AUTO_TEST_CASE(an_update_under_a_lock_brings_nothing_that_is_not_pinned) {
    Deck deck;
    ready(deck);
    locked(deck);
    deck.plugin("q", "2.1.0");
    UpdateRequest update{"q@shop", std::nullopt, Consent::everything, LockRule::frozen};
    const auto kept = deck.market().update(update);
    BOOST_REQUIRE(kept.has_value());
    BOOST_TEST((kept->front().outcome == MarketAction::Outcome::already));
    BOOST_TEST(kept->front().version == "2.0.0");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
