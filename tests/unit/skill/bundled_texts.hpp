// SPDX-License-Identifier: Apache-2.0
// Reading the texts of bundled skills in tests: an embedded file, its front matter, the rows of its tables. Pure
// functions over what is embedded; they judge nothing.
#pragma once

#include "base/text.hpp"
#include "skill/bundled.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck::test {

/// The embedded file, `batch/SKILL.md`; empty when there is none.
inline std::string_view embedded_text(std::string_view path) {
    const auto files = bundled_files();
    const auto found = std::ranges::find(files, path, &EmbeddedFile::path);
    return found == files.end() ? std::string_view() : found->text;
}

/// The folders that hold a SKILL.md.
inline std::set<std::string> bundled_names() {
    std::set<std::string> names;
    for (const auto& source : bundled_skill_sources()) names.insert(source.name);
    return names;
}

/// What stands between the first two fences.
inline std::string_view front_matter_of(std::string_view text) {
    constexpr std::string_view kFence = "---\n";
    if (!text.starts_with(kFence)) return {};
    text.remove_prefix(kFence.size());
    return text.substr(0, text.find("\n---\n"));
}

/// Every run of blanks and line ends as one blank, as a reader sees a paragraph.
inline std::string one_line(std::string_view text) {
    std::string line;
    for (const char byte : text) {
        const bool blank = byte == ' ' || byte == '\n' || byte == '\t';
        if (!blank) line += byte;
        if (blank && !line.empty() && line.back() != ' ') line += ' ';
    }
    return std::string(trim(line));
}

/// The first cells, without back quotes, of every table whose head begins with `head`: `| key |`.
inline std::vector<std::string> first_cells(std::string_view text, std::string_view head) {
    std::vector<std::string> cells;
    bool inside = false;
    for (const auto line : split(text, '\n')) {
        if (!line.starts_with('|')) {
            inside = false;
        } else if (line.starts_with(head)) {
            inside = true;
        } else if (inside && !line.starts_with("|-")) {
            auto cell = std::string(trim(line.substr(1, line.find('|', 1) - 1)));
            std::erase(cell, '`');
            cells.push_back(std::move(cell));
        }
    }
    return cells;
}

}  // namespace skilldeck::test
