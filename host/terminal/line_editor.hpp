// SPDX-License-Identifier: Apache-2.0
// One line of input being edited: the text, the cursor, the history, completion and search. A state machine that is fed
// keys and says what became of them; it neither reads nor draws. Emacs keys, as in readline. One owner, any thread.
#pragma once

#include "terminal/key_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skilldeck {

enum class EditOutcome : std::uint8_t {
    editing,
    accepted,      ///< Enter: take_line() has the line
    interrupted,   ///< Ctrl-C: the line is dropped
    end_of_input,  ///< Ctrl-D on an empty line
    clear_screen,  ///< Ctrl-L
};

class LineEditor {
public:
    /// The words that could stand at the cursor, given the text before it; each replaces the last `replace` bytes of
    /// it.
    struct Completions {
        std::size_t replace = 0;
        std::vector<std::string> words;
    };
    using Complete = std::function<Completions(std::string_view before_cursor)>;

    explicit LineEditor(Complete complete = {}) : complete_(std::move(complete)) {}

    EditOutcome feed(const Key& key);

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::size_t cursor() const { return cursor_; }  ///< byte offset, on a character boundary
    /// The words found at the last Tab when there was more than one.
    [[nodiscard]] const std::vector<std::string>& choices() const { return choices_; }
    /// `(search)'word': ` while Ctrl-R is under way, else empty.
    [[nodiscard]] std::string search_prompt() const;

    /// The accepted line; the editor is empty afterwards and the line the newest of the history.
    [[nodiscard]] std::string take_line();

    void set_history(std::vector<std::string> lines) { history_ = std::move(lines); }
    [[nodiscard]] const std::vector<std::string>& history() const { return history_; }

private:
    EditOutcome feed_control(char letter);
    void feed_alt(char letter);
    void feed_search(const Key& key);
    void insert(std::string_view added);
    void erase(std::size_t from, std::size_t to);
    void kill(std::size_t from, std::size_t to);
    void transpose();
    void show_history(std::size_t index);
    void find_in_history(std::size_t end);
    void complete();
    [[nodiscard]] std::size_t before(std::size_t position) const;
    [[nodiscard]] std::size_t after(std::size_t position) const;
    [[nodiscard]] std::size_t word_start(std::size_t position) const;
    [[nodiscard]] std::size_t word_end(std::size_t position) const;
    [[nodiscard]] std::size_t blank_word_start(std::size_t position) const;

    Complete complete_;
    std::string text_;
    std::size_t cursor_ = 0;
    std::string killed_;
    std::vector<std::string> choices_;
    std::vector<std::string> history_;             ///< oldest first
    std::optional<std::size_t> history_position_;  ///< nothing: the line being written
    std::string draft_;                            ///< that line while an older one is shown
    std::optional<std::string> search_;
    std::size_t search_position_ = 0;
};

}  // namespace skilldeck
