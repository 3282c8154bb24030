// SPDX-License-Identifier: Apache-2.0
#include "permission/shell_reader.hpp"

#include "permission/shell_characters.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace skilldeck {

namespace {

/// Reserved words that only shape what follows: the next thing is a command again.
constexpr std::array<std::string_view, 14> kKeywords{"if", "then", "elif", "else", "fi", "while", "until",
                                                     "do", "done", "{",    "}",    "!",  "time",  "coproc"};

/// Longest first, so that the first that fits is the operator.
constexpr std::array<std::string_view, 12> kRedirections{"&>>", "<<<", "<<-", "&>", "<<", "<>",
                                                         "<&",  ">>",  ">|",  ">&", ">",  "<"};

/// `1`, `-`, `1-`: a descriptor, no file.
bool is_descriptor(const ShellWord& word) {
    auto text = word.text();
    if (!word.known() || text.empty()) return false;
    if (text.ends_with('-')) text.pop_back();
    return std::ranges::all_of(text, is_shell_digit);
}

std::string without_tabs(std::string_view text) {
    std::string out(text);
    std::erase(out, '\t');
    return out;
}

ShellRedirection::Use use_of(std::string_view operation, const ShellWord& target) {
    using Use = ShellRedirection::Use;
    if (operation == "<<<") return Use::here_string;
    if (operation == "<") return Use::reads;
    if (operation == "<&" || (operation == ">&" && is_descriptor(target))) return Use::duplicates;
    return Use::writes;
}

}  // namespace

bool ShellReader::take(std::string_view wanted) {
    if (!looking_at(wanted)) return false;
    at_ += wanted.size();
    return true;
}

/// Blanks, continued lines and a comment: only called where a word could begin.
void ShellReader::skip_blanks() {
    while (!at_end()) {
        if (peek() != ' ' && peek() != '\t' && !looking_at("\\\n")) break;
        at_ += peek() == '\\' ? 2 : 1;
    }
    if (peek() == '#') at_ = std::min(text_.find('\n', at_), text_.size());
}

void ShellReader::skip_lines() {
    skip_blanks();
    while (peek() == '\n') {
        take_line_end();
        skip_blanks();
    }
}

void ShellReader::take_line_end() {
    if (texts_wait_outside_) return refuse("a here-document begins inside a substitution");
    ++at_;
    read_here_documents();
}

std::string_view ShellReader::peek_bare_word() const {
    return text_.substr(at_, std::min(text_.find_first_of(kShellMetacharacters, at_), text_.size()) - at_);
}

void ShellReader::mark_line(std::string_view why) {
    if (line_.unreadable.empty()) line_.unreadable = why;
}

void ShellReader::doubt(std::string_view why) {
    if (doubt_.empty()) doubt_ = why;
}

void ShellReader::note_evaluated_up_to(std::string_view end) {
    const auto found = text_.find(end, at_);
    note_evaluated(text_.substr(at_, found == std::string_view::npos ? found : found + end.size() - at_));
}

void ShellReader::refuse(std::string_view why) {
    if (refused_) return;
    refused_ = true;
    note_evaluated(text_);
    mark_line(why);
    doubt(why);
    const auto begin = std::exchange(at_, text_.size());
    if (open_commands_ > 0 || begin >= text_.size()) return;
    ShellCommand rest;
    rest.words.push_back({{{ShellPiece::Kind::unknown, std::string(text_.substr(begin))}}});
    const auto index = add_command();
    finish(index, std::move(rest), begin, at_);
}

std::size_t ShellReader::add_command() {
    line_.commands.emplace_back();
    return line_.commands.size() - 1;
}

void ShellReader::finish(std::size_t index, ShellCommand command, std::size_t begin, std::size_t end) {
    command.begin = base_ + begin;
    command.end = base_ + end;
    command.text = text_.substr(begin, end - begin);
    command.depth = depth_;
    command.unreadable = std::exchange(doubt_, {});
    const bool runs = command.role != ShellRole::header && !command.words.empty();
    if (command.unreadable.empty() && runs && !command.words.front().certain()) {
        command.unreadable = "its program is only known when it runs";
    }
    if (runs && !command.words.front().certain()) note_evaluated(command.words.front().text());
    line_.commands[index] = std::move(command);
}

void ShellReader::read_all() {
    read_commands(Ends::with_text);
    read_here_documents();
}

void ShellReader::read_commands(Ends ends) {
    std::vector<Block> blocks;
    while (!at_end()) {
        skip_blanks();
        if (at_end()) break;
        if (line_.commands.size() >= kShellCommandLimit) return refuse("it has too many commands");
        if (peek() == '\n') {
            take_line_end();
        } else if (peek() == ')') {
            if (!close_parenthesis(blocks, ends)) return;
        } else if (peek() == ';' || peek() == '|' || (peek() == '&' && peek(1) != '>')) {
            take_separator(blocks);
        } else {
            read_command(blocks);
        }
    }
    if (!blocks.empty()) refuse("a group is not closed");
}

/// False: the parenthesis ends the list, or is one too many.
bool ShellReader::close_parenthesis(std::vector<Block>& blocks, Ends ends) {
    if (!blocks.empty() && blocks.back() == Block::group) {
        blocks.pop_back();
        ++at_;
        return true;
    }
    if (ends == Ends::with_text || !blocks.empty()) refuse("a parenthesis is closed that was not opened");
    return false;
}

void ShellReader::take_separator(std::vector<Block>& blocks) {
    if (looking_at(";;") || looking_at(";&")) {
        if (blocks.empty() || blocks.back() != Block::case_body) return refuse("it has a separator that fits nowhere");
        if (!take(";;&") && !take(";;")) (void)take(";&");
        return read_case_patterns();
    }
    for (const std::string_view separator : {"&&", "||", "|&", "|", "&", ";"}) {
        if (take(separator)) return;
    }
}

void ShellReader::read_command(std::vector<Block>& blocks) {
    if (take_keyword(blocks)) return;
    if (looking_at("((")) {
        mark_line("it computes, which can run commands");
        note_evaluated_up_to("))");
    }
    if (take("(")) return blocks.push_back(Block::group);
    peek_bare_word() == "[[" ? read_test() : read_simple();
}

bool ShellReader::take_keyword(std::vector<Block>& blocks) {
    const auto word = peek_bare_word();
    if (word == "for" || word == "select") return read_loop_header(), true;
    if (word == "case") return read_case_header(blocks), true;
    if (word == "function") return read_function_header(), true;
    if (word == "esac") {
        if (blocks.empty() || blocks.back() != Block::case_body) return refuse("esac stands outside a case"), true;
        blocks.pop_back();
    } else if (!is_one_of(kKeywords, word)) {
        return false;
    }
    const auto begin = at_;
    at_ += word.size();
    if (word == "coproc") mark_line("it starts a coprocess");
    if (word != "time") return true;
    skip_blanks();
    if (peek_bare_word() == "-p") at_ += 2;
    if (peek() != '-') return true;
    at_ = begin;  // the program of that name
    return false;
}

void ShellReader::read_simple() {
    const auto begin = at_;
    auto end = at_;
    const auto index = add_command();
    const OpenCommand open(*this);
    ShellCommand command;
    for (skip_blanks(); !at_end(); skip_blanks()) {
        if (read_redirection(command, index)) {
            end = at_;
            continue;
        }
        const bool substitutes = (peek() == '<' || peek() == '>') && peek(1) == '(';
        if (peek() == '(') {
            read_function(command);
            end = at_;
            break;
        }
        if (ends_word(Context::bare) && !substitutes) break;
        if (!command.words.empty() || !read_assignment(command)) command.words.push_back(read_word());
        end = at_;
    }
    finish(index, std::move(command), begin, refused_ ? at_ : end);
}

bool ShellReader::read_assignment(ShellCommand& command) {
    const auto word = text_.substr(at_, std::min(text_.find('=', at_), text_.size()) - at_);
    const bool appends = word.ends_with('+');
    const auto name = appends ? word.substr(0, word.size() - 1) : word;
    if (!is_shell_name(name) || at_ + word.size() >= text_.size()) return false;
    at_ += word.size() + 1;
    ShellAssignment assignment{std::string(name), {}};
    if (take("(")) {
        doubt("it fills an array");
        for (skip_lines(); !at_end() && peek() != ')'; skip_lines()) {
            if (ends_word(Context::bare)) refuse("an array is not closed");
            if (at_end()) break;
            const auto begin = at_;
            (void)read_word();
            if (written(begin).starts_with('[')) note_evaluated(written(begin));
        }
        if (!take(")")) refuse("an array is not closed");
    } else if (!at_end() && !ends_word(Context::bare)) {
        assignment.value = read_word();
    }
    command.assignments.push_back(std::move(assignment));
    return true;
}

bool ShellReader::read_redirection(ShellCommand& command, std::size_t index) {
    auto at = at_;
    while (at < text_.size() && is_shell_digit(text_[at])) ++at;
    if (at == at_ && peek() == '{') {
        const auto close = std::min(text_.find('}', at_), text_.size());
        if (close < text_.size() && is_shell_name(text_.substr(at_ + 1, close - at_ - 1))) at = close + 1;
    }
    const auto rest = text_.substr(at);
    const auto operation =
        std::ranges::find_if(kRedirections, [&](std::string_view candidate) { return rest.starts_with(candidate); });
    if (operation == kRedirections.end() || (at > at_ && rest.front() == '&')) return false;
    if (operation->size() == 1 && rest.substr(1, 1) == "(") return false;  // a process substitution
    at_ = at + operation->size();
    skip_blanks();
    if (at_end() || ends_word(Context::bare)) return refuse("a redirection has no target"), true;
    if (*operation == "<<" || *operation == "<<-") {
        read_here_document_start(command, index, *operation == "<<-" ? Tabs::stripped : Tabs::kept);
        return true;
    }
    ShellRedirection redirection;
    redirection.target = read_word();
    redirection.use = use_of(*operation, redirection.target);
    command.redirections.push_back(std::move(redirection));
    return true;
}

/// Shells read on where the last word of a here-document holds a line end or, for `<<-`, a tab; and each differently.
void ShellReader::read_here_document_start(ShellCommand& command, std::size_t index, Tabs tabs) {
    const auto begin = at_;
    const auto delimiter = read_word();
    const auto text = delimiter.text();
    const auto odd = tabs == Tabs::stripped ? std::string_view("\n\t") : std::string_view("\n");
    if (!delimiter.certain() || text.find_first_of(odd) != std::string::npos) {
        refuse("the end of a here-document is not known");
    }
    // A continued line is joined before the word is read: its backslash quotes nothing.
    std::string spelled(written(begin));
    for (auto at = spelled.find("\\\n"); at != std::string::npos; at = spelled.find("\\\n", at)) spelled.erase(at, 2);
    const bool quoted = spelled.find_first_of("\"'\\") != std::string::npos;
    pending_.push_back({text, quoted, tabs, index, command.redirections.size()});
    command.redirections.push_back({ShellRedirection::Use::here_document, {}});
}

void ShellReader::read_here_documents() {
    for (const auto& pending : std::exchange(pending_, {})) {
        const auto known = line_.commands[pending.command].redirections.size();
        if (pending.redirection >= known) return refuse("a here-document begins in the middle of its command");
        const auto begin = at_;
        const auto end = take_here_document(pending);
        if (refused_) return;
        const auto body = text_.substr(begin, end - begin);
        ShellWord text{{{ShellPiece::Kind::quoted, std::string(body)}}};
        if (!pending.quoted) text = ShellReader(body, line_, variables_, depth_, base_ + begin).read_expansions();
        line_.commands[pending.command].redirections[pending.redirection].target = std::move(text);
    }
}

/// Moves behind the last line of a here-document; where its text ends. Shells differ in whether they join continued
/// lines before they look for the end and in which tabs they strip: what is the end for one of them may be none for
/// another.
std::size_t ShellReader::take_here_document(const Pending& pending) {
    auto end = at_;
    std::string joined;  // the continued lines before this one, without tabs
    bool continued = false;
    while (!at_end()) {
        auto line = text_.substr(at_, std::min(text_.find('\n', at_), text_.size()) - at_);
        const bool whole = at_ + line.size() < text_.size();
        at_ = std::min(at_ + line.size() + 1, text_.size());
        if (pending.tabs == Tabs::stripped) line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
        const bool ends = line == pending.delimiter;
        if (ends && !continued) break;
        const auto backslashes = line.size() - std::min(line.find_last_not_of('\\') + 1, line.size());
        const bool continues = !pending.quoted && whole && backslashes % 2 == 1;
        if (continues) line.remove_suffix(1);
        joined = continued ? joined + without_tabs(line) : without_tabs(line);
        if ((continues || continued) && (ends || joined == without_tabs(pending.delimiter))) {
            refuse("a here-document continues a line where it may end");
            return end;
        }
        continued = continues;
        end = at_;
    }
    return end;
}

}  // namespace skilldeck
