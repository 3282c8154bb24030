// SPDX-License-Identifier: Apache-2.0
// A shell command line as a tree: lists of pipelines of commands, words still unexpanded. Plain values, any thread.
// It covers POSIX sh and what people type in bash; what a word expands to is expansion.hpp's business.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace command_guard {

struct List;

enum class PieceKind {
    text,          ///< characters as they stand
    parameter,     ///< $name, ${name…}
    substitution,  ///< $(…) and `…`
    process,       ///< <(…) and >(…)
    arithmetic     ///< $((…))
};

enum class Quoting { none, quoted };

/// A part of a word that is expanded in one way.
struct Piece {
    PieceKind kind = PieceKind::text;
    Quoting quoting = Quoting::none;
    std::string text;                      ///< the characters, or the name of the parameter
    std::string operation;                 ///< of a parameter: what follows the name, as ":-" of ${x:-y}
    std::vector<Piece> operand;            ///< of a parameter or arithmetic: the word inside
    std::shared_ptr<const List> commands;  ///< of a substitution
};

struct Word {
    std::vector<Piece> pieces;
    std::string raw;  ///< as it was typed
};

struct Assignment {
    std::string name;
    std::vector<Word> values;  ///< more than one for an array
};

struct Redirection {
    std::string operation;  ///< ">", ">>", "<", "<<", "<<<", "&>", …
    Word target;            ///< of a here-document: its delimiter
    std::shared_ptr<const Word> document;
    std::string raw;
};

enum class CommandKind { simple, subshell, group, conditional, loop, for_each, case_of, function, test };

struct Command {
    CommandKind kind = CommandKind::simple;
    std::string raw;
    std::string name;  ///< of a function, or the variable of a for loop
    std::vector<Assignment> assignments;
    std::vector<Word> words;  ///< simple: name and arguments; for: its values; case and test: operands
    std::vector<List> parts;  ///< the lists inside a compound command, in the order of the text
    std::vector<Redirection> redirections;
};

struct Pipeline {
    std::vector<Command> stages;
};

enum class Connector { sequence, and_then, or_else };
enum class Waiting { foreground, background };

struct ListItem {
    Connector connector = Connector::sequence;  ///< how it hangs on the item before it
    Waiting waiting = Waiting::foreground;
    Pipeline pipeline;
};

struct List {
    std::vector<ListItem> items;
};

struct SyntaxProblem {
    std::string what;
    std::string near;  ///< some text from where reading stopped
};

/// Reads a whole command line. What is not understood is a problem, never a guess.
[[nodiscard]] std::variant<List, SyntaxProblem> read_shell(std::string_view text);

/// Limits of one text; nested command lines (`sh -c`) are texts of their own.
inline constexpr std::size_t kMaximumTextBytes = 64 * 1024;
inline constexpr int kMaximumNesting = 40;

}  // namespace command_guard
