// SPDX-License-Identifier: Apache-2.0
// The bundled skill keybindings-help names the keys of the line editor: all that do something, and none besides.
#include "terminal/line_editor.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace skilldeck {

namespace {

std::string help_text() {
    std::ifstream file(std::string(PROJECT_SOURCE) + "/skills/keybindings-help/SKILL.md");
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The letters after `prefix` in the first cells of tables, in lower case.
std::string letters_named(const std::string& text, const std::string& prefix) {
    std::set<char> letters;
    for (auto at = text.find("\n| "); at != std::string::npos; at = text.find("\n| ", at + 1)) {
        const auto cell = text.substr(at + 3, text.find('|', at + 3) - at - 3);
        for (auto key = cell.find(prefix); key != std::string::npos; key = cell.find(prefix, key + 1)) {
            const auto after = key + prefix.size();
            const bool is_letter = after < cell.size() && cell[after] >= 'A' && cell[after] <= 'Z';
            const bool is_word = after + 1 < cell.size() && cell[after + 1] >= 'a' && cell[after + 1] <= 'z';
            if (is_letter && !is_word) letters.insert(static_cast<char>(cell[after] - 'A' + 'a'));
        }
    }
    return {letters.begin(), letters.end()};
}

/// Whether the bytes of a key change anything about an editor in which every key has something to work on.
bool does_something(const std::string& bytes) {
    LineEditor editor([](std::string_view) { return LineEditor::Completions{0, {"/one", "/two"}}; });
    editor.set_history({"oldest line", "older line", "newer line"});
    KeyReader reader;
    // Two words, something removed to put back, an older line shown, the cursor in the middle of it.
    for (const auto& key : reader.feed("gone\x17\x10\x10\x1b"
                                       "b\x02")) {
        (void)editor.feed(key);
    }
    const auto text = editor.text();
    const auto cursor = editor.cursor();
    const auto search = editor.search_prompt();
    auto outcome = EditOutcome::editing;
    for (const auto& key : reader.feed(bytes)) outcome = editor.feed(key);
    return outcome != EditOutcome::editing || editor.text() != text || editor.cursor() != cursor ||
           editor.search_prompt() != search || !editor.choices().empty();
}

/// Whether a key gives up a search instead of taking the line it found.
bool gives_up_a_search(const std::string& bytes) {
    LineEditor editor;
    editor.set_history({"older line"});
    KeyReader reader;
    for (const auto& key : reader.feed("\x12old" + bytes)) (void)editor.feed(key);
    return editor.text().empty() && editor.search_prompt().empty();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(keybindings_help)

BOOST_AUTO_TEST_CASE(the_help_names_every_control_key_that_does_something_and_no_other) {
    std::string working;
    for (char letter = 'a'; letter <= 'z'; ++letter) {
        const std::string bytes(1, static_cast<char>(letter - 'a' + 1));
        if (does_something(bytes) || gives_up_a_search(bytes)) working += letter;
    }
    BOOST_TEST(letters_named(help_text(), "Ctrl-") == working);
}

BOOST_AUTO_TEST_CASE(the_help_names_every_alt_key_that_does_something_and_no_other) {
    std::string working;
    for (char letter = 'a'; letter <= 'z'; ++letter) {
        if (does_something(std::string("\x1b") + letter)) working += letter;
    }
    BOOST_TEST(letters_named(help_text(), "Alt-") == working);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace skilldeck
