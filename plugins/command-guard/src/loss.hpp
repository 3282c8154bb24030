// SPDX-License-Identifier: Apache-2.0
// What is lost where everything at a path goes, and the judgement of commands that make it go. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "invocation.hpp"

namespace command_guard {

struct Loss {
    bool is_beyond_discussion = false;
    std::string what;
};

/// Nothing where that is everyday work: below the project, below a directory for temporary files.
[[nodiscard]] std::optional<Loss> loss_of(PathClass path);

enum class Extent { file, tree };

/// Reports a command that destroys what is at `path`, itself or with all that is below it. A file that stands for what
/// a walk comes across is as much as the tree that is walked. `verb` as in "removes ".
void judge_removal(const Invocation& invocation, const Text& path, Extent extent, std::string_view verb);

}  // namespace command_guard
