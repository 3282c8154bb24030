// SPDX-License-Identifier: Apache-2.0
// A link where the store expects a directory of its own: nothing outside is changed, at whatever level it was put.
#include "market/codes.hpp"
#include "os/codes.hpp"
#include "recorded_deck.hpp"

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;

/// A place outside that looks like the store, so that whatever followed a link would find something.
class LinkedDeck : public Deck {
public:
    LinkedDeck() {
        ready();
        for (const auto* file :
             {"outside/kept", "outside/p/1.0.0/kept", "outside/1.0.0/kept", "outside/shop/p/1.0.0/kept",
              "outside/p-shop/kept", "outside/1/kept", "outside/.staging/1/kept"})
            scratch.write(file, "kept");
    }

    void plant(const Path& link) const {
        fs::create_directories((plugins() / link).parent_path());
        fs::remove_all(plugins() / link);
        fs::create_directory_symlink(scratch.path() / "outside", plugins() / link);
    }

    [[nodiscard]] Names outside() const {
        Names names;
        for (const auto& entry : fs::recursive_directory_iterator(scratch.path() / "outside")) {
            if (!entry.is_directory()) names.push_back(entry.path().lexically_relative(scratch.path()).string());
        }
        std::sort(names.begin(), names.end());
        return names;
    }
};

const std::vector<const char*> kLevels{"cache", "cache/.staging", "cache/shop", "cache/shop/p", "cache/shop/p/1.0.0",
                                       "data",  "data/p-shop"};

}  // namespace

BOOST_AUTO_TEST_SUITE(planted_links)

BOOST_AUTO_TEST_CASE(an_install_never_writes_through_a_link) {
    for (const auto* level : kLevels) {
        LinkedDeck deck;
        deck.plant(level);
        const auto before = deck.outside();
        const auto installed =
            deck.market().install({"p@shop", Scope::user, std::nullopt, InstallRequest::Placement::copy});
        BOOST_TEST(deck.outside() == before, level);
        if (!installed) {
            BOOST_TEST((installed.error().code == code::file_unwritable), level << ": " << to_line(installed.error()));
            continue;
        }
        Diagnostics found;
        const Store store(deck.files, deck.files, deck.plugins());
        BOOST_TEST(store.owns(installed->path), level);
        BOOST_TEST(!fs::is_symlink(installed->path), level);
        BOOST_TEST(deck.text(installed->path / "skills/do/SKILL.md").ends_with("Body."), level);
    }
}

BOOST_AUTO_TEST_CASE(an_update_and_an_uninstall_never_remove_through_a_link) {
    for (const auto* level : kLevels) {
        LinkedDeck deck;
        deck.install("p@shop");
        deck.scratch.write("config/plugins/data/p-shop/file", "data");
        deck.plant(level);
        const auto before = deck.outside();
        deck.plugin("p", "1.1.0");
        (void)deck.market().update({"p@shop", std::nullopt, Consent::everything});
        BOOST_TEST(deck.outside() == before, level << ", update");
        (void)deck.market().uninstall({"p@shop", std::nullopt, UninstallRequest::Data::remove});
        BOOST_TEST(deck.outside() == before, level << ", uninstall");
        (void)deck.market().remove_marketplace("shop");
        BOOST_TEST(deck.outside() == before, level << ", marketplace remove");
    }
}

BOOST_AUTO_TEST_CASE(the_plugins_folder_itself_may_be_a_link) {
    Deck deck;
    fs::create_directories(deck.scratch.path() / "elsewhere");
    fs::create_directory_symlink(deck.scratch.path() / "elsewhere", deck.plugins());
    deck.ready();
    deck.install("p@shop");
    deck.plugin("p", "1.1.0");
    deck.update("p@shop");
    deck.uninstall("p@shop");
    BOOST_TEST(deck.stored().empty());
}

BOOST_AUTO_TEST_CASE(a_recorded_path_written_in_another_way_is_still_removed) {
    Deck deck;
    deck.ready();
    deck.install("p@shop");
    const auto other_way = deck.scratch.path() / "home";
    fs::create_directory_symlink(deck.config(), other_way);
    const MarketPlaces places{other_way / "plugins", deck.project(), deck.scratch.path()};
    Market market(deck.files, deck.files, deck.clock, places);
    BOOST_TEST(market.uninstall({"p@shop", std::nullopt, UninstallRequest::Data::remove}).has_value());
    BOOST_TEST(deck.stored().empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck::test
