// SPDX-License-Identifier: Apache-2.0
#include "wrappers.hpp"

#include <algorithm>
#include <array>

#include "arguments.hpp"
#include "find_walk.hpp"
#include "rules.hpp"

namespace command_guard {
namespace {

constexpr std::size_t kMaximumArrivals = 16;

/// A wrapper that is followed by its own options, some operands, and then the command.
struct Prefix {
    std::string_view name;
    std::string_view short_with_value;
    std::vector<std::string_view> long_with_value;
    std::size_t operands = 0;
    enum class Assignments { no, yes } assignments = Assignments::no;
};

const std::vector<Prefix>& prefixes() {
    using enum Prefix::Assignments;
    static const std::vector<Prefix> kPrefixes = {
        {"sudo",
         "ugpCrtTUDRh",
         {"user", "group", "prompt", "chdir", "host", "role", "type", "close-from", "command-timeout", "other-user"},
         0,
         yes},
        {"doas", "uC", {}, 0, no},
        {"pkexec", "", {"user"}, 0, no},
        {"run0", "u", {"user"}, 0, no},
        {"env", "uC", {"unset", "chdir"}, 0, yes},
        {"nice", "n", {"adjustment"}, 0, no},
        {"ionice", "cn", {"class", "classdata"}, 0, no},
        {"chrt", "", {}, 1, no},
        {"taskset", "", {}, 1, no},
        {"nohup", "", {}, 0, no},
        {"setsid", "", {}, 0, no},
        {"time", "fo", {"format", "output"}, 0, no},
        {"timeout", "ks", {"kill-after", "signal"}, 1, no},
        {"stdbuf", "ioe", {"input", "output", "error"}, 0, no},
        {"unbuffer", "", {}, 0, no},
        {"chroot", "", {"userspec", "groups"}, 1, no},
        {"unshare", "", {}, 0, no},
        {"flock", "wE", {"timeout", "conflict-exit-code"}, 1, no},
        {"strace", "eopsPEaSu", {"trace", "output"}, 0, no},
        {"caffeinate", "tw", {}, 0, no},
        {"fakeroot", "", {}, 0, no},
        {"systemd-run", "pu", {"property", "unit", "uid", "gid"}, 0, no},
        {"xvfb-run", "aens", {}, 0, no},
        {"command", "", {}, 0, no},
        {"builtin", "", {}, 0, no},
        {"exec", "a", {}, 0, no},
        {"busybox", "", {}, 0, no},
        {"toybox", "", {}, 0, no},
        {"setpriv",
         "",
         {"ambient-caps", "inh-caps", "bounding-set", "ruid", "euid", "rgid", "egid", "reuid", "regid", "groups",
          "securebits", "pdeathsig", "ptracer", "selinux-label", "apparmor-profile", "landlock-access", "landlock-rule",
          "seccomp-filter"},
         0,
         no},
        {"prlimit", "op", {"output", "pid"}, 0, no},
        {"choom", "np", {"adjust", "pid"}, 0, no},
        {"linux32", "", {}, 0, no},
        {"linux64", "", {}, 0, no},
        {"i386", "", {}, 0, no},
        {"i686", "", {}, 0, no},
        {"x86_64", "", {}, 0, no},
        {"uname26", "", {}, 0, no},
    };
    return kPrefixes;
}

/// The loader of programs, by any of its names: `ld-linux-x86-64.so.2`, `ld-musl-x86_64.so.1`.
bool is_loader(std::string_view name) {
    return name.starts_with("ld.so") || (name.starts_with("ld-") && name.find(".so") != std::string_view::npos);
}

const Prefix& loader() {
    static const Prefix kLoader{
        "ld.so",
        "",
        {"library-path", "preload", "audit", "inhibit-rpath", "argv0", "glibc-hwcaps-prepend", "glibc-hwcaps-mask"},
        0,
        Prefix::Assignments::no};
    return kLoader;
}

bool is_assignment(const std::string& word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0) return false;
    return word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == equals;
}

bool is_privileged(std::string_view name) {
    return name == "sudo" || name == "doas" || name == "pkexec" || name == "run0" || name == "su";
}

void judge_privilege(const Invocation& invocation) {
    const std::string why = "runs as another user, by default root (" + std::string(invocation.name()) + ")";
    if (invocation.settings().sudo == SudoMode::deny) invocation.deny("sudo", why);
    if (invocation.settings().sudo == SudoMode::ask) invocation.ask("sudo", why);
}

std::vector<Text> tail(const std::vector<Text>& argv, std::size_t from) {
    if (from >= argv.size()) return {};
    return {argv.begin() + static_cast<std::ptrdiff_t>(from), argv.end()};
}

Nested nested_text(Text text) {
    Nested nested;
    nested.kind = Nested::Kind::text;
    nested.text = std::move(text);
    return nested;
}

std::vector<Nested> nested_argv(std::vector<Text> argv) {
    if (argv.empty()) return {};
    Nested nested;
    nested.argv = std::move(argv);
    return {std::move(nested)};
}

std::vector<Nested> unwrap_prefix(const Invocation& invocation, const Prefix& prefix) {
    const auto& argv = invocation.argv();
    const OptionSyntax syntax{prefix.short_with_value, prefix.long_with_value, OptionSyntax::Order::options_first};
    const Arguments arguments(argv, 1, syntax);
    const std::string_view name = invocation.name();
    const bool only_asks =
        (name == "command" && arguments.has_any("vV")) || arguments.has("help") || arguments.has("version");
    const bool only_sudo_asks = name == "sudo" && arguments.has_any("lvkKV");
    if (only_asks || (only_sudo_asks && arguments.operands().empty())) return {};
    if (is_privileged(name)) judge_privilege(invocation);
    if (name == "sudo" && (arguments.has('e') || arguments.has("edit"))) {
        for (const Text& path : arguments.operands()) invocation.check_write(path);
        return {};
    }
    if (name == "env" && (arguments.has('S') || arguments.has("split-string"))) {
        // the whole rest, whichever way the string was attached
        std::string text = joined(argv, 1);
        text.erase(0, text.find_first_of("S=") + 1);
        if (text.starts_with("=")) text.erase(0, 1);
        return {nested_text({text.starts_with("plit-string") ? text.substr(12) : text, false})};
    }
    std::size_t at = arguments.first_operand() + (arguments.first_operand() < argv.size() ? prefix.operands : 0);
    const bool takes_assignments = prefix.assignments == Prefix::Assignments::yes;
    while (takes_assignments && at < argv.size() && is_assignment(argv[at].value)) ++at;
    auto nested = nested_argv(tail(argv, at));
    const bool moves = arguments.has("chdir") || (name == "env" && arguments.has('C')) ||
                       (name == "sudo" && arguments.has('D')) || name == "chroot";
    if (moves && !nested.empty()) nested.front().where = Nested::Where::elsewhere;
    return nested;
}

/// `setarch ppc64 -R make`: the machine may be missing, so that both readings count.
std::vector<Nested> unwrap_setarch(const Invocation& invocation) {
    const auto first = [&](std::size_t at) {
        return Arguments(invocation.argv(), at, {"", {}, OptionSyntax::Order::options_first}).first_operand();
    };
    auto out = nested_argv(tail(invocation.argv(), first(1)));
    if (first(1) >= invocation.argv().size()) return out;
    for (Nested& nested : nested_argv(tail(invocation.argv(), first(first(1) + 1)))) out.push_back(std::move(nested));
    return out;
}

std::vector<Nested> unwrap_shell(const Invocation& invocation) {
    const auto& argv = invocation.argv();
    bool from_string = false;
    for (std::size_t at = 1; at < argv.size(); ++at) {
        const std::string& word = argv[at].value;
        const bool is_option = word.size() > 1 && (word[0] == '-' || word[0] == '+') && word != "--";
        if (is_option) {
            const bool long_option = word.starts_with("--");
            from_string |= !long_option && word.find('c') != std::string::npos;
            const bool takes_value = word == "--rcfile" || word == "--init-file" ||
                                     (!long_option && (word.ends_with("o") || word.ends_with("O")));
            if (takes_value) ++at;
            continue;
        }
        if (word == "--") continue;
        if (!from_string) return {};
        Nested nested = nested_text(argv[at]);
        nested.positional = tail(argv, at + 2);
        if (at + 1 < argv.size()) nested.program = argv[at + 1];
        return {std::move(nested)};
    }
    return {};
}

std::vector<Nested> unwrap_ssh(const Invocation& invocation) {
    const OptionSyntax syntax{"pilFoJLRDWbcEeImOQSwB", {}, OptionSyntax::Order::options_first};
    const Arguments arguments(invocation.argv(), 1, syntax);
    if (arguments.operands().size() < 2) return {};
    Nested nested = nested_text({joined(arguments.operands(), 1), false});
    nested.where = Nested::Where::elsewhere;
    return {std::move(nested)};
}

std::vector<Nested> unwrap_su(const Invocation& invocation) {
    judge_privilege(invocation);
    const Arguments arguments(invocation.argv(), 1, {"csgGw", {"command", "shell", "group"}, {}});
    std::vector<Nested> out;
    for (const char* option : {"c", "command"}) {
        for (Text& text : arguments.values(option)) out.push_back(nested_text(std::move(text)));
    }
    return out;
}

void replace_all(std::vector<Text>& argv, const std::string& what, const Text& with) {
    for (Text& word : argv) {
        for (auto at = word.value.find(what); at != std::string::npos;
             at = word.value.find(what, at + with.value.size())) {
            word.value.replace(at, what.size(), with.value);
            word.is_pattern |= with.is_pattern;
        }
    }
}

/// The words, or the lines, of a text that is known.
std::vector<Text> split(const std::string& text, std::string_view separators) {
    std::vector<Text> out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
        if (end > at) out.push_back({text.substr(at, end - at), false});
        at = end + 1;
    }
    return out;
}

/// What xargs and parallel are given: what a walk came across, what is printed, or nobody knows what.
std::vector<Text> arrivals(const Input& input, std::string_view separators) {
    auto out = input.upstream.lists;
    for (Text& word : split(input.text.value_or(""), separators)) out.push_back(std::move(word));
    if (out.empty() || out.size() > kMaximumArrivals) out = {Text::unknown()};
    return out;
}

std::vector<Nested> unwrap_xargs(const Invocation& invocation, const Input& input) {
    const OptionSyntax syntax{"IiLlnPsdEea",
                              {"replace", "max-lines", "max-args", "max-procs", "max-chars", "delimiter", "arg-file"},
                              OptionSyntax::Order::options_first};
    const Arguments arguments(invocation.argv(), 1, syntax);
    if (arguments.operands().empty()) return {};
    auto placeholder = arguments.values("I");
    if (placeholder.empty()) placeholder = arguments.values("replace");
    const bool from_file = arguments.has('a') || arguments.has("arg-file");
    std::vector<Nested> out;
    for (const Text& arrival : arrivals(from_file ? Input{} : input, placeholder.empty() ? " \t\n" : "\n")) {
        auto argv = arguments.operands();
        if (placeholder.empty())
            argv.push_back(arrival);
        else
            replace_all(argv, placeholder[0].value, arrival);
        out.push_back(std::move(nested_argv(std::move(argv)).front()));
        out.back().input = Nested::InputOf::own;
    }
    return out;
}

/// watch runs its words as one line, parallel one line for each thing it is given.
std::vector<Nested> unwrap_lines(const Invocation& invocation, const Input& input) {
    const bool is_watch = invocation.name() == "watch";
    const OptionSyntax syntax{is_watch ? "nq" : "jNnIa", {"interval", "jobs"}, OptionSyntax::Order::options_first};
    const Arguments arguments(invocation.argv(), 1, syntax);
    if (arguments.operands().empty()) return {};
    std::string text = joined(arguments.operands());
    if (is_watch) return {nested_text({text, false})};
    const std::size_t sources = text.find(" :::");
    text = text.substr(0, sources);
    if (text.find("{}") == std::string::npos) text += " {}";
    std::vector<Nested> out;
    for (const Text& arrival : arrivals(sources == std::string::npos ? input : Input{}, "\n")) {
        std::vector<Text> line{{text, false}};
        replace_all(line, "{}", arrival);
        out.push_back(nested_text(std::move(line.front())));
    }
    return out;
}

void add_for_each(std::vector<Nested>& out, const std::vector<Text>& command, const std::vector<Text>& found) {
    for (const Text& one : found) {
        auto argv = command;
        replace_all(argv, "{}", one);
        for (Nested& nested : nested_argv(std::move(argv))) out.push_back(std::move(nested));
    }
}

std::vector<Nested> unwrap_find(const Invocation& invocation) {
    const auto& argv = invocation.argv();
    const auto found = found_by(argv, invocation.scope());
    std::vector<Nested> out;
    for (std::size_t at = 1; at < argv.size(); ++at) {
        if (!runs_command(argv[at].value)) continue;
        const std::size_t end = end_of_action(argv, ++at);
        add_for_each(out,
                     {argv.begin() + static_cast<std::ptrdiff_t>(at), argv.begin() + static_cast<std::ptrdiff_t>(end)},
                     found);
        at = end;
    }
    add_for_each(out, fd_command(argv), found);
    return out;
}

}  // namespace

std::vector<Nested> unwrap(const Invocation& invocation, const Input& input) {
    const std::string_view name = invocation.name();
    const auto& argv = invocation.argv();
    if (is_shell(name)) return unwrap_shell(invocation);
    if (name == "su") return unwrap_su(invocation);
    if (name == "setarch") return unwrap_setarch(invocation);
    if (is_loader(name)) return unwrap_prefix(invocation, loader());
    if (name == "ssh") return unwrap_ssh(invocation);
    if (name == "xargs") return unwrap_xargs(invocation, input);
    if (name == "find" || name == "fd" || name == "fdfind") return unwrap_find(invocation);
    if (name == "eval")
        return argv.size() < 2 ? std::vector<Nested>{} : std::vector{nested_text({joined(argv, 1), false})};
    if (name == "trap" && argv.size() > 2 && !argv[1].value.starts_with("-")) return {nested_text(argv[1])};
    if (name == "watch" || name == "parallel") return unwrap_lines(invocation, input);
    if (name == "git") return unwrap_git(invocation);
    const auto& all = prefixes();
    const auto prefix = std::find_if(all.begin(), all.end(), [&](const Prefix& p) { return p.name == name; });
    return prefix == all.end() ? std::vector<Nested>{} : unwrap_prefix(invocation, *prefix);
}

}  // namespace command_guard
