// SPDX-License-Identifier: Apache-2.0
#include "permission/foreign_code.hpp"

#include "permission/shell_characters.hpp"
#include "permission/text_programs.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

namespace skilldeck {

namespace {

constexpr std::string_view kHoldsCode = "it holds code that is not read here";

/// What a program without a file among its words does with its input.
enum class Input : std::uint8_t { data, code };
/// Where its options stand: what follows the file that it runs is for that.
enum class Options : std::uint8_t { before_file, anywhere };

struct CodeRunner {
    std::string_view name;
    std::string_view letters;                    ///< options that are followed by code, also behind others: `-lane`
    std::string_view values;                     ///< options whose value ends the word: `-Ilib`
    std::array<std::string_view, 3> words = {};  ///< long options and subcommands, or how they begin
    Input input = Input::data;
    Options options = Options::anywhere;
};
constexpr auto kFile = Options::before_file;
constexpr std::array kCodeRunners{
    CodeRunner{"python", "c", "WXm", {}, Input::code, kFile},
    CodeRunner{"pypy", "c", "WXm", {}, Input::code, kFile},
    CodeRunner{"perl", "eE", "IMmFxDCi", {}, Input::code, kFile},
    CodeRunner{"ruby", "e", "IrCEFKx", {}, Input::code, kFile},
    CodeRunner{"node", "ep", "rC", {"--eval", "--print"}, Input::code, kFile},
    CodeRunner{"nodejs", "ep", "rC", {"--eval", "--print"}, Input::code, kFile},
    CodeRunner{"bun", "ep", "r", {"--eval", "--print"}, Input::code, kFile},
    CodeRunner{"deno", "", "", {"eval"}, Input::code, kFile},
    CodeRunner{"php", "rBRE", "dcfzSt", {"--run", "--process"}, Input::code, kFile},
    CodeRunner{"lua", "e", "l", {}, Input::code, kFile},
    CodeRunner{"luajit", "e", "l", {}, Input::code, kFile},
    CodeRunner{"Rscript", "e", "", {}, Input::code, kFile},
    CodeRunner{"R", "e", "", {}, Input::code, kFile},
    CodeRunner{"julia", "eE", "", {"--eval", "--print"}, Input::code, kFile},
    CodeRunner{"guile", "c", "L", {}, Input::code, kFile},
    CodeRunner{"elixir", "e", "", {"--eval", "--rpc-eval"}, Input::code, kFile},
    CodeRunner{"tclsh", "", "", {}, Input::code, kFile},
    CodeRunner{"expect", "c", "", {}, Input::code, kFile},
    CodeRunner{"osascript", "e", "", {}, Input::code, kFile},
    CodeRunner{"pwsh", "cCeE", "", {}, Input::code, kFile},
    CodeRunner{"powershell", "cCeE", "", {}, Input::code, kFile},
    CodeRunner{"git", "c", "", {"--config-env", "--exec-path="}, Input::data, kFile},
    CodeRunner{"ed", "", "", {}, Input::code},
    CodeRunner{"ex", "cS", "", {"+", "--cmd"}, Input::code},
    CodeRunner{"vi", "cS", "", {"+", "--cmd"}},
    CodeRunner{"vim", "cS", "", {"+", "--cmd"}},
    CodeRunner{"nvim", "cS", "", {"+", "--cmd"}},
    CodeRunner{"emacs", "", "", {"--eval", "-eval", "--execute"}},
    CodeRunner{"gdb", "", "", {"-ex", "-iex", "--eval"}},
    CodeRunner{"sqlite3", "", "", {".sh", ".sy", "-cmd"}},
    CodeRunner{"psql", "c", "", {"--command"}, Input::code},
    CodeRunner{"mysql", "e", "", {"--execute"}, Input::code},
    CodeRunner{"make", "", "", {"--eval"}},
    CodeRunner{"tar", "IF", "", {"--checkpoint-action", "--to-command", "--use-compress"}},
    CodeRunner{"rsync", "e", "", {"--rsh"}},
    CodeRunner{"ssh", "o", "", {}},
    CodeRunner{"scp", "oS", "", {}},
    CodeRunner{"fd", "xX", "", {"--exec"}},
    CodeRunner{"rg", "", "", {"--pre"}},
    CodeRunner{"sort", "", "", {"--compress-program"}},
};
/// Programs that run what is among their words, in forms that are not read here.
constexpr std::array<std::string_view, 34> kRunners{"start-stop-daemon",
                                                    "systemd-run",
                                                    "pkexec",
                                                    "run0",
                                                    "runuser",
                                                    "parallel",
                                                    "entr",
                                                    "unbuffer",
                                                    "fakeroot",
                                                    "xvfb-run",
                                                    "gosu",
                                                    "su-exec",
                                                    "numactl",
                                                    "cgexec",
                                                    "firejail",
                                                    "bwrap",
                                                    "proot",
                                                    "valgrind",
                                                    "ltrace",
                                                    "perf",
                                                    "rlwrap",
                                                    "dbus-run-session",
                                                    "catchsegv",
                                                    "chpst",
                                                    "setuidgid",
                                                    "softlimit",
                                                    "s6-setuidgid",
                                                    "daemonize",
                                                    "nsjail",
                                                    "fakechroot",
                                                    "torsocks",
                                                    "proxychains4",
                                                    "torify",
                                                    "dumb-init"};
constexpr std::array<std::string_view, 5> kOnlyTold{"--version", "--help", "-V", "-h", "-v"};
constexpr std::array<std::string_view, 5> kAwks{"awk", "gawk", "mawk", "nawk", "original-awk"};
constexpr std::array<std::string_view, 2> kSeds{"sed", "gsed"};

/// `python3.11` is python.
std::string_view without_version(std::string_view name) {
    const auto end = name.find_last_not_of("-.0123456789");
    return end == std::string_view::npos ? name : name.substr(0, end + 1);
}

bool is_option(std::string_view text) {
    return text.size() > 1 && text.front() == '-' && text != "--";
}

bool begins_unknown(const ShellWord& word) {
    return !word.pieces.empty() && word.pieces.front().kind == ShellPiece::Kind::unknown;
}

class Reader {
public:
    explicit Reader(ShellCommand& command) : command_(command), words_(command.words) {}

    void run() {
        const auto program = command_.program();
        const auto name = std::string_view(program).substr(program.find_last_of('/') + 1);
        if (name.empty() || command_.role == ShellRole::header) return;
        if (is_one_of(kRunners, name) && (words_.size() > 1 || command_.more_words)) return hold_code();
        if (is_one_of(kAwks, name)) return judge_text_tool({awk_only_prints, "Fvf", "", "il", "--source"});
        if (is_one_of(kSeds, name)) return judge_text_tool({sed_only_prints, "fl", "i", "", "--expression"});
        for (const auto& runner : kCodeRunners) {
            if (runner.name == name || (runner.input == Input::code && runner.name == without_version(name))) {
                return judge_runner(runner);
            }
        }
    }

private:
    void hold_code() { command_.code = kHoldsCode; }

    /// The letter of a word of short options that ends it: one that is followed by code, or by a value.
    [[nodiscard]] static char last_letter(std::string_view text, std::string_view wanted) {
        if (!is_option(text) || text.starts_with("--")) return '\0';
        const auto found = text.find_first_of(wanted, 1);
        return found == std::string_view::npos ? '\0' : text[found];
    }

    [[nodiscard]] static bool holds(std::string_view letters, char letter) {
        return letter != '\0' && letters.find(letter) != std::string_view::npos;
    }

    void judge_runner(const CodeRunner& runner) {
        const bool runs_input = runner.input == Input::code;
        const bool told = words_.size() == 2 && is_one_of(kOnlyTold, words_[1].text());
        if (told && !(runner.name == "python" && words_[1].text() == "-v")) return;
        const auto ending = std::string(runner.letters) + std::string(runner.values);
        bool behind_option = false;  // such a word may be its value
        bool has_file = false;
        for (std::size_t at = 1; at < words_.size(); ++at) {
            const auto text = words_[at].text();
            const auto letter = last_letter(text, ending);
            const auto begins = [&](std::string_view word) { return !word.empty() && text.starts_with(word); };
            if (text == "--") continue;
            if (runs_input && begins_unknown(words_[at])) return hold_code();
            if (holds(runner.letters, letter) || std::ranges::any_of(runner.words, begins)) return hold_code();
            if (runner.name == "python" && letter == 'm') return;
            const bool option = is_option(text);
            has_file = has_file || (!option && text != "-");
            if (!option && !behind_option && runner.options == Options::before_file) break;
            behind_option = option;
        }
        if (runs_input && !has_file) hold_code();
    }

    /// What awk and sed have in common.
    struct TextTool {
        bool (*only_prints)(std::string_view);
        std::string_view valued;    ///< options with a value, the one of a program in a file (f) among them
        std::string_view suffixed;  ///< options whose value can only stand in the same word
        std::string_view loads;     ///< options that bring code along
        std::string_view program_option;
    };

    /// Programs behind an option, else the first word that is none. A program in a file is the file's business.
    void judge_text_tool(const TextTool& tool) {
        const auto ending = "e" + std::string(tool.valued) + std::string(tool.suffixed) + std::string(tool.loads);
        bool has_program = false;
        const auto judge = [&](const ShellWord& word, const std::string& program) {
            has_program = true;
            if (!word.known() || !tool.only_prints(program)) doubt();
        };
        for (std::size_t at = 1; at < words_.size(); ++at) {
            const auto text = words_[at].text();
            if (text == "--") continue;
            if (begins_unknown(words_[at])) return doubt();
            if (!is_option(text)) {
                if (!has_program) judge(words_[at], text);
                return;
            }
            const bool is_long = text.starts_with("--");
            const auto value = is_long ? text.find('=') : text.find_first_of(ending, 1);
            const auto letter = is_long ? '\0' : last_letter(text, ending);
            const bool holds_program = is_long ? text.starts_with(tool.program_option) : letter == 'e';
            if (holds(tool.loads, letter) || text.starts_with("--load") || text.starts_with("--include"))
                return doubt();
            if (letter == 'f' || text.starts_with("--file")) has_program = true;
            const bool attached = value != std::string::npos && (is_long || value + 1 < text.size());
            if (attached) {
                if (holds_program) judge(words_[at], text.substr(value + 1));
                continue;
            }
            const bool takes_next = holds_program || holds(tool.valued, letter) || text == "--file";
            if (!takes_next) continue;
            if (++at == words_.size()) return doubt();
            if (holds_program) judge(words_[at], words_[at].text());
        }
        if (!has_program && command_.more_words) doubt();
    }

    void doubt() {
        hold_code();
        if (command_.side_effect.empty()) command_.side_effect = "it may run commands or write files";
    }

    ShellCommand& command_;
    const std::vector<ShellWord>& words_;
};

}  // namespace

void note_foreign_code(ShellCommand& command) {
    Reader(command).run();
}

}  // namespace skilldeck
