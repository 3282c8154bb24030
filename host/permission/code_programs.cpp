// SPDX-License-Identifier: Apache-2.0
#include "permission/code_programs.hpp"

#include "permission/shell_characters.hpp"

#include <algorithm>
#include <array>

namespace skilldeck {

namespace {

constexpr auto kFile = WordOrder::before_file;
constexpr auto kSubcommand = WordOrder::subcommand;
constexpr auto kOne = LongDashes::one;
constexpr std::string_view kHelpers = "ext:: fd::";  ///< addresses of git that are commands
constexpr std::string_view kVimCode = "c S s e E cmd";

// clang-format off
constexpr std::array kPrograms{
    // Languages: code among the words, or on the input when they are given no file.
    CodeProgram{.name = "python", .code = "c", .valued = "W X m! check-hash-based-pycs", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "pypy", .code = "c", .valued = "W X m!", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "perl", .code = "e E", .valued = "I M? m? F? x? D? C? i?", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "ruby", .code = "e", .valued = "I r C E F? K? x? i?", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "node", .code = "e p eval print", .valued = "r C require import conditions", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "nodejs", .code = "e p eval print", .valued = "r C require import conditions", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "bun", .code = "e p eval print", .valued = "r preload", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "deno", .words = "eval", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "php", .code = "r B R E run process-begin process-code process-end", .valued = "d c f! z S t", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "lua", .code = "e", .valued = "l", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "luajit", .code = "e", .valued = "l", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "Rscript", .code = "e", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "R", .code = "e", .files = "f file", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "julia", .code = "e E eval print", .valued = "J L t p", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "guile", .code = "c", .valued = "L l e", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "elixir", .code = "e eval rpc-eval", .valued = "r S", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "tclsh", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "expect", .code = "c", .files = "f", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "osascript", .code = "e", .valued = "l s", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "pwsh", .code = "c C e E command encodedcommand", .order = kFile, .dashes = kOne, .reads_input = 1},
    CodeProgram{.name = "powershell", .code = "c C e E command encodedcommand", .order = kFile, .dashes = kOne, .reads_input = 1},
    CodeProgram{.name = "m4", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "make", .code = "eval", .files = "f file makefile", .valued = "C I j? l? o W directory include-dir old-file assume-old what-if new-file assume-new jobs? load-average?", .words = "SHELL= .SHELLFLAGS= MAKEFLAGS= GNUMAKEFLAGS= MAKE=", .order = WordOrder::goals},
    CodeProgram{.name = "gmake", .code = "eval", .files = "f file makefile", .valued = "C I j? l? o W directory include-dir old-file assume-old what-if new-file assume-new jobs? load-average?", .words = "SHELL= .SHELLFLAGS= MAKEFLAGS= GNUMAKEFLAGS= MAKE=", .order = WordOrder::goals},
    CodeProgram{.name = "cmake", .code = "E", .files = "P", .valued = "S B D U G T A C preset build target"},
    CodeProgram{.name = "go", .valued = "C", .order = kSubcommand, .dashes = kOne},
    CodeProgram{.name = "go build", .commands = "toolexec", .valued = "o p C tags ldflags gcflags mod modfile", .dashes = kOne},
    CodeProgram{.name = "go install", .commands = "toolexec", .valued = "p C tags ldflags gcflags mod modfile", .dashes = kOne},
    CodeProgram{.name = "go run", .commands = "exec toolexec", .valued = "p C tags ldflags gcflags mod modfile", .order = kFile, .dashes = kOne},
    CodeProgram{.name = "go test", .commands = "exec toolexec", .valued = "o p C run bench count timeout tags ldflags gcflags coverprofile", .dashes = kOne},
    CodeProgram{.name = "go vet", .commands = "toolexec vettool", .dashes = kOne},
    CodeProgram{.name = "gcc", .commands = "wrapper", .code = "fplugin specs", .valued = "o I L l D x", .dashes = kOne},
    CodeProgram{.name = "cc", .commands = "wrapper", .code = "fplugin specs", .valued = "o I L l D x", .dashes = kOne},
    CodeProgram{.name = "g++", .commands = "wrapper", .code = "fplugin specs", .valued = "o I L l D x", .dashes = kOne},

    // Editors, debuggers, pagers, clients with commands of their own.
    CodeProgram{.name = "ed", .reads_input = kAlwaysReads},
    CodeProgram{.name = "ex", .code = kVimCode, .words = "+", .reads_input = kAlwaysReads},
    CodeProgram{.name = "vi", .code = kVimCode, .words = "+"},
    CodeProgram{.name = "vim", .code = kVimCode, .words = "+"},
    CodeProgram{.name = "view", .code = kVimCode, .words = "+"},
    CodeProgram{.name = "vimdiff", .code = kVimCode, .words = "+"},
    CodeProgram{.name = "nvim", .code = "c S s l e E cmd", .words = "+"},
    CodeProgram{.name = "emacs", .code = "l f eval execute funcall load script", .dashes = kOne},
    CodeProgram{.name = "nano", .commands = "s speller"},
    CodeProgram{.name = "gdb", .code = "ex iex eval-command init-eval-command", .files = "x ix command init-command", .dashes = kOne, .reads_input = kAlwaysReads},
    CodeProgram{.name = "lldb", .code = "o O k K one-line one-line-before-file", .files = "s S source", .reads_input = kAlwaysReads},
    CodeProgram{.name = "less", .code = "k lesskey-file lesskey-src lesskey-content", .valued = "b h j o O p P t T x y z", .words = "+"},
    CodeProgram{.name = "more", .valued = "n lines", .words = "+"},
    CodeProgram{.name = "man", .commands = "P H? pager html?", .valued = "C M L m S s e E R r? p T? config-file locale manpath systems sections extension encoding recode prompt preprocessor"},
    CodeProgram{.name = "sqlite3", .code = "cmd", .files = "init", .valued = "separator nullvalue newline", .words = ".", .dashes = kOne, .reads_input = 2},
    CodeProgram{.name = "psql", .code = "c command", .files = "f file", .valued = "d h p U v P F R o L dbname host port username", .reads_input = kAlwaysReads},
    CodeProgram{.name = "mysql", .code = "e execute init-command", .valued = "h P u D p?", .reads_input = kAlwaysReads},
    CodeProgram{.name = "lftp", .code = "e c", .files = "f", .valued = "u p", .reads_input = kAlwaysReads},
    CodeProgram{.name = "ftp", .reads_input = kAlwaysReads},
    CodeProgram{.name = "dc", .code = "e expression", .files = "f file", .reads_input = kAlwaysReads},
    CodeProgram{.name = "gnuplot", .code = "e", .order = kFile, .reads_input = 1},
    CodeProgram{.name = "crontab", .valued = "u", .reads_input = kAlwaysReads},
    CodeProgram{.name = "at", .reads_input = kAlwaysReads},
    CodeProgram{.name = "batch", .reads_input = kAlwaysReads},

    // git: what stands before the subcommand, and the subcommands that run something.
    CodeProgram{.name = "git", .code = "c config-env exec-path?", .valued = "C git-dir work-tree namespace super-prefix attr-source", .order = kSubcommand},
    CodeProgram{.name = "git clone", .commands = "u upload-pack", .code = "c config template", .valued = "o b j origin branch jobs reference reference-if-able depth separate-git-dir filter shallow-since shallow-exclude server-option ref-format bundle-uri", .words = kHelpers},
    CodeProgram{.name = "git fetch", .commands = "upload-pack", .valued = "j o depth deepen shallow-since shallow-exclude refmap filter server-option negotiation-tip jobs", .words = kHelpers},
    CodeProgram{.name = "git pull", .commands = "upload-pack", .valued = "s X j o depth strategy strategy-option", .words = kHelpers},
    CodeProgram{.name = "git push", .commands = "receive-pack exec", .valued = "o push-option repo", .words = kHelpers},
    CodeProgram{.name = "git ls-remote", .commands = "upload-pack exec", .valued = "o server-option sort", .words = kHelpers},
    CodeProgram{.name = "git fetch-pack", .commands = "upload-pack exec", .words = kHelpers},
    CodeProgram{.name = "git send-pack", .commands = "receive-pack exec", .words = kHelpers},
    CodeProgram{.name = "git archive", .commands = "exec", .valued = "o output format prefix add-file mtime", .words = kHelpers},
    CodeProgram{.name = "git remote", .words = kHelpers},
    CodeProgram{.name = "git grep", .commands = "O? open-files-in-pager?", .valued = "e f A B C m max-depth max-count threads after-context before-context context"},
    CodeProgram{.name = "git rebase", .commands = "x exec", .valued = "s X C onto strategy strategy-option whitespace"},
    CodeProgram{.name = "git difftool", .commands = "x extcmd", .valued = "t tool"},
    CodeProgram{.name = "git filter-branch", .commands = "setup env-filter tree-filter index-filter parent-filter msg-filter commit-filter tag-name-filter", .valued = "d subdirectory-filter original state-branch"},
    CodeProgram{.name = "git bisect", .behind = "run", .order = kFile},
    CodeProgram{.name = "git submodule", .valued = "b branch name reference depth", .words = kHelpers, .behind = "foreach"},
    CodeProgram{.name = "git config", .valued = "f file blob type default", .words = "!"},
    CodeProgram{.name = "git send-email", .commands = "sendmail-cmd to-cmd cc-cmd header-cmd smtp-server", .plain = "smtp-server-port smtp-server-option"},
    CodeProgram{.name = "git instaweb", .commands = "d b httpd browser"},
    CodeProgram{.name = "git for-each-repo", .reads_input = kAlwaysReads},
    CodeProgram{.name = "git daemon", .commands = "access-hook"},
    CodeProgram{.name = "git cvsimport", .code = "p"},

    // Options before a subcommand, which rules about the subcommand look through.
    CodeProgram{.name = "docker", .valued = "H l c host log-level context config tlscacert tlscert tlskey", .order = kSubcommand},
    CodeProgram{.name = "podman", .valued = "H c url connection identity log-level root runroot storage-driver storage-opt", .order = kSubcommand},
    CodeProgram{.name = "kubectl", .valued = "n s v namespace context kubeconfig cluster user server token as as-group as-uid request-timeout certificate-authority client-certificate client-key cache-dir profile profile-output tls-server-name username password", .order = kSubcommand},
    CodeProgram{.name = "helm", .valued = "n namespace kube-context kubeconfig", .order = kSubcommand},
    CodeProgram{.name = "npm", .commands = "script-shell", .valued = "C w prefix workspace registry userconfig globalconfig cache loglevel", .order = kSubcommand},
    CodeProgram{.name = "npm exec", .commands = "c call", .valued = "p w package workspace", .order = kFile},
    CodeProgram{.name = "npm x", .commands = "c call", .valued = "p w package workspace", .order = kFile},
    CodeProgram{.name = "npx", .commands = "c call", .valued = "p w package workspace", .order = kFile},
    CodeProgram{.name = "pnpm", .valued = "C F dir filter", .order = kSubcommand},
    CodeProgram{.name = "yarn", .valued = "cwd", .order = kSubcommand},
    CodeProgram{.name = "cargo", .code = "config", .valued = "C Z color", .order = kSubcommand},
    CodeProgram{.name = "gh", .valued = "R repo", .order = kSubcommand},
    CodeProgram{.name = "terraform", .valued = "chdir?", .order = kSubcommand, .dashes = kOne},
    CodeProgram{.name = "systemctl", .valued = "H M t p n root host machine type", .order = kSubcommand},
    CodeProgram{.name = "apt", .code = "o c option config-file", .valued = "t default-release", .order = kSubcommand},
    CodeProgram{.name = "apt-get", .code = "o c option config-file", .valued = "t default-release", .order = kSubcommand},
    CodeProgram{.name = "apt install", .code = "o c option config-file", .valued = "t default-release"},
    CodeProgram{.name = "apt update", .code = "o c option config-file", .valued = "t default-release"},
    CodeProgram{.name = "apt-get install", .code = "o c option config-file", .valued = "t default-release"},
    CodeProgram{.name = "apt-get update", .code = "o c option config-file", .valued = "t default-release"},
    CodeProgram{.name = "ip", .valued = "f b n family batch netns", .order = kSubcommand},
    CodeProgram{.name = "ip netns", .words = "exec"},

    // Programs that start another one for their work.
    CodeProgram{.name = "find", .valued = "D name iname path ipath wholename iwholename lname ilname regex iregex type xtype size mtime atime ctime mmin amin cmin newer anewer cnewer perm user group uid gid maxdepth mindepth links inum samefile fstype used context printf regextype", .order = WordOrder::expression, .dashes = kOne},
    CodeProgram{.name = "tar", .commands = "I F use-compress-program to-command info-script new-volume-script rsh-command rmt-command checkpoint-action", .files = "T files-from", .valued = "f C b X g H V N L K file directory blocking-factor exclude exclude-from exclude-ignore exclude-tag listed-incremental format label newer after-date newer-mtime strip-components transform xform owner group mode mtime sort suffix starting-file tape-length record-size volno-file", .plain = "checkpoint", .order = WordOrder::bundle},
    CodeProgram{.name = "cpio", .commands = "rsh-command rmt-command", .valued = "F E I O H M R D C file pattern-file format owner directory"},
    CodeProgram{.name = "sort", .commands = "compress-program", .valued = "k t S T o key field-separator buffer-size temporary-directory output batch-size files0-from random-source parallel"},
    CodeProgram{.name = "split", .commands = "filter", .valued = "a b C l n t suffix-length bytes line-bytes lines number separator additional-suffix"},
    CodeProgram{.name = "csplit", .valued = "b f n"},
    CodeProgram{.name = "zip", .commands = "TT unzip-command", .valued = "b n t x i P", .dashes = kOne},
    CodeProgram{.name = "install", .commands = "strip-program", .valued = "m o g t S mode owner group target-directory suffix"},
    CodeProgram{.name = "sdiff", .commands = "diff-program"},
    CodeProgram{.name = "diff3", .commands = "diff-program"},
    CodeProgram{.name = "rsync", .commands = "e rsh rsync-path", .code = "M? remote-option", .valued = "f T B filter exclude include exclude-from include-from files-from temp-dir block-size backup-dir suffix port chmod chown timeout log-file"},
    CodeProgram{.name = "ssh", .code = "o I F", .valued = "i p l L R D b c e E J m O Q S W w B P"},
    CodeProgram{.name = "scp", .commands = "S", .code = "o D F", .valued = "i P l c J X"},
    CodeProgram{.name = "sftp", .commands = "S", .code = "o D F", .files = "b", .valued = "B i P J l R s X c", .reads_input = kAlwaysReads},
    CodeProgram{.name = "fd", .code = "x X exec exec-batch", .valued = "d e t E S base-directory"},
    CodeProgram{.name = "rg", .commands = "pre hostname-bin", .valued = "e f g t T A B C m M j r E d regexp file glob iglob type type-not after-context before-context context max-count max-columns threads replace encoding max-depth sort sortr pre-glob"},
    CodeProgram{.name = "nc", .commands = "e c exec sh-exec lua-exec", .valued = "g G i o O p q s T V w W x X I M m P"},
    CodeProgram{.name = "ncat", .commands = "e c exec sh-exec lua-exec", .valued = "g G i o p s w x"},
    CodeProgram{.name = "netcat", .commands = "e c exec", .valued = "g G i o p q s w x X"},
    CodeProgram{.name = "wget", .commands = "use-askpass", .code = "e execute config", .valued = "O P o a i U T t w Q l A R D X B header user-agent output-document directory-prefix output-file"},
    CodeProgram{.name = "openssl", .code = "engine provider provider-path config", .dashes = kOne},
    CodeProgram{.name = "dpkg", .commands = "pre-invoke post-invoke", .valued = "D root admindir instdir"},
    CodeProgram{.name = "tcpdump", .commands = "z", .valued = "i c w r s B C F G W E m M T V y Z"},
    CodeProgram{.name = "nmap", .code = "script", .plain = "script-help script-timeout"},
    CodeProgram{.name = "ansible", .code = "a m args module-name"},
    // Of the shell itself.
    CodeProgram{.name = "compgen", .commands = "C", .code = "F W"},
    CodeProgram{.name = "complete", .commands = "C", .code = "F W"},
    CodeProgram{.name = "bind", .code = "x f"},
    CodeProgram{.name = "enable", .code = "f"},
    CodeProgram{.name = "hash", .code = "p"},
};
// clang-format on

constexpr std::array<std::string_view, 37> kRunners{"start-stop-daemon",
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
                                                    "dumb-init",
                                                    "socat",
                                                    "screen",
                                                    "tmux"};

/// `python3.11` is python.
std::string_view without_version(std::string_view name) {
    const auto end = name.find_last_not_of("-.0123456789");
    return end == std::string_view::npos ? name : name.substr(0, end + 1);
}

}  // namespace

const CodeProgram* find_code_program(std::string_view name) {
    for (const auto& known : {name, without_version(name)}) {
        const auto found = std::ranges::find(kPrograms, known, &CodeProgram::name);
        const bool versioned = known != name;
        if (found != kPrograms.end() && (!versioned || found->reads_input == 1)) return &*found;
    }
    return nullptr;
}

bool is_runner(std::string_view name) {
    return is_one_of(kRunners, name);
}

}  // namespace skilldeck
