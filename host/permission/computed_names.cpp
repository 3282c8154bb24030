// SPDX-License-Identifier: Apache-2.0
#include "permission/computed_names.hpp"

#include "permission/shell_characters.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

namespace skilldeck {

namespace {

using Words = std::span<const ShellWord>;

/// A command whose operands are names, or `name=value`.
struct NameTaker {
    std::string_view name;
    std::string_view valued;    ///< options with a value that is no name
    std::string_view computes;  ///< options that make it compute, or run, what it is given
    std::size_t first = 0;      ///< operand that is a name; those before it are none
};
constexpr std::array kNameTakers{
    NameTaker{"unset", "", ""},       NameTaker{"declare", "", "in"},      NameTaker{"typeset", "", "in"},
    NameTaker{"local", "", "in"},     NameTaker{"export", "", ""},         NameTaker{"readonly", "", ""},
    NameTaker{"read", "dinNptu", ""}, NameTaker{"mapfile", "dnOsuc", "C"}, NameTaker{"readarray", "dnOsuc", "C"},
    NameTaker{"getopts", "", "", 1},
};
constexpr std::array<std::string_view, 2> kTests{"test", "["};
constexpr std::array<std::string_view, 2> kNameTests{"-v", "-R"};

bool holds_any(const ShellWord& word, std::string_view characters) {
    return word.text().find_first_of(characters) != std::string::npos;
}

/// Whether the name, the part before `=`, is only known at run time or has brackets to compute.
bool may_compute(const ShellWord& word) {
    for (const auto& piece : word.pieces) {
        if (piece.kind == ShellPiece::Kind::unknown) return true;
        const auto name = std::string_view(piece.text).substr(0, piece.text.find('='));
        if (name.find_first_of("[$`") != std::string_view::npos) return true;
        if (name.size() < piece.text.size()) return false;
    }
    return false;
}

bool is_option(std::string_view text) {
    return text.size() > 1 && (text.front() == '-' || text.front() == '+');
}

bool names_compute(const NameTaker& taker, Words words) {
    bool options = true;
    std::size_t operand = 0;
    for (std::size_t at = 1; at < words.size(); ++at) {
        const auto text = words[at].text();
        if (options && words[at].known() && is_option(text)) {
            options = text != "--";
            if (text.find_first_of(taker.computes, 1) != std::string::npos) return true;
            const auto letter = text.find_first_of(taker.valued, 1);
            if (letter != std::string::npos && letter + 1 == text.size()) ++at;
            // `-aNAME`: the rest of a word of options may be a name.
            if (letter == std::string::npos && may_compute(words[at])) return true;
            continue;
        }
        options = false;
        if (operand++ >= taker.first && may_compute(words[at])) return true;
    }
    return false;
}

/// `-v NAME`; where the operator is not known, what stands behind it may be a name.
bool test_computes(Words words) {
    for (std::size_t at = 1; at + 1 < words.size(); ++at) {
        const bool unknown = !words[at].known() && holds_any(words[at + 1], "[");
        const bool bracket_ends = at + 2 == words.size() && words[at + 1].text() == "]";
        if (unknown && !bracket_ends && may_compute(words[at + 1])) return true;
        if (is_one_of(kNameTests, words[at].text()) && may_compute(words[at + 1])) return true;
    }
    return false;
}

/// `-v NAME` or `-vNAME` among the options of `printf` and, with `p`, of `wait`.
bool option_computes(char letter, Words words) {
    for (std::size_t at = 1; at < words.size(); ++at) {
        const auto text = words[at].text();
        if (!is_option(text) || text == "--") return false;
        const auto found = text.find(letter, 1);
        if (found == std::string::npos) continue;
        if (found + 1 < text.size()) return may_compute(words[at]);
        return at + 1 < words.size() && may_compute(words[at + 1]);
    }
    return false;
}

bool computes(std::string_view program, Words words) {
    if (program == "let") return words.size() > 1;
    if (program == "printf") return option_computes('v', words);
    if (program == "wait") return option_computes('p', words);
    if (is_one_of(kTests, program)) return test_computes(words);
    const auto taker = std::ranges::find(kNameTakers, program, &NameTaker::name);
    return taker != kNameTakers.end() && names_compute(*taker, words);
}

}  // namespace

bool note_computed_names(ShellCommand& command) {
    if (command.role == ShellRole::header || !computes(command.program(), command.words)) return false;
    if (command.unreadable.empty()) command.unreadable = "it computes a name, which can run commands";
    return true;
}

}  // namespace skilldeck
