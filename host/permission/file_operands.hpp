// SPDX-License-Identifier: Apache-2.0
// The files that the plain file commands of a shell line are given: `cat f` reads one, `rm f` changes one. Commands
// that are not in its table say nothing of their words. Inside permission/ only. Pure functions, safe from any thread.
#pragma once

#include "permission/shell_syntax.hpp"

#include <cstdint>
#include <vector>

namespace skilldeck {

struct FileOperand {
    enum class Use : std::uint8_t { reads, writes };
    Use use = Use::reads;
    ShellWord file;
};

/// A word that is only known when it runs is an operand; so is what comes then (`xargs cat`).
[[nodiscard]] std::vector<FileOperand> file_operands(const ShellCommand& command);

}  // namespace skilldeck
