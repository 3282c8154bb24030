// SPDX-License-Identifier: Apache-2.0
#include "terminal/full_screen.hpp"

#include <boost/test/unit_test.hpp>

#include <array>

namespace skilldeck {

namespace {

const std::array kRows{ScreenRow{"one", RowStyle::chosen}, ScreenRow{"two", RowStyle::plain}};

}  // namespace

BOOST_AUTO_TEST_SUITE(full_screen)

BOOST_AUTO_TEST_CASE(each_row_is_erased_before_it_is_written) {
    // Afterwards a full row would lose its last character, and a line end behind the last row would scroll the screen.
    BOOST_TEST(draw_rows(kRows, Styles::left_out) == "\x1b[H\x1b[2Kone\r\n\x1b[2Ktwo");
}

BOOST_AUTO_TEST_CASE(a_style_ends_with_its_row) {
    BOOST_TEST(draw_rows(kRows, Styles::shown) == "\x1b[H\x1b[2K\x1b[7mone\x1b[0m\r\n\x1b[2Ktwo");
}

BOOST_AUTO_TEST_CASE(what_the_way_in_switches_the_way_out_switches_back) {
    for (const std::string mode : {"?1049", "?25"}) {
        BOOST_TEST(kEnterFullScreen.find(mode) != std::string_view::npos);
        BOOST_TEST(kLeaveFullScreen.find(mode) != std::string_view::npos);
    }
    BOOST_TEST(kLeaveFullScreen == "\x1b[?25h\x1b[?1049l");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
