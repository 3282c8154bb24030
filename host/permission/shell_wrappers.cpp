// SPDX-License-Identifier: Apache-2.0
// Commands that run other commands: what they would run is added to the line as a command of its own.
#include "base/text.hpp"
#include "permission/code_options.hpp"
#include "permission/computed_names.hpp"
#include "permission/foreign_code.hpp"
#include "permission/shell_characters.hpp"
#include "permission/shell_reader.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

namespace skilldeck {

namespace {

using Words = std::span<const ShellWord>;

constexpr std::string_view kRunsUnknown = "what it runs is only known when it runs";

/// A program whose operands end in a command.
struct Wrapper {
    std::string_view name;
    std::string_view valued;              ///< short options with a value
    std::size_t operands = 0;             ///< before the command
    ShellRole role = ShellRole::command;  ///< wrapper: a rule about what it runs is enough
    std::string_view long_valued = {};    ///< long options with a value, which may be the next word
};
constexpr std::array kWrappers{
    Wrapper{"timeout", "ks", 1, ShellRole::wrapper, "kill-after signal"},
    Wrapper{"nice", "n", 0, ShellRole::wrapper, "adjustment"},
    Wrapper{"nohup", "", 0, ShellRole::wrapper},
    Wrapper{"time", "fo", 0, ShellRole::wrapper, "format output"},
    Wrapper{"stdbuf", "ioe", 0, ShellRole::wrapper, "input output error"},
    Wrapper{"command", "", 0, ShellRole::wrapper},
    Wrapper{"builtin", "", 0, ShellRole::command},
    Wrapper{"exec", "a", 0, ShellRole::command},
    Wrapper{"setsid", "", 0, ShellRole::command},
    Wrapper{"ionice", "cnpPu", 0, ShellRole::command, "class classdata pid pgid uid"},
    Wrapper{"chrt", "TPDp", 1, ShellRole::command, "sched-runtime sched-period sched-deadline pid"},
    Wrapper{"taskset", "", 1, ShellRole::command},
    Wrapper{"chroot", "", 1, ShellRole::command, "groups userspec"},
    Wrapper{"unshare", "SGRwl", 0, ShellRole::command,
            "propagation map-user map-group map-users map-groups setgroups setuid setgid root wd monotonic boottime "
            "owner load-interp"},
    Wrapper{"nsenter", "tSGrNW", 0, ShellRole::command, "target setuid setgid net-socket wdns"},
    Wrapper{"sudo", "ughpCrtTDRU", 0, ShellRole::command,
            "user group prompt chdir chroot host role type close-from command-timeout other-user"},
    Wrapper{"doas", "uCa", 0, ShellRole::command},
    Wrapper{"flock", "wEc", 1, ShellRole::command, "wait timeout conflict-exit-code command"},
    Wrapper{"xargs", "InPLsdEa", 0, ShellRole::command,
            "max-args max-procs max-chars delimiter arg-file process-slot-var"},
    Wrapper{"busybox", "", 0, ShellRole::command},
    Wrapper{"toybox", "", 0, ShellRole::command},
    Wrapper{"strace", "oepsuEPSabIXO", 0, ShellRole::command,
            "abbrev argv0 attach columns const-print-style decode-pids detach-on env expr fault inject interruptible "
            "kvm output raw read signal silent status string-limit summary-columns summary-sort-by "
            "summary-syscall-overhead trace trace-path user verbose write"},
    Wrapper{"coproc", "", 0, ShellRole::command},
    Wrapper{"setpriv", "", 0, ShellRole::command,
            "ambient-caps inh-caps bounding-set ruid euid rgid egid reuid regid groups securebits pdeathsig ptracer "
            "selinux-label apparmor-profile landlock-access landlock-rule seccomp-filter"},
    Wrapper{"prlimit", "op", 0, ShellRole::command, "output pid"},
    Wrapper{"choom", "np", 0, ShellRole::command, "adjust pid"},
    Wrapper{"setarch", "", 0, ShellRole::command},
    Wrapper{"ssh-agent", "aEOPt", 0, ShellRole::command},
    Wrapper{"dbus-launch", "", 0, ShellRole::command, "autolaunch config-file"},
    Wrapper{"dbus-run-session", "", 0, ShellRole::command, "config-file dbus-daemon"},
    Wrapper{"proxychains", "f", 0, ShellRole::command},
    Wrapper{"proxychains4", "f", 0, ShellRole::command},
    Wrapper{"torsocks", "upaP", 0, ShellRole::command, "user pass port address"},
    Wrapper{"torify", "", 0, ShellRole::command},
    Wrapper{"tsocks", "", 0, ShellRole::command},
    Wrapper{"cpulimit", "lpePc", 0, ShellRole::command, "limit pid exe path cpu"},
    Wrapper{"xvfb-run", "efnpsw", 0, ShellRole::command,
            "error-file auth-file server-num xauth-protocol server-args wait"},
    Wrapper{"faketime", "p", 1, ShellRole::command, "date-prog"},
    Wrapper{"datefudge", "", 1, ShellRole::command},
    Wrapper{"fakeroot", "lfsib", 0, ShellRole::command, "lib faked"},
    Wrapper{"fakechroot", "lcebd", 0, ShellRole::command, "lib config-dir environment bindir"},
    Wrapper{"eatmydata", "", 0, ShellRole::command},
    Wrapper{"catchsegv", "", 0, ShellRole::command},
    Wrapper{"valgrind", "", 0, ShellRole::command},
    Wrapper{"ltrace", "aADeFlnopsuwx", 0, ShellRole::command, "align config indent library output where"},
    Wrapper{"numactl", "iwPpmCN", 0, ShellRole::command,
            "interleave weighted-interleave preferred preferred-many membind cpunodebind physcpubind"},
    Wrapper{"systemd-run", "EHMpu", 0, ShellRole::command,
            "setenv host machine property unit description slice uid gid nice working-directory on-active on-boot "
            "on-startup on-unit-active on-unit-inactive on-calendar path-property socket-property timer-property "
            "service-type"},
    Wrapper{"systemd-inhibit", "", 0, ShellRole::command, "what who why mode"},
    Wrapper{"systemd-cat", "tp", 0, ShellRole::command, "identifier priority stderr-priority level-prefix namespace"},
    Wrapper{"pkexec", "", 0, ShellRole::command, "user"},
    Wrapper{"run0", "uDg", 0, ShellRole::command, "user unit property description slice group chdir setenv background"},
    Wrapper{"unbuffer", "", 0, ShellRole::command},
    Wrapper{"rlwrap", "bCDfgHlOPqsStwz", 0, ShellRole::command},
    Wrapper{"gosu", "", 1, ShellRole::command},
    Wrapper{"su-exec", "", 1, ShellRole::command},
    Wrapper{"setuidgid", "", 1, ShellRole::command},
    Wrapper{"s6-setuidgid", "", 1, ShellRole::command},
    Wrapper{"dumb-init", "r", 0, ShellRole::command, "rewrite"},
    Wrapper{"tini", "pe", 0, ShellRole::command},
    Wrapper{"caffeinate", "tw", 0, ShellRole::command},
    Wrapper{"cgexec", "g", 0, ShellRole::command},
    Wrapper{"firejail", "", 0, ShellRole::command},
    Wrapper{"perf stat", "eptCGIDxor", 0, ShellRole::command,
            "event pid tid cpu cgroup field-separator output repeat interval-print interval-count delay"},
    Wrapper{"perf record", "eoptCcFmGr", 0, ShellRole::command,
            "event output pid tid cpu count freq mmap-pages cgroup call-graph"},
    Wrapper{"perf trace", "eoptCmDu", 0, ShellRole::command, "expr event output pid tid cpu duration"},
    Wrapper{"linux32", "", 0, ShellRole::command},
    Wrapper{"linux64", "", 0, ShellRole::command},
    Wrapper{"i386", "", 0, ShellRole::command},
    Wrapper{"i486", "", 0, ShellRole::command},
    Wrapper{"i586", "", 0, ShellRole::command},
    Wrapper{"i686", "", 0, ShellRole::command},
    Wrapper{"x86_64", "", 0, ShellRole::command},
    Wrapper{"uname26", "", 0, ShellRole::command},
};
/// The loader of programs, by any of its names.
constexpr Wrapper kLoader{"ld.so", "", 0, ShellRole::command,
                          "library-path preload audit inhibit-rpath argv0 glibc-hwcaps-prepend glibc-hwcaps-mask"};

/// `ld-linux-x86-64.so.2`, `ld-musl-x86_64.so.1`, `ld-2.31.so`, `ld64.so.2`, `ld.so`.
bool is_loader(std::string_view name) {
    return name.starts_with("ld.so") || name.starts_with("ld64.so") ||
           (name.starts_with("ld-") && name.find(".so") != std::string_view::npos);
}

/// Programs that run the text behind an option `-c`.
constexpr std::array<std::string_view, 9> kShells{"sh", "bash", "dash", "zsh", "ksh", "ash", "mksh", "rbash", "fish"};
constexpr std::array<std::string_view, 4> kTextBehindC{"su", "script", "flock", "runuser"};
constexpr std::array<std::string_view, 4> kFindRuns{"-exec", "-execdir", "-ok", "-okdir"};
constexpr std::array<std::string_view, 5> kFindActs{"-delete", "-fprint", "-fprint0", "-fprintf", "-fls"};

std::string joined(Words words) {
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : " ") + word.text();
    return text;
}

bool all_certain(Words words) {
    return std::ranges::all_of(words, [](const auto& word) { return word.certain(); });
}

/// What `-I` or find puts into the place of `mark`.
std::vector<ShellWord> with_unknown(Words words, std::string_view mark) {
    std::vector<ShellWord> out(words.begin(), words.end());
    for (auto& word : out) {
        const auto text = word.text();
        if (!mark.empty() && text.find(mark) != std::string::npos) word = {{{ShellPiece::Kind::unknown, text}}};
    }
    return out;
}

/// Whether one of the names, which blanks part, is what the long option means: getopt takes the beginning for the
/// whole.
bool begins_one_of(std::string_view names, std::string_view option) {
    for (const auto name : split(names, ' ')) {
        if (!option.empty() && name.starts_with(option)) return true;
    }
    return false;
}

/// Whether a word is an option, and whether the next word is its value.
struct OptionWord {
    bool option = false, takes_next = false;
};
OptionWord option_word(std::string_view text, std::string_view valued, std::string_view long_valued) {
    if (text.size() < 2 || text.front() != '-') return {};
    if (text.starts_with("--")) return {true, begins_one_of(long_valued, text.substr(2))};
    const auto found = text.find_first_of(valued, 1);
    return {true, found != std::string_view::npos && found + 1 == text.size()};
}

/// An option of env: it takes the next word, or (from `splits`) a text that becomes the command.
struct EnvOption {
    bool takes_next = false;
    std::size_t splits = std::string_view::npos;
};
EnvOption env_option(std::string_view text) {
    if (text.starts_with("--")) {
        const auto equals = std::min(text.find('='), text.size());
        const auto name = text.substr(2, equals - 2);
        if (begins_one_of("split-string", name)) return {false, std::min(equals + 1, text.size())};
        return {equals == text.size() && begins_one_of("unset chdir argv0", name)};
    }
    const auto found = text.find_first_of("SuCaP", 1);
    if (found == std::string_view::npos) return {};
    if (text[found] == 'S') return {false, found + 1};
    return {found + 1 == text.size()};
}

/// Whatever the line says may come out of a pipe.
void note_input_evaluated(ShellLine& line) {
    for (const auto& command : line.commands) line.evaluated.push_back(command.text);
}

class Unwrapper {
public:
    Unwrapper(ShellLine& line, std::size_t index, const ShellVariables& variables)
        : line_(line), variables_(variables), index_(index), command_(line.commands[index]) {}

    void run() {
        const auto program = command_.program();
        const auto name = program_name(program);
        if (command_.role == ShellRole::header || name.empty()) return;
        const auto* wrapper = find_wrapper(name);
        if (is_one_of(kShells, name)) return run_shell();
        if (is_one_of(kTextBehindC, name)) run_text_behind_c();
        if (is_loader(name)) return run_wrapper(kLoader);
        if (name == "setarch") run_behind_machine();
        if (name == "env") return run_env();
        if (name == "find") return run_find();
        if (name == "eval") return run_text(1);
        if (name == "source" || name == ".") return run_file();
        if (name == "watch") return run_watch();
        if (name == "trap" && command_.words.size() > 2) return run_text_word(command_.words[1]);
        if (wrapper != nullptr) run_wrapper(*wrapper);
    }

private:
    /// Also `perf stat`, by two words. Null: none.
    [[nodiscard]] const Wrapper* find_wrapper(std::string_view name) const {
        const auto both = std::string(name) + " " + (command_.words.size() > 1 ? command_.words[1].text() : "");
        const auto found = std::ranges::find_if(
            kWrappers, [&](const Wrapper& known) { return known.name == name || known.name == both; });
        return found == kWrappers.end() ? nullptr : &*found;
    }

    [[nodiscard]] ShellCommand& self() { return line_.commands[index_]; }

    void doubt(std::string_view why) {
        if (self().unreadable.empty()) self().unreadable = why;
        line_.evaluated.push_back(command_.text);
        if (command_.more_words) note_input_evaluated(line_);
    }

    void add(std::vector<ShellWord> words, std::vector<ShellAssignment> assignments = {}, bool more = false) {
        if (words.empty()) return;
        if (command_.depth >= kShellNestingLimit || line_.commands.size() >= kShellCommandLimit) {
            return doubt("it is nested too deeply");
        }
        ShellCommand inner;
        inner.text = joined(words);
        inner.derived = true;
        inner.begin = command_.begin;
        inner.end = command_.end;
        inner.more_words = more || command_.more_words;
        inner.depth = command_.depth + 1;
        if (!words.front().certain()) {
            inner.unreadable = kRunsUnknown;
            line_.evaluated.push_back(words.front().text());
        }
        inner.words = std::move(words);
        inner.assignments = std::move(assignments);
        line_.commands.push_back(std::move(inner));
    }

    void read_text(std::string_view text) {
        read_inner_line({text, command_.depth + 1, command_.begin, command_.end}, line_, variables_);
    }

    void run_text_word(const ShellWord& word) {
        if (!word.certain()) doubt(kRunsUnknown);
        read_text(word.text());
    }

    void run_text(std::size_t first) {
        const auto words = Words(command_.words).subspan(std::min(first, command_.words.size()));
        if (words.empty()) return;
        if (!all_certain(words) || command_.more_words) doubt(kRunsUnknown);
        read_text(joined(words));
    }

    /// The first word behind the options; the size when there is none.
    std::size_t skip_options(std::size_t at, std::string_view valued, std::string_view long_valued = {}) {
        const auto& words = command_.words;
        for (; at < words.size(); ++at) {
            const auto text = words[at].text();
            if (!words[at].certain()) {
                doubt(kRunsUnknown);
                return at;
            }
            if (text == "--") return at + 1;
            const auto option = option_word(text, valued, long_valued);
            if (!option.option) return at;
            if (option.takes_next) ++at;
        }
        return words.size();
    }

    void run_wrapper(const Wrapper& wrapper) {
        const auto& words = command_.words;
        const bool two_words = wrapper.name.find(' ') != std::string_view::npos;
        auto at = skip_options(two_words ? 2 : 1, wrapper.valued, wrapper.long_valued);
        const bool has_options = at > 1;
        if (wrapper.name == "command" && has_options && words[1].text() != "-p" && words[1].text() != "--") return;
        std::vector<ShellAssignment> assignments;
        for (std::size_t i = 0; i < wrapper.operands && at < words.size(); ++i, ++at) {
            if (!words[at].certain()) doubt(kRunsUnknown);
        }
        if (wrapper.name == "sudo") at = take_assignments(at, assignments);
        if (at >= words.size()) {
            if (wrapper.name == "xargs") return;  // it prints
            if (command_.more_words) doubt(kRunsUnknown);
            return;
        }
        const bool xargs = wrapper.name == "xargs";
        // Options of these choose files and more; those of the others only how the command runs.
        const bool plain_only = xargs || wrapper.name == "time";
        const bool stands_aside = plain_only ? !has_options : wrapper.role == ShellRole::wrapper;
        if (stands_aside && self().unreadable.empty()) self().role = ShellRole::wrapper;
        const auto inner = Words(words).subspan(at);
        add(xargs ? with_unknown(inner, xargs_mark(at)) : std::vector<ShellWord>(inner.begin(), inner.end()),
            std::move(assignments), xargs);
    }

    /// `setarch ppc64 -R make`: the machine may be missing, so that both readings count.
    void run_behind_machine() {
        const auto at = skip_options(skip_options(1, "") + 1, "");
        if (at < command_.words.size())
            add({command_.words.begin() + static_cast<std::ptrdiff_t>(at), command_.words.end()});
    }

    /// The text that `xargs -I TEXT` replaces.
    std::string xargs_mark(std::size_t end) const {
        for (std::size_t at = 1; at < end; ++at) {
            const auto text = command_.words[at].text();
            if (text == "-I" && at + 1 < end) return command_.words[at + 1].text();
            if (text.starts_with("-I")) return text.substr(2);
            if (text == "-i" || text == "--replace") return "{}";
            if (text.starts_with("-i")) return text.substr(2);
            if (text.starts_with("--replace=")) return text.substr(std::string_view("--replace=").size());
        }
        return {};
    }

    std::size_t take_assignments(std::size_t at, std::vector<ShellAssignment>& assignments) const {
        for (; at < command_.words.size(); ++at) {
            const auto text = command_.words[at].text();
            const auto equals = text.find('=');
            if (equals == std::string::npos || equals == 0 || text.front() == '/') break;
            const bool certain = command_.words[at].certain();
            const auto kind = certain ? ShellPiece::Kind::quoted : ShellPiece::Kind::unknown;
            assignments.push_back({text.substr(0, equals), {{{kind, text.substr(equals + 1)}}}});
        }
        return at;
    }

    void run_env() {
        const auto& words = command_.words;
        std::size_t at = 1;
        bool plain = true;
        for (; at < words.size(); ++at) {
            const auto text = words[at].text();
            if (!words[at].certain() && text.find('=') == std::string::npos) return doubt(kRunsUnknown);
            if (text.empty() || text.front() != '-') break;
            plain = false;
            if (text == "--") {
                ++at;
                break;
            }
            const auto option = env_option(text);
            if (option.splits != std::string_view::npos) return run_env_split(text.substr(option.splits), at + 1);
            if (option.takes_next) ++at;
        }
        std::vector<ShellAssignment> assignments;
        at = take_assignments(at, assignments);
        if (at >= words.size()) {
            if (command_.more_words) doubt(kRunsUnknown);
            return;
        }
        if (plain && self().unreadable.empty()) self().role = ShellRole::wrapper;
        add({words.begin() + static_cast<std::ptrdiff_t>(at), words.end()}, std::move(assignments));
    }

    /// `env -S` splits a text by rules of its own: near enough to a shell's to find what may be forbidden, not to
    /// allow.
    void run_env_split(std::string text, std::size_t rest) {
        doubt("env splits a text of its own into a command");
        if (rest < command_.words.size()) text += " " + joined(Words(command_.words).subspan(rest));
        read_text("env " + text);
    }

    /// A file of commands; what a substitution gives it is written by nobody who can be asked.
    void run_file() {
        const auto& words = command_.words;
        const std::size_t at = words.size() > 1 && words[1].text() == "--" ? 2 : 1;
        const bool named = words.size() > at && !words[at].pieces.empty();
        if (!named || words[at].pieces.front().kind == ShellPiece::Kind::unknown) return doubt(kRunsUnknown);
        if (is_standard_input(words[at].text())) run_shell_input();
    }

    void run_find() {
        const auto& words = command_.words;
        if (command_.more_words) self().side_effect = "more words of find come when it runs";
        for (std::size_t at = 1; at < words.size(); ++at) {
            const auto text = words[at].text();
            if (is_one_of(kFindActs, text)) self().side_effect = "find deletes or writes files";
            if (!is_one_of(kFindRuns, text)) continue;
            const auto begin = at + 1;
            for (at = begin; at < words.size() && words[at].text() != ";" && words[at].text() != "+";) ++at;
            add(with_unknown(Words(words).subspan(std::min(begin, words.size()), at - std::min(begin, at)), "{}"));
        }
    }

    void run_watch() {
        const auto at = skip_options(1, "nq", "interval equexit");
        run_text(at);
    }

    /// A shell: its `-c` text, else the here-document it reads; commands from anywhere else cannot be known.
    void run_shell() {
        const auto& words = command_.words;
        bool text_follows = false, reads_input = false;
        std::size_t at = 1;
        for (; at < words.size(); ++at) {
            const auto text = words[at].text();
            const bool option = text.starts_with('-') || text.starts_with('+');
            if (!words[at].certain() && (option || words[at].splits())) doubt(kRunsUnknown);
            if (!words[at].certain() || text.size() < 2 || !option || text == "--") break;
            if (text.starts_with("--")) {
                if (text == "--rcfile" || text == "--init-file") ++at;
                continue;
            }
            const bool sets = text.front() == '-';
            text_follows = text_follows || (sets && text.find('c') != std::string::npos);
            reads_input = reads_input || (sets && text.find('s') != std::string::npos);
            if (text.back() == 'o' || text.back() == 'O') ++at;
        }
        if (at < words.size() && (words[at].text() == "--" || words[at].text() == "-")) ++at;
        // What begins with an expansion may be an option as well as a file.
        const bool starts_unknown = at < words.size() && !words[at].pieces.empty() &&
                                    words[at].pieces.front().kind == ShellPiece::Kind::unknown;
        if (starts_unknown) doubt(kRunsUnknown);
        if (text_follows) {
            if (at < words.size()) run_text_word(words[at]);
            if (at >= words.size() && command_.more_words) doubt(kRunsUnknown);
            return;
        }
        if (reads_input || at >= words.size() || is_standard_input(words[at].text())) run_shell_input();
    }

    /// Each text that it may be given: which of several counts, and where, is up to their order and descriptors.
    void run_shell_input() {
        using Use = ShellRedirection::Use;
        bool given = false;
        for (const auto& redirection : command_.redirections) {
            if (redirection.use == Use::reads) doubt("it reads its commands from a file");
            if (redirection.use != Use::here_document && redirection.use != Use::here_string) continue;
            given = true;
            run_text_word(redirection.target);
        }
        if (given && !command_.more_words) return;
        doubt("it reads its commands from its input");
        note_input_evaluated(line_);
    }

    void run_text_behind_c() {
        const auto& words = command_.words;
        for (std::size_t at = 1; at < words.size(); ++at) {
            const std::string text = words[at].text();
            const bool is_long = text.starts_with("--");
            const auto equals = std::min(text.find('='), text.size());
            const bool names_it = is_long && begins_one_of("command", std::string_view(text).substr(2, equals - 2));
            const bool cluster = text.size() > 1 && text.front() == '-' && !is_long && text.back() == 'c';
            const bool attached = (names_it && equals < text.size()) || (text.starts_with("-c") && !cluster);
            if (attached) {
                if (!words[at].certain()) doubt(kRunsUnknown);
                return read_text(std::string_view(text).substr(names_it ? equals + 1 : 2));
            }
            if ((cluster || names_it) && at + 1 < words.size()) return run_text_word(words[at + 1]);
        }
    }

    ShellLine& line_;
    const ShellVariables& variables_;
    std::size_t index_;
    const ShellCommand command_;  ///< a copy: the line grows meanwhile
};

}  // namespace

void add_wrapped_commands(ShellLine& line, const ShellVariables& variables) {
    for (std::size_t index = 0; index < line.commands.size(); ++index) {
        Unwrapper(line, index, variables).run();
        if (note_computed_names(line.commands[index])) line.evaluated.push_back(line.commands[index].text);
        auto started = note_foreign_code(line.commands[index]);
        std::ranges::move(started.evaluated, std::back_inserter(line.evaluated));
        if (started.input) note_input_evaluated(line);
        const auto& by = line.commands[index];
        const InnerLine inner{{}, by.depth + 1, by.begin, by.end};
        for (const auto& text : started.lines) {
            read_inner_line({text, inner.depth, inner.begin, inner.end}, line, variables);
        }
    }
}

}  // namespace skilldeck
