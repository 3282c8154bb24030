// SPDX-License-Identifier: Apache-2.0
#include "permission/foreign_code.hpp"

#include "base/text.hpp"
#include "permission/code_options.hpp"
#include "permission/shell_characters.hpp"
#include "permission/text_programs.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

constexpr std::string_view kHoldsCode = "it holds code that is not read here";

/// Variables that hold a command line, or the name of a program, which others start.
constexpr std::array<std::string_view, 16> kCommandVariables{
    "PAGER",     "MANPAGER",    "GIT_PAGER",           "EDITOR",           "VISUAL",  "GIT_EDITOR",
    "GIT_SSH",   "GIT_ASKPASS", "GIT_SSH_COMMAND",     "SSH_ASKPASS",      "BROWSER", "SUDO_ASKPASS",
    "RSYNC_RSH", "TAR_RSH",     "GIT_SEQUENCE_EDITOR", "GIT_EXTERNAL_DIFF"};
/// Variables that bring code, or options that do.
constexpr std::array<std::string_view, 18> kCodeVariables{
    "LESSOPEN",     "LESSCLOSE", "BASH_ENV",    "ENV",      "PROMPT_COMMAND", "PS4",
    "LD_PRELOAD",   "LD_AUDIT",  "TAR_OPTIONS", "PERL5OPT", "PYTHONSTARTUP",  "RUBYOPT",
    "NODE_OPTIONS", "MAKEFLAGS", "VIMINIT",     "EXINIT",   "GIT_EXEC_PATH",  "JAVA_TOOL_OPTIONS"};
constexpr std::array<std::string_view, 4> kExporters{"export", "declare", "typeset", "readonly"};
constexpr std::array<std::string_view, 5> kAwks{"awk", "gawk", "mawk", "nawk", "original-awk"};
constexpr std::array<std::string_view, 2> kSeds{"sed", "gsed"};

bool is_option(std::string_view text) {
    return text.size() > 1 && text.front() == '-' && text != "--";
}

class Reader {
public:
    Reader(ShellCommand& command, CodeInWords& found) : command_(command), words_(command.words), found_(found) {}

    void run() {
        const auto program = command_.program();
        const auto name = program_name(program);
        if (command_.role == ShellRole::header) return;
        if (is_one_of(kAwks, name)) {
            judge_text_tool({awk_only_prints, "FvE", "", "il", "source", "load include exec", Options::before_program});
        }
        if (is_one_of(kSeds, name)) {
            judge_text_tool({sed_only_prints, "l", "i", "", "expression", "", Options::anywhere});
        }
    }

private:
    /// The letter of a word of short options that ends it: one that is followed by code, or by a value.
    [[nodiscard]] static char last_letter(std::string_view text, std::string_view wanted) {
        if (!is_option(text) || text.starts_with("--")) return '\0';
        const auto found = text.find_first_of(wanted, 1);
        return found == std::string_view::npos ? '\0' : text[found];
    }

    [[nodiscard]] static bool holds(std::string_view letters, char letter) {
        return letter != '\0' && letters.find(letter) != std::string_view::npos;
    }

    enum class Options : std::uint8_t { before_program, anywhere };

    /// What awk and sed have in common.
    struct TextTool {
        bool (*only_prints)(std::string_view);
        std::string_view valued;          ///< options with a value
        std::string_view suffixed;        ///< options whose value can only stand in the same word
        std::string_view loads;           ///< options that bring code along
        std::string_view program_option;  ///< long, as `-e`; a program in a file is `-f`, or `--file`
        std::string_view long_loads;
        Options options;
    };

    /// Programs behind an option, else the first word that is none. A program in a file is the file's business.
    void judge_text_tool(const TextTool& tool) {
        const auto ending = "ef" + std::string(tool.valued) + std::string(tool.suffixed) + std::string(tool.loads);
        bool has_program = false;
        std::vector<std::size_t> operands;
        for (std::size_t at = 1; at < words_.size(); ++at) {
            const auto text = words_[at].text();
            if (text == "--") {
                for (++at; at < words_.size(); ++at) operands.push_back(at);
                break;
            }
            if (words_[at].may_be_option()) {
                if (!has_program && operands.empty()) found_.evaluated.push_back(text);
                return doubt();
            }
            if (!is_option(text)) {
                operands.push_back(at);
                if (tool.options == Options::before_program) break;
                continue;
            }
            const bool is_long = text.starts_with("--");
            const auto equals = text.find('=');
            const auto name = is_long ? std::string_view(text).substr(2, equals - 2) : std::string_view();
            const auto letter = is_long ? '\0' : last_letter(text, ending);
            if (holds(tool.loads, letter) || is_one_of_long(tool.long_loads, name)) return doubt();
            const bool holds_program = is_short_for(name, tool.program_option) || letter == 'e';
            const bool names_file = is_short_for(name, "file") || letter == 'f';
            has_program = has_program || holds_program || names_file;
            const auto value = is_long ? equals : text.find(letter, 1);
            const bool attached =
                letter != '\0' || is_long ? value != std::string::npos && (is_long || value + 1 < text.size()) : false;
            const bool takes_next = !attached && (holds_program || names_file || holds(tool.valued, letter));
            if (takes_next && ++at == words_.size()) return doubt();
            if (!takes_next && !attached) continue;
            if (takes_next && words_[at].splits()) return doubt();
            const auto given = attached ? text.substr(value + 1) : words_[at].text();
            if (holds_program) judge(tool, words_[at], given);
            if (names_file) judge_file(words_[at], given);
        }
        if (!has_program && !operands.empty()) judge(tool, words_[operands.front()], words_[operands.front()].text());
        if (command_.more_words && (!has_program && operands.empty())) doubt();
        if (command_.more_words && tool.options == Options::anywhere) doubt();
    }

    [[nodiscard]] static bool is_one_of_long(std::string_view names, std::string_view name) {
        return std::ranges::any_of(split(names, ' '), [&](auto known) { return is_short_for(name, known); });
    }

    void judge(const TextTool& tool, const ShellWord& word, const std::string& program) {
        if (word.known() && tool.only_prints(program)) return;
        found_.evaluated.push_back(program);
        doubt();
    }

    /// A file that an input or a substitution gives is written by nobody who can be asked.
    void judge_file(const ShellWord& word, std::string_view file) {
        const bool unknown = !word.pieces.empty() && word.pieces.front().kind == ShellPiece::Kind::unknown;
        if (unknown || is_standard_input(file)) doubt();
    }

    void doubt() {
        command_.code = kHoldsCode;
        if (command_.side_effect.empty()) command_.side_effect = "it may run commands or write files";
    }

    ShellCommand& command_;
    const std::vector<ShellWord>& words_;
    CodeInWords& found_;
};

void note_variable(std::string_view name, std::string_view value, bool certain, CodeInWords& found) {
    if (is_one_of(kCodeVariables, name) || name.starts_with("GIT_CONFIG_")) {
        found.code = true;
        found.evaluated.emplace_back(value);
    }
    if (!is_one_of(kCommandVariables, name)) return;
    found.lines.emplace_back(value);
    if (certain) return;
    found.code = true;
    found.evaluated.emplace_back(value);
}

/// `GIT_PAGER='make x' git log`, `export GIT_PAGER='make x'`.
void note_variables(const ShellCommand& command, CodeInWords& found) {
    for (const auto& assignment : command.assignments) {
        note_variable(assignment.name, assignment.value.text(), assignment.value.certain(), found);
    }
    if (!is_one_of(kExporters, command.program())) return;
    for (const auto& word : command.words) {
        const auto text = word.text();
        const auto equals = std::min(text.find('='), text.size());
        if (equals == text.size()) continue;
        note_variable(std::string_view(text).substr(0, equals), std::string_view(text).substr(equals + 1),
                      word.certain(), found);
    }
}

}  // namespace

CodeInWords note_foreign_code(ShellCommand& command) {
    auto found = find_code(command);
    note_variables(command, found);
    if (found.code) command.code = kHoldsCode;
    Reader(command, found).run();
    return found;
}

}  // namespace skilldeck
