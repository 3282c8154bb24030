// SPDX-License-Identifier: Apache-2.0
// Counts the notes that people leave in code: TODO, FIXME, HACK, XXX. Bounded in files, bytes and time. Any thread.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "workspace.hpp"

namespace workspace_context {

inline constexpr std::array<std::string_view, 4> kMarks = {"TODO", "FIXME", "HACK", "XXX"};
using MarkCounts = std::array<std::size_t, kMarks.size()>;

struct TodoLimits {
    std::size_t file_bytes = 1024 * 1024;
    std::size_t total_bytes = 64 * 1024 * 1024;
};

struct TodoFile {
    std::string path;
    std::size_t count = 0;
    std::size_t first_line = 0;
};

struct TodoReport {
    MarkCounts counts{};
    std::size_t files_read = 0;
    std::vector<TodoFile> files;  ///< those with a mark, the most first
    std::string cut;              ///< why not all files were read; empty if they were
};

[[nodiscard]] TodoReport count_todos(const Workspace& workspace, const Budget& budget, const TodoLimits& limits = {});

/// The marks in a text, as whole words in capitals, and the line of the first one.
[[nodiscard]] MarkCounts count_marks(std::string_view text, std::size_t& first_line);

}  // namespace workspace_context
