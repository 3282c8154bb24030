// SPDX-License-Identifier: Apache-2.0
#include "base/text.hpp"

#include "base/utf8.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace skilldeck {

using Texts = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(text)

BOOST_AUTO_TEST_CASE(well_formed_text_is_told_from_ill_formed) {
    BOOST_TEST(is_valid_utf8(""));
    BOOST_TEST(is_valid_utf8("a\u00e9\u6f22\U0001F980"));
    BOOST_TEST(is_valid_utf8("\xF4\x8F\xBF\xBF"));
    for (const char* bad : {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
                            "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xE2\x82", "a\xC3"}) {
        BOOST_TEST(!is_valid_utf8(bad), bad);
    }
}

BOOST_AUTO_TEST_CASE(each_longest_ill_formed_prefix_becomes_one_replacement) {
    // The example of the Unicode standard, table 3-8.
    BOOST_TEST(repair_utf8("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41") ==
               "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDA");
    // Table 3-11: truncated sequences.
    BOOST_TEST(repair_utf8("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41") == "\uFFFD\uFFFD\uFFFD\uFFFDA");
    BOOST_TEST(repair_utf8("plain \u00e9") == "plain \u00e9");
}

BOOST_AUTO_TEST_CASE(every_code_point_survives_encoding_and_decoding) {
    for (char32_t point : {U'\0', U'\x7f', U'\x80', U'\u07ff', U'\u0800', U'\ud7ff', U'\ue000', U'\uffff',
                           U'\U00010000', U'\U0010ffff'}) {
        std::string bytes;
        append_code_point(bytes, point);
        const auto decoded = decode_code_point(bytes, 0);
        BOOST_TEST(decoded.well_formed);
        BOOST_TEST((decoded.value == point));
        BOOST_TEST(decoded.length == bytes.size());
    }
}

BOOST_AUTO_TEST_CASE(counting_and_cutting_go_by_code_points) {
    BOOST_TEST(count_code_points("a\u00e9\u6f22\U0001F980") == 4u);
    BOOST_TEST(count_code_points("\xFF\xFF") == 2u);
    BOOST_TEST(first_code_points("a\u00e9\u6f22z", 2) == "a\u00e9");
    BOOST_TEST(first_code_points("ab", 5) == "ab");
    BOOST_TEST(first_code_points("ab", 0) == "");
}

BOOST_AUTO_TEST_CASE(composed_and_decomposed_names_are_the_same_after_nfc) {
    BOOST_TEST(to_nfc("cafe\u0301") == "caf\u00e9");
    BOOST_TEST(to_nfc("caf\u00e9") == "caf\u00e9");
    BOOST_TEST(to_nfc("\ufb01") == "\ufb01");
    BOOST_TEST(to_nfc("\xFF") == "\uFFFD");
}

BOOST_AUTO_TEST_CASE(names_that_look_alike_fold_to_one) {
    BOOST_TEST(fold_name("Bundled") == "bundled");
    BOOST_TEST(fold_name("\uff22\uff35\uff29\uff2c\uff34\uff29\uff2e") == "builtin");
    BOOST_TEST(fold_name("Stra\u00dfe") == "strasse");
    BOOST_TEST(fold_name("use\u200br") == "user");
    BOOST_TEST(fold_name("CAFE\u0301") == fold_name("caf\u00e9"));
    BOOST_TEST(fold_name("\u03b1\u0345\u0301") == fold_name("\u03b1\u0301\u0345"));
    BOOST_TEST(fold_name("\u6f22\u5b57") != fold_name("\u4eee\u540d"));
}

BOOST_AUTO_TEST_CASE(trimming_splitting_and_joining) {
    BOOST_TEST(trim(" \t a b \r\n") == "a b");
    BOOST_TEST(trim(" \n ") == "");
    const auto parts = split("a,,b", ',');
    BOOST_TEST(parts.size() == 3u);
    BOOST_TEST(parts[1] == "");
    BOOST_TEST(split("", ',').size() == 1u);
    BOOST_TEST(join(Texts{"a", "b", "c"}, ", ") == "a, b, c");
    BOOST_TEST(join(Texts{}, ", ") == "");
}

BOOST_AUTO_TEST_CASE(a_count_has_its_word_in_the_right_number) {
    BOOST_TEST(counted(0, "hook") == "0 hooks");
    BOOST_TEST(counted(1, "MCP server") == "1 MCP server");
    BOOST_TEST(counted(2, "skill") == "2 skills");
}

BOOST_AUTO_TEST_CASE(lines_and_columns_count_from_one_in_bytes) {
    const std::string_view text = "ab\n\u00e9x\n";
    BOOST_TEST((line_and_column(text, 0) == std::pair(1, 1)));
    BOOST_TEST((line_and_column(text, 2) == std::pair(1, 3)));
    BOOST_TEST((line_and_column(text, 3) == std::pair(2, 1)));
    BOOST_TEST((line_and_column(text, 5) == std::pair(2, 3)));
    BOOST_TEST((line_and_column(text, 999) == std::pair(3, 1)));
}

BOOST_AUTO_TEST_CASE(near_words_are_found_prefixes_first) {
    const Texts commands{"install", "uninstall", "update", "list", "validate"};
    BOOST_TEST(nearest("isntall", commands) == Texts{"install"}, boost::test_tools::per_element());
    BOOST_TEST(nearest("un", commands) == Texts{"uninstall"}, boost::test_tools::per_element());
    BOOST_TEST(nearest("Updaet", commands) == Texts{"update"}, boost::test_tools::per_element());
    BOOST_TEST(nearest("zzz", commands).empty());
    BOOST_TEST(nearest("", commands).empty());
    const Texts close{"deploz", "deploy-all", "deploy", "depley", "deplox"};
    const Texts wanted{"deploy", "deploy-all"};
    BOOST_TEST(nearest("deploy", close, 2) == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(lines_end_in_one_character) {
    BOOST_TEST(with_line_feeds("a\r\nb\rc\n") == "a\nb\rc\n");
    BOOST_TEST(with_line_feeds("a\rb\r") == "a\nb\n");
    BOOST_TEST(with_line_feeds("a\r\r\nb") == "a\r\nb");
    BOOST_TEST(with_line_feeds("a\nb") == "a\nb");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
