// SPDX-License-Identifier: Apache-2.0
#include "measure.hpp"

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <stdexcept>

namespace skilldeck::bench {

namespace {

using Clock = std::chrono::steady_clock;

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

const char* verdict(double value, double target) {
    return value <= target ? "met" : "MISSED";
}

}  // namespace

Cost run_once(const Command& command) {
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
    rusage usage{};
    wait4(child, &status, 0, &usage);
    const std::chrono::duration<double> took = Clock::now() - start;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw std::runtime_error(command.front() + " failed");
    return {took.count(), static_cast<double>(usage.ru_maxrss) / 1024};
}

double compare(const std::string& name, const Command& measured, const Command& baseline, double target, int rounds) {
    const auto nothing = [] {};
    return compare(name, Trial{nothing, measured}, Trial{nothing, baseline}, target, rounds);
}

double compare(const std::string& name, const Trial& measured, const Trial& baseline, double target, int rounds) {
    const auto once = [](const Trial& trial) {
        trial.prepare();
        return run_once(trial.command).seconds;
    };
    once(measured);
    once(baseline);
    std::vector<double> ours, theirs;
    for (int i = 0; i < rounds; ++i) {
        ours.push_back(once(measured));
        theirs.push_back(once(baseline));
    }
    const double ratio = median(ours) / median(theirs);
    std::printf("%-34s %8.2f ms   baseline %8.2f ms   ratio %5.2f   target <= %.2f   %s\n", name.c_str(),
                median(ours) * 1e3, median(theirs) * 1e3, ratio, target, verdict(ratio, target));
    std::fflush(stdout);
    return median(ours);
}

void report(const std::string& name, double value, const char* unit, const std::string& baseline, double target) {
    std::printf("%-34s %8.2f %-3s  %-38s target <= %.2f   %s\n", name.c_str(), value, unit, baseline.c_str(), target,
                verdict(value, target));
    std::fflush(stdout);
}

double median_of_calls(int rounds, int calls, const std::function<void()>& work) {
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round) {
        const auto start = Clock::now();
        for (int i = 0; i < calls; ++i) work();
        const std::chrono::duration<double> took = Clock::now() - start;
        times.push_back(took.count() / calls);
    }
    return median(times);
}

}  // namespace skilldeck::bench
