// SPDX-License-Identifier: Apache-2.0
// A shell command line in which references are put into another form, each by how it is quoted where it stands: so that
// values travel in variables and are never spliced into the text. Pure functions, safe from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace skilldeck {

enum class ShellQuoting : std::uint8_t { bare, single_quotes, double_quotes };

/// What stands for a reference.
struct ShellReference {
    std::size_t length = 0;  ///< bytes of the text that it takes
    std::string variable;    ///< that holds the value when the command runs
    /// Without quotes: whether the value stays one word, or is split as the shell splits a variable.
    enum class Bare : std::uint8_t { one_word, splits } bare = Bare::one_word;
};

/// A reference at the beginning of `rest`, or nothing.
using FindShellReference = std::function<std::optional<ShellReference>(std::string_view rest, ShellQuoting quoting)>;

/// `command` with each reference as `${VARIABLE}`, in double quotes where it must stay one word; single quotes around
/// it are closed and opened again. Comments, and here-documents whose end is quoted, stay as they are.
[[nodiscard]] std::string rewrite_shell_references(std::string_view command, const FindShellReference& find);

}  // namespace skilldeck
