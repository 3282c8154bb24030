// SPDX-License-Identifier: Apache-2.0
// Follows the code fences of a Markdown text line by line, inside quotations and list items too, as CommonMark reads
// them. Where that leaves a doubt a fence that documents Markdown goes on: what stands in it must not run. Inside
// skill/ only. Pure values, one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace skilldeck {

/// What the info string of a fence says.
enum class FenceKind : std::uint8_t {
    plain,          ///< no word, or another language
    shell,          ///< the word `!`
    documentation,  ///< Markdown that is shown: `md`, `markdown`, `{.md}`
};

/// What a line is to the fences.
enum class FenceStep : std::uint8_t { none, opens, closes };

class MarkdownFences {
public:
    /// Takes the next line of the text, without its end.
    FenceStep take(std::string_view line);

    [[nodiscard]] bool is_open() const { return open_.mark != 0; }
    [[nodiscard]] FenceKind kind() const { return open_.kind; }
    /// The open fence stands behind the mark of a quotation or a list item, on its own line.
    [[nodiscard]] bool is_behind_mark() const { return open_.behind_mark; }
    /// The mark of the open fence, a backtick or a tilde.
    [[nodiscard]] char mark() const { return open_.mark; }
    /// Whether a line could begin or end a fence, wherever it stands.
    [[nodiscard]] static bool is_fence_line(std::string_view line) { return fence_in(line, {}).mark != 0; }

private:
    /// A quotation, or a list item whose text begins `width` columns behind the container around it.
    struct Container {
        bool quotation = false;
        std::size_t width = 0;
    };
    struct Fence {
        char mark = 0;  ///< 0: none
        std::size_t length = 0;
        FenceKind kind = FenceKind::plain;
        std::size_t indentation = 0;  ///< columns, behind its containers
        bool behind_mark = false;
        std::vector<Container> containers;
    };

    struct Cursor;
    [[nodiscard]] static Fence fence_in(std::string_view line, std::vector<Container> open);
    [[nodiscard]] static Fence fence_at(Cursor cursor);
    [[nodiscard]] static bool closes(std::string_view line, const Fence& fence);
    [[nodiscard]] bool opens(std::string_view line);

    std::vector<Container> containers_;  ///< that the last line outside fences stands in
    Fence open_;
    Fence around_;  ///< a plain fence in which the open one documents
};

}  // namespace skilldeck
