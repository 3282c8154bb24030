// SPDX-License-Identifier: Apache-2.0
// Internal to the shell reader: one cursor over the text, shared by the reader of commands (shell_reader_commands.cpp)
// and the reader of words (shell_reader_words.cpp), because either can contain the other. Throws SyntaxProblem.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "shell_syntax.hpp"

namespace command_guard {

class ShellReader {
public:
    ShellReader(std::string_view text, int depth) : text_(text), depth_(depth) {}

    /// The whole text as one list.
    List read_all();

private:
    enum class Context { bare, double_quotes, here_document, braces, arithmetic };

    /// A here-document whose body begins after the next newline.
    struct Pending {
        std::string delimiter;
        Quoting quoting;
        bool strips_tabs;
        std::shared_ptr<Word> body;
    };

    // commands
    List read_list(std::initializer_list<std::string_view> terminators);
    Pipeline read_pipeline();
    Command read_command();
    Command read_simple();
    Command read_function(std::string name);
    void read_compound_body(Command& command);
    void read_conditional(Command& command);
    void read_loop(Command& command);
    void read_for(Command& command);
    void read_case(Command& command);
    void read_test(Command& command);
    bool read_arithmetic_command(Command& command);
    void read_do_group(Command& command);
    bool read_redirection(std::vector<Redirection>& redirections);
    bool read_assignment(std::vector<Assignment>& assignments);
    void read_here_documents();
    std::string take_here_document(const Pending& document);

    // words
    Word read_word();
    void read_pieces(std::vector<Piece>& pieces, Context context, Quoting quoting);
    bool read_special(std::vector<Piece>& pieces, Context context, Quoting quoting);
    [[nodiscard]] bool ends_pieces(Context context) const;
    void read_dollar(std::vector<Piece>& pieces, Quoting quoting);
    void read_braced_parameter(Piece& piece);
    bool read_arithmetic(std::vector<Piece>& pieces, Quoting quoting);
    void read_substitution(std::vector<Piece>& pieces, PieceKind kind, Quoting quoting);
    void read_backquotes(std::vector<Piece>& pieces, Context context, Quoting quoting);
    void read_single_quotes(std::vector<Piece>& pieces);
    void read_ansi_quotes(std::vector<Piece>& pieces);
    void read_ansi_escape(std::string& out);
    void read_extended_glob(std::vector<Piece>& pieces);
    void add_text(std::vector<Piece>& pieces, std::string_view text, Quoting quoting);
    void read_escape(std::vector<Piece>& pieces, Context context, Quoting quoting);
    void read_double_quotes(std::vector<Piece>& pieces);
    void read_parentheses(std::vector<Piece>& pieces, Context context, Quoting quoting);

    // the cursor
    [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    [[nodiscard]] bool looking_at(std::string_view wanted) const { return text_.substr(at_, wanted.size()) == wanted; }
    bool take(std::string_view wanted);
    void expect(std::string_view wanted, const char* otherwise);
    void skip_blanks();
    void skip_newlines();
    void skip_comment();
    void take_newline();
    [[nodiscard]] std::string_view peek_keyword() const;
    bool take_keyword(std::string_view keyword);
    [[nodiscard]] bool at_command_end() const;
    [[nodiscard]] std::string from(std::size_t start) const;
    [[noreturn]] void refuse(std::string what) const;

    struct Nesting {
        explicit Nesting(ShellReader& reader);
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;
        ~Nesting() { --reader_.depth_; }
        ShellReader& reader_;
    };

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    int failed_arithmetic_ = 0;  ///< every failed attempt reads its text twice, so they are counted
    std::vector<Pending> pending_;
};

}  // namespace command_guard
