// SPDX-License-Identifier: Apache-2.0
#include "permission/command_rule.hpp"

#include "permission/code_options.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

using Kind = ShellPiece::Kind;

constexpr char kUnknown = '\x01';                  ///< any text; no rule holds it
constexpr char kOpaque = '\x02';                   ///< a character that only a star may stand for; no rule holds it
constexpr std::size_t kComparedLimit = 16 * 1024;  ///< bytes of a command that are compared letter by letter
constexpr std::array<std::string_view, 13> kHarmless{
    "LANG", "LANGUAGE",    "TZ",        "TERM",     "COLUMNS",  "LINES",         "NO_COLOR",
    "CI",   "FORCE_COLOR", "COLORTERM", "NODE_ENV", "CLICOLOR", "RUST_BACKTRACE"};

std::string normalized(std::string_view specifier) {
    std::string text(specifier);
    if (text.ends_with(":*")) text.replace(text.size() - 2, 2, " *");
    return text;
}

std::optional<StarPattern> without_last_star(const std::string& specifier) {
    if (!specifier.ends_with(" *") || specifier.ends_with("\\ *")) return std::nullopt;
    return StarPattern(std::string_view(specifier).substr(0, specifier.size() - 2));
}

/// The words as one text in which a blank always parts two words.
std::string certain_text(const ShellCommand& command) {
    std::string text;
    for (const auto& word : command.words) {
        if (!text.empty()) text += ' ';
        if (word.pieces.empty()) text += kOpaque;
        for (const auto& piece : word.pieces) {
            const bool plain = piece.kind == Kind::bare || piece.kind == Kind::quoted;
            for (const char c : piece.text) text += plain && c != ' ' && c != '\t' && c != '\n' ? c : kOpaque;
        }
    }
    if (command.more_words) text += std::string(" ") + kOpaque;
    return text;
}

/// The words as one text, as they may be meant; unknown pieces are one kUnknown each.
std::string generous_text(const ShellCommand& command, const std::vector<ShellWord>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += ' ';
        for (const auto& piece : words[i].pieces) {
            piece.kind == Kind::unknown ? text += kUnknown : text += piece.text;
        }
    }
    if (command.more_words) text += std::string(" ") + kUnknown;
    return text;
}

/// Without the folder of the program.
std::string without_folder(std::string_view text) {
    const auto program = text.substr(0, text.find(' '));
    const auto slash = program.rfind('/');
    return std::string(slash == std::string_view::npos ? text : text.substr(slash + 1));
}

/// Whether some text for the unknown parts of `text` makes `pattern` match. `*` in the pattern is any text.
bool could_match(std::string_view pattern, std::string_view text) {
    std::vector<char> reached(text.size() + 1, 0), next(text.size() + 1, 0);
    const auto spread = [&text](std::vector<char>& row, bool star) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (row[i] != 0 && (star || text[i] == kUnknown)) row[i + 1] = 1;
        }
    };
    reached[0] = 1;
    spread(reached, false);
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const bool escaped =
            pattern[at] == '\\' && at + 1 < pattern.size() && (pattern[at + 1] == '*' || pattern[at + 1] == '\\');
        const bool star = pattern[at] == '*';
        const char c = escaped ? pattern[++at] : pattern[at];
        if (star) {
            spread(reached, true);
            continue;
        }
        std::ranges::fill(next, 0);
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (reached[i] == 0) continue;
            if (text[i] == kUnknown) next[i] = 1;  // it goes on
            if (text[i] == kUnknown || text[i] == c) next[i + 1] = 1;
        }
        std::swap(reached, next);
        spread(reached, false);
    }
    return reached[text.size()] != 0;
}

}  // namespace

CommandRule::CommandRule(std::string_view specifier)
    : specifier_(normalized(specifier)), pattern_(specifier_), bare_(without_last_star(specifier_)) {}

bool CommandRule::matches(std::string_view text) const {
    return pattern_.matches(text) || (bare_ && bare_->matches(text));
}

RuleFit CommandRule::fit(const ShellCommand& command) const {
    const auto meant = generous_text(command, command.words);
    // Also what is left without the options before a subcommand: `git -C d push`.
    const auto bare_words = without_global_options(command.words);
    const auto bare = bare_words.size() < command.words.size() ? generous_text(command, bare_words) : meant;
    const std::array<std::string, 4> readings{meant, without_folder(meant), bare, without_folder(bare)};
    const auto any_reading = [&](auto fits) { return std::ranges::any_of(readings, fits); };
    if (matches(command.text) || any_reading([&](const auto& text) { return matches(text); })) return RuleFit::yes;
    if (command.role == ShellRole::header) return command.unreadable.empty() ? RuleFit::no : RuleFit::maybe;
    if (!command.unreadable.empty() || !command.code.empty()) return RuleFit::maybe;
    if (meant.find(kUnknown) == std::string::npos) return RuleFit::no;
    if (meant.size() > kComparedLimit) return RuleFit::maybe;
    const auto could = [&](const std::string& text) {
        if (could_match(specifier_, text)) return true;
        return bare_ && could_match(std::string_view(specifier_).substr(0, specifier_.size() - 2), text);
    };
    return any_reading(could) ? RuleFit::maybe : RuleFit::no;
}

bool CommandRule::vouches(const ShellCommand& command) const {
    if (!command.unreadable.empty()) return false;
    if (spells(command)) return true;
    if (!command.side_effect.empty()) return false;
    const bool plain = command.assignments.empty() && command.redirections.empty() && !command.derived;
    return matches(certain_text(command)) || (plain && matches(command.text));
}

bool CommandRule::spells(const ShellCommand& command) const {
    return !command.derived && !pattern_.has_star() && pattern_.matches(command.text);
}

bool is_harmless_variable(std::string_view name) {
    if (std::ranges::find(kHarmless, name) != kHarmless.end() || name.starts_with("LC_")) return true;
    // Variables of the line itself are small; what programs look at is large, but for these.
    if (name.find("proxy") != std::string_view::npos || name.find("config") != std::string_view::npos) return false;
    return !name.empty() && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
}

}  // namespace skilldeck
