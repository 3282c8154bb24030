// SPDX-License-Identifier: Apache-2.0
#include "terminal/screen.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

BOOST_AUTO_TEST_SUITE(screen)

BOOST_AUTO_TEST_CASE(the_cursor_stands_where_the_editor_has_it) {
    LineEditor editor;
    editor.feed(Key{KeyKind::text, "漢a", 0});
    editor.feed(Key{KeyKind::left, {}, 0});
    Screen screen;
    BOOST_TEST(screen.draw("> ", editor, 80) == "\r\x1b[J> 漢a\r\x1b[4C");
}

BOOST_AUTO_TEST_CASE(a_long_line_is_redrawn_from_its_first_row) {
    LineEditor editor;
    editor.feed(Key{KeyKind::text, "0123456789", 0});
    Screen screen;
    BOOST_TEST(screen.draw("> ", editor, 8) == "\r\x1b[J> 0123456789\r\x1b[4C");
    editor.feed(Key{KeyKind::home, {}, 0});
    BOOST_TEST(screen.draw("> ", editor, 8) == "\x1b[1A\r\x1b[J> 0123456789\x1b[1A\r\x1b[2C");
    BOOST_TEST(screen.finish() == "\x1b[1B\r\n");
}

BOOST_AUTO_TEST_CASE(a_full_last_column_wraps_at_once) {
    LineEditor editor;
    editor.feed(Key{KeyKind::text, "012345", 0});
    Screen screen;
    BOOST_TEST(screen.draw("> ", editor, 8) == "\r\x1b[J> 012345 \r\r");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
