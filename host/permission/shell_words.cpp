// SPDX-License-Identifier: Apache-2.0
// The words of ShellReader: quotes, escapes and what is replaced inside them.
#include "base/utf8.hpp"
#include "permission/shell_characters.hpp"
#include "permission/shell_reader.hpp"

#include <algorithm>
#include <utility>

namespace skilldeck {

namespace {

using Kind = ShellPiece::Kind;

constexpr std::string_view kConstantArithmetic = "0123456789 \t+-*/%<>=!&|^~?:";
constexpr std::string_view kComputes = "it computes, which can run commands";

void add(ShellWord& word, Kind kind, std::string_view text) {
    if (text.empty()) return;
    if (word.pieces.empty() || word.pieces.back().kind != kind) word.pieces.push_back({kind, {}});
    word.pieces.back().text += text;
}

/// An expansion outside quotes becomes several words, and so does `$@` inside them.
void add_expansion(ShellWord& word, std::string_view text, bool bare) {
    add(word, Kind::unknown, text);
    if (bare || text.find('@') != std::string_view::npos) word.pieces.back().splits = true;
}

/// `{a,b}` and `{1..3}` become several words, also where the shell would not say so.
bool may_expand_braces(const ShellWord& word) {
    std::string bare, all;
    for (const auto& piece : word.pieces) {
        all += piece.text;
        if (piece.kind == Kind::bare) bare += piece.text;
    }
    const auto open = bare.find('{');
    if (open == std::string::npos || bare.find('}', open) == std::string::npos) return false;
    return all.find(',') != std::string::npos || all.find("..") != std::string::npos;
}

/// The value of `digits` in `base`, as long as it lasts; moves `at` behind it.
char32_t take_number(std::string_view text, std::size_t& at, std::size_t most, unsigned base) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    char32_t value = 0;
    for (std::size_t taken = 0; taken < most && at < text.size(); ++taken, ++at) {
        const char c = text[at] >= 'A' && text[at] <= 'F' ? static_cast<char>(text[at] - 'A' + 'a') : text[at];
        const auto digit = kDigits.find(c);
        if (digit >= base) break;
        value = value * base + static_cast<char32_t>(digit);
    }
    return value;
}

std::string encoded(char32_t value) {
    std::string text;
    const bool scalar = value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
    append_code_point(text, scalar ? value : kReplacementCharacter);
    return text;
}

/// The text that `$'…'` stands for.
std::string decode_ansi(std::string_view text) {
    constexpr std::string_view kLetters = "abefnrtv", kValues = "\a\b\x1B\f\n\r\t\v";
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] != '\\' || at + 1 >= text.size()) {
            out += text[at++];
            continue;
        }
        const char c = text[++at];
        ++at;
        const auto letter = kLetters.find(c);
        if (letter != std::string_view::npos) {
            out += kValues[letter];
        } else if (c == 'x') {
            out += static_cast<char>(take_number(text, at, 2, 16));
        } else if (c == 'u' || c == 'U') {
            out += encoded(take_number(text, at, c == 'u' ? 4 : 8, 16));
        } else if (is_shell_digit(c)) {
            --at;
            out += static_cast<char>(take_number(text, at, 3, 8));
        } else {
            out += c;
        }
    }
    return out;
}

/// What stands between backquotes, as the shell inside them sees it.
std::string unescape_backquotes(std::string_view text, std::string_view escaped) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool escape = text[at] == '\\' && at + 1 < text.size() && escaped.find(text[at + 1]) != escaped.npos;
        out += text[escape ? ++at : at];
    }
    return out;
}

}  // namespace

ShellWord ShellReader::read_expansions() {
    ShellWord word;
    read_pieces(word, Context::here_document);
    return word;
}

ShellWord ShellReader::read_word() {
    ShellWord word;
    const auto begin = at_;
    read_pieces(word, Context::bare);
    if (written(begin) == "[") word = {{{Kind::bare, "["}}};  // the program of that name
    if (may_expand_braces(word)) {
        const bool expands = std::ranges::any_of(word.pieces, &ShellPiece::splits);
        word = {{{Kind::unknown, std::string(written(begin)), expands}}};
    }
    return word;
}

bool ShellReader::ends_word(Context context) const {
    switch (context) {
        case Context::bare:
            return kShellMetacharacters.find(peek()) != std::string_view::npos &&
                   !(peek(1) == '(' && (peek() == '<' || peek() == '>'));
        case Context::double_quotes: return peek() == '"';
        case Context::braces:
        case Context::quoted_braces: return peek() == '}';
        case Context::here_document: return false;
    }
    return true;
}

void ShellReader::read_pieces(ShellWord& word, Context context) {
    const bool bare = context == Context::bare;
    const bool quotes = bare || context == Context::braces;
    while (!at_end() && !ends_word(context)) {
        const char c = peek();
        const auto begin = at_;
        if (c == '\\') {
            if (!read_escape(word, context)) return;
        } else if (c == '\'' && quotes) {
            read_single_quotes(word);
        } else if (c == '"' && context != Context::here_document) {
            read_double_quotes(word);
        } else if (c == '`') {
            read_backquotes(context);
            add_expansion(word, written(begin), bare);
        } else if (c == '$') {
            read_dollar(word, context);
        } else if (bare && (c == '<' || c == '>')) {
            ++at_;
            read_substitution();
            add(word, Kind::unknown, written(begin));
        } else {
            if (c == '\'' && context == Context::quoted_braces) doubt("it has a quote inside an expansion");
            ++at_;
            const bool pattern = bare && (c == '*' || c == '?' || c == '[' || (c == '~' && word.pieces.empty()));
            add(word, pattern ? Kind::unknown : bare ? Kind::bare : Kind::quoted, written(begin));
        }
    }
}

/// False: a continued line ends the word.
bool ShellReader::read_escape(ShellWord& word, Context context) {
    if (looking_at("\\\n")) {
        at_ += 2;
        if (context != Context::bare) return true;
        if (!at_end() && !ends_word(context)) refuse("a line is continued inside a word");
        return false;
    }
    const bool any = context == Context::bare || context == Context::braces;
    const std::string_view escaped = context == Context::here_document ? "$`\\" : "$`\\\"}";
    const bool escapes = at_ + 1 < text_.size() && (any || escaped.find(peek(1)) != std::string_view::npos) &&
                         !(context == Context::double_quotes && peek(1) == '}');
    add(word, Kind::quoted, text_.substr(escapes ? at_ + 1 : at_, 1));
    at_ += escapes ? 2 : 1;
    return true;
}

void ShellReader::read_single_quotes(ShellWord& word) {
    const auto close = text_.find('\'', at_ + 1);
    if (close == std::string_view::npos) return refuse("a quote is not closed");
    add(word, Kind::quoted, text_.substr(at_ + 1, close - at_ - 1));
    at_ = close + 1;
}

void ShellReader::read_double_quotes(ShellWord& word) {
    const Nesting nesting(*this);
    (void)take("\"");
    read_pieces(word, Context::double_quotes);
    if (!take("\"")) refuse("a quote is not closed");
}

void ShellReader::read_ansi_quotes(ShellWord& word) {
    auto close = at_ + 2;
    while (close < text_.size() && text_[close] != '\'') close += text_[close] == '\\' ? 2 : 1;
    if (close >= text_.size()) return refuse("a quote is not closed");
    add(word, Kind::decoded, decode_ansi(text_.substr(at_ + 2, close - at_ - 2)));
    at_ = close + 1;
}

void ShellReader::read_dollar(ShellWord& word, Context context) {
    const auto begin = at_;
    const bool bare = context == Context::bare || context == Context::braces;
    if (put_known_variable(word, context)) return;
    if (bare && peek(1) == '\'') return read_ansi_quotes(word);
    ++at_;
    if (bare && peek() == '"') {  // a text that may be translated
        ShellWord translated;
        read_double_quotes(translated);
        for (const auto& piece : translated.pieces) {
            piece.kind == Kind::unknown ? add_expansion(word, piece.text, piece.splits)
                                        : add(word, Kind::decoded, piece.text);
        }
        return;
    }
    if (looking_at("\\\n")) return refuse("a line is continued inside an expansion");
    if (peek() == '(') {
        peek(1) == '(' ? read_arithmetic() : read_substitution();
    } else if (peek() == '{') {
        read_parameter(context);
    } else if (peek() == '[') {
        doubt(kComputes);
        note_evaluated_up_to("]");
        ++at_;
    } else if (is_shell_name_part(peek()) && !is_shell_digit(peek())) {
        while (!at_end() && is_shell_name_part(peek())) ++at_;
    } else if (!at_end() &&
               (is_shell_digit(peek()) || std::string_view("@*#?-$!").find(peek()) != std::string_view::npos)) {
        ++at_;
    } else {
        return add(word, bare ? Kind::bare : Kind::quoted, "$");
    }
    add_expansion(word, written(begin), context == Context::bare);
}

/// `$NAME` or `${NAME}` of a variable whose value is known and stays one word.
bool ShellReader::put_known_variable(ShellWord& word, Context context) {
    const auto braced = peek(1) == '{';
    const auto begin = at_ + (braced ? 2 : 1);
    auto end = begin;
    while (end < text_.size() && is_shell_name_part(text_[end])) ++end;
    if (braced && text_.substr(end, 1) != "}") return false;
    const auto found = variables_.find(text_.substr(begin, end - begin));
    if (found == variables_.end()) return false;
    const bool splits = found->second.empty() || found->second.find_first_of(" \t\n*?[\\") != std::string::npos;
    if (context != Context::double_quotes && splits) return false;
    at_ = end + (braced ? 1 : 0);
    add(word, Kind::quoted, found->second);
    return true;
}

/// `${…}`: plain forms only replace text; others compute, or run what a variable holds.
void ShellReader::read_parameter(Context context) {
    const Nesting nesting(*this);
    const auto is_plain = [](std::string_view rest) {
        if (rest.starts_with(':')) return rest.size() > 1 && std::string_view("-+?").find(rest[1]) != rest.npos;
        return !rest.empty() && std::string_view("}-+?#%/^,").find(rest[0]) != rest.npos;
    };
    (void)take("{");
    const bool counts = peek() == '#' && peek(1) != '}';
    if (counts) ++at_;
    const auto name = at_;
    while (!at_end() && is_shell_name_part(peek())) ++at_;
    if (at_ == name && !at_end() && std::string_view("@*#?-$!").find(peek()) != std::string_view::npos) ++at_;
    if (at_ == name) return refuse("it has an expansion that is not known");
    if (written(name) == "!" && peek() != '}') doubt("it reads a variable whose name another one holds");
    for (const std::string_view whole : {"[@]", "[*]"}) {
        if (take(whole)) break;
    }
    const bool computes = !is_plain(text_.substr(at_));
    // `${name:1:2}` computes what stands behind the name, `${name@P}` and `${!name}` what it holds.
    const auto computed = peek() == '@' ? name : at_;
    if (computes) doubt(kComputes);
    ShellWord replaced;
    const bool quoted = context != Context::bare && context != Context::braces;
    read_pieces(replaced, quoted ? Context::quoted_braces : Context::braces);
    if (!take("}")) refuse("an expansion is not closed");
    if (computes) note_evaluated(written(computed));
}

/// `$(…)`, `<(…)`, `>(…)`, at the parenthesis.
void ShellReader::read_substitution() {
    const Nesting nesting(*this);
    if (!take("(")) return;
    auto pending = std::exchange(pending_, {});
    const bool waited = std::exchange(texts_wait_outside_, texts_wait_outside_ || !pending.empty());
    {
        const OpenCommand inner(*this);
        read_commands(Ends::with_parenthesis);
    }
    if (!pending_.empty()) refuse("a here-document ends with its substitution");
    texts_wait_outside_ = waited;
    pending_ = std::move(pending);
    if (!take(")")) refuse("a substitution is not closed");
}

/// `$((…))` of numbers is a number. With a variable it can run commands, and what looks like one is read as such.
void ShellReader::read_arithmetic() {
    auto at = at_ + 2;
    for (int open = 0; at < text_.size(); ++at) {
        if (text_[at] == ')' && open == 0) break;
        if (text_[at] == '(' || text_[at] == ')') {
            open += text_[at] == '(' ? 1 : -1;
        } else if (kConstantArithmetic.find(text_[at]) == std::string_view::npos) {
            break;
        }
    }
    if (text_.substr(at, 2) == "))") {
        at_ = at + 2;
        return;
    }
    doubt(kComputes);
    note_evaluated_up_to("))");
    const auto begin = at_;
    read_substitution();
    note_evaluated(written(begin));
}

void ShellReader::read_backquotes(Context context) {
    const auto begin = at_;
    auto close = at_ + 1;
    while (close < text_.size() && text_[close] != '`') close += text_[close] == '\\' ? 2 : 1;
    if (close >= text_.size()) return refuse("a backquote is not closed");
    const bool quoted = context == Context::double_quotes || context == Context::quoted_braces;
    const auto inner = unescape_backquotes(text_.substr(begin + 1, close - begin - 1), quoted ? "`\\$\"" : "`\\$");
    at_ = close + 1;
    read_inner_line({inner, depth_ + 1, base_ + begin, base_ + at_}, line_, variables_);
}

void read_inner_line(const InnerLine& inner, ShellLine& line, const ShellVariables& variables) {
    const auto first = line.commands.size();
    if (inner.depth > kShellNestingLimit || first >= kShellCommandLimit) {
        if (line.unreadable.empty()) line.unreadable = "it is nested too deeply or has too many commands";
        line.evaluated.emplace_back(inner.text);
        return;
    }
    ShellReader(inner.text, line, variables, inner.depth).read_all();
    for (auto at = first; at < line.commands.size(); ++at) {
        line.commands[at].begin = inner.begin;
        line.commands[at].end = inner.end;
    }
}

}  // namespace skilldeck
