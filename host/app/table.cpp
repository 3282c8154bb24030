// SPDX-License-Identifier: Apache-2.0
#include "app/table.hpp"

#include "base/display_text.hpp"
#include "base/text.hpp"
#include "terminal/text_rows.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kGap = 2;

}  // namespace

void Table::row(std::vector<std::string> cells) {
    for (auto& cell : cells) {
        const auto indent = cell.find_first_not_of(' ');
        cell = std::string(indent == std::string::npos ? 0 : indent, ' ') + clean_for_line(trim(cell));
    }
    rows_.push_back(std::move(cells));
}

std::string Table::text() const {
    std::vector<std::size_t> widths;
    for (const auto& cells : rows_) {
        widths.resize(std::max(widths.size(), cells.size()));
        for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], display_width(cells[i]));
    }
    std::string all;
    for (const auto& cells : rows_) {
        std::string line;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            line += cells[i];
            const bool last = i + 1 == cells.size();
            if (!last && widths[i] > 0) line.append(widths[i] - display_width(cells[i]) + kGap, ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        all += (columns_ == 0 ? line : cut_to_columns(line, columns_)) + "\n";
    }
    return all;
}

}  // namespace skilldeck
