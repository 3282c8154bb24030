// SPDX-License-Identifier: Apache-2.0
#include "permission/shell_syntax.hpp"

#include "base/text.hpp"
#include "permission/shell_characters.hpp"
#include "permission/shell_reader.hpp"

#include <algorithm>

namespace skilldeck {

namespace {

/// Tab and line feed belong to the language, everything else of this kind only hides something.
bool holds_control_characters(std::string_view text) {
    return std::ranges::any_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && c != '\t' && c != '\n') || byte == 0x7F;
    });
}

/// Without the variables that stand anywhere but in `$NAME` and `${NAME}`: those the line may change.
ShellVariables unchanged(const ShellVariables& variables, std::string_view text) {
    ShellVariables kept = variables;
    std::erase_if(kept, [text](const auto& variable) {
        const std::string& name = variable.first;
        for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + name.size())) {
            const bool plain = at >= 1 && text[at - 1] == '$';
            const bool braced = at >= 2 && text.substr(at - 2, 2) == "${" && text.substr(at + name.size(), 1) == "}";
            if (!plain && !braced) return true;
        }
        return false;
    });
    return kept;
}

}  // namespace

bool ShellWord::known() const {
    return std::ranges::none_of(pieces, [](const auto& piece) { return piece.kind == ShellPiece::Kind::unknown; });
}

bool ShellWord::certain() const {
    return known() &&
           std::ranges::none_of(pieces, [](const auto& piece) { return piece.kind == ShellPiece::Kind::decoded; });
}

std::string ShellWord::text() const {
    std::string text;
    for (const auto& piece : pieces) text += piece.text;
    return text;
}

bool ShellWord::splits() const {
    return std::ranges::any_of(pieces, &ShellPiece::splits);
}

bool ShellWord::may_be_option() const {
    if (splits()) return true;
    if (pieces.empty() || pieces.front().kind != ShellPiece::Kind::unknown) return false;
    // What stands before a pattern or braces, a home, the file of a substitution: that begins every word of it.
    constexpr std::string_view kNoOption = "/._~<>:%@,=";
    const char first = pieces.front().text.empty() ? '\0' : pieces.front().text.front();
    return !is_shell_name_part(first) && kNoOption.find(first) == std::string_view::npos;
}

std::string ShellCommand::program() const {
    return words.empty() || !words.front().known() ? std::string() : words.front().text();
}

bool ShellLine::readable() const {
    return unreadable.empty() && std::ranges::all_of(commands, [](const auto& c) { return c.unreadable.empty(); });
}

ShellLine read_shell_line(std::string_view text, const ShellVariables& variables) {
    ShellLine line;
    if (text.size() > kShellLineLimit) {
        line.unreadable = "it is longer than " + std::to_string(kShellLineLimit) + " bytes";
        line.evaluated.emplace_back(text);
        return line;
    }
    if (holds_control_characters(text)) line.unreadable = "it holds a control character";
    if (!is_valid_utf8(text)) line.unreadable = "it is not valid UTF-8";
    const auto kept = unchanged(variables, text);
    ShellReader(text, line, kept, 0).read_all();
    add_wrapped_commands(line, kept);
    return line;
}

}  // namespace skilldeck
