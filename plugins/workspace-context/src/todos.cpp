// SPDX-License-Identifier: Apache-2.0
#include "todos.hpp"

#include <algorithm>
#include <numeric>

#include "languages.hpp"

namespace workspace_context {
namespace {

constexpr std::size_t kBinaryProbe = 8 * 1024;

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_binary(std::string_view text) {
    return text.substr(0, kBinaryProbe).find('\0') != std::string_view::npos;
}

/// The marks are asked for in files that people write: code and markup, no data.
bool is_worth_reading(const File& file) {
    const Language* language = language_of(file.path);
    return language != nullptr && language->kind != LanguageKind::data;
}

}  // namespace

MarkCounts count_marks(std::string_view text, std::size_t& first_line) {
    MarkCounts counts{};
    std::size_t first = std::string_view::npos;
    for (std::size_t mark = 0; mark < kMarks.size(); ++mark) {
        const std::string_view word = kMarks[mark];
        for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + word.size())) {
            const std::size_t after = at + word.size();
            const bool is_whole =
                (at == 0 || !is_word(text[at - 1])) && (after == text.size() || !is_word(text[after]));
            if (!is_whole) continue;
            ++counts[mark];
            first = std::min(first, at);
        }
    }
    first_line = 0;
    if (first != std::string_view::npos) {
        first_line = 1 + static_cast<std::size_t>(
                             std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(first), '\n'));
    }
    return counts;
}

TodoReport count_todos(const Workspace& workspace, const Budget& budget, const TodoLimits& limits) {
    TodoReport report;
    std::size_t read = 0;
    std::size_t too_large = 0;
    for (const File& file : workspace.files) {
        if (!is_worth_reading(file)) continue;
        if (!budget.go_on()) {
            report.cut = "time ran out";
            break;
        }
        if (read + file.size > limits.total_bytes) {
            report.cut = "more than " + std::to_string(limits.total_bytes / (1024 * 1024)) + " MiB of text";
            break;
        }
        if (file.size > limits.file_bytes) {
            ++too_large;
            continue;
        }
        const auto text = read_file(workspace.root / file.path, limits.file_bytes);
        if (!text || is_binary(*text)) continue;
        read += text->size();
        ++report.files_read;
        TodoFile found{file.path, 0, 0};
        const MarkCounts counts = count_marks(*text, found.first_line);
        found.count = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
        for (std::size_t mark = 0; mark < counts.size(); ++mark) report.counts[mark] += counts[mark];
        if (found.count > 0) report.files.push_back(std::move(found));
    }
    std::stable_sort(report.files.begin(), report.files.end(),
                     [](const TodoFile& a, const TodoFile& b) { return a.count > b.count; });
    if (report.cut.empty() && too_large > 0) report.cut = std::to_string(too_large) + " large files left out";
    return report;
}

}  // namespace workspace_context
