// SPDX-License-Identifier: Apache-2.0
#include "terminal/line_editor.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck {

namespace {

EditOutcome type(LineEditor& editor, std::string_view bytes) {
    KeyReader reader;
    auto outcome = EditOutcome::editing;
    for (const auto& key : reader.feed(bytes)) outcome = editor.feed(key);
    return outcome;
}

std::string edited(std::string_view bytes) {
    LineEditor editor;
    type(editor, bytes);
    return editor.text().substr(0, editor.cursor()) + "|" + editor.text().substr(editor.cursor());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(line_editor)

BOOST_AUTO_TEST_CASE(keys_move_and_change_as_in_readline) {
    BOOST_TEST(edited("abc\x01X") == "X|abc");
    BOOST_TEST(edited("abc\x01\x05X") == "abcX|");
    BOOST_TEST(edited("abc\x02\x02X") == "aX|bc");
    BOOST_TEST(edited("abc def\x17") == "abc |");
    BOOST_TEST(edited("abc def\x15") == "|");
    BOOST_TEST(edited("abc def\x1b"
                      "b\x0b\x19\x19") == "abc defdef|");
    BOOST_TEST(edited("one two\x1b"
                      "b\x1b"
                      "d") == "one |");
    BOOST_TEST(edited("abc\x1b[D\x1b[3~") == "ab|");
    BOOST_TEST(edited("abc\x7f\x08") == "a|");
    BOOST_TEST(edited("ab\x14") == "ba|");
    BOOST_TEST(edited("abc\x1b[H\x1b[C\x04") == "a|c");
    BOOST_TEST(edited("one two\x1b[1;5D\x1b[1;5D>") == ">|one two");
}

BOOST_AUTO_TEST_CASE(a_character_of_several_bytes_is_one_step) {
    BOOST_TEST(edited("aé漢\x7f") == "aé|");
    BOOST_TEST(edited("é漢\x02\x02X") == "X|é漢");
}

BOOST_AUTO_TEST_CASE(a_character_that_arrives_in_pieces_is_one_character) {
    KeyReader reader;
    BOOST_TEST(reader.feed("\xe6\xbc").empty());
    const auto keys = reader.feed("\xa2");
    BOOST_REQUIRE(keys.size() == 1);
    BOOST_TEST(keys[0].text == "漢");
}

BOOST_AUTO_TEST_CASE(a_lone_escape_is_seen_after_the_wait) {
    KeyReader reader;
    BOOST_TEST(reader.feed("\x1b").empty());
    BOOST_TEST(reader.waiting());
    const auto keys = reader.flush();
    BOOST_REQUIRE(keys.size() == 1);
    BOOST_TEST((keys[0].kind == KeyKind::escape));
}

BOOST_AUTO_TEST_CASE(an_unknown_sequence_types_nothing) {
    BOOST_TEST(edited("a\x1b[38;5;1mb\x1b[15~c") == "abc|");
}

BOOST_AUTO_TEST_CASE(a_paste_is_one_line_and_runs_nothing) {
    LineEditor editor;
    KeyReader reader;
    auto outcome = EditOutcome::editing;
    for (const auto* piece : {"\x1b[200~one\ntw", "o\x03\x1b[20", "1~"}) {
        for (const auto& key : reader.feed(piece)) outcome = editor.feed(key);
    }
    BOOST_TEST((outcome == EditOutcome::editing));
    BOOST_TEST(editor.text() == "one two");
}

BOOST_AUTO_TEST_CASE(history_goes_back_and_returns_to_the_draft) {
    LineEditor editor;
    for (const auto* line : {"first\r", "second\r", "second\r", "  \r"}) {
        BOOST_TEST((type(editor, line) == EditOutcome::accepted));
        (void)editor.take_line();
    }
    BOOST_TEST(editor.history().size() == 2U);
    type(editor, "draft\x1b[A");
    BOOST_TEST(editor.text() == "second");
    type(editor, "\x10\x10");
    BOOST_TEST(editor.text() == "first");
    type(editor, "\x0e\x0e");
    BOOST_TEST(editor.text() == "draft");
}

BOOST_AUTO_TEST_CASE(search_finds_older_lines) {
    LineEditor editor;
    editor.set_history({"/plugin list", "/skills", "/plugin install a@b"});
    type(editor, "\x12plug");
    BOOST_TEST(editor.text() == "/plugin install a@b");
    BOOST_TEST(editor.search_prompt() == "(search)'plug': ");
    type(editor, "\x12");
    BOOST_TEST(editor.text() == "/plugin list");
    BOOST_TEST((type(editor, "\r") == EditOutcome::accepted));
    BOOST_TEST(editor.take_line() == "/plugin list");
}

BOOST_AUTO_TEST_CASE(control_keys_end_or_drop_the_line) {
    LineEditor editor;
    BOOST_TEST((type(editor, "abc\x04") == EditOutcome::editing));
    BOOST_TEST((type(editor, "\x03") == EditOutcome::interrupted));
    BOOST_TEST(editor.text().empty());
    BOOST_TEST((type(editor, "\x04") == EditOutcome::end_of_input));
    BOOST_TEST((type(editor, "\x0c") == EditOutcome::clear_screen));
}

BOOST_AUTO_TEST_CASE(tab_completes_what_is_common_and_lists_the_rest) {
    LineEditor editor([](std::string_view before) {
        LineEditor::Completions found{before.size(), {}};
        for (const std::string word : {"/plugin", "/plugins", "/skills"}) {
            if (word.starts_with(before)) found.words.push_back(word);
        }
        return found;
    });
    type(editor, "/pl\t");
    BOOST_TEST(editor.text() == "/plugin");
    type(editor, "\t");
    BOOST_TEST(editor.choices().size() == 2U);
    type(editor, "\x15/s\t");
    BOOST_TEST(editor.text() == "/skills ");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
