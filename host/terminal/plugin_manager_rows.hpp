// SPDX-License-Identifier: Apache-2.0
// What the plugin manager shows and can be told to do, as whoever knows the plugins fills it in: lists, details,
// commands. Texts may be anybody's; the manager cleans them. Plain values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

enum class ManagerTab : std::uint8_t { discover, installed, marketplaces, errors };

inline constexpr std::array kManagerTabs{ManagerTab::discover, ManagerTab::installed, ManagerTab::marketplaces,
                                         ManagerTab::errors};

[[nodiscard]] std::string_view tab_title(ManagerTab tab);

/// What a row can have done to it.
enum class ManagerCommand : std::uint8_t {
    install_for_user,
    install_for_project,
    install_local,
    enable,
    disable,
    update,
    roll_back,
    uninstall,
    explain,
    trust,
    update_marketplace,
    remove_marketplace,
};

struct ManagerRow {
    std::string id;                  ///< what details and commands name it by, its own in the list
    std::vector<std::string> cells;  ///< the most important first: where there is no room the last are left out
    std::string searched = {};       ///< what a filter finds besides the cells

    friend bool operator==(const ManagerRow&, const ManagerRow&) = default;
};

struct ManagerList {
    std::vector<ManagerRow> rows;
    std::string empty;  ///< said where there is no row: what to do next
};

struct ManagerFact {
    std::string name, text;
};

struct ManagerChoice {
    char key = 0;  ///< that does it at once
    std::string label;
    ManagerCommand command{};
    std::string question = {};  ///< to be answered with yes before it is done; empty: nothing is lost by it
};

/// Everything about one row.
struct ManagerDetails {
    std::string id, title;
    std::vector<ManagerFact> facts;  ///< those without a text are left out
    std::vector<ManagerChoice> choices;
};

/// Of the screen.
struct ManagerSize {
    std::size_t columns = 80, rows = 24;
};

}  // namespace skilldeck
