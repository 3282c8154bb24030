// SPDX-License-Identifier: Apache-2.0
// A text read as front matter, and what a test asks of it. Plain values.
#pragma once

#include "base/frontmatter.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck::test {

using Texts = std::vector<std::string>;
inline constexpr std::string_view kFile = "/skills/harbor/SKILL.md";

struct Reading {
    FrontMatter front_matter;
    Diagnostics diagnostics;
    std::string body;

    [[nodiscard]] std::string text(std::string_view key) const {
        const auto* value = front_matter.find(key);
        return value == nullptr ? "<absent>" : front_matter_text(*value).value_or("<no text>");
    }
    [[nodiscard]] Texts list(std::string_view key) const {
        const auto* value = front_matter.find(key);
        return value == nullptr ? Texts{"<absent>"} : front_matter_list(*value);
    }
    [[nodiscard]] bool reports(Code code, int line) const {
        return std::any_of(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic& diagnostic) {
            return diagnostic.code == code && diagnostic.line == line && diagnostic.file == kFile;
        });
    }
    /// `code line` of each diagnostic, in the order they were said.
    [[nodiscard]] std::string said() const {
        std::string all;
        for (const auto& one : diagnostics) {
            all += std::string(one.code.info().text) + " " + std::to_string(one.line.value_or(0)) + "\n";
        }
        return all;
    }
    [[nodiscard]] bool is(FrontMatterReading reading) const { return front_matter.reading == reading; }
};

inline Reading read(std::string_view text) {
    Reading reading;
    reading.front_matter = parse_front_matter(text, kFile, reading.diagnostics);
    reading.body = text.substr(reading.front_matter.body_offset);
    return reading;
}

inline Reading read_header(const std::string& header) {
    return read("---\n" + header + "\n---\nbody\n");
}

}  // namespace skilldeck::test
