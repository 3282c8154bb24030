// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "arguments.hpp"
#include "rules.hpp"

namespace command_guard {
namespace {

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

constexpr std::array<std::string_view, 5> kPowerVerbs = {"poweroff", "reboot", "halt", "suspend", "kexec"};
constexpr std::array<std::string_view, 11> kAccountTools = {"useradd",  "userdel",  "usermod", "groupadd",
                                                            "groupdel", "groupmod", "passwd",  "chpasswd",
                                                            "visudo",   "vipw",     "adduser"};
constexpr std::array<std::string_view, 4> kGuardOff = {"disable", "uninstall", "rollback", "prune"};

/// kill: a process id of -1 is everything the user may signal, 1 is the first process of the machine.
void judge_kill(Invocation& invocation) {
    const auto& argv = invocation.argv();
    std::size_t at = 1;
    if (at < argv.size() && (argv[at].value == "-l" || argv[at].value == "-L")) return;
    const bool has_signal = at < argv.size() && argv[at].value.size() > 1 && argv[at].value[0] == '-';
    if (has_signal && argv[at].value != "--") {
        at += argv[at].value == "-s" || argv[at].value == "-n" ? 2 : 1;
    }
    for (; at < argv.size(); ++at) {
        const std::string& target = argv[at].value;
        if (target == "-1") return invocation.deny("kill", "signals every process of the user");
        if (target == "1") invocation.ask("kill", "signals the first process of the machine");
    }
}

void judge_power(Invocation& invocation) {
    const auto& argv = invocation.argv();
    const Arguments arguments(argv, 1, {});
    const bool harmless = arguments.has('c') || arguments.has("help") || arguments.has("version");
    const std::string_view name = invocation.name();
    if (name == "shutdown" || name == "reboot" || name == "halt" || name == "poweroff") {
        if (!harmless) invocation.ask("power", "stops or restarts the machine");
        return;
    }
    const auto& operands = arguments.operands();
    const bool is_init = name == "init" || name == "telinit";
    const bool stops = !operands.empty() && (is_init ? operands[0].value == "0" || operands[0].value == "6"
                                                     : contains(kPowerVerbs, operands[0].value));
    if (stops) invocation.ask("power", "stops or restarts the machine");
}

void judge_crontab(Invocation& invocation) {
    const Arguments arguments(invocation.argv(), 1, {"u", {}, {}});
    if (arguments.has('l') || arguments.has('e')) return;
    invocation.ask("schedule", arguments.has('r') ? "removes the user's crontab" : "replaces the user's crontab");
}

/// What watches a session must not be switched off from inside it without a question.
void judge_guard(Invocation& invocation) {
    const Arguments arguments(invocation.argv(), 1, {"", {"config-dir", "project", "settings", "scope"}, {}});
    const auto& operands = arguments.operands();
    if (operands.size() < 2 || (operands[0].value != "plugin" && operands[0].value != "plugins")) return;
    if (contains(kGuardOff, operands[1].value)) invocation.ask("guard", "turns plugins off, perhaps this guard");
}

}  // namespace

void judge_system(Invocation& invocation) {
    const std::string_view name = invocation.name();
    if (name == "kill") return judge_kill(invocation);
    if (name == "killall5") return invocation.deny("kill", "signals every process of the machine");
    if (name == "crontab") return judge_crontab(invocation);
    if (name == "skilldeck" || name == "claude") return judge_guard(invocation);
    if (contains(kAccountTools, name)) return invocation.ask("accounts", "changes the accounts of this machine");
    static constexpr std::array<std::string_view, 7> kPower = {"shutdown", "reboot",  "halt",     "poweroff",
                                                               "init",     "telinit", "systemctl"};
    if (contains(kPower, name)) judge_power(invocation);
}

bool is_shell(std::string_view name) {
    static constexpr std::array<std::string_view, 10> kShells = {"sh",   "bash", "dash", "zsh",   "ksh",
                                                                 "mksh", "ash",  "fish", "rbash", "yash"};
    return contains(kShells, name);
}

void judge_command(Invocation& invocation, const Input& input) {
    judge_files(invocation);
    judge_unpack(invocation);
    judge_system(invocation);
    judge_git(invocation);
    judge_secrets(invocation, input);
    judge_inline_code(invocation, input);
}

}  // namespace command_guard
