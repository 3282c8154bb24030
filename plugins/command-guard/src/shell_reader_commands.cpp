// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "shell_reader.hpp"

namespace command_guard {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kMetacharacters = " \t\n;&|<>()";
constexpr std::size_t kNearBytes = 40;

constexpr std::array<std::string_view, 10> kMisplaced = {"then", "else", "elif", "fi", "do",
                                                         "done", "esac", "}",    "]]", "in"};

/// Words that begin a compound command: `if (a)` is no function of that name.
constexpr std::array<std::string_view, 10> kOpening = {"if",   "while", "until", "for", "select",
                                                       "case", "{",     "[[",    "!",   "time"};

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// Longest first, so that the first that fits is the operator.
constexpr std::array<std::string_view, 12> kRedirections = {"&>>", "<<<", "<<-", "&>", "<<", "<>",
                                                            "<&",  ">>",  ">|",  ">&", ">",  "<"};

bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_name(char c) {
    return is_name_start(c) || is_digit(c);
}

/// The delimiter of a here-document as its last line has it, and whether any of it was quoted.
std::pair<std::string, Quoting> delimiter_of(const Word& word) {
    std::string text;
    Quoting quoting = Quoting::none;
    for (const Piece& piece : word.pieces) {
        text += piece.text;
        if (piece.quoting == Quoting::quoted) quoting = Quoting::quoted;
    }
    return {text, quoting};
}

/// Whether every shell reads the delimiter alike: one may take `$x` and `$'x'` as they stand and strip its tabs.
bool is_plain_delimiter(const Word& word, const std::string& delimiter, bool strips_tabs) {
    const bool is_text = std::all_of(word.pieces.begin(), word.pieces.end(),
                                     [](const Piece& piece) { return piece.kind == PieceKind::text; });
    const bool translated = word.raw.find("$'") != std::string::npos || word.raw.find("$\"") != std::string::npos;
    return is_text && !translated && delimiter.find_first_of(strips_tabs ? "\n\t" : "\n") == std::string::npos;
}

std::string without_tabs(std::string_view text) {
    std::string out(text);
    std::erase(out, '\t');
    return out;
}

}  // namespace

ShellReader::Nesting::Nesting(ShellReader& reader) : reader_(reader) {
    if (reader_.depth_ >= kMaximumNesting) reader_.refuse("nested too deeply");
    ++reader_.depth_;
}

void ShellReader::refuse(std::string what) const {
    throw SyntaxProblem{std::move(what), std::string(text_.substr(std::min(at_, text_.size()), kNearBytes))};
}

bool ShellReader::take(std::string_view wanted) {
    if (!looking_at(wanted)) return false;
    at_ += wanted.size();
    return true;
}

void ShellReader::expect(std::string_view wanted, const char* otherwise) {
    if (!take(wanted)) refuse(otherwise);
}

std::string ShellReader::from(std::size_t start) const {
    std::string_view text = text_.substr(start, at_ - start);
    while (!text.empty() && (kBlanks.find(text.back()) != std::string_view::npos || text.back() == '\n')) {
        text.remove_suffix(1);
    }
    return std::string(text);
}

void ShellReader::skip_comment() {
    const bool at_word_start = at_ == 0 || kMetacharacters.find(text_[at_ - 1]) != std::string_view::npos;
    if (peek() != '#' || !at_word_start) return;
    while (!at_end() && peek() != '\n') ++at_;
}

void ShellReader::skip_blanks() {
    while (!at_end()) {
        if (kBlanks.find(peek()) != std::string_view::npos)
            ++at_;
        else if (!take("\\\n"))
            break;
    }
    skip_comment();
}

void ShellReader::take_newline() {
    ++at_;
    read_here_documents();
}

void ShellReader::skip_newlines() {
    skip_blanks();
    while (peek() == '\n') {
        take_newline();
        skip_blanks();
    }
}

std::string_view ShellReader::peek_keyword() const {
    const std::size_t end = text_.find_first_of(kMetacharacters, at_);
    return text_.substr(at_, end == std::string_view::npos ? end : end - at_);
}

bool ShellReader::take_keyword(std::string_view keyword) {
    if (peek_keyword() != keyword) return false;
    at_ += keyword.size();
    return true;
}

bool ShellReader::at_command_end() const {
    return at_end() || std::string_view("\n;&|)").find(peek()) != std::string_view::npos;
}

List ShellReader::read_all() {
    List list = read_list({});
    if (!at_end()) refuse("unexpected text");
    read_here_documents();
    return list;
}

List ShellReader::read_list(std::initializer_list<std::string_view> terminators) {
    const Nesting nesting(*this);
    const auto at_terminator = [&] {
        return std::any_of(terminators.begin(), terminators.end(), [&](std::string_view terminator) {
            const bool is_operator = kMetacharacters.find(terminator.front()) != std::string_view::npos;
            return is_operator ? looking_at(terminator) : peek_keyword() == terminator;
        });
    };
    List list;
    Connector connector = Connector::sequence;
    while (true) {
        skip_newlines();
        if (at_end() || at_terminator()) break;
        ListItem item;
        item.connector = std::exchange(connector, Connector::sequence);
        item.pipeline = read_pipeline();
        skip_blanks();
        if (take("&&"))
            connector = Connector::and_then;
        else if (take("||"))
            connector = Connector::or_else;
        else if (!looking_at(";;") && !looking_at(";&") && !take(";") && take("&"))
            item.waiting = Waiting::background;
        list.items.push_back(std::move(item));
    }
    if (connector != Connector::sequence) refuse("nothing follows && or ||");
    return list;
}

Pipeline ShellReader::read_pipeline() {
    Pipeline pipeline;
    while (take_keyword("!")) skip_blanks();
    if (peek_keyword() == "time") {
        const std::size_t start = at_;
        (void)take_keyword("time");
        skip_blanks();
        (void)take_keyword("-p");
        skip_blanks();
        // `time -f …` is the program of that name, and a bare `time` times nothing
        if (peek() == '-' || at_command_end()) at_ = start;
    }
    while (true) {
        pipeline.stages.push_back(read_command());
        skip_blanks();
        if (looking_at("||")) break;
        if (!take("|&") && !take("|")) break;
        skip_newlines();
        if (at_end()) refuse("nothing follows |");
    }
    return pipeline;
}

Command ShellReader::read_command() {
    skip_blanks();
    const std::size_t start = at_;
    while (take_keyword("coproc")) skip_blanks();
    Command command;
    if (peek() != '(') {
        if (contains(kMisplaced, peek_keyword())) {
            refuse("unexpected '" + std::string(peek_keyword()) + "'");
        }
        const std::size_t name_start = at_;
        const std::size_t name_end = text_.find_first_of(" \t\n;&|<>()$`'\"\\=", at_);
        if (take_keyword("function")) {
            skip_blanks();
            std::string name(peek_keyword());
            at_ += name.size();
            return read_function(std::move(name));
        }
        const bool may_be_function = name_end != std::string_view::npos && name_end > name_start;
        if (may_be_function && !contains(kOpening, text_.substr(name_start, name_end - name_start))) {
            at_ = name_end;
            skip_blanks();
            if (peek() == '(') return read_function(std::string(text_.substr(name_start, name_end - name_start)));
            at_ = name_start;
        }
    }
    read_compound_body(command);
    if (command.kind == CommandKind::simple) {
        command = read_simple();
    } else {
        skip_blanks();
        while (read_redirection(command.redirections)) skip_blanks();
    }
    command.raw = from(start);
    return command;
}

Command ShellReader::read_simple() {
    Command command;
    while (true) {
        skip_blanks();
        if (read_redirection(command.redirections)) continue;
        if (at_command_end()) break;
        if (command.words.empty() && read_assignment(command.assignments)) continue;
        if (peek() == '(') refuse("unexpected '('");
        command.words.push_back(read_word());
    }
    if (command.words.empty() && command.assignments.empty() && command.redirections.empty()) {
        refuse(at_end() ? "a command is missing" : "unexpected '" + std::string(1, peek()) + "'");
    }
    return command;
}

bool ShellReader::read_assignment(std::vector<Assignment>& assignments) {
    std::size_t end = at_;
    if (!is_name_start(peek())) return false;
    while (end < text_.size() && is_name(text_[end])) ++end;
    const std::size_t name_end = end;
    if (end < text_.size() && text_[end] == '[') {
        const std::size_t close = text_.find_first_of("]\n", end);
        if (close == std::string_view::npos || text_[close] != ']') return false;
        end = close + 1;
    }
    if (text_.substr(end, 2) == "+=") ++end;
    if (text_.substr(end, 1) != "=") return false;
    Assignment assignment;
    assignment.name = std::string(text_.substr(at_, name_end - at_));
    const bool plain = end == name_end;
    at_ = end + 1;
    if (take("(")) {
        skip_newlines();
        while (!at_end() && peek() != ')') {
            assignment.values.push_back(read_word());
            skip_newlines();
        }
        expect(")", "an array without its )");
    } else if (!at_command_end() && kBlanks.find(peek()) == std::string_view::npos) {
        assignment.values.push_back(read_word());
    }
    if (!plain) {
        // an element or an appended value: what the variable holds then is not followed
        Piece unknown;
        unknown.kind = PieceKind::arithmetic;
        Word word;
        word.pieces.push_back(std::move(unknown));
        assignment.values.push_back(std::move(word));
    }
    assignments.push_back(std::move(assignment));
    return true;
}

bool ShellReader::read_redirection(std::vector<Redirection>& redirections) {
    const std::size_t start = at_;
    std::size_t at = at_;
    while (at < text_.size() && is_digit(text_[at])) ++at;
    if (at == at_ && peek() == '{') {
        ++at;
        while (at < text_.size() && is_name(text_[at])) ++at;
        at = text_.substr(at, 1) == "}" ? at + 1 : at_;
    }
    if (at > at_ && text_.substr(at, 1) != "<" && text_.substr(at, 1) != ">") return false;
    const auto found = std::find_if(kRedirections.begin(), kRedirections.end(),
                                    [&](std::string_view op) { return text_.substr(at, op.size()) == op; });
    if (found == kRedirections.end()) return false;
    const bool is_process = found->size() == 1 && text_.substr(at + 1, 1) == "(";
    if (is_process) return false;
    at_ = at + found->size();
    skip_blanks();
    if (at_end() || peek() == '\n') refuse("a redirection without its target");
    Redirection redirection;
    redirection.operation = *found;
    redirection.target = read_word();
    redirection.raw = from(start);
    if (*found == "<<" || *found == "<<-") {
        auto [delimiter, quoting] = delimiter_of(redirection.target);
        if (!is_plain_delimiter(redirection.target, delimiter, *found == "<<-")) {
            refuse("a here-document whose end is not known");
        }
        auto body = std::make_shared<Word>();
        redirection.document = body;
        pending_.push_back({std::move(delimiter), quoting, *found == "<<-", std::move(body)});
    }
    redirections.push_back(std::move(redirection));
    return true;
}

void ShellReader::read_here_documents() {
    const auto pending = std::exchange(pending_, {});
    for (const Pending& document : pending) {
        const std::string body = take_here_document(document);
        document.body->raw = body;
        if (document.quoting == Quoting::quoted) {
            document.body->pieces.push_back({PieceKind::text, Quoting::quoted, body, {}, {}, {}});
        } else {
            ShellReader inner(body, depth_ + 1);
            inner.read_pieces(document.body->pieces, Context::here_document, Quoting::quoted);
        }
    }
}

/// The text up to the delimiter. Some shells join continued lines before they look for it: where it then stands
/// elsewhere, the text is refused.
std::string ShellReader::take_here_document(const Pending& document) {
    std::string body;
    std::string joined;  // the continued lines before this one, without tabs
    bool continued = false;
    while (!at_end()) {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        std::string_view line = text_.substr(at_, end - at_);
        at_ = std::min(end + 1, text_.size());
        while (document.strips_tabs && line.starts_with('\t')) line.remove_prefix(1);
        const bool ends = line == document.delimiter;
        if (ends && !continued) break;
        body.append(line).push_back('\n');
        const std::size_t last = line.find_last_not_of('\\');
        const std::size_t backslashes = line.size() - (last == std::string_view::npos ? 0 : last + 1);
        const bool continues = document.quoting == Quoting::none && end < text_.size() && backslashes % 2 == 1;
        if (continues) line.remove_suffix(1);
        joined = (continued ? joined : std::string()) + without_tabs(line);
        const bool may_end = ends || joined == without_tabs(document.delimiter);
        if ((continues || continued) && may_end) refuse("a here-document that continues a line where it may end");
        continued = continues;
    }
    return body;
}

std::variant<List, SyntaxProblem> read_shell(std::string_view text) {
    if (text.size() > kMaximumTextBytes) return SyntaxProblem{"the command line is larger than 64 KiB", {}};
    if (text.find('\0') != std::string_view::npos) return SyntaxProblem{"the command line holds a NUL byte", {}};
    try {
        return ShellReader(text, 0).read_all();
    } catch (const SyntaxProblem& problem) {
        return problem;
    }
}

}  // namespace command_guard
