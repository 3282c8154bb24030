// SPDX-License-Identifier: Apache-2.0
// Mechanical repair of a Markdown file with front matter, for `--fix`: line ends, quotes, tabs, the spelling of lists.
// A change is made only where reading the result proves that every value and the body stay what they were, but for a
// name that takes the case of its folder. What is repaired once is not changed again. Pure functions, any thread.
#pragma once

#include "base/text_repair.hpp"

#include <string_view>

namespace skilldeck {

/// A SKILL.md; `folder` is the name of the directory that holds it.
[[nodiscard]] RepairedText repair_skill(std::string_view text, std::string_view folder);

/// A command or agent file: what is not about the name, and not only for Agent Skills.
[[nodiscard]] RepairedText repair_front_matter(std::string_view text);

/// CR LF to LF throughout, in a text that has no other CR and is UTF-8; else as it was.
[[nodiscard]] RepairedText repair_line_ends(std::string_view text);

}  // namespace skilldeck
