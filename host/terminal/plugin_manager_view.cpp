// SPDX-License-Identifier: Apache-2.0
#include "terminal/plugin_manager_view.hpp"

#include "base/display_text.hpp"
#include "base/text.hpp"
#include "terminal/text_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace skilldeck {

namespace {

constexpr std::string_view kChosen = "> ", kNotChosen = "  ", kBetween = "  ";
/// A column that would be cut to less than this is left out.
constexpr std::size_t kNarrowestCell = 8;
/// The first cell may take half of a row and every other one a third, but this much of a narrow row.
constexpr std::size_t kFirstCell = 24, kOtherCell = 12;

enum class Counts : std::uint8_t { shown, left_out };

/// The titles of all tabs in one line, the one that is shown in brackets.
std::string tab_titles(const PluginManager& manager, Counts counts, std::string_view between) {
    std::string line;
    for (const auto tab : kManagerTabs) {
        auto title = std::string(tab_title(tab));
        const auto count = manager.list(tab).rows.size();
        if (counts == Counts::shown && count > 0) title += " " + std::to_string(count);
        line += line.empty() ? "" : between;
        line += tab == manager.tab() ? "[" + title + "]" : title;
    }
    return line;
}

/// What of the tabs there is room for.
std::string tab_line(const PluginManager& manager) {
    const auto columns = manager.size().columns;
    for (auto line : {tab_titles(manager, Counts::shown, kBetween), tab_titles(manager, Counts::left_out, " ")}) {
        if (display_width(line) <= columns) return line;
    }
    return "[" + std::string(tab_title(manager.tab())) + "]";
}

/// What of the cells is shown: the widths of the columns, those that have no room left out.
std::vector<std::size_t> column_widths(const std::vector<std::vector<std::string>>& cells, std::size_t columns) {
    std::vector<std::size_t> natural;
    for (const auto& row : cells) {
        natural.resize(std::max(natural.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) natural[i] = std::max(natural[i], display_width(row[i]));
    }
    std::vector<std::size_t> widths;
    auto room = columns - std::min(columns, kChosen.size());
    for (std::size_t i = 0; i < natural.size(); ++i) {
        const auto cap = i == 0 ? std::max(columns / 2, kFirstCell) : std::max(columns / 3, kOtherCell);
        const bool last = i + 1 == natural.size();
        const auto wanted = last ? natural[i] : std::min(natural[i], cap);
        if (i > 0 && wanted > 0) room -= std::min(room, kBetween.size());
        if (i > 0 && room < std::min(wanted, kNarrowestCell)) break;
        widths.push_back(std::min(wanted, room));
        room -= widths.back();
    }
    return widths;
}

std::string row_text(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
    std::string text;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        if (widths[i] == 0) continue;
        text += (i == 0 ? "" : kBetween);
        text += padded_to_columns(i < cells.size() ? cells[i] : std::string(), widths[i]);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

/// The part of the list around what is chosen.
std::size_t first_shown(std::size_t chosen, std::size_t count, std::size_t rows) {
    const auto last = count > rows ? count - rows : 0;
    return std::min(chosen - std::min(chosen, rows / 2), last);
}

void add_list(const PluginManager& manager, std::vector<ScreenRow>& rows) {
    const auto& list = manager.list(manager.tab());
    const auto& shown = manager.shown();
    const auto columns = manager.size().columns;
    if (shown.empty()) {
        const auto text =
            list.rows.empty() ? list.empty : "nothing here has \"" + manager.filter() + "\" in it; Esc shows all";
        for (auto& line : wrapped_to_columns(clean_for_line(text), columns - std::min(columns, kNotChosen.size())))
            rows.push_back({std::string(kNotChosen) + line});
        return;
    }
    // Of all rows, so that the columns stay where they are while the list moves.
    std::vector<std::vector<std::string>> cells;
    for (const auto place : shown) {
        cells.push_back(list.rows[place].cells);
        for (auto& cell : cells.back()) cell = clean_for_line(cell);
    }
    const auto widths = column_widths(cells, columns);
    const auto first = first_shown(manager.chosen(), shown.size(), manager.body_rows());
    const auto end = std::min(shown.size(), first + manager.body_rows());
    for (auto i = first; i < end; ++i) {
        const bool chosen = i == manager.chosen();
        rows.push_back({std::string(chosen ? kChosen : kNotChosen) + row_text(cells[i], widths),
                        chosen ? RowStyle::chosen : RowStyle::plain});
    }
}

void add_body_lines(const PluginManager& manager, std::vector<ScreenRow>& rows) {
    const auto lines = manager.body_lines();
    const auto end = std::min(lines.size(), manager.scrolled() + manager.body_rows());
    for (auto i = manager.scrolled(); i < end; ++i) rows.push_back({lines[i]});
}

void add_choices(const PluginManager& manager, std::vector<ScreenRow>& rows) {
    const auto& choices = manager.details().choices;
    if (!choices.empty()) rows.emplace_back();
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const bool chosen = i == manager.chosen_choice();
        rows.push_back({std::string(chosen ? kChosen : kNotChosen) + choices[i].key + std::string(kBetween) +
                            clean_for_line(choices[i].label),
                        chosen ? RowStyle::chosen : RowStyle::plain});
    }
}

std::string head_line(const PluginManager& manager) {
    switch (manager.place()) {
        case ManagerPlace::filter: return "/" + manager.filter() + "_";
        case ManagerPlace::list: return manager.filter().empty() ? std::string() : "/" + manager.filter();
        case ManagerPlace::details: return manager.details().title;
        case ManagerPlace::text: return manager.text_title();
    }
    return {};
}

/// As many of them as there is room for, the first ones first.
std::string keys_within(std::initializer_list<std::string_view> keys, std::size_t columns) {
    std::string line;
    for (const auto key : keys) {
        const auto more = std::string(line.empty() ? "" : kBetween) + std::string(key);
        if (display_width(line) + display_width(more) > columns) break;
        line += more;
    }
    return line;
}

std::string key_line(const PluginManager& manager) {
    const auto columns = manager.size().columns;
    if (manager.asking()) return keys_within({"y yes", "n no"}, columns);
    const bool more = manager.body_lines().size() > manager.body_rows();
    switch (manager.place()) {
        case ManagerPlace::list:
            if (manager.shown().empty() && manager.filter().empty())
                return keys_within({"Tab next list", "q leave"}, columns);
            if (manager.shown().empty()) return keys_within({"Esc show all", "/ filter", "Tab next list"}, columns);
            if (!manager.filter().empty())
                return keys_within({"Enter details", "Esc show all", "/ filter", "Tab next list"}, columns);
            return keys_within({"Enter details", "Tab next list", "/ filter", "q leave", "Up Down choose"}, columns);
        case ManagerPlace::filter: return keys_within({"Enter keep it", "Esc show all", "Up Down choose"}, columns);
        case ManagerPlace::details:
            if (manager.details().choices.empty())
                return more ? keys_within({"Esc back", "Up Down read on", "Tab next list"}, columns)
                            : keys_within({"Esc back", "Tab next list"}, columns);
            return more ? keys_within({"Enter do it", "Esc back", "PageDown read on", "Tab next list"}, columns)
                        : keys_within({"Enter do it", "Esc back", "Up Down choose", "Tab next list"}, columns);
        case ManagerPlace::text:
            return more ? keys_within({"Esc back", "Up Down read on"}, columns) : keys_within({"Esc back"}, columns);
    }
    return {};
}

}  // namespace

std::vector<ScreenRow> manager_rows(const PluginManager& manager) {
    const auto size = manager.size();
    std::vector<ScreenRow> rows;
    rows.push_back({tab_line(manager), RowStyle::strong});
    rows.push_back({clean_for_line(head_line(manager)), RowStyle::strong});
    if (manager.place() == ManagerPlace::list || manager.place() == ManagerPlace::filter) {
        add_list(manager, rows);
    } else {
        add_body_lines(manager, rows);
    }
    if (manager.place() == ManagerPlace::details) add_choices(manager, rows);
    const auto foot = manager.foot_lines();
    const auto below = foot.size() + 1;
    rows.resize(size.rows > below ? size.rows - below : 1);
    for (const auto& line : foot) rows.push_back({line});
    rows.push_back({key_line(manager), RowStyle::faint});
    rows.resize(size.rows);
    for (auto& row : rows) {
        row.text = cut_to_columns(row.text, size.columns);
        row.text.erase(row.text.find_last_not_of(' ') + 1);
    }
    return rows;
}

}  // namespace skilldeck
