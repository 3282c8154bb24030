// SPDX-License-Identifier: Apache-2.0
// What the plugin manager looks like, row for row, in tests/golden/plugin_manager.txt; SKILLDECK_GOLDEN=accept rewrites
// it. And what must hold at any size.
#include "terminal/plugin_manager_view.hpp"

#include "base/display_text.hpp"
#include "sample_manager.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace skilldeck {

namespace {

struct Page {
    const char* name;
    std::string keys;
    void (*then)(PluginManager&);
};

void nothing(PluginManager&) {}
void available_details(PluginManager& manager) {
    manager.show_details(available_details_sample());
}
void installed_details(PluginManager& manager) {
    manager.show_details(installed_details_sample());
}
void no_rows(PluginManager& manager) {
    auto list = available_sample();
    list.rows.clear();
    manager.set_list(ManagerTab::discover, list);
}
void uninstalling(PluginManager& manager) {
    installed_details(manager);
    (void)type(manager, "x");
}
void installed_now(PluginManager& manager) {
    available_details(manager);
    manager.say(
        "guard@shop 1.2.0 is installed (user); it brings 1 hook that runs commands\n"
        "warning: the workspace is not trusted, so nothing of \"guard@shop\" runs by itself here\n"
        "hint: `skilldeck trust add` trusts it");
}
void explained(PluginManager& manager) {
    installed_details(manager);
    manager.show_text(
        "guard@shop",
        "guard@shop is enabled by user\n"
        "     managed  says nothing\n"
        "  -> user     enabled       /home/ada/.skilldeck/settings.json\n"
        "  skill  rules  active  /home/ada/.skilldeck/plugins/cache/shop/guard/1.2.0/skills/rules/SKILL.md\n");
}

const std::array kPages{Page{"Discover", "", nothing},
                        Page{"Discover, none", "", no_rows},
                        Page{"Discover, a filter being written", "/sHop lamp", nothing},
                        Page{"Discover, a filter that finds nothing", "/nowhere\r", nothing},
                        Page{"Discover, details", "\r", available_details},
                        Page{"Discover, installed", "\r", installed_now},
                        Page{"Installed", "\tj", nothing},
                        Page{"Installed, details", "\t\r", installed_details},
                        Page{"Installed, a question", "\t\r", uninstalling},
                        Page{"Installed, why", "\t\r", explained},
                        Page{"Marketplaces", "\t\t", nothing},
                        Page{"Errors", "\t\t\tj", nothing}};

PluginManager at_page(const Page& page, ManagerSize size) {
    auto manager = sample_manager();
    manager.resize(size);
    (void)type(manager, page.keys);
    page.then(manager);
    return manager;
}

std::string drawn(const PluginManager& manager) {
    std::string text;
    for (const auto& row : manager_rows(manager)) text += "|" + row.text + "\n";
    return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(plugin_manager_view)

BOOST_AUTO_TEST_CASE(its_pages_are_as_they_were_accepted) {
    std::string text;
    for (const auto size : {ManagerSize{80, 24}, ManagerSize{40, 20}}) {
        for (const auto& page : kPages) {
            text += std::string("# ") + page.name + ", " + std::to_string(size.columns) + " by " +
                    std::to_string(size.rows) + "\n" + drawn(at_page(page, size)) + "\n";
        }
    }
    const auto file = std::string(PROJECT_SOURCE) + "/tests/golden/plugin_manager.txt";
    if (const auto* wish = std::getenv("SKILLDECK_GOLDEN"); wish != nullptr && std::string_view(wish) == "accept")
        std::ofstream(file, std::ios::binary) << text;
    std::ifstream in(file, std::ios::binary);
    const std::string wanted{std::istreambuf_iterator<char>(in), {}};
    BOOST_TEST(text == wanted, "differs from " << file << ":\n" << text);
}

BOOST_AUTO_TEST_CASE(at_any_size_every_row_fits_and_there_are_as_many_as_the_screen_has) {
    for (const auto& page : kPages) {
        for (std::size_t columns = 1; columns < 90; columns += columns < 12 ? 1 : 11) {
            for (std::size_t rows = 1; rows < 30; rows += rows < 12 ? 1 : 6) {
                const auto screen = manager_rows(at_page(page, {columns, rows}));
                const bool fits = std::all_of(screen.begin(), screen.end(), [columns](const ScreenRow& row) {
                    return display_width(row.text) <= columns;
                });
                BOOST_TEST(screen.size() == rows);
                BOOST_TEST(fits, page.name << " at " << columns << " by " << rows);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(what_others_write_cannot_command_the_terminal) {
    const std::string hostile =
        "a\x1b[2J\x07\r\nb\u202E\u200B\x9b"
        "31m";
    PluginManager manager;
    for (const auto tab : kManagerTabs)
        manager.set_list(tab, {{{hostile, {hostile, hostile, hostile}, hostile}}, hostile});
    const auto check = [&manager](const char* where) {
        for (const auto& row : manager_rows(manager))
            BOOST_TEST(!has_unsafe_characters(row.text), where << ": " << row.text);
    };
    check("list");
    manager.say(hostile);
    check("said");
    manager.ask(hostile);
    check("question");
    (void)type(manager,
               "n/"
               "\x1b[200~\x1b[2J\x1b[201~");
    check("filter");
    (void)type(manager, "\r");
    manager.show_details({hostile, hostile, {{hostile, hostile}}, {{'u', hostile, ManagerCommand::update}}});
    check("details");
    manager.show_text(hostile, hostile);
    check("text");
}

BOOST_AUTO_TEST_CASE(the_chosen_row_is_on_the_screen_wherever_it_is_in_the_list) {
    PluginManager manager;
    manager.set_list(ManagerTab::discover, numbered_rows(100));
    manager.resize({40, 10});
    for (std::size_t row = 0; row < 100; ++row) {
        const auto screen = drawn(manager);
        BOOST_TEST(screen.find("> p" + std::to_string(row) + "@shop") != std::string::npos, screen);
        (void)type(manager, kDown);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
