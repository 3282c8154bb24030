// SPDX-License-Identifier: Apache-2.0
// Internal to the reading of shell lines: one cursor over the text, shared by the reader of commands
// (shell_reader.cpp, shell_compound.cpp) and of words (shell_words.cpp), because either can contain the other. What it
// cannot follow ends the reading: the command it stands in takes the rest of the text. One reader, one reading.
#pragma once

#include "permission/shell_syntax.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skilldeck {

class ShellReader {
public:
    /// Commands are added to `line`; `base` is where `text` begins in the whole line.
    ShellReader(std::string_view text, ShellLine& line, const ShellVariables& variables, unsigned depth,
                std::size_t base = 0)
        : text_(text), line_(line), variables_(variables), depth_(depth), base_(base) {}

    void read_all();
    /// Only what is replaced inside a text, as in a here-document.
    [[nodiscard]] ShellWord read_expansions();

private:
    enum class Ends : std::uint8_t { with_text, with_parenthesis };
    enum class Context : std::uint8_t { bare, double_quotes, braces, quoted_braces, here_document };
    enum class Block : std::uint8_t { group, case_body };
    enum class Tabs : std::uint8_t { kept, stripped };

    /// A here-document whose text begins after the next line end.
    struct Pending {
        std::string delimiter;
        bool quoted = false;
        Tabs tabs = Tabs::kept;
        std::size_t command = 0, redirection = 0;
    };

    /// A command is being read: what cannot be followed belongs to it.
    struct OpenCommand {
        explicit OpenCommand(ShellReader& reader) : reader_(reader), doubt_(std::exchange(reader.doubt_, {})) {
            ++reader_.open_commands_;
        }
        OpenCommand(const OpenCommand&) = delete;
        OpenCommand& operator=(const OpenCommand&) = delete;
        ~OpenCommand() {
            --reader_.open_commands_;
            reader_.doubt_ = std::move(doubt_);
        }
        ShellReader& reader_;
        std::string doubt_;  ///< about the command around it
    };

    /// Something that can contain itself; too deep ends the reading.
    struct Nesting {
        explicit Nesting(ShellReader& reader) : reader_(reader) {
            if (++reader_.depth_ > kShellNestingLimit) reader_.refuse("it is nested too deeply");
        }
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;
        ~Nesting() { --reader_.depth_; }
        ShellReader& reader_;
    };

    // commands
    void read_commands(Ends ends);
    [[nodiscard]] bool close_parenthesis(std::vector<Block>& blocks, Ends ends);
    void take_separator(std::vector<Block>& blocks);
    void read_command(std::vector<Block>& blocks);
    [[nodiscard]] bool take_keyword(std::vector<Block>& blocks);
    void read_loop_header();
    void read_case_header(std::vector<Block>& blocks);
    void read_case_patterns();
    void read_test();
    void note_computing_tests(const std::vector<ShellWord>& words);
    void read_simple();
    void read_function_header();
    void read_function(ShellCommand& command);
    [[nodiscard]] bool read_assignment(ShellCommand& command);
    [[nodiscard]] bool read_redirection(ShellCommand& command, std::size_t index);
    void read_here_document_start(ShellCommand& command, std::size_t index, Tabs tabs);
    void read_here_documents();
    [[nodiscard]] std::size_t take_here_document(const Pending& pending);
    [[nodiscard]] std::size_t add_command();
    void finish(std::size_t index, ShellCommand command, std::size_t begin, std::size_t end);

    // words
    [[nodiscard]] ShellWord read_word();
    void read_pieces(ShellWord& word, Context context);
    [[nodiscard]] bool ends_word(Context context) const;
    [[nodiscard]] bool read_escape(ShellWord& word, Context context);
    void read_single_quotes(ShellWord& word);
    void read_double_quotes(ShellWord& word);
    void read_ansi_quotes(ShellWord& word);
    void read_dollar(ShellWord& word, Context context);
    [[nodiscard]] bool put_known_variable(ShellWord& word, Context context);
    void read_parameter(Context context);
    void read_substitution();
    void read_arithmetic();
    void read_backquotes(Context context);

    // the cursor
    [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    [[nodiscard]] bool looking_at(std::string_view wanted) const { return text_.substr(at_, wanted.size()) == wanted; }
    bool take(std::string_view wanted);
    void skip_blanks();
    void skip_lines();
    void take_line_end();
    [[nodiscard]] std::string_view peek_bare_word() const;
    [[nodiscard]] std::string_view written(std::size_t begin) const { return text_.substr(begin, at_ - begin); }
    void refuse(std::string_view why);
    void doubt(std::string_view why);
    void mark_line(std::string_view why);
    void note_evaluated(std::string_view text) { line_.evaluated.emplace_back(text); }
    /// What begins here, up to and with `end`, or all the rest.
    void note_evaluated_up_to(std::string_view end);

    std::string_view text_;
    ShellLine& line_;
    const ShellVariables& variables_;
    unsigned depth_;
    std::size_t base_;
    std::size_t at_ = 0;
    std::string doubt_;                ///< about the command that is being read
    std::vector<Pending> pending_;     ///< here-documents of the list that is being read
    bool texts_wait_outside_ = false;  ///< of a list around the one that is being read
    bool refused_ = false;
    unsigned open_commands_ = 0;
};

/// A text that a command of the line would run as a line of its own.
struct InnerLine {
    std::string_view text;
    unsigned depth = 0;
    std::size_t begin = 0, end = 0;  ///< of that command
};
void read_inner_line(const InnerLine& inner, ShellLine& line, const ShellVariables& variables);

/// Adds what wrappers among the commands run: `timeout 5 make`, `sh -c '…'`, `find -exec`.
void add_wrapped_commands(ShellLine& line, const ShellVariables& variables);

}  // namespace skilldeck
