// SPDX-License-Identifier: Apache-2.0
// Uninstalling, scopes, and a record file that is damaged, newer or hostile.
#include "market/codes.hpp"
#include "market/market.hpp"
#include "market_fixture.hpp"
#include "os/codes.hpp"
#include "os/damaged_copy.hpp"
#include "unreadable_reader.hpp"

namespace skilldeck::test {

namespace {

const Names kDamages{"", "[]", "{\"version\": 2, \"plug", R"({"version": 2, "plugins": []})"};

std::string damage_message(const Diagnostics& diagnostics) {
    for (const auto& found : diagnostics) {
        if (found.code == code::state_file_damaged) return found.message;
    }
    return {};
}

void set_time_of(const Path& file, int seconds) {
    std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) + std::chrono::seconds{seconds});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(uninstalling)

BOOST_AUTO_TEST_CASE(the_record_the_tree_and_the_data_go) {
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    deck.scratch.write("config/plugins/data/p-shop/state", "s");
    const auto action = deck.uninstall("p@shop");
    BOOST_TEST(action.id == "p@shop");
    BOOST_TEST(action.previous_version == "1.0.0");
    BOOST_REQUIRE(action.removed.size() == 1U);
    BOOST_TEST(deck.stored().empty());
    BOOST_TEST(!std::filesystem::exists(deck.plugins() / "cache/shop"));
    BOOST_TEST(!std::filesystem::exists(deck.plugins() / "data/p-shop"));
    BOOST_TEST(deck.records().at("plugins").as_object().empty());
}

BOOST_AUTO_TEST_CASE(data_is_kept_when_asked_for) {
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    deck.scratch.write("config/plugins/data/p-shop/state", "s");
    BOOST_REQUIRE(deck.market().uninstall({"p@shop", std::nullopt, UninstallRequest::Data::keep}).has_value());
    BOOST_TEST(std::filesystem::exists(deck.plugins() / "data/p-shop/state"));
}

BOOST_AUTO_TEST_CASE(exactly_the_named_id_goes) {  // B088
    Deck deck;
    deck.ready();
    deck.catalogue(R"({"name": "p", "source": "./p"})", "second", "other");
    deck.plugin("p", "1.0.0", "Other.", "other");
    deck.add("other");
    deck.install("p@shop");
    deck.install("p@second");
    BOOST_TEST(deck.market().uninstall({"p", std::nullopt, {}}).error().code == code::plugin_ambiguous);
    const auto action = deck.uninstall("p@second");
    BOOST_TEST(action.message.find("p@second") != std::string::npos);
    Diagnostics diagnostics;
    BOOST_TEST(ids_of(deck.market().installed(diagnostics)) == Names{"p@shop user"});
}

BOOST_AUTO_TEST_CASE(one_of_two_scopes_goes_and_the_other_keeps_working) {  // B096, B097
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    const auto path = deck.install("p@shop", Scope::project).path;
    Diagnostics diagnostics;
    BOOST_TEST(ids_of(deck.market().installed(diagnostics)) == Names{"p@shop project"});
    BOOST_TEST(deck.market().records("p@shop", diagnostics).size() == 2U);

    const auto ambiguous = deck.market().uninstall({"p@shop", std::nullopt, {}}).error();
    BOOST_TEST(ambiguous.code == code::plugin_scope_ambiguous);
    BOOST_TEST(ambiguous.what.find("user, project") != std::string::npos);

    const auto action = deck.uninstall("p@shop", Scope::project);
    BOOST_REQUIRE(action.removed.size() == 1U);
    BOOST_TEST(action.removed[0].scope == "project");
    BOOST_TEST(std::filesystem::exists(path / "skills/do/SKILL.md"));
    BOOST_TEST(ids_of(deck.market().installed(diagnostics)) == Names{"p@shop user"});
}

BOOST_AUTO_TEST_CASE(a_record_of_another_project_is_neither_seen_nor_touched) {  // B099
    Deck deck;
    deck.ready();
    deck.install("p@shop", Scope::project);
    const auto elsewhere = deck.scratch.path() / "elsewhere";
    std::filesystem::create_directories(elsewhere);
    auto market = deck.market(elsewhere);
    Diagnostics diagnostics;
    BOOST_TEST(market.installed(diagnostics).empty());
    BOOST_TEST(market.uninstall({"p@shop", std::nullopt, {}}).error().code == code::plugin_not_installed);
    BOOST_TEST(ids_of(deck.market().installed(diagnostics)) == Names{"p@shop project"});
    BOOST_TEST(deck.records().at("plugins").at("p@shop").at(0).at("projectPath").as_string() ==
               deck.project().string());
    BOOST_TEST(market.install({"p@shop", Scope::project, std::nullopt, {}}).has_value());
    BOOST_TEST(market.records("p@shop", diagnostics).size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_plugin_is_uninstalled_from_its_record_alone) {  // B098
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    std::filesystem::remove_all(deck.market_root());
    deck.uninstall("p");
    BOOST_TEST(deck.stored().empty());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(record_files)

BOOST_AUTO_TEST_CASE(a_damaged_file_without_a_store_counts_as_empty_and_the_copy_is_named_before_it_is_made) {  // B105
    for (const auto& damage : kDamages) {
        Deck deck;
        deck.ready();
        deck.scratch.write("config/plugins/installed_plugins.json", damage);
        const auto copy = damaged_copy_path(deck.plugins() / "installed_plugins.json", damage);
        Diagnostics diagnostics;
        BOOST_TEST(deck.market().installed(diagnostics).empty());
        BOOST_TEST(damage_message(diagnostics).find(copy.string()) != std::string::npos, damage);
        BOOST_TEST(!std::filesystem::exists(copy));
        const auto action = deck.install("p@shop");
        BOOST_TEST(damage_message(action.warnings).find(copy.string()) != std::string::npos);
        BOOST_TEST(deck.records().at("plugins").as_object().contains("p@shop"));
        BOOST_TEST(deck.text(copy) == damage);
    }
}

BOOST_AUTO_TEST_CASE(a_damaged_file_is_rebuilt_from_the_store_and_says_what_by_name) {
    for (const auto& damage : kDamages) {
        Deck deck;
        deck.catalogue(
            R"({"name": "p", "source": "./p"}, {"name": "q", "source": "./q"}, {"name": "r", "source": "./r"})");
        deck.plugin("p", "1.0.0");
        deck.plugin("q", "");
        deck.plugin("r", "1.0.0");
        deck.add();
        deck.install("p@shop");
        deck.install("q@shop", Scope::project);
        deck.plugin("p", "1.1.0", "New.");
        deck.update("p@shop");
        const auto before = deck.records().at("plugins").as_object();
        deck.scratch.write("config/plugins/cache/shop/r/1.0.0/skills/do/SKILL.md", "never listed: half an install");
        deck.scratch.write("config/plugins/cache/.staging/1/files.sha256", "");
        set_time_of(deck.plugins() / "cache/shop/p/1.0.0/files.sha256", -60);
        deck.scratch.write("config/plugins/installed_plugins.json", damage);
        deck.scratch.write("config/plugins/installed_plugins.copy.json", damage);

        Diagnostics diagnostics;
        BOOST_TEST(ids_of(deck.market().installed(diagnostics)) == (Names{"p@shop user", "q@shop user"}), damage);
        const auto message = damage_message(diagnostics);
        BOOST_TEST(message.find("p@shop 1.1.0, q@shop ") != std::string::npos, message);
        BOOST_TEST(message.find("cache/shop/r/1.0.0") != std::string::npos, message);
        BOOST_TEST(deck.text(deck.plugins() / "installed_plugins.json") == damage);  // reading changes nothing

        BOOST_TEST(has_code(deck.install("r@shop").warnings, code::state_file_damaged));
        const auto after = deck.records().at("plugins").as_object();
        BOOST_TEST(after.size() == 3U);
        const auto& record = after.at("p@shop").as_array().at(0).as_object();
        for (const auto* key : {"version", "contentDigest", "installPath"}) {
            BOOST_TEST(record.at(key) == before.at("p@shop").at(0).at(key), key);
        }
        BOOST_TEST(record.at("previous").at("version").as_string() == "1.0.0");
        BOOST_TEST(record.at("rebuilt").as_bool());  // also once the file is good again
        BOOST_TEST(!after.at("r@shop").at(0).as_object().contains("rebuilt"));
        BOOST_TEST(after.at("q@shop").at(0).at("version") == before.at("q@shop").at(0).at("version"));
        diagnostics.clear();
        const auto installed = deck.market().installed(diagnostics);
        BOOST_TEST(!has_code(diagnostics, code::state_file_damaged));
        std::map<std::string, bool> rebuilt;
        for (const auto& plugin : installed) rebuilt[plugin.id] = plugin.rebuilt;
        BOOST_TEST((rebuilt == std::map<std::string, bool>{{"p@shop", true}, {"q@shop", true}, {"r@shop", false}}));
        deck.install("p@shop");
        for (const auto& plugin : deck.market().records("p@shop", diagnostics)) BOOST_TEST(!plugin.rebuilt);
    }
}

BOOST_AUTO_TEST_CASE(in_place_of_a_damaged_file_the_copy_knows_scopes_projects_and_links) {
    for (const auto& damage : kDamages) {
        Deck deck;
        deck.catalogue(
            R"({"name": "p", "source": "./p"}, {"name": "q", "source": "./q"}, {"name": "r", "source": "./r"})");
        for (const auto* name : {"p", "q", "r"}) deck.plugin(name, "1.0.0");
        deck.add();
        deck.install("p@shop");
        deck.install("q@shop", Scope::project);
        deck.install("r@shop");
        BOOST_REQUIRE(
            deck.market().install({"r@shop", Scope::local, std::nullopt, InstallRequest::Placement::link}).has_value());
        deck.uninstall("r@shop", Scope::user);
        const auto before = deck.text(deck.plugins() / "installed_plugins.json");
        deck.scratch.write("config/plugins/installed_plugins.json", damage);

        Diagnostics diagnostics;
        BOOST_TEST(
            ids_of(deck.market().installed(diagnostics)) == (Names{"p@shop user", "q@shop project", "r@shop local"}),
            damage);
        BOOST_TEST(damage_message(diagnostics).find("p@shop 1.0.0, q@shop 1.0.0, r@shop 1.0.0") != std::string::npos);
        const auto elsewhere = deck.scratch.path() / "elsewhere";
        std::filesystem::create_directories(elsewhere);
        BOOST_TEST(ids_of(deck.market(elsewhere).installed(diagnostics)) == Names{"p@shop user"});

        deck.uninstall("p@shop");
        deck.install("p@shop");
        const auto after = deck.records().at("plugins").as_object();
        auto wanted = boost::json::parse(before).at("plugins").as_object();
        BOOST_TEST(after.at("q@shop") == wanted.at("q@shop"));
        BOOST_TEST(after.at("r@shop") == wanted.at("r@shop"));
        BOOST_TEST(deck.text(deck.plugins() / "installed_plugins.copy.json") ==
                   deck.text(deck.plugins() / "installed_plugins.json"));
    }
}

BOOST_AUTO_TEST_CASE(in_place_of_a_missing_file_the_copy_counts_and_the_next_change_writes_it_anew) {
    Deck deck;
    deck.catalogue(R"({"name": "p", "source": "./p"}, {"name": "q", "source": "./q"})");
    for (const auto* name : {"p", "q"}) deck.plugin(name, "1.0.0");
    deck.add();
    Diagnostics diagnostics;
    BOOST_TEST(deck.market().installed(diagnostics).empty());
    BOOST_TEST(diagnostics.empty());  // nothing was ever installed
    deck.install("p@shop", Scope::project);
    const auto file = deck.plugins() / "installed_plugins.json";
    std::filesystem::remove(file);

    BOOST_TEST(ids_of(deck.market().installed(diagnostics)) == Names{"p@shop project"});
    BOOST_REQUIRE(diagnostics.size() == 1U);
    BOOST_TEST(diagnostics[0].code == code::records_missing);
    BOOST_TEST(diagnostics[0].message.find("p@shop 1.0.0") != std::string::npos, diagnostics[0].message);
    BOOST_TEST(deck.market().prune().error().code == code::records_unknown);
    BOOST_TEST(has_code(deck.install("q@shop").warnings, code::records_missing));
    diagnostics.clear();
    BOOST_TEST(ids_of(deck.market().installed(diagnostics)) == (Names{"p@shop project", "q@shop user"}));
    BOOST_TEST(diagnostics.empty());

    deck.uninstall("p@shop");
    deck.uninstall("q@shop");
    std::filesystem::remove(file);
    BOOST_TEST(deck.market().installed(diagnostics).empty());
    BOOST_TEST(diagnostics.empty());  // nothing is lost with it
}

BOOST_AUTO_TEST_CASE(a_copy_is_brought_up_to_date_by_the_next_change_and_only_from_a_whole_file) {
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    const auto file = deck.plugins() / "installed_plugins.json", copy = deck.plugins() / "installed_plugins.copy.json";
    const auto whole = deck.text(file);
    BOOST_TEST(deck.text(copy) == whole);
    for (const std::string stale : {"{", R"({"version": 2, "plugins": {}})"}) {
        deck.scratch.write("config/plugins/installed_plugins.copy.json", stale);
        BOOST_TEST(deck.market().uninstall({"q@shop", std::nullopt, {}}).error().code == code::plugin_not_installed);
        BOOST_TEST(deck.text(copy) == whole);
    }
    deck.scratch.write("config/plugins/installed_plugins.json", "{");
    BOOST_TEST(deck.market().uninstall({"q@shop", std::nullopt, {}}).error().code == code::plugin_not_installed);
    BOOST_TEST(deck.text(copy) == whole);
}

BOOST_AUTO_TEST_CASE(what_is_asked_of_rebuilt_records_and_is_not_there_names_the_damage) {
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    deck.scratch.write("config/plugins/installed_plugins.json", "{");
    const auto refused = deck.market().uninstall({"q@shop", std::nullopt, {}}).error();
    BOOST_TEST(refused.code == code::plugin_not_installed);
    BOOST_TEST(refused.hint.find("installed_plugins.json is damaged") != std::string::npos, refused.hint);
    BOOST_TEST(deck.uninstall("p@shop").id == "p@shop");
    BOOST_TEST(deck.stored().empty());
}

BOOST_AUTO_TEST_CASE(a_recorded_path_with_a_control_character_is_no_record) {
    Deck deck;
    deck.ready();
    const auto path = deck.install("p@shop").path.string();
    deck.scratch.write("config/plugins/installed_plugins.json",
                       R"({"version": 2, "plugins": {"p@shop": [{"scope": "user", "installPath": ")" + path +
                           R"(\u0000/../../x", "version": "1"}]}})");
    Diagnostics diagnostics;
    BOOST_TEST(deck.market().installed(diagnostics).empty());
    BOOST_TEST(has_code(diagnostics, code::install_record_invalid));
}

BOOST_AUTO_TEST_CASE(a_newer_file_is_refused_untouched) {
    Deck deck;
    deck.ready();
    const std::string newer =
        R"({"version": 3, "plugins": {"p@shop": [{"scope": "user", "installPath": "/x", "version": "1", "shape": []}]}})";
    deck.scratch.write("config/plugins/installed_plugins.json", newer);
    BOOST_TEST(deck.install_refusal("p@shop").code == code::state_file_newer);
    BOOST_TEST(deck.market().uninstall({"p@shop", Scope::user, {}}).error().code == code::state_file_newer);
    BOOST_TEST(deck.market().update({"p@shop", std::nullopt, {}}).error().code == code::state_file_newer);
    BOOST_TEST(deck.market().remove_marketplace("shop").error().code == code::state_file_newer);
    BOOST_TEST(deck.text(deck.plugins() / "installed_plugins.json") == newer);
    BOOST_TEST(deck.stored().empty());
}

BOOST_AUTO_TEST_CASE(unknown_members_and_bad_records_survive) {
    Deck deck;
    deck.ready();
    deck.scratch.write(
        "config/plugins/installed_plugins.json",
        R"({"version": 2, "later": true, "plugins": {"bad id": [{"scope": "user"}], "q@shop": [{"scope": "user", "installPath": "/nowhere",
                           "version": "1", "gitCommitSha": "abc", "extra": {"a": 1}}], "r@shop": [{"scope": "moon", "installPath": "/x"}]}})");
    deck.install("p@shop");
    const auto root = deck.records();
    BOOST_TEST(root.at("later").as_bool());
    const auto& plugins = root.at("plugins").as_object();
    BOOST_TEST(plugins.contains("bad id"));
    BOOST_TEST(plugins.contains("r@shop"));
    BOOST_TEST(plugins.at("q@shop").at(0).at("gitCommitSha").as_string() == "abc");
    BOOST_TEST(plugins.at("q@shop").at(0).at("extra").at("a").as_int64() == 1);
    Diagnostics diagnostics;
    const auto market = deck.market();
    (void)market.records("q@shop", diagnostics);
    BOOST_TEST(std::count_if(diagnostics.begin(), diagnostics.end(),
                             [](const Diagnostic& found) { return found.code == code::install_record_invalid; }) == 2);
}

BOOST_AUTO_TEST_CASE(a_recorded_path_outside_the_store_is_neither_loaded_nor_deleted) {  // B118
    for (const std::string& where : Names{"victim", "config/plugins/cache/../../../victim", "config/plugins/cache",
                                          "config/plugins-evil/cache/x"}) {
        Deck deck;
        deck.ready();
        deck.scratch.write("victim/skills/a/SKILL.md", "precious");
        deck.scratch.write("config/plugins/cache/keep/x", "precious");
        deck.scratch.write("config/plugins-evil/cache/x/y", "precious");
        const auto path = (deck.scratch.path() / where).string();
        deck.scratch.write("config/plugins/installed_plugins.json",
                           R"({"version": 2, "plugins": {"p@shop": [{"scope": "user", "installPath": ")" + path +
                               R"(", "version": "1"}]}})");
        Diagnostics diagnostics;
        BOOST_TEST(deck.market().installed(diagnostics).empty(), where);
        BOOST_TEST(has_code(diagnostics, code::store_path_outside));
        deck.uninstall("p@shop");
        BOOST_TEST(std::filesystem::exists(deck.scratch.path() / "victim/skills/a/SKILL.md"));
        BOOST_TEST(std::filesystem::exists(deck.plugins() / "cache/keep/x"));
        BOOST_TEST(std::filesystem::exists(deck.config() / "plugins-evil/cache/x/y"));
    }
}

BOOST_AUTO_TEST_CASE(a_link_in_the_store_does_not_lead_a_removal_outside) {
    Deck deck;
    deck.ready();
    deck.scratch.write("victim/file", "precious");
    const auto path = deck.install("p@shop").path;
    std::filesystem::remove_all(path);
    std::filesystem::create_directory_symlink(deck.scratch.path() / "victim", path);
    deck.uninstall("p@shop");
    BOOST_TEST(std::filesystem::exists(deck.scratch.path() / "victim/file"));
}

BOOST_AUTO_TEST_CASE(an_older_file_with_one_record_in_place_of_a_list_is_read_and_written_anew) {
    Deck deck;
    deck.ready();
    const auto path = deck.install("p@shop").path.string();
    deck.scratch.write("config/plugins/installed_plugins.json",
                       R"({"version": 1, "plugins": {"p@shop": {"scope": "user", "installPath": ")" + path +
                           R"(", "version": "1.0.0"}}})");
    Diagnostics diagnostics;
    BOOST_TEST(ids_of(deck.market().installed(diagnostics)) == Names{"p@shop user"});
    deck.install("p@shop", Scope::local);
    BOOST_TEST(deck.records().at("version").as_int64() == 2);
    BOOST_TEST(deck.records().at("plugins").at("p@shop").as_array().size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_directory_that_may_not_be_read_is_not_gone) {
    Deck deck;
    deck.ready();
    const auto path = deck.install("p@shop").path;
    for (const auto& closed : {path, path.parent_path(), deck.market_root()}) {
        const UnreadableReader reader(closed);
        Market market(reader, deck.files, deck.clock, {deck.plugins(), deck.project(), deck.scratch.path()});
        Diagnostics diagnostics;
        (void)market.installed(diagnostics);
        BOOST_TEST(!has_code(diagnostics, code::store_path_missing));
        BOOST_TEST(has_code(diagnostics, code::store_path_unreadable) == (closed != deck.market_root()));
        if (closed != deck.market_root()) continue;
        BOOST_TEST(market.marketplaces(diagnostics).at(0).diagnostics.at(0).code == code::file_unreadable);
    }
    std::filesystem::remove_all(path);
    Diagnostics diagnostics;
    (void)deck.market().installed(diagnostics);
    BOOST_TEST(has_code(diagnostics, code::store_path_missing));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
