// SPDX-License-Identifier: Apache-2.0
// Measures the built program beside a baseline in the same run, interleaved, and prints the ratio of the medians with
// its target. It judges nothing by its exit status: a shared machine is no place for a timed test.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Command = std::vector<std::string>;
using Clock = std::chrono::steady_clock;

/// Seconds of one whole process, its output thrown away.
double run_once(const Command& command) {
    std::vector<char*> argv;
    for (const auto& word : command) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", 0, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", 1, 0);
    const auto start = Clock::now();
    pid_t child = 0;
    const int error = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::runtime_error("cannot start " + command.front());
    int status = 0;
    waitpid(child, &status, 0);
    const std::chrono::duration<double> took = Clock::now() - start;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw std::runtime_error(command.front() + " failed");
    return took.count();
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Both commands in turn, so that a drift of the machine meets both.
void compare(const std::string& name, const Command& measured, const Command& baseline, double target, int rounds) {
    run_once(measured);
    run_once(baseline);
    std::vector<double> ours, theirs;
    for (int i = 0; i < rounds; ++i) {
        ours.push_back(run_once(measured));
        theirs.push_back(run_once(baseline));
    }
    const double ratio = median(ours) / median(theirs);
    std::printf("%-34s %8.2f ms   baseline %8.2f ms   ratio %5.2f   target <= %.2f   %s\n", name.c_str(),
                median(ours) * 1e3, median(theirs) * 1e3, ratio, target, ratio <= target ? "met" : "MISSED");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: bench SKILLDECK\n";
        return 2;
    }
    const std::string deck = std::filesystem::canonical(argv[1]).string();
    const std::string empty = EMPTY_PROGRAM;
    setenv("SKILLDECK_CONFIG_DIR", "/nonexistent", 1);
    try {
        compare("--version", {deck, "--version"}, {empty}, 2.0, 400);
    } catch (const std::exception& error) {
        std::cerr << "error: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
