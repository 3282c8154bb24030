// SPDX-License-Identifier: Apache-2.0
// The rules of validation, by the part of SKILL.md that they speak of. Inside skill/ only. Pure functions but for the
// files that the text refers to, safe from any thread.
#pragma once

#include "base/frontmatter.hpp"
#include "base/source_lines.hpp"
#include "os/file_system.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

namespace skilldeck {

/// One SKILL.md as the rules see it, and what they found.
struct JudgedText {
    const std::string& file;    ///< as diagnostics name it
    const std::string& folder;  ///< the name of its folder
    std::string_view text;
    const SourceLines& lines;
    const FrontMatter& header;
    Diagnostics& findings;

    void find(Code code, TextPosition at, std::initializer_list<std::string_view> arguments = {}) const;
    /// At the value of a field.
    void find(Code code, const FrontMatterValue& value, std::initializer_list<std::string_view> arguments = {}) const;
    [[nodiscard]] TextPosition position_of(const FrontMatterValue& value) const;
};

void judge_skill_text(const JudgedText& skill);
void judge_skill_fields(const JudgedText& skill);
/// Of a command: what holds for the fields of any skill, and nothing of the specification.
void judge_command_fields(const JudgedText& command);
/// What the reader gets along with, as a strict judge sees it.
void make_strict(Diagnostic& finding);
/// `root` is the folder of the skill.
void judge_skill_body(const JudgedText& skill, const FileReader& files, const Path& root);

}  // namespace skilldeck
