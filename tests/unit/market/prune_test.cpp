// SPDX-License-Identifier: Apache-2.0
// What the store keeps that nobody needs goes; nothing else does.
#include "market/codes.hpp"
#include "market_fixture.hpp"

#include <boost/json/serialize.hpp>

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;

PruneReport pruned(Deck& deck) {
    auto report = deck.market().prune();
    BOOST_REQUIRE_MESSAGE(report.has_value(), (report ? std::string() : to_line(report.error())));
    return std::move(*report);
}

Names removed(const PruneReport& report) {
    Names names;
    for (const auto& version : report.removed) names.push_back(version.id + " " + version.version);
    return names;
}

/// 1.0.0 is kept and 1.1.0 loaded; 0.9.0 was left by nobody knows whom.
void ready(Deck& deck) {
    deck.ready("1.0.0");
    deck.install("p@shop");
    deck.plugin("p", "1.1.0", "New.");
    deck.update("p@shop");
    deck.scratch.write("config/plugins/cache/shop/p/0.9.0/skills/do/SKILL.md", "0123456789");
    deck.scratch.write("config/plugins/cache/shop/p/0.9.0/more", "01234");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(prune)

BOOST_AUTO_TEST_CASE(what_no_record_refers_to_goes_and_is_counted) {
    Deck deck;
    ready(deck);
    deck.scratch.write("config/plugins/cache/gone/q/2.0.0/file", "0123456");
    deck.scratch.write("config/plugins/cache/.staging/7/file", "012");
    const auto report = pruned(deck);
    BOOST_TEST(removed(report) == (Names{"q@gone 2.0.0", "p@shop 0.9.0"}), boost::test_tools::per_element());
    BOOST_TEST(report.removed[0].bytes == 7U);
    BOOST_TEST(report.removed[1].bytes == 15U);
    BOOST_TEST(report.staging_bytes == 3U);
    BOOST_TEST(report.bytes() == 25U);
    BOOST_TEST(has_code(report.warnings, code::store_leftovers_removed));
    BOOST_TEST(!fs::exists(deck.plugins() / "cache/gone"));
    BOOST_TEST(!fs::exists(deck.plugins() / "cache/shop/p/0.9.0"));
    BOOST_TEST(fs::exists(deck.plugins() / "cache/shop/p/1.0.0"));
    BOOST_TEST(fs::exists(deck.plugins() / "cache/shop/p/1.1.0"));
    BOOST_TEST(deck.market().rollback({"p@shop", std::nullopt}).has_value());
    BOOST_TEST(pruned(deck).removed.empty());
}

BOOST_AUTO_TEST_CASE(versions_of_other_projects_stay) {
    Deck deck;
    deck.ready("1.0.0");
    fs::create_directories(deck.scratch.path() / "other");
    const InstallRequest request{"p@shop", Scope::project, std::nullopt, InstallRequest::Placement::copy};
    BOOST_REQUIRE(deck.market(deck.scratch.path() / "other").install(request).has_value());
    BOOST_TEST(pruned(deck).removed.empty());
    BOOST_TEST(fs::exists(deck.plugins() / "cache/shop/p/1.0.0"));
}

BOOST_AUTO_TEST_CASE(a_record_whose_path_is_written_in_another_way_keeps_its_version) {
    Deck deck;
    ready(deck);
    fs::create_directory_symlink(deck.config(), deck.scratch.path() / "way");
    auto text = deck.text(deck.plugins() / "installed_plugins.json");
    const auto own = deck.config().string(), other = (deck.scratch.path() / "way").string();
    for (auto at = text.find(own); at != std::string::npos; at = text.find(own, at + other.size())) {
        text.replace(at, own.size(), other);
    }
    deck.scratch.write("config/plugins/installed_plugins.json", text);
    BOOST_TEST(removed(pruned(deck)) == Names{"p@shop 0.9.0"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(links_and_files_are_left_alone_and_named) {
    Deck deck;
    ready(deck);
    deck.scratch.write("outside/kept", "mine");
    const auto outside = deck.scratch.path() / "outside";
    fs::create_directory_symlink(outside, deck.plugins() / "cache/shop/p/0.1.0");
    fs::create_directory_symlink(outside, deck.plugins() / "cache/shop/linked");
    fs::create_directory_symlink(outside, deck.plugins() / "cache/market");
    fs::create_directory_symlink(outside, deck.plugins() / "cache/shop/p/0.9.0/inside");
    deck.scratch.write("config/plugins/cache/shop/note", "n");
    const auto report = pruned(deck);
    BOOST_TEST(removed(report) == Names{"p@shop 0.9.0"}, boost::test_tools::per_element());
    BOOST_TEST(report.removed[0].bytes == 15U);
    Names left;
    for (const auto& warning : report.warnings) {
        if (warning.code == code::prune_left) left.push_back(Path(warning.file).filename().string());
    }
    std::sort(left.begin(), left.end());
    BOOST_TEST(left == (Names{"0.1.0", "linked", "market", "note"}), boost::test_tools::per_element());
    BOOST_TEST(deck.text(outside / "kept") == "mine");
    BOOST_TEST(fs::is_symlink(deck.plugins() / "cache/shop/p/0.1.0"));
}

BOOST_AUTO_TEST_CASE(data_of_plugins_stays) {
    Deck deck;
    ready(deck);
    deck.scratch.write("config/plugins/data/p-shop/kept", "data");
    deck.scratch.write("config/plugins/data/gone-shop/kept", "data");
    pruned(deck);
    BOOST_TEST(deck.text(deck.plugins() / "data/p-shop/kept") == "data");
    BOOST_TEST(deck.text(deck.plugins() / "data/gone-shop/kept") == "data");
}

BOOST_AUTO_TEST_CASE(without_records_that_can_be_read_nothing_goes) {
    Deck deck;
    ready(deck);
    const auto records = deck.plugins() / "installed_plugins.json";
    const auto text = deck.text(records);
    const auto refused = [&](const char* what) {
        const auto report = deck.market().prune();
        BOOST_REQUIRE_MESSAGE(!report.has_value(), what);
        BOOST_TEST(fs::exists(deck.plugins() / "cache/shop/p/0.9.0"), what);
        return report.error().code;
    };
    deck.scratch.write("config/plugins/installed_plugins.json", "{\"version\": 2,");
    BOOST_TEST((refused("damaged") == code::records_unknown));
    deck.scratch.write("config/plugins/installed_plugins.json", R"({"version": 3, "plugins": {}})");
    BOOST_TEST((refused("newer") == code::state_file_newer));
    fs::remove(records);
    BOOST_TEST((refused("missing") == code::records_unknown));
    BOOST_TEST(!fs::exists(records));
    deck.scratch.write("config/plugins/installed_plugins.json", text);
    BOOST_TEST(removed(pruned(deck)) == Names{"p@shop 0.9.0"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(versions_of_a_record_that_cannot_be_read_stay) {
    Deck deck;
    ready(deck);
    deck.scratch.write("config/plugins/cache/shop/q/1.0.0/file", "q");
    auto records = deck.records();
    records.at("plugins").as_object()["q@shop"] =
        boost::json::array{boost::json::object{{"scope", "galaxy"}, {"installPath", "/x"}}};
    deck.scratch.write("config/plugins/installed_plugins.json", boost::json::serialize(records));
    const auto report = pruned(deck);
    BOOST_TEST(removed(report) == Names{"p@shop 0.9.0"}, boost::test_tools::per_element());
    BOOST_TEST(has_code(report.warnings, code::prune_left));
    BOOST_TEST(fs::exists(deck.plugins() / "cache/shop/q/1.0.0/file"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
