// SPDX-License-Identifier: Apache-2.0
// Rows of cells as aligned columns for people; cells are cleaned, and the last one is cut where the terminal ends.
// A value; one owner.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace skilldeck {

class Table {
public:
    /// `columns` of the terminal; 0 cuts nothing.
    explicit Table(std::size_t columns) : columns_(columns) {}

    void row(std::vector<std::string> cells);
    /// Every row with its line end; columns are two blanks apart, no blanks at the end of a line.
    [[nodiscard]] std::string text() const;

private:
    std::size_t columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace skilldeck
