// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "shell_reader.hpp"

namespace command_guard {
namespace {

bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_name(char c) {
    return is_name_start(c) || (c >= '0' && c <= '9');
}

}  // namespace

void ShellReader::read_compound_body(Command& command) {
    if (looking_at("((") && read_arithmetic_command(command)) return;
    if (take("(")) {
        command.kind = CommandKind::subshell;
        command.parts.push_back(read_list({")"}));
        expect(")", "a ( without its )");
    } else if (take_keyword("{")) {
        command.kind = CommandKind::group;
        command.parts.push_back(read_list({"}"}));
        expect("}", "a { without its }");
    } else if (take_keyword("if")) {
        read_conditional(command);
    } else if (take_keyword("while") || take_keyword("until")) {
        read_loop(command);
    } else if (take_keyword("for") || take_keyword("select")) {
        read_for(command);
    } else if (take_keyword("case")) {
        read_case(command);
    } else if (take_keyword("[[")) {
        read_test(command);
    }
}

Command ShellReader::read_function(std::string name) {
    const Nesting nesting(*this);
    const std::size_t start = at_;
    if (name.empty()) refuse("a function without a name");
    skip_blanks();
    if (take("(")) {
        skip_blanks();
        expect(")", "unexpected '('");
    }
    skip_newlines();
    if (at_end()) refuse("a function without a body");
    Command function;
    function.kind = CommandKind::function;
    function.name = std::move(name);
    List body;
    body.items.emplace_back().pipeline.stages.push_back(read_command());
    function.parts.push_back(std::move(body));
    function.raw = function.name + from(start);
    return function;
}

bool ShellReader::read_arithmetic_command(Command& command) {
    Word word;
    if (!read_arithmetic(word.pieces, Quoting::none)) return false;
    command.kind = CommandKind::test;
    command.words.push_back(std::move(word));
    return true;
}

void ShellReader::read_conditional(Command& command) {
    command.kind = CommandKind::conditional;
    command.parts.push_back(read_list({"then"}));
    if (!take_keyword("then")) refuse("an if without its then");
    while (true) {
        command.parts.push_back(read_list({"elif", "else", "fi"}));
        if (take_keyword("fi")) return;
        if (take_keyword("else")) continue;
        if (!take_keyword("elif")) refuse("an if without its fi");
        command.parts.push_back(read_list({"then"}));
        if (!take_keyword("then")) refuse("an elif without its then");
    }
}

void ShellReader::read_do_group(Command& command) {
    skip_newlines();
    (void)take(";");
    skip_newlines();
    if (take_keyword("{")) {
        command.parts.push_back(read_list({"}"}));
        expect("}", "a { without its }");
        return;
    }
    if (!take_keyword("do")) refuse("a loop without its do");
    command.parts.push_back(read_list({"done"}));
    if (!take_keyword("done")) refuse("a loop without its done");
}

void ShellReader::read_loop(Command& command) {
    command.kind = CommandKind::loop;
    command.parts.push_back(read_list({"do"}));
    read_do_group(command);
}

void ShellReader::read_for(Command& command) {
    skip_blanks();
    if (looking_at("((")) {
        if (!read_arithmetic_command(command)) refuse("a for (( without its ))");
        command.kind = CommandKind::loop;
        read_do_group(command);
        return;
    }
    command.kind = CommandKind::for_each;
    command.name = peek_keyword();
    at_ += command.name.size();
    if (command.name.empty() || !is_name_start(command.name[0]) ||
        !std::all_of(command.name.begin(), command.name.end(), is_name)) {
        refuse("a for without a variable");
    }
    skip_newlines();
    if (take_keyword("in")) {
        skip_blanks();
        while (!at_command_end()) {
            command.words.push_back(read_word());
            skip_blanks();
        }
    }
    read_do_group(command);
}

void ShellReader::read_case(Command& command) {
    command.kind = CommandKind::case_of;
    skip_blanks();
    command.words.push_back(read_word());
    skip_newlines();
    if (!take_keyword("in")) refuse("a case without its in");
    while (true) {
        skip_newlines();
        if (take_keyword("esac")) return;
        if (at_end()) refuse("a case without its esac");
        (void)take("(");
        do {
            skip_blanks();
            command.words.push_back(read_word());
            skip_blanks();
        } while (take("|"));
        expect(")", "a case pattern without its )");
        command.parts.push_back(read_list({";;", ";&", "esac"}));
        if (!take(";;&") && !take(";;")) (void)take(";&");
    }
}

void ShellReader::read_test(Command& command) {
    command.kind = CommandKind::test;
    while (true) {
        skip_newlines();
        if (take_keyword("]]")) return;
        if (at_end()) refuse("a [[ without its ]]");
        const bool is_substitution = looking_at("<(") || looking_at(">(");
        if (!is_substitution && std::string_view("&|()<>;").find(peek()) != std::string_view::npos)
            ++at_;
        else
            command.words.push_back(read_word());
    }
}

}  // namespace command_guard
