// SPDX-License-Identifier: Apache-2.0
// Marketplaces and plugins that are fetched by git: added, updated, removed, installed.
#include "base/json.hpp"
#include "git_fixture.hpp"
#include "market/codes.hpp"
#include "os/file_lock.hpp"
#include "package/codes.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;

std::string short_of(const std::string& commit) {
    return commit.substr(0, 12);
}

/// One plugin `p`, without a version, in a repository that was added.
struct Ready : GitDeck {
    Ready() {
        catalogue(R"({"name": "p", "source": "./p"})");
        plugin("p", "");
        first = repository.commit();
        add();
    }
    std::string first;
};

std::string recorded_commit(const Deck& deck, const std::string& id) {
    const auto records = deck.records();
    return std::string(json_text(records.at("plugins").at(id).at(0).as_object(), "gitCommitSha"));
}

InstallRequest link_to(const std::string& plugin) {
    return {plugin, Scope::user, std::nullopt, InstallRequest::Placement::link};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(git_marketplaces, *boost::unit_test::precondition(git_is_there))

BOOST_AUTO_TEST_CASE(an_added_repository_is_listed_with_its_source_and_commit) {
    GitDeck deck;
    deck.catalogue(R"({"name": "p", "source": "./p"}, {"name": "bad"})");
    deck.plugin("p", "1.0.0");
    const auto commit = deck.repository.commit();
    const auto added = deck.market().add_marketplace(deck.repository.served().string());
    BOOST_REQUIRE(added.has_value());
    BOOST_TEST(added->id == "shop");
    BOOST_TEST(added->message == "added marketplace shop, 2 plugins, at commit " + short_of(commit) +
                                     "; 1 of its plugins cannot be installed: see `skilldeck plugin list --available`");
    BOOST_TEST(has_code(added->warnings, code::entry_without_source));
    const auto clone = deck.plugins() / "marketplaces/shop" / short_of(commit);
    BOOST_TEST(added->path == clone);
    BOOST_TEST(!fs::exists(clone / ".git"));
    BOOST_TEST(deck.clones() == (Names{"shop/" + short_of(commit)}));

    const auto root = boost::json::parse(deck.text(deck.plugins() / "known_marketplaces.json")).as_object();
    const auto& registered = root.at("marketplaces").at("shop").as_object();
    BOOST_TEST(json_text(registered, "gitCommitSha") == commit);
    BOOST_TEST(json_text(registered, "installLocation") == clone.string());
    Diagnostics diagnostics;
    const auto list = deck.market().marketplaces(diagnostics);
    BOOST_REQUIRE(list.size() == 1U);
    BOOST_TEST(boost::json::serialize(list[0].source.to_view()) ==
               R"({"kind":"git","url":")" + deck.repository.served().string() + "\"}");
    BOOST_TEST(list[0].marketplace->entries.size() == 2U);
    BOOST_TEST(diagnostics.empty());
}

BOOST_AUTO_TEST_CASE(ref_commit_and_path_choose_what_is_added) {
    GitDeck deck;
    deck.catalogue("");
    const auto old = deck.repository.commit();
    deck.repository.tag("v1");
    deck.catalogue(R"({"name": "p", "source": "./p"})");
    deck.repository.write("inner/.claude-plugin/marketplace.json",
                          R"({"name": "inner", "plugins": [{"name": "q", "source": "./q"}]})");
    deck.repository.commit();
    const auto url = deck.repository.url();
    BOOST_TEST(deck.market().add_marketplace(url + "#v1").value().message ==
               "added marketplace shop, 0 plugins, at commit " + short_of(old));
    const auto pinned = R"({"source": "git", "url": ")" + url + R"(", "sha": ")" + old + "\"}";
    BOOST_TEST(deck.market().add_marketplace(pinned, "pinned").value().message ==
               "added marketplace pinned, 0 plugins, at commit " + short_of(old));
    const auto inner = R"({"source": "git", "url": ")" + url + R"(", "path": "inner/.claude-plugin/marketplace.json"})";
    const auto added = deck.market().add_marketplace(inner).value();
    BOOST_TEST(added.id == "inner");
    BOOST_TEST(added.path.filename() == Path("inner"));
    // The same name from another ref of the same repository is another source.
    BOOST_TEST(deck.market().add_marketplace(url).error().code == code::marketplace_name_taken);
}

BOOST_AUTO_TEST_CASE(a_failed_add_leaves_no_trace) {  // B081
    GitDeck deck;
    deck.repository.write("readme", "no marketplace");
    deck.repository.commit();
    const auto refused = deck.market().add_marketplace(deck.repository.url());
    BOOST_TEST(refused.error().code == code::marketplace_file_missing);
    BOOST_TEST(to_line(refused.error()).find(".staging") == std::string::npos);
    BOOST_TEST(to_line(refused.error()).find(deck.repository.url()) != std::string::npos);
    BOOST_TEST(deck.clones() == Names{});
    BOOST_TEST(!fs::exists(deck.plugins() / "known_marketplaces.json"));
    BOOST_TEST(deck.market().add_marketplace("file:///nowhere/r.git").error().code == code::git_fetch_failed);
    deck.repository.write(".claude-plugin/marketplace.json", "{ broken");
    deck.repository.commit();
    const auto broken = deck.market().add_marketplace(deck.repository.url());
    BOOST_TEST(to_line(broken.error()).find(".staging") == std::string::npos);
    deck.catalogue("");
    deck.repository.commit();
    BOOST_TEST(deck.market().add_marketplace(deck.repository.url()).has_value());
}

BOOST_AUTO_TEST_CASE(a_catalogue_that_is_a_link_out_of_the_repository_is_refused) {
    GitDeck deck;
    const auto outside = deck.scratch.write("private.json", R"({"name": "shop", "plugins": []})");
    fs::create_directories(deck.repository.work() / ".claude-plugin");
    fs::create_symlink(outside, deck.repository.work() / ".claude-plugin/marketplace.json");
    deck.repository.commit();
    BOOST_TEST(deck.market().add_marketplace(deck.repository.url()).error().code == code::source_outside);
    BOOST_TEST(deck.clones() == Names{});
}

BOOST_AUTO_TEST_CASE(an_update_brings_the_new_commit_and_drops_the_old_files) {
    Ready deck;
    deck.plugin("p", "", "New body.");
    const auto second = deck.repository.commit();
    BOOST_TEST(deck.update_marketplace().message ==
               "updated marketplace shop, 1 plugin, at commit " + short_of(second));
    BOOST_TEST(deck.clones() == (Names{"shop/" + short_of(second)}));
    BOOST_TEST(deck.update_marketplace().message ==
               "updated marketplace shop, 1 plugin, at commit " + short_of(second));
    BOOST_TEST(deck.clones().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_failed_update_leaves_the_files_of_before_in_use_and_says_so) {
    Ready deck;
    const auto before = deck.clones();
    deck.repository.write(".claude-plugin/marketplace.json", "{ broken");
    deck.repository.commit();
    const auto broken = deck.market().update_marketplace("shop");
    BOOST_TEST(!broken.has_value());
    fs::rename(deck.repository.served(), deck.scratch.path() / "moved.git");
    const auto gone = deck.market().update_marketplace("shop");
    BOOST_TEST(gone.error().code == code::git_fetch_failed);
    for (const auto& refused : {broken, gone})
        BOOST_TEST(refused.error().hint.find("stay in use") != std::string::npos, refused.error().hint);
    BOOST_TEST(deck.clones() == before);
    BOOST_TEST(deck.install("p@shop").version == short_of(deck.first));
}

BOOST_AUTO_TEST_CASE(files_that_are_gone_are_fetched_again) {
    Ready deck;
    fs::remove_all(deck.plugins() / "marketplaces");
    Diagnostics diagnostics;
    const auto list = deck.market().marketplaces(diagnostics);
    BOOST_REQUIRE(list.size() == 1U);
    BOOST_TEST(has_code(list[0].diagnostics, code::marketplace_clone_missing));
    BOOST_TEST(deck.install_refusal("p@shop").hint == "fetch them again: skilldeck marketplace update shop");
    deck.update_marketplace();
    BOOST_TEST(deck.install("p@shop").version == short_of(deck.first));
}

BOOST_AUTO_TEST_CASE(a_recorded_place_that_is_not_the_stores_is_not_read) {
    Ready deck;
    deck.scratch.write("evil/.claude-plugin/marketplace.json", R"({"name": "shop", "plugins": []})");
    const auto file = deck.plugins() / "known_marketplaces.json";
    auto text = deck.text(file);
    const auto clone = (deck.plugins() / "marketplaces/shop" / short_of(deck.first)).string();
    for (const auto& place : Names{(deck.scratch.path() / "evil").string(), clone + "/../../../../../evil",
                                   (deck.plugins() / "marketplaces/shop").string()}) {
        auto changed = text;
        changed.replace(changed.find(clone), clone.size(), place);
        std::ofstream(file) << changed;
        Diagnostics diagnostics;
        const auto list = deck.market().marketplaces(diagnostics);
        BOOST_TEST(!list.at(0).marketplace.has_value(), place);
        BOOST_TEST(has_code(list.at(0).diagnostics, code::marketplace_clone_missing), place);
    }
}

BOOST_AUTO_TEST_CASE(removal_takes_the_files_and_the_plugins_along) {  // B113
    Ready deck;
    deck.install("p@shop");
    const auto removed = deck.market().remove_marketplace("shop");
    BOOST_REQUIRE(removed.has_value());
    BOOST_TEST(removed->removed.size() == 1U);
    BOOST_TEST(!fs::exists(deck.plugins() / "marketplaces/shop"));
    BOOST_TEST(deck.stored() == Names{});
    Ready empty;
    BOOST_TEST(empty.market().remove_marketplace("shop").has_value());
    BOOST_TEST(!fs::exists(empty.plugins() / "marketplaces/shop"));
}

BOOST_AUTO_TEST_CASE(what_an_interrupted_command_left_is_swept_and_what_is_in_use_is_not) {
    Ready deck;
    const auto left = deck.plugins() / ".staging/dead", used = deck.plugins() / ".staging/used";
    const auto orphan = deck.plugins() / "marketplaces/shop/0123456789ab";
    const auto gone = deck.plugins() / "marketplaces/other/0123456789ab-2";
    const auto theirs = deck.plugins() / "marketplaces/mine";
    for (const auto& folder : {left / "tree", used / "tree", orphan, gone, theirs}) fs::create_directories(folder);
    {
        const auto lock = FileLock::take(used, std::chrono::milliseconds(0));
        BOOST_REQUIRE(lock.has_value());
        BOOST_TEST(has_code(deck.install("p@shop").warnings, code::store_leftovers_removed));
        BOOST_TEST(!fs::exists(left));
        BOOST_TEST(fs::exists(used));
    }
    BOOST_TEST(!fs::exists(orphan));
    BOOST_TEST(!fs::exists(gone.parent_path()));
    BOOST_TEST(fs::exists(theirs));
    deck.uninstall("p@shop");
    BOOST_TEST(!fs::exists(deck.plugins() / ".staging"));
}

BOOST_AUTO_TEST_CASE(nothing_is_swept_while_the_registry_cannot_say_what_is_used) {
    Ready deck;
    const auto before = deck.clones();
    std::ofstream(deck.plugins() / "known_marketplaces.json") << "{ damaged";
    deck.catalogue("");
    Diagnostics found;
    const Path plugins = deck.plugins();
    const StoreTools tools{deck.files, deck.files, plugins, deck.companions};
    BOOST_TEST(Transaction::begin(tools, found).has_value());
    BOOST_TEST(deck.clones() == before);
}

BOOST_AUTO_TEST_CASE(a_network_address_is_unsupported) {
    GitDeck deck;
    for (const std::string& address : Names{"https://example.org/r.git", "git@example.org:o/r.git", "owner/repository",
                                            "ssh://example.org/r", "https://example.org/marketplace.json"}) {
        const auto refused = deck.market().add_marketplace(address);
        BOOST_REQUIRE_MESSAGE(!refused, address);
        BOOST_TEST(refused.error().code == code::unsupported_source, address);
    }
    BOOST_TEST(!fs::exists(deck.plugins() / ".staging"));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(git_plugins, *boost::unit_test::precondition(git_is_there))

BOOST_AUTO_TEST_CASE(a_relative_plugin_without_a_version_is_called_after_the_commit) {
    Ready deck;
    const auto installed = deck.install("p@shop");
    BOOST_TEST(installed.version == short_of(deck.first));
    BOOST_TEST(recorded_commit(deck, "p@shop") == deck.first);
    for (const auto& file : deck.stored()) BOOST_TEST(file.find(".git") == std::string::npos, file);
    // Another commit that does not touch it is no other version.
    deck.repository.write("readme", "x");
    deck.repository.commit();
    deck.update_marketplace();
    BOOST_TEST((deck.update("p@shop").outcome == MarketAction::Outcome::already));
    deck.plugin("p", "", "New body.");
    const auto third = deck.repository.commit();
    deck.update_marketplace();
    BOOST_TEST(deck.update("p@shop").version == short_of(third));
    BOOST_TEST(deck.market().rollback({"p@shop", std::nullopt}).value().version == short_of(deck.first));
    BOOST_TEST(recorded_commit(deck, "p@shop") == deck.first);
}

BOOST_AUTO_TEST_CASE(entries_of_every_git_kind_are_fetched) {
    GitDeck deck;
    deck.Deck::plugin("plugins/q", "2.0.0", "Q.", "origin/work");
    deck.repository.write("plugins/q/.claude-plugin/plugin.json", R"({"name": "q", "version": "2.0.0"})");
    deck.repository.write("skills/do/SKILL.md", "---\ndescription: d\n---\nRoot.");
    const auto old = deck.repository.commit();
    deck.repository.write("skills/do/SKILL.md", "---\ndescription: d\n---\nNewer.");
    const auto now = deck.repository.commit();
    const auto url = deck.repository.url();
    const auto entry = [&](const std::string& name, const std::string& more) {
        return R"({"name": ")" + name + R"(", "source": {"url": ")" + url + "\", " + more + "}}";
    };
    deck.Deck::catalogue(entry("whole", R"("source": "url")") + "," +
                             entry("pinned", R"("source": "git", "sha": ")" + old + "\"") + "," +
                             entry("branch", R"("source": "git", "ref": "main")") + "," +
                             entry("q", R"("source": "git-subdir", "path": "plugins/q")"),
                         "nearby");
    deck.Deck::add();
    BOOST_TEST(deck.install("whole@nearby").version == short_of(now));
    BOOST_TEST(deck.install("branch@nearby").version == short_of(now));
    const auto pinned = deck.install("pinned@nearby");
    BOOST_TEST(pinned.version == short_of(old));
    BOOST_TEST(deck.text(pinned.path / "skills/do/SKILL.md").find("Root.") != std::string::npos);
    BOOST_TEST(deck.install("q@nearby").version == "2.0.0");
    BOOST_TEST(recorded_commit(deck, "q@nearby") == now);
    for (const auto& file : deck.stored()) BOOST_TEST(file.find(".git") == std::string::npos, file);
    BOOST_TEST(deck.clones() == Names{});

    Diagnostics diagnostics;
    for (const auto& available : deck.market().available(diagnostics)) {
        BOOST_TEST(available.valid, available.id);
        BOOST_TEST(available.installed, available.id);
    }
}

BOOST_AUTO_TEST_CASE(an_update_fetches_again_and_a_failed_one_changes_nothing) {
    GitDeck deck;
    deck.repository.write("skills/do/SKILL.md", "---\ndescription: d\n---\nOne.");
    const auto first = deck.repository.commit();
    deck.Deck::catalogue(R"({"name": "p", "source": {"source": "url", "url": ")" + deck.repository.url() + "\"}}",
                         "nearby");
    deck.Deck::add();
    deck.install("p@nearby");
    BOOST_TEST((deck.update("p@nearby").outcome == MarketAction::Outcome::already));
    deck.repository.write("skills/do/SKILL.md", "---\ndescription: d\n---\nTwo.");
    const auto second = deck.repository.commit();
    const auto updated = deck.update("p@nearby");
    BOOST_TEST(updated.previous_version == short_of(first));
    BOOST_TEST(updated.version == short_of(second));
    BOOST_TEST(recorded_commit(deck, "p@nearby") == second);
    const auto before = deck.stored();
    fs::rename(deck.repository.served(), deck.scratch.path() / "moved.git");
    BOOST_TEST(deck.market().update({"p@nearby", std::nullopt, {}}).error().code == code::git_fetch_failed);
    BOOST_TEST(deck.stored() == before);
    BOOST_TEST(deck.market().rollback({"p@nearby", std::nullopt}).value().version == short_of(first));
}

BOOST_AUTO_TEST_CASE(a_fetched_tree_is_held_to_the_rules_of_every_other_source) {
    GitDeck deck;
    deck.repository.write("skills/do/SKILL.md", "x");
    fs::create_symlink("/etc/passwd", deck.repository.work() / "leak");
    deck.repository.commit();
    deck.Deck::catalogue(R"({"name": "p", "source": {"source": "url", "url": ")" + deck.repository.url() + "\"}}",
                         "nearby");
    deck.Deck::add();
    const auto refused = deck.install_refusal("p@nearby");
    BOOST_TEST(refused.code == code::tree_link_outside);
    BOOST_TEST(refused.where == deck.repository.url() + "/leak");
    fs::remove(deck.repository.work() / "leak");
    deck.repository.write("Skills", "the same name where case does not count");
    deck.repository.commit();
    BOOST_TEST(deck.install_refusal("p@nearby").code == code::tree_names_collide);
    BOOST_TEST(deck.stored() == Names{});
    BOOST_TEST(deck.clones() == Names{});
}

BOOST_AUTO_TEST_CASE(a_file_called_git_in_a_subdirectory_of_a_clone_does_not_get_into_the_store) {
    Ready deck;
    const auto clone = deck.plugins() / "marketplaces/shop" / short_of(deck.first);
    fs::create_directories(clone / "p/.git/hooks");
    const auto installed = deck.install("p@shop");
    BOOST_TEST(!fs::exists(installed.path / ".git"));
}

BOOST_AUTO_TEST_CASE(what_is_fetched_cannot_be_linked) {
    Ready deck;
    BOOST_TEST(deck.market().install(link_to("p@shop")).error().code == code::fetched_not_linked);
    deck.Deck::catalogue(R"({"name": "q", "source": {"source": "url", "url": ")" + deck.repository.url() + "\"}}",
                         "nearby");
    deck.Deck::add();
    BOOST_TEST(deck.market().install(link_to("q@nearby")).error().code == code::fetched_not_linked);
}

BOOST_AUTO_TEST_CASE(an_entry_that_git_must_not_get_cannot_be_installed_and_says_so) {
    GitDeck deck;
    deck.Deck::catalogue(R"({"name": "a", "source": {"source": "url", "url": "--upload-pack=touch x"}},
                            {"name": "b", "source": {"source": "url", "url": "/r", "ref": "--output=x"}},
                            {"name": "c", "source": {"source": "url", "url": "https://example.org/r.git"}},
                            {"name": "d", "source": {"source": "github", "repo": "o/r"}})",
                         "nearby");
    deck.Deck::add();
    Diagnostics diagnostics;
    const auto list = deck.market().available(diagnostics);
    BOOST_REQUIRE(list.size() == 4U);
    for (const auto& plugin : list) BOOST_TEST(!plugin.valid, plugin.id);
    BOOST_TEST(has_code(list[0].diagnostics, code::source_invalid));
    BOOST_TEST(has_code(list[1].diagnostics, code::source_invalid));
    BOOST_TEST(has_code(list[2].diagnostics, code::unsupported_source));
    BOOST_TEST(has_code(list[3].diagnostics, code::unsupported_source));
    BOOST_TEST(deck.install_refusal("a@nearby").code == code::source_invalid);
    BOOST_TEST(deck.install_refusal("c@nearby").code == code::unsupported_source);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
