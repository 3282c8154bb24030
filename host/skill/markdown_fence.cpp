// SPDX-License-Identifier: Apache-2.0
#include "skill/markdown_fence.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace skilldeck {

namespace {

constexpr std::size_t kFenceLength = 3;
constexpr std::size_t kMostIndentation = 3;  // columns; a fence that is indented further does not end here
constexpr std::size_t kTabStop = 4;
constexpr std::size_t kMarkerDigits = 9;
constexpr std::size_t kContainerLimit = 64;  // that are followed in one another
constexpr std::string_view kBlanks = " \t";
constexpr std::array<std::string_view, 3> kDocumented{"markdown", "md", "mdx"};

bool is_documented_language(std::string_view word) {
    if (word.starts_with('.')) word.remove_prefix(1);
    std::string folded(word);
    for (auto& c : folded) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return std::ranges::find(kDocumented, folded) != kDocumented.end();
}

/// `md title="x"`, `md{.numberLines}`, and where attributes come first any of them: `{#id .md}`.
bool documents(std::string_view info) {
    constexpr std::string_view kEnds = " \t{}:,;=";
    if (!info.starts_with('{')) return is_documented_language(info.substr(0, info.find_first_of(kEnds)));
    while (!info.empty()) {
        const auto end = std::min(info.find_first_of(kEnds), info.size());
        if (is_documented_language(info.substr(0, end))) return true;
        info.remove_prefix(std::min(end + 1, info.size()));
    }
    return false;
}

FenceKind kind_of(std::string_view info) {
    if (info == "!") return FenceKind::shell;
    return documents(info) ? FenceKind::documentation : FenceKind::plain;
}

}  // namespace

/// A place in a line that knows its column, also within a tab.
struct MarkdownFences::Cursor {
    std::string_view rest;
    std::size_t column = 0;

    [[nodiscard]] char next() const { return rest.empty() ? '\0' : rest.front(); }

    /// Columns up to the next character that is no blank.
    [[nodiscard]] std::size_t indentation() const {
        auto end = column;
        for (const char c : rest) {
            if (c != ' ' && c != '\t') break;
            end += c == '\t' ? kTabStop - end % kTabStop : 1;
        }
        return end - column;
    }
    [[nodiscard]] bool at_blank_end() const { return rest.find_first_not_of(kBlanks) == std::string_view::npos; }

    void skip(std::size_t characters) {
        rest.remove_prefix(characters);
        column += characters;
    }
    void skip_columns(std::size_t count) {
        const auto end = column + count;
        while (column < end && !rest.empty()) {
            const auto next = rest.front() == '\t' ? column + kTabStop - column % kTabStop : column + 1;
            if (next > end) {
                column = end;
                return;
            }
            rest.remove_prefix(1);
            column = next;
        }
    }

    /// Behind the `>` of a quotation and the blank that belongs to it. However far it is indented, as below.
    bool take_quotation_mark() {
        auto inner = *this;
        inner.skip_columns(indentation());
        if (inner.next() != '>') return false;
        inner.skip(1);
        if (inner.indentation() > 0) inner.skip_columns(1);
        *this = inner;
        return true;
    }

    /// Behind the marker of a list item, at its text; how many columns that is, or 0.
    std::size_t take_item_marker() {
        auto inner = *this;
        inner.skip_columns(indentation());
        const auto digits = std::min(inner.rest.find_first_not_of("0123456789"), inner.rest.size());
        const auto mark = inner.rest.substr(std::min(digits, inner.rest.size()), 1);
        const bool bullet = digits == 0 && (mark == "-" || mark == "*" || mark == "+");
        const bool number = digits > 0 && digits <= kMarkerDigits && (mark == "." || mark == ")");
        if (!bullet && !number) return 0;
        inner.skip(digits + 1);
        const auto blanks = inner.indentation();
        if (blanks == 0 && !inner.rest.empty()) return 0;
        const bool is_code = blanks > kMostIndentation + 1 || inner.at_blank_end();
        inner.skip_columns(is_code ? std::min<std::size_t>(blanks, 1) : blanks);
        const auto width = inner.column - column + (blanks == 0 ? 1 : 0);
        *this = inner;
        return width;
    }
};

/// The fence that a line begins, or one with mark 0; with the containers of the line: those of `open` that go on, and
/// those that it begins.
MarkdownFences::Fence MarkdownFences::fence_in(std::string_view line, std::vector<Container> open) {
    Cursor cursor{line};
    std::size_t kept = 0;
    bool marked = false;
    for (; kept < open.size(); ++kept) {
        if (open[kept].quotation) {
            if (!cursor.take_quotation_mark()) break;
            marked = true;
        } else if (!cursor.at_blank_end()) {
            if (cursor.indentation() < open[kept].width) break;
            cursor.skip_columns(open[kept].width);
        }
    }
    open.resize(kept);
    while (open.size() < kContainerLimit) {
        if (cursor.take_quotation_mark()) {
            open.push_back({true, 0});
        } else if (const auto width = cursor.take_item_marker(); width > 0) {
            open.push_back({false, width});
        } else {
            break;
        }
        marked = true;
    }
    auto fence = fence_at(cursor);
    fence.behind_mark = marked;
    fence.containers = std::move(open);
    return fence;
}

/// A fence that begins at the cursor, or one with mark 0. However far it is indented: what looks like one counts.
MarkdownFences::Fence MarkdownFences::fence_at(Cursor cursor) {
    Fence fence;
    fence.indentation = cursor.indentation();
    cursor.skip_columns(fence.indentation);
    const char mark = cursor.next();
    if (mark != '`' && mark != '~') return {};
    fence.length = std::min(cursor.rest.find_first_not_of(mark), cursor.rest.size());
    const auto info = trim(cursor.rest.substr(fence.length));
    const bool code_span = mark == '`' && info.find('`') != std::string_view::npos;
    if (fence.length < kFenceLength || code_span) return {};
    fence.mark = mark;
    fence.kind = kind_of(info);
    return fence;
}

/// In the same quotations, no further in than its beginning allows, as long, and nothing behind it. It may stand before
/// the text of its list item: there CommonMark sees another fence begin, which is as good as an end.
bool MarkdownFences::closes(std::string_view line, const Fence& fence) {
    Cursor cursor{line};
    const auto allowed = std::max(kMostIndentation, fence.indentation);
    for (const auto& container : fence.containers) {
        if (!container.quotation) {
            const auto blanks = cursor.indentation();
            cursor.skip_columns(std::min(blanks, container.width));
        } else if (!cursor.take_quotation_mark()) {
            return false;
        }
    }
    if (cursor.indentation() > allowed) return false;
    cursor.skip_columns(cursor.indentation());
    const auto length = std::min(cursor.rest.find_first_not_of(fence.mark), cursor.rest.size());
    cursor.rest.remove_prefix(length);
    return length >= fence.length && cursor.at_blank_end();
}

bool MarkdownFences::opens(std::string_view line) {
    auto fence = fence_in(line, containers_);
    if (is_open()) {
        if (fence.mark == 0 || fence.kind != FenceKind::documentation) return false;
        around_ = std::move(open_);
    } else {
        containers_ = fence.containers;
        if (fence.mark == 0) return false;
    }
    open_ = std::move(fence);
    return true;
}

FenceStep MarkdownFences::take(std::string_view line) {
    if (is_open() && closes(line, open_)) {
        const bool ends_both = around_.mark == 0 || closes(line, around_);
        open_ = ends_both ? Fence() : std::move(around_);
        around_ = {};
        return FenceStep::closes;
    }
    // A fence that documents lets nothing begin; in another one an example in Markdown may.
    const bool may_open = !is_open() || (open_.kind == FenceKind::plain && around_.mark == 0);
    return may_open && opens(line) ? FenceStep::opens : FenceStep::none;
}

}  // namespace skilldeck
