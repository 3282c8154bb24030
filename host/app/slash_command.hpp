// SPDX-License-Identifier: Apache-2.0
// What a line typed in the session means: a hard-coded command, a skill with its arguments, or a prompt.
// Hard-coded commands always win over a skill of that name. Pure functions, safe from any thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

struct SlashCommand {
    enum class Kind {
        nothing,   ///< an empty line
        builtin,   ///< `name` is one of slash_builtins(), `words` what follows
        skill,     ///< `name` without the slash up to the first blank, `arguments` the raw text behind it
        prompt,    ///< no slash: `arguments` is the line
        malformed  ///< an unbalanced quote behind a hard-coded command
    };
    Kind kind = Kind::nothing;
    std::string name;
    std::vector<std::string> words;
    std::optional<std::string> arguments;
    std::string line;  ///< of a skill: all that stands behind the slash
};

struct SlashBuiltin {
    std::string_view name, usage, text;
};

/// Sorted by name.
[[nodiscard]] std::span<const SlashBuiltin> slash_builtins();

[[nodiscard]] SlashCommand parse_slash_command(std::string_view line);

/// The same call with the first `length` bytes of its line as the name: names of skills may hold blanks.
[[nodiscard]] SlashCommand with_name_of_length(SlashCommand command, std::size_t length);

/// Words as a shell would see them: blanks separate, single and double quotes and the backslash keep them together.
/// Nothing for an unbalanced quote.
[[nodiscard]] std::optional<std::vector<std::string>> split_words(std::string_view text);

}  // namespace skilldeck
