// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cstdint>

#include "shell_reader.hpp"

namespace command_guard {
namespace {

constexpr int kMaximumFailedArithmetic = 16;
constexpr std::string_view kSpecialParameters = "@*#?$!-";
constexpr std::string_view kWordEnds = " \t\n;&|<>()";

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c);
}

void append_code_point(std::string& out, std::uint32_t code) {
    const auto byte = [&out](std::uint32_t value) { out.push_back(static_cast<char>(value)); };
    if (code < 0x80) return byte(code);
    if (code < 0x800) return byte(0xC0 | (code >> 6)), byte(0x80 | (code & 0x3F));
    if (code >= 0x10000) {
        byte(0xF0 | ((code >> 18) & 0x7));
        byte(0x80 | ((code >> 12) & 0x3F));
    } else {
        byte(0xE0 | (code >> 12));
    }
    byte(0x80 | ((code >> 6) & 0x3F));
    byte(0x80 | (code & 0x3F));
}

}  // namespace

void ShellReader::add_text(std::vector<Piece>& pieces, std::string_view text, Quoting quoting) {
    const bool joins = !pieces.empty() && pieces.back().kind == PieceKind::text && pieces.back().quoting == quoting;
    if (!joins) pieces.push_back({PieceKind::text, quoting, {}, {}, {}, {}});
    pieces.back().text.append(text);
}

Word ShellReader::read_word() {
    const std::size_t start = at_;
    Word word;
    read_pieces(word.pieces, Context::bare, Quoting::none);
    if (at_ == start) refuse("unexpected '" + std::string(1, peek()) + "'");
    word.raw = from(start);
    return word;
}

bool ShellReader::ends_pieces(Context context) const {
    switch (context) {
        case Context::double_quotes: return peek() == '"';
        case Context::braces: return peek() == '}';
        case Context::arithmetic: return peek() == ')';
        case Context::here_document: return false;
        case Context::bare: break;
    }
    if (looking_at("<(") || looking_at(">(")) return false;
    return kWordEnds.find(peek()) != std::string_view::npos;
}

void ShellReader::read_pieces(std::vector<Piece>& pieces, Context context, Quoting quoting) {
    while (!at_end() && !ends_pieces(context)) {
        if (read_special(pieces, context, quoting)) continue;
        const std::size_t end = std::min(text_.find_first_of("\\'\"$`(){}?*+@! \t\n;&|<>", at_ + 1), text_.size());
        add_text(pieces, text_.substr(at_, end - at_), quoting);
        at_ = end;
    }
}

/// One construct that is more than a run of characters; false where the next character only stands for itself.
bool ShellReader::read_special(std::vector<Piece>& pieces, Context context, Quoting quoting) {
    const bool quotes_count = context != Context::here_document && context != Context::double_quotes;
    switch (peek()) {
        case '\\': read_escape(pieces, context, quoting); return true;
        case '$': read_dollar(pieces, quoting); return true;
        case '`': read_backquotes(pieces, context, quoting); return true;
        case '"':
            if (!quotes_count) return false;
            read_double_quotes(pieces);
            return true;
        case '\'':
            if (!quotes_count || quoting == Quoting::quoted || context == Context::arithmetic) return false;
            read_single_quotes(pieces);
            return true;
        case '(':
            if (context != Context::arithmetic) return false;
            read_parentheses(pieces, context, quoting);
            return true;
        default: break;
    }
    if (context != Context::bare) return false;
    if (looking_at("<(") || looking_at(">(")) {
        at_ += 2;
        read_substitution(pieces, PieceKind::process, quoting);
        return true;
    }
    const bool extended = peek(1) == '(' && std::string_view("?*+@!").find(peek()) != std::string_view::npos;
    if (extended) read_extended_glob(pieces);
    return extended;
}

void ShellReader::read_escape(std::vector<Piece>& pieces, Context context, Quoting quoting) {
    if (take("\\\n")) return;
    const bool only_some = context == Context::double_quotes || context == Context::here_document;
    const std::string_view escapable = context == Context::here_document ? "$`\\" : "$`\\\"";
    if (at_ + 1 >= text_.size()) refuse("a backslash at the end");
    if (only_some && escapable.find(peek(1)) == std::string_view::npos) {
        add_text(pieces, "\\", quoting);
        ++at_;
        return;
    }
    add_text(pieces, text_.substr(at_ + 1, 1), Quoting::quoted);
    at_ += 2;
}

void ShellReader::read_double_quotes(std::vector<Piece>& pieces) {
    const Nesting nesting(*this);
    ++at_;
    add_text(pieces, "", Quoting::quoted);
    read_pieces(pieces, Context::double_quotes, Quoting::quoted);
    expect("\"", "a double quote that is not closed");
}

void ShellReader::read_single_quotes(std::vector<Piece>& pieces) {
    const std::size_t end = text_.find('\'', at_ + 1);
    if (end == std::string_view::npos) refuse("a single quote that is not closed");
    add_text(pieces, text_.substr(at_ + 1, end - at_ - 1), Quoting::quoted);
    at_ = end + 1;
}

void ShellReader::read_ansi_quotes(std::vector<Piece>& pieces) {
    std::string out;
    at_ += 2;
    while (true) {
        if (at_end()) refuse("a $' that is not closed");
        if (take("'")) break;
        if (peek() == '\\')
            read_ansi_escape(out);
        else
            out.push_back(text_[at_++]);
    }
    add_text(pieces, out, Quoting::quoted);
}

void ShellReader::read_ansi_escape(std::string& out) {
    static constexpr std::string_view kNames = "abeEfnrtv\\'\"?";
    static constexpr std::string_view kValues = "\a\b\x1b\x1b\f\n\r\t\v\\'\"?";
    ++at_;
    const char kind = peek();
    if (kind == '\0') refuse("a $' that is not closed");
    if (const auto index = kNames.find(kind); index != std::string_view::npos) {
        ++at_;
        out.push_back(kValues[index]);
        return;
    }
    const bool octal = kind >= '0' && kind <= '7';
    const std::size_t most = octal ? 3 : kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    if (most == 0) {
        out.push_back('\\');
        return;
    }
    if (!octal) ++at_;
    const std::string_view digits = text_.substr(at_, most);
    std::uint32_t code = 0;
    const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), code, octal ? 8 : 16).ptr;
    at_ += static_cast<std::size_t>(end - digits.data());
    if (octal || kind == 'x')
        out.push_back(static_cast<char>(code & 0xFF));
    else
        append_code_point(out, code);
}

void ShellReader::read_parentheses(std::vector<Piece>& pieces, Context context, Quoting quoting) {
    const Nesting nesting(*this);
    ++at_;
    add_text(pieces, "(", quoting);
    read_pieces(pieces, context, quoting);
    expect(")", "a ( without its )");
    add_text(pieces, ")", quoting);
}

void ShellReader::read_extended_glob(std::vector<Piece>& pieces) {
    const std::size_t start = at_;
    ++at_;
    std::vector<Piece> inside;
    read_parentheses(inside, Context::arithmetic, Quoting::none);
    add_text(pieces, text_.substr(start, at_ - start), Quoting::none);
    for (Piece& piece : inside) {
        // the pattern's text is already there; its substitutions still run
        if (piece.kind != PieceKind::text) pieces.push_back(std::move(piece));
    }
}

void ShellReader::read_dollar(std::vector<Piece>& pieces, Quoting quoting) {
    const char next = peek(1);
    if (next == '(') {
        ++at_;
        if (looking_at("((") && read_arithmetic(pieces, quoting)) return;
        ++at_;
        return read_substitution(pieces, PieceKind::substitution, quoting);
    }
    if (next == '\'' && quoting == Quoting::none) return read_ansi_quotes(pieces);
    if (next == '"' && quoting == Quoting::none) {
        ++at_;
        return read_double_quotes(pieces);
    }
    Piece piece{PieceKind::parameter, quoting, {}, {}, {}, {}};
    if (next == '{') {
        at_ += 2;
        read_braced_parameter(piece);
        pieces.push_back(std::move(piece));
        return;
    }
    ++at_;
    if (is_digit(next) || (next != '\0' && kSpecialParameters.find(next) != std::string_view::npos)) {
        piece.text = text_.substr(at_++, 1);
        pieces.push_back(std::move(piece));
        return;
    }
    const std::size_t start = at_;
    while (is_name(peek())) ++at_;
    if (at_ == start) return add_text(pieces, "$", quoting);
    piece.text = text_.substr(start, at_ - start);
    pieces.push_back(std::move(piece));
}

void ShellReader::read_braced_parameter(Piece& piece) {
    const Nesting nesting(*this);
    const bool measures = (peek() == '#' || peek() == '!') && peek(1) != '}';
    if (measures) piece.operation = text_.substr(at_++, 1);
    const std::size_t start = at_;
    while (is_name(peek())) ++at_;
    if (at_ == start && peek() != '\0' && kSpecialParameters.find(peek()) != std::string_view::npos) ++at_;
    if (at_ == start) refuse("a ${ that is not a parameter");
    piece.text = text_.substr(start, at_ - start);
    static constexpr std::string_view kOperators = ":-=?+#%/^,@[";
    const std::size_t operator_start = at_;
    while (at_ - operator_start < 2 && peek() != '\0' && kOperators.find(peek()) != std::string_view::npos) ++at_;
    piece.operation.append(text_.substr(operator_start, at_ - operator_start));
    read_pieces(piece.operand, Context::braces, piece.quoting);
    expect("}", "a ${ without its }");
}

bool ShellReader::read_arithmetic(std::vector<Piece>& pieces, Quoting quoting) {
    const std::size_t start = at_;
    if (failed_arithmetic_ >= kMaximumFailedArithmetic) refuse("too many (( that are no arithmetic");
    const auto pending = pending_;
    const int depth = depth_;
    Piece piece{PieceKind::arithmetic, quoting, {}, {}, {}, {}};
    try {
        const Nesting nesting(*this);
        at_ += 2;
        read_pieces(piece.operand, Context::arithmetic, Quoting::none);
        expect("))", "a (( without its ))");
    } catch (const SyntaxProblem&) {
        // `$((` also begins a substitution whose first command is a subshell
        ++failed_arithmetic_;
        at_ = start;
        depth_ = depth;
        pending_ = pending;
        return false;
    }
    pieces.push_back(std::move(piece));
    return true;
}

void ShellReader::read_substitution(std::vector<Piece>& pieces, PieceKind kind, Quoting quoting) {
    Piece piece{kind, quoting, {}, {}, {}, {}};
    piece.commands = std::make_shared<const List>(read_list({")"}));
    expect(")", "a $( without its )");
    pieces.push_back(std::move(piece));
}

void ShellReader::read_backquotes(std::vector<Piece>& pieces, Context context, Quoting quoting) {
    std::string inner;
    ++at_;
    const std::string_view escapable = context == Context::double_quotes ? "`\\$\"" : "`\\$";
    while (true) {
        if (at_end()) refuse("a ` that is not closed");
        if (take("`")) break;
        if (peek() == '\\' && escapable.find(peek(1)) != std::string_view::npos && peek(1) != '\0') ++at_;
        inner.push_back(text_[at_++]);
    }
    Piece piece{PieceKind::substitution, quoting, {}, {}, {}, {}};
    piece.commands = std::make_shared<const List>(ShellReader(inner, depth_ + 1).read_all());
    pieces.push_back(std::move(piece));
}

}  // namespace command_guard
