// SPDX-License-Identifier: Apache-2.0
#include "skill/arguments.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

using Strings = std::vector<std::string>;

namespace {

void splits(std::string_view raw, const Strings& wanted) {
    BOOST_TEST(split_arguments(raw) == wanted, boost::test_tools::per_element());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(arguments)

BOOST_AUTO_TEST_CASE(blanks_separate) {
    splits("a b  c\td\n", {"a", "b", "c", "d"});
    splits("", {});
    splits("   ", {});
}

BOOST_AUTO_TEST_CASE(quotes_and_backslashes_keep_together) {
    splits("\"two words\" 'x y' z", {"two words", "x y", "z"});
    splits("a\\ b c", {"a b", "c"});
    splits("pre\"mid dle\"post", {"premid dlepost"});
    splits("\"say \\\"hi\\\" \\\\ there\"", {"say \"hi\" \\ there"});
    splits("'no \\escape'", {"no \\escape"});
    splits("\"\" ''", {"", ""});
    splits("ends\\", {"ends\\"});
}

// D2: nothing else of a shell
BOOST_AUTO_TEST_CASE(operators_and_variables_are_text) {
    splits("a;b | c && $HOME $(x) `y` > *.txt", {"a;b", "|", "c", "&&", "$HOME", "$(x)", "`y`", ">", "*.txt"});
}

// B035
BOOST_AUTO_TEST_CASE(an_unbalanced_quote_means_splitting_at_blanks_only) {
    splits("don't stop \"here now", {"don't", "stop", "\"here", "now"});
    splits("it's", {"it's"});
    splits("a\\b 'c", {"a\\b", "'c"});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
