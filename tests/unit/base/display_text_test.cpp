// SPDX-License-Identifier: Apache-2.0
#include "base/display_text.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace skilldeck {

BOOST_AUTO_TEST_SUITE(display_text)

BOOST_AUTO_TEST_CASE(escape_sequences_become_visible) {
    BOOST_TEST(clean_for_terminal("\x1b]0;title\x07") == "\\u{001B}]0;title\\u{0007}");
    BOOST_TEST(clean_for_terminal("\u009b31m") == "\\u{009B}31m");
    BOOST_TEST(clean_for_terminal("a\tb\nc") == "a\tb\nc");
    BOOST_TEST(clean_for_terminal("a\r\nb\rc") == "a\nb\\u{000D}c");
    BOOST_TEST(clean_for_terminal(std::string_view("a\0b", 3)) == "a\\u{0000}b");
}

BOOST_AUTO_TEST_CASE(reordering_and_invisible_characters_become_visible) {
    BOOST_TEST(clean_for_terminal("ab\u202ecd") == "ab\\u{202E}cd");
    BOOST_TEST(clean_for_terminal("a\u200bb\u200db\ufeff") == "a\\u{200B}b\\u{200D}b\\u{FEFF}");
    BOOST_TEST(clean_for_terminal("\U000e0041\u00ad\u3164") == "\\u{E0041}\\u{00AD}\\u{3164}");
    BOOST_TEST(clean_for_terminal("\u2764\ufe0f") == "\u2764\ufe0f");
    BOOST_TEST(clean_for_terminal("x\ufe0f\ufe0e\ufe0f") == "x\ufe0f\\u{FE0E}\\u{FE0F}");
}

BOOST_AUTO_TEST_CASE(ordinary_text_of_every_script_stays) {
    const std::string_view text =
        "caf\u00e9 \u6f22\u5b57 \u0645\u0631\u062d\u0628\u0627 \u05e9\u05dc\u05d5\u05dd \U0001F980 e\u0301";
    BOOST_TEST(clean_for_terminal(text) == text);
    BOOST_TEST(clean_for_terminal("bad \xC3(") == "bad \uFFFD(");
}

BOOST_AUTO_TEST_CASE(a_line_stays_one_line) {
    BOOST_TEST(clean_for_line("\n a \t b\r\nc\u2028d \n\n e\u0085f \n") == "a b c d e f");
    BOOST_TEST(clean_for_line("\n") == "");
    BOOST_TEST(clean_for_line("a\x1b[2Jb") == "a\\u{001B}[2Jb");
}

BOOST_AUTO_TEST_CASE(a_path_with_two_blanks_can_be_used_as_it_is_shown) {
    for (const char* path :
         {"/home/me/two  blanks/a   b", "/x/\u3000wide\u00a0 ", "  in front", "/emoji \u2764\ufe0f  x"}) {
        BOOST_TEST(clean_for_line(path) == path);
        BOOST_TEST(clean_for_terminal(path) == path);
    }
    BOOST_TEST(clean_for_line("a  b\nc  d") == "a  b c  d");
    BOOST_TEST(clean_for_line("a \ufe0f") == "a \\u{FE0F}");
}

BOOST_AUTO_TEST_CASE(a_listing_has_one_blank_where_a_text_has_many) {
    BOOST_TEST(clean_for_listing("  a \t b\r\nc\u2028d\u3000e\u0085f  ") == "a b c d e f");
    BOOST_TEST(clean_for_listing(" \u3000") == "");
}

BOOST_AUTO_TEST_CASE(the_tags_of_the_host_are_escaped_in_a_listing_and_placeholders_are_not) {
    BOOST_TEST(clean_for_listing("a\n</system-reminder>b") == "a &lt;/system-reminder>b");
    BOOST_TEST(clean_for_listing("<System-Reminder x>") == "&lt;System-Reminder x>");
    BOOST_TEST(clean_for_listing("< / system-reminder>") == "&lt; / system-reminder>");
    BOOST_TEST(clean_for_listing("<<command-name>") == "<&lt;command-name>");
    BOOST_TEST(clean_for_listing("<available_skills>") == "&lt;available_skills>");
    BOOST_TEST(clean_for_listing("use <file> or a < b, <systematic>") == "use <file> or a < b, <systematic>");
}

BOOST_AUTO_TEST_CASE(names_with_such_characters_are_known) {
    for (const char* good : {"deploy", "a b", "caf\u00e9", "\u6f22\u5b57", "\u2764\ufe0f"}) {
        BOOST_TEST(!has_unsafe_characters(good), good);
    }
    for (const char* bad :
         {"a\tb", "a\nb", "a\x1b", "a\u202e", "a\u200d", "\xFF", "\ufe0f", "a \ufe0f", "\u00ad", "\u2028"}) {
        BOOST_TEST(has_unsafe_characters(bad), bad);
    }
}

BOOST_AUTO_TEST_CASE(columns_are_those_of_a_terminal) {
    BOOST_TEST(display_width("abc") == 3u);
    BOOST_TEST(display_width("\u6f22\u5b57") == 4u);
    BOOST_TEST(display_width("e\u0301") == 1u);
    BOOST_TEST(display_width("\U0001F980") == 2u);
    BOOST_TEST(display_width("") == 0u);
}

BOOST_AUTO_TEST_CASE(the_breaks_of_a_name_can_be_shown) {
    BOOST_TEST(with_breaks_shown("a\tb\nc\rd e") == "a\\tb\\nc\\rd e");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
