// SPDX-License-Identifier: Apache-2.0
// The programs that start others or run code because of a word they are given, and the options that do it: the one
// table of them. How words are held against it is code_options.hpp. Inside permission/ only. Immutable values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace skilldeck {

/// How a program takes its words.
enum class WordOrder : std::uint8_t {
    anywhere,     ///< options stand also behind operands
    before_file,  ///< what follows the file that it runs is for that
    expression,   ///< as find: no word ends the options
    goals,        ///< as make: anywhere, and rules about what it is to do look through them
    bundle,       ///< as tar: the first word is options, also without a dash
    subcommand,   ///< options, a subcommand, whose row is `name subcommand`, and what is for that
};
enum class LongDashes : std::uint8_t { two, one };  ///< one: `-exec` is a long option as well

inline constexpr std::size_t kAlwaysReads = ~std::size_t{0};

/// Options are parted by blanks: a letter is a short one, a word a long one. `?` behind it: a value can only stand in
/// the same word. `!`: its value is the file that it runs. Long ones may be shortened.
struct CodeProgram {
    std::string_view name;
    std::string_view commands = {};  ///< the value is a command line, or the name of a program
    std::string_view code = {};      ///< it brings code that is not read here
    std::string_view files = {};     ///< the value is a file of code, which is its own business unless it is an input
    std::string_view valued = {};    ///< others with a value
    std::string_view plain = {};     ///< long ones that mean themselves, though they begin as one of those above
    std::string_view words = {};     ///< how operands begin that are code
    std::string_view behind = {};    ///< the operand behind which a command stands
    WordOrder order = WordOrder::anywhere;
    LongDashes dashes = LongDashes::two;
    std::size_t reads_input = 0;  ///< with fewer operands than this it runs its input
};

/// Null when the table has no such program; `python3.11` is python.
[[nodiscard]] const CodeProgram* find_code_program(std::string_view name);

/// Runs what is among its words, in forms that are not read here.
[[nodiscard]] bool is_runner(std::string_view name);

}  // namespace skilldeck
