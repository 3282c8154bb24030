// SPDX-License-Identifier: Apache-2.0
#include "base/shell_quoting.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

namespace {

/// `$a` stays one word, `$b` splits; both become variables of capital letters.
std::string rewritten(std::string_view command) {
    return rewrite_shell_references(command, [](std::string_view rest, ShellQuoting) -> std::optional<ShellReference> {
        if (rest.starts_with("$a")) return ShellReference{2, "A", ShellReference::Bare::one_word};
        if (rest.starts_with("$b")) return ShellReference{2, "B", ShellReference::Bare::splits};
        return std::nullopt;
    });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(shell_quoting)

BOOST_AUTO_TEST_CASE(a_reference_is_rewritten_by_how_it_is_quoted) {
    const std::pair<std::string_view, std::string_view> table[] = {
        {"x $a $b $c", "x \"${A}\" ${B} $c"},
        {"x \"$a $b\"", "x \"${A} ${B}\""},
        {"x '$a $b'", "x ''\"${A}\"' '\"${B}\"''"},
        {"x \\$a \"\\$b\"", "x \\$a \"\\$b\""},
        {"x $(y $a) `z $b`", "x $(y \"${A}\") `z ${B}`"},
        {"x # $a\ny $a", "x # $a\ny \"${A}\""},
        {"x <<E\n$a '$b' \\$a\nE\ny $a", "x <<E\n${A} '${B}' \\$a\nE\ny \"${A}\""},
        {"x <<'E'\n$a\nE\ny $a", "x <<'E'\n$a\nE\ny \"${A}\""},
        {"x <<-E\n\t$a\n\tE\n$b", "x <<-E\n\t${A}\n\tE\n${B}"},
        {"$", "$"},
        {"'$a", "''\"${A}\"'"},
        {"", ""},
    };
    for (const auto& [command, wanted] : table) BOOST_TEST(rewritten(command) == wanted, command);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
