// SPDX-License-Identifier: Apache-2.0
#include "terminal/text_rows.hpp"

#include "base/display_text.hpp"
#include "printing.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

namespace {

using Rows = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(text_rows)

BOOST_AUTO_TEST_CASE(a_text_is_cut_by_the_columns_it_takes) {
    BOOST_TEST(cut_to_columns("abcdef", 6) == "abcdef");
    BOOST_TEST(cut_to_columns("abcdef", 5) == "abcd…");
    BOOST_TEST(cut_to_columns("漢字漢字", 8) == "漢字漢字");
    BOOST_TEST(cut_to_columns("漢字漢字", 7) == "漢字漢…");
    BOOST_TEST(cut_to_columns("漢字漢字", 6) == "漢字…");  // half of a character cannot be shown
    BOOST_TEST(cut_to_columns("e\u0301e\u0301e\u0301", 2) == "e\u0301…");
    BOOST_TEST(cut_to_columns("abc", 1) == "…");
    BOOST_TEST(cut_to_columns("abc", 0) == "");
}

BOOST_AUTO_TEST_CASE(a_cell_is_as_wide_as_its_column) {
    for (const auto* text : {"", "ab", "漢字", "漢字漢字漢字", "abcdefghij"}) {
        for (std::size_t columns = 1; columns < 9; ++columns)
            BOOST_TEST(display_width(padded_to_columns(text, columns)) == columns, text << " at " << columns);
    }
}

BOOST_AUTO_TEST_CASE(a_text_is_wrapped_at_blanks_and_a_long_word_where_the_row_ends) {
    BOOST_TEST(wrapped_to_columns("one two three", 8) == (Rows{"one two", "three"}));
    BOOST_TEST(wrapped_to_columns("one two three", 7) == (Rows{"one two", "three"}));
    BOOST_TEST(wrapped_to_columns("one two three", 6) == (Rows{"one", "two", "three"}));
    BOOST_TEST(wrapped_to_columns("abcdefghij kl", 4) == (Rows{"abcd", "efgh", "ij", "kl"}));
    BOOST_TEST(wrapped_to_columns("漢字漢字漢", 5) == (Rows{"漢字", "漢字", "漢"}));
    BOOST_TEST(wrapped_to_columns("a\n\n  b c", 4) == (Rows{"a", "", "  b", "c"}));
    BOOST_TEST(wrapped_to_columns("", 4) == (Rows{""}));
    BOOST_TEST(wrapped_to_columns("漢", 0) == (Rows{"漢"}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
