// SPDX-License-Identifier: Apache-2.0
// The heads of loops, cases and functions, and `[[`, of ShellReader: what is inside them is read as commands.
#include "permission/shell_characters.hpp"
#include "permission/shell_reader.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace skilldeck {

namespace {

/// Operators of `[[` that evaluate text as arithmetic, which can run commands.
constexpr std::array<std::string_view, 8> kArithmeticTests{"-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v", "-R"};

ShellWord plain_word(std::string_view text) {
    return {{{ShellPiece::Kind::bare, std::string(text)}}};
}

}  // namespace

void ShellReader::read_loop_header() {
    const auto begin = at_;
    const auto index = add_command();
    const OpenCommand open(*this);
    ShellCommand header;
    header.role = ShellRole::header;
    at_ += peek_bare_word().size();
    skip_blanks();
    if (looking_at("((")) {
        const auto close = text_.find("))", at_);
        mark_line("it computes, which can run commands");
        note_evaluated_up_to("))");
        close == std::string_view::npos ? refuse("a loop's head is not closed") : void(at_ = close + 2);
        return finish(index, std::move(header), begin, at_);
    }
    const auto name = peek_bare_word();
    if (!is_shell_name(name)) refuse("a loop has no variable");
    header.assignments.push_back({std::string(name), {}});
    at_ = std::min(at_ + name.size(), text_.size());
    auto end = at_;
    skip_lines();
    if (peek_bare_word() == "in") {
        at_ += 2;
        end = at_;
        for (skip_blanks(); !at_end() && peek() != ';' && peek() != '\n'; skip_blanks()) {
            if (ends_word(Context::bare)) {
                refuse("a loop's list is not closed");
                break;
            }
            header.words.push_back(read_word());
            end = at_;
        }
    }
    finish(index, std::move(header), begin, refused_ ? at_ : end);
}

void ShellReader::read_case_header(std::vector<Block>& blocks) {
    const auto begin = at_;
    const auto index = add_command();
    {
        const OpenCommand open(*this);
        ShellCommand header;
        header.role = ShellRole::header;
        at_ += std::string_view("case").size();
        skip_blanks();
        header.words.push_back(read_word());
        skip_lines();
        if (peek_bare_word() != "in") refuse("a case has no in");
        at_ = std::min(at_ + 2, text_.size());
        finish(index, std::move(header), begin, at_);
    }
    if (refused_) return;
    blocks.push_back(Block::case_body);
    read_case_patterns();
}

void ShellReader::read_case_patterns() {
    skip_lines();
    if (at_end() || peek_bare_word() == "esac") return;
    const auto begin = at_;
    const auto index = add_command();
    const OpenCommand open(*this);
    ShellCommand header;
    header.role = ShellRole::header;
    (void)take("(");
    while (!at_end()) {
        skip_blanks();
        if (ends_word(Context::bare)) refuse("a pattern of a case is missing");
        if (!at_end()) header.words.push_back(read_word());
        skip_blanks();
        if (take(")")) break;
        if (!take("|")) refuse("a pattern of a case is not closed");
    }
    finish(index, std::move(header), begin, at_);
}

/// `function name`, `function name ()`: the body is read as commands of its own.
void ShellReader::read_function_header() {
    const auto begin = at_;
    const auto index = add_command();
    const OpenCommand open(*this);
    ShellCommand header;
    header.role = ShellRole::header;
    mark_line("it defines a function");
    at_ += std::string_view("function").size();
    skip_blanks();
    if (!at_end() && !ends_word(Context::bare)) header.words.push_back(read_word());
    skip_blanks();
    if (take("(")) {
        skip_blanks();
        if (!take(")")) refuse("a function has no body");
    }
    finish(index, std::move(header), begin, at_);
}

/// `[[ … ]]`: words and operators up to its end.
void ShellReader::read_test() {
    const auto begin = at_;
    const auto index = add_command();
    const OpenCommand open(*this);
    ShellCommand command;
    command.words.push_back(plain_word("[["));
    at_ += 2;
    while (true) {
        skip_lines();
        if (at_end()) {
            refuse("a [[ has no ]]");
            break;
        }
        if (peek_bare_word() == "]]") {
            at_ += 2;
            break;
        }
        if (ends_word(Context::bare)) {
            command.words.push_back(plain_word(text_.substr(at_++, 1)));
            continue;
        }
        command.words.push_back(read_word());
    }
    note_computing_tests(command.words);
    finish(index, std::move(command), begin, at_);
}

/// The operands of what compares numbers, or asks for a variable.
void ShellReader::note_computing_tests(const std::vector<ShellWord>& words) {
    for (std::size_t at = 1; at < words.size(); ++at) {
        if (!is_one_of(kArithmeticTests, words[at].text())) continue;
        doubt("it computes, which can run commands");
        note_evaluated(words[at - 1].text());
        if (at + 1 < words.size()) note_evaluated(words[at + 1].text());
    }
}

/// `name ()`: the body is read as commands of its own.
void ShellReader::read_function(ShellCommand& command) {
    const bool named = command.words.size() == 1 && command.assignments.empty() && command.redirections.empty();
    ++at_;
    skip_blanks();
    if (!named || !take(")")) return refuse("it has a parenthesis that fits nowhere");
    mark_line("it defines a function");
    command.role = ShellRole::header;
}

}  // namespace skilldeck
