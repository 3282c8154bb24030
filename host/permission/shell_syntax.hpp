// SPDX-License-Identifier: Apache-2.0
// A command line of a POSIX shell or bash, split into its simple commands with their words, and what of it cannot be
// known without running it. It reads far enough to judge: what it does not follow it says, and nothing of such a line
// may be taken for known. It runs and expands nothing. Pure functions, safe from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace skilldeck {

inline constexpr std::size_t kShellLineLimit = 64 * 1024;  ///< bytes; a longer line is not read
inline constexpr std::size_t kShellCommandLimit = 1'000;   ///< simple commands of one line
inline constexpr unsigned kShellNestingLimit = 24;         ///< substitutions, groups and `sh -c` in one another

struct ShellPiece {
    enum class Kind : std::uint8_t {
        bare,     ///< text as it stands
        quoted,   ///< text out of quotes or behind a backslash
        decoded,  ///< text of `$'…'` or `$"…"`: not every shell reads it so
        unknown,  ///< an expansion, a pattern, a tilde: any text, also several words; `text` is how it is written
    };
    Kind kind = Kind::bare;
    std::string text;
    bool splits = false;  ///< unknown, and it may become several words: an expansion outside quotes, or `$@`
};

struct ShellWord {
    std::vector<ShellPiece> pieces;  ///< none: an empty word, such as `''`

    [[nodiscard]] bool known() const;        ///< no piece is unknown
    [[nodiscard]] bool certain() const;      ///< known, and nothing of it is decoded
    [[nodiscard]] std::string text() const;  ///< without quotes; unknown pieces as they are written
    [[nodiscard]] bool splits() const;       ///< it may become several words, the further ones beginning with anything
    /// It is unknown in such a way that it, or a word of it, may begin with anything: an option where one can stand.
    [[nodiscard]] bool may_be_option() const;
};

struct ShellAssignment {
    std::string name;
    ShellWord value;
};

struct ShellRedirection {
    enum class Use : std::uint8_t { reads, writes, duplicates, here_document, here_string };
    Use use = Use::reads;
    ShellWord target;  ///< the file; the text of a here-document or here-string
};

/// How a command counts when every part of a line must be allowed.
enum class ShellRole : std::uint8_t {
    command,
    wrapper,  ///< `timeout 5 …`, `nice …`: what it runs follows as a command of its own and speaks for it
    header,   ///< `for x in …`, `case … in`: runs nothing itself
};

struct ShellCommand {
    ShellRole role = ShellRole::command;
    std::string text;                ///< as it is written, without what stands around it
    bool derived = false;            ///< `text` is put together from the words of the command that runs this one
    std::size_t begin = 0, end = 0;  ///< bytes of the line; of what is read out of a string: those of its command
    std::vector<ShellAssignment> assignments;
    std::vector<ShellWord> words;  ///< the program first; may be empty
    std::vector<ShellRedirection> redirections;
    bool more_words = false;  ///< further words come at run time, as behind `xargs grep`
    std::string unreadable;   ///< why what it does cannot be known; empty when it can
    std::string side_effect;  ///< what an option makes it do beyond what its name says, as `find -delete`
    std::string code;         ///< why code of another language may run what no rule sees; empty when none is there
    unsigned depth = 0;

    /// The first word; empty when there is none or it is not known.
    [[nodiscard]] std::string program() const;
};

struct ShellLine {
    /// In the order they are found: a command before what its substitutions and wrappers run.
    std::vector<ShellCommand> commands;
    /// Why the line as a whole cannot be known; empty when it can. Its commands are then what could be found.
    std::string unreadable;
    /// What is computed or read as code when it runs, each as it is written: an argument in it is code, however it is
    /// quoted. Also all of what could not be followed.
    std::vector<std::string> evaluated;

    [[nodiscard]] bool readable() const;  ///< the line and each command
};

/// Variables whose values are known when the line runs.
using ShellVariables = std::map<std::string, std::string, std::less<>>;

/// A known variable that the line itself may change counts as unknown.
[[nodiscard]] ShellLine read_shell_line(std::string_view text, const ShellVariables& variables = {});

}  // namespace skilldeck
