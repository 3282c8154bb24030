// SPDX-License-Identifier: Apache-2.0
// Programs that run code of a language of their own, which may run or write what no rule about commands sees: an
// interpreter with the code among its words or on its input, awk and sed, options whose value is a command. The code is
// not read but for that of awk and sed (text_programs). Which programs those are is code_programs. Pure functions, safe
// from any thread.
#pragma once

#include "permission/code_options.hpp"
#include "permission/shell_syntax.hpp"

namespace skilldeck {

/// Sets `code` of a command, and `side_effect` of awk and sed, whose names promise none. Gives the command lines that
/// an option of it starts, and which words are the code.
[[nodiscard]] CodeInWords note_foreign_code(ShellCommand& command);

}  // namespace skilldeck
