// SPDX-License-Identifier: Apache-2.0
#include "expansion.hpp"

#include "find_walk.hpp"

#include <algorithm>
#include <charconv>

namespace command_guard {
namespace {

constexpr std::size_t kMaximumAlternatives = 64;
constexpr std::size_t kMaximumFields = 4'096;
constexpr int kMaximumBraceSteps = 512;

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}
bool starts_pattern(char c) {
    return c == '*' || c == '?' || c == '[';
}

}  // namespace

std::vector<Text> Expander::fields(const Word& word) const {
    std::vector<Text> out;
    const bool has_quotes = std::any_of(word.pieces.begin(), word.pieces.end(), [](const Piece& piece) {
        return piece.quoting == Quoting::quoted && piece.text != "@";
    });
    for (Atoms& alternative : braces(atoms(word.pieces))) {
        add_tilde(alternative);
        Atoms field;
        const auto finish = [&] {
            if (!field.empty() && out.size() < kMaximumFields) out.push_back(text_of(field));
            field.clear();
        };
        for (const Atom& atom : alternative) {
            if (atom.origin == Origin::gap)
                finish();
            else
                field.push_back(atom);
        }
        if (field.empty() && has_quotes && alternative.empty()) out.push_back({});
        finish();
    }
    return out;
}

Text Expander::single(const Word& word) const {
    Atoms all = atoms(word.pieces);
    add_tilde(all);
    for (Atom& atom : all) {
        if (atom.origin == Origin::gap) atom = {' ', Origin::quoted};
    }
    return text_of(all);
}

Text Expander::text_of(const Atoms& atoms) {
    Text text;
    for (const Atom& atom : atoms) {
        text.value.push_back(atom.origin == Origin::unknown ? kUnknown : atom.character);
        const bool active = atom.origin == Origin::typed || atom.origin == Origin::value;
        if (active && starts_pattern(atom.character)) text.is_pattern = true;
    }
    return text;
}

Expander::Atoms Expander::atoms(const std::vector<Piece>& pieces) const {
    Atoms out;
    for (const Piece& piece : pieces) {
        switch (piece.kind) {
            case PieceKind::text: {
                const Origin origin = piece.quoting == Quoting::quoted ? Origin::quoted : Origin::typed;
                for (const char c : piece.text) out.push_back({c, origin});
                break;
            }
            case PieceKind::parameter: add_parameter(out, piece); break;
            case PieceKind::substitution:
                if (const auto output = output_of(*piece.commands))
                    add_value(out, *output, piece.quoting);
                else
                    out.push_back({kUnknown, Origin::unknown});
                break;
            case PieceKind::process:
            case PieceKind::arithmetic: out.push_back({kUnknown, Origin::unknown}); break;
        }
    }
    return out;
}

void Expander::add_value(Atoms& out, const std::string& value, Quoting quoting) const {
    for (const char c : value) {
        if (c == kUnknown)
            out.push_back({c, Origin::unknown});
        else if (quoting == Quoting::quoted)
            out.push_back({c, Origin::quoted});
        else
            out.push_back({c, is_blank(c) ? Origin::gap : Origin::value});
    }
}

void Expander::add_positional(Atoms& out, const Piece& piece) const {
    if (!scope_.positional) return out.push_back({kUnknown, Origin::unknown});
    if (piece.text == "@" || piece.text == "*") {
        for (std::size_t i = 0; i < scope_.positional->size(); ++i) {
            if (i > 0) out.push_back({' ', Origin::gap});
            add_value(out, (*scope_.positional)[i].value, Quoting::quoted);
        }
        return;
    }
    std::size_t number = 0;
    std::from_chars(piece.text.data(), piece.text.data() + piece.text.size(), number);
    if (number >= 1 && number <= scope_.positional->size()) {
        add_value(out, (*scope_.positional)[number - 1].value, piece.quoting);
    }
}

void Expander::add_parameter(Atoms& out, const Piece& piece) const {
    const char first = piece.text.front();
    const bool plain = piece.operation.empty();
    if (plain && (first == '@' || first == '*' || (first >= '1' && first <= '9'))) return add_positional(out, piece);
    const bool falls_back = piece.operation == ":-" || piece.operation == "-" || piece.operation == ":=" ||
                            piece.operation == "=" || piece.operation == ":?" || piece.operation == "?";
    const auto value = plain || falls_back ? variable(piece.text) : std::nullopt;
    // ${TMPDIR:-/tmp}: wherever that is, it is for temporary files
    const bool is_temporary = !value && falls_back && piece.text == "TMPDIR" && piece.operation.back() != '?';
    if (!value && !is_temporary) return out.push_back({kUnknown, Origin::unknown});
    const bool takes_operand = is_temporary || (falls_back && value->empty() && piece.operation.back() != '?');
    if (!takes_operand) return add_value(out, *value, piece.quoting);
    const Atoms operand = atoms(piece.operand);
    out.insert(out.end(), operand.begin(), operand.end());
}

std::optional<std::string> Expander::variable(const std::string& name) const {
    if (const auto found = scope_.variables.find(name); found != scope_.variables.end()) return found->second;
    if (name == "HOME") return place_.home;
    if (name == "PWD") return scope_.directory;
    if (name == "IFS") return " ";
    return std::nullopt;
}

/// The output of substitutions that people really write and that need no running: $(pwd), $(mktemp -d), $(echo x),
/// $(git rev-parse --show-toplevel).
std::optional<std::string> Expander::output_of(const List& commands) const {
    if (commands.items.size() != 1 || commands.items.front().pipeline.stages.size() != 1) return std::nullopt;
    const Command& command = commands.items.front().pipeline.stages.front();
    if (command.kind != CommandKind::simple || !command.assignments.empty()) return std::nullopt;
    std::vector<std::string> words;
    std::vector<Text> texts;
    for (const Word& word : command.words) {
        for (Text& text : fields(word)) texts.push_back(std::move(text));
    }
    if (const auto found = found_by(texts, scope_); !found.empty()) return joined(found);
    for (Text& text : texts) {
        if (!text.is_known() || text.is_pattern) return std::nullopt;
        words.push_back(std::move(text.value));
    }
    if (words.empty()) return std::nullopt;
    if (words[0] == "pwd") return scope_.directory;
    if (words[0] == "mktemp") {
        const bool elsewhere = std::any_of(words.begin() + 1, words.end(), [](const std::string& word) {
            return word.find('/') != std::string::npos || word.starts_with("-p") || word.starts_with("--tmpdir");
        });
        return elsewhere ? std::nullopt : std::optional("/tmp/tmp." + std::string(1, kUnknown));
    }
    if (words == std::vector<std::string>{"git", "rev-parse", "--show-toplevel"}) return place_.project;
    if (words[0] != "echo" || (words.size() > 1 && words[1].starts_with("-"))) return std::nullopt;
    std::string out;
    for (std::size_t i = 1; i < words.size(); ++i) out += (i > 1 ? " " : "") + words[i];
    return out;
}

void Expander::add_tilde(Atoms& atoms) const {
    if (atoms.empty() || atoms[0].origin != Origin::typed || atoms[0].character != '~') return;
    std::string user;
    std::size_t end = 1;
    for (; end < atoms.size() && atoms[end].character != '/'; ++end) {
        if (atoms[end].origin != Origin::typed) return;
        user.push_back(atoms[end].character);
    }
    std::string path = user.empty() ? place_.home : user == "root" ? "/root" : "/home/" + user;
    if (user == "+" || user == "-")
        path = user == "+" && scope_.directory ? *scope_.directory : std::string(1, kUnknown);
    Atoms out;
    add_value(out, path, Quoting::quoted);
    out.insert(out.end(), atoms.begin() + static_cast<std::ptrdiff_t>(end), atoms.end());
    atoms = std::move(out);
}

/// {a,b} and {1..9}. The alternatives are limited; beyond that the braces become unknown.
std::vector<Expander::Atoms> Expander::braces(Atoms atoms) {
    std::vector<Atoms> todo{std::move(atoms)};
    std::vector<Atoms> done;
    const auto typed = [](const Atom& atom, char c) { return atom.origin == Origin::typed && atom.character == c; };
    for (int steps = 0; !todo.empty(); ++steps) {
        Atoms current = std::move(todo.back());
        todo.pop_back();
        if (steps > kMaximumBraceSteps) {
            done.push_back({{kUnknown, Origin::unknown}});
            continue;
        }
        const auto open = std::find_if(current.begin(), current.end(), [&](const Atom& a) { return typed(a, '{'); });
        if (open == current.end()) {
            done.push_back(std::move(current));
            continue;
        }
        std::vector<Atoms> parts(1);
        int depth = 1;
        auto close = open;
        while (depth > 0 && ++close != current.end()) {
            if (typed(*close, '{')) ++depth;
            if (typed(*close, '}') && --depth == 0) break;
            if (depth == 1 && typed(*close, ','))
                parts.emplace_back();
            else
                parts.back().push_back(*close);
        }
        if (depth > 0) {
            open->origin = Origin::quoted;  // no brace closes it: it stands for itself
            todo.push_back(std::move(current));
            continue;
        }
        const Atoms head(current.begin(), open);
        const Atoms tail(close + 1, current.end());
        const auto join = [&](const Atoms& middle) {
            Atoms whole = head;
            whole.insert(whole.end(), middle.begin(), middle.end());
            whole.insert(whole.end(), tail.begin(), tail.end());
            return whole;
        };
        const bool is_range = parts.size() == 1 && text_of(parts[0]).value.find("..") != std::string::npos;
        const bool too_many = todo.size() + done.size() + parts.size() > kMaximumAlternatives;
        if (is_range || too_many) {
            todo.push_back(join({{kUnknown, Origin::unknown}}));
        } else if (parts.size() == 1) {
            // {} and {x} stand for themselves
            Atoms literal{{'{', Origin::quoted}};
            literal.insert(literal.end(), parts[0].begin(), parts[0].end());
            literal.push_back({'}', Origin::quoted});
            todo.push_back(join(literal));
        } else {
            for (auto part = parts.rbegin(); part != parts.rend(); ++part) todo.push_back(join(*part));
        }
    }
    return done;
}

}  // namespace command_guard
