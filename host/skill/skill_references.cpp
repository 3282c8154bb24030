// SPDX-License-Identifier: Apache-2.0
#include "skill/skill_references.hpp"

#include "base/source_lines.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace skilldeck {

namespace {

constexpr std::array<std::string_view, 2> kSkillDirectories{"${CLAUDE_SKILL_DIR}/", "${SKILL_DIR}/"};
constexpr std::size_t kFenceLength = 3;
constexpr std::string_view kComputed = "${}<>*|\"";  // in a target: not the name of a file

std::size_t run_length(std::string_view text, std::size_t at) {
    const auto end = text.find_first_not_of(text[at], at);
    return std::min(end, text.size()) - at;
}

/// ``` or ~~~ at the start of a line: its character and length, else a length of 0.
struct Fence {
    char mark = 0;
    std::size_t length = 0;
};
Fence fence_of(std::string_view line) {
    const auto text = trim(line);
    if (text.empty() || (text.front() != '`' && text.front() != '~')) return {};
    const auto length = run_length(text, 0);
    return length >= kFenceLength ? Fence{text.front(), length} : Fence{};
}

bool is_address(std::string_view target) {
    if (target.starts_with('#') || target.starts_with("//")) return true;
    const auto colon = target.find(':');
    const auto is_scheme = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '.' ||
               c == '-';
    };
    // One letter before the colon is a drive of Windows, not a scheme.
    return colon != std::string_view::npos && colon > 1 &&
           std::all_of(target.begin(), target.begin() + static_cast<std::ptrdiff_t>(colon), is_scheme);
}

std::string decoded(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        unsigned byte = 0;
        const auto* digits = text.data() + at + 1;
        const bool escape =
            text[at] == '%' && at + 2 < text.size() && std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
        out += escape ? static_cast<char>(byte) : text[at];
        if (escape) at += 2;
    }
    return out;
}

class ReferenceFinder {
public:
    explicit ReferenceFinder(std::string_view text) : text_(text) {}

    std::vector<FileReference> find() {
        const SourceLines lines(text_);
        Fence open;
        for (int number = 1; number <= lines.count(); ++number) {
            const auto line = lines.line(number);
            const auto fence = fence_of(line);
            if (open.length > 0) {
                if (fence.mark == open.mark && fence.length >= open.length) open = {};
            } else if (fence.length > 0) {
                open = fence;
            } else {
                read_line(line, lines.offset(number));
            }
        }
        return std::move(found_);
    }

private:
    void read_line(std::string_view line, std::size_t offset) {
        if (read_definition(line, offset)) return;
        for (std::size_t at = 0; at < line.size();) {
            if (line[at] == '`') {
                at = behind_code(line, at);
            } else if (line.substr(at).starts_with("](")) {
                at = read_target(line, at + 2, offset);
            } else {
                ++at;
            }
        }
    }

    /// Behind a code span, or behind its backticks where nothing closes it on the line.
    static std::size_t behind_code(std::string_view line, std::size_t at) {
        const auto length = run_length(line, at);
        for (auto next = at + length; (next = line.find('`', next)) != std::string_view::npos;) {
            const auto closing = run_length(line, next);
            next += closing;
            if (closing == length) return next;
        }
        return at + length;
    }

    /// `[label]: target`
    bool read_definition(std::string_view line, std::size_t offset) {
        const auto start = line.find_first_not_of(' ');
        if (start == std::string_view::npos || line[start] != '[' || line.substr(start).starts_with("[^")) return false;
        const auto close = line.find("]:", start);
        if (close == std::string_view::npos || line.find(']', start) != close) return false;
        const auto target = line.find_first_not_of(" \t", close + 2);
        if (target != std::string_view::npos) read_target(line, target, offset);
        return true;
    }

    /// The target that begins at `at`; gives the place behind it.
    std::size_t read_target(std::string_view line, std::size_t at, std::size_t offset) {
        const bool bracketed = at < line.size() && line[at] == '<';
        const auto begin = bracketed ? at + 1 : at;
        auto end = begin;
        for (int depth = 0; end < line.size(); ++end) {
            const char c = line[end];
            if (bracketed ? c == '>' : (c == ' ' || c == '\t' || (c == ')' && depth == 0))) break;
            if (c == '(') ++depth;
            if (c == ')') --depth;
        }
        add(line.substr(begin, end - begin), offset + begin);
        return end;
    }

    void add(std::string_view target, std::size_t offset) {
        for (const auto prefix : kSkillDirectories) {
            if (!target.starts_with(prefix)) continue;
            target.remove_prefix(prefix.size());
            offset += prefix.size();
        }
        if (is_address(target)) return;
        target = target.substr(0, target.find_first_of("#?"));
        if (target.empty() || target.find_first_of(kComputed) != std::string_view::npos) return;
        found_.push_back({decoded(target), offset});
    }

    std::string_view text_;
    std::vector<FileReference> found_;
};

}  // namespace

std::vector<FileReference> find_file_references(std::string_view markdown) {
    return ReferenceFinder(markdown).find();
}

}  // namespace skilldeck
