// SPDX-License-Identifier: Apache-2.0
// The specifier of a Bash rule against one simple command. `*` stands for any text; ` *` and `:*` at the end also for
// nothing. To forbid, a command is taken as generously as it could be meant; to allow, only for what it certainly is.
// Immutable once built; safe from any thread.
#pragma once

#include "base/glob.hpp"
#include "permission/shell_syntax.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skilldeck {

/// maybe: what the command becomes when it runs decides.
enum class RuleFit : std::uint8_t { no, maybe, yes };

class CommandRule {
public:
    explicit CommandRule(std::string_view specifier);

    /// For deny and ask rules.
    [[nodiscard]] RuleFit fit(const ShellCommand& command) const;
    /// For allow rules: whether the rule vouches for the words of the command. Files that it is redirected to are not
    /// its business, unless the rule without a `*` spells the very command.
    [[nodiscard]] bool vouches(const ShellCommand& command) const;
    /// The rule is the command, letter by letter.
    [[nodiscard]] bool spells(const ShellCommand& command) const;

private:
    [[nodiscard]] bool matches(std::string_view text) const;

    std::string specifier_;
    StarPattern pattern_;
    std::optional<StarPattern> bare_;  ///< without the ` *` at the end
};

/// Assignments before a command that change nothing about what runs: `LANG=C`, `x=1`.
[[nodiscard]] bool is_harmless_variable(std::string_view name);

}  // namespace skilldeck
