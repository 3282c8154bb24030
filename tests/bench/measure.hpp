// SPDX-License-Identifier: Apache-2.0
// Times of whole processes and of pieces of work, as medians beside a baseline of the same run. One thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace skilldeck::bench {

using Command = std::vector<std::string>;

struct Cost {
    double seconds = 0;
    double peak_mib = 0;  ///< resident memory
};

/// One whole process, its output thrown away. Throws when it fails.
Cost run_once(const Command& command);

/// What is measured, and what is done before each time without being measured.
struct Trial {
    std::function<void()> prepare;
    Command command;
};

/// Both in turn, so that a drift of the machine meets both; the ratio of the medians beside its target.
/// Returns the median of `measured` in seconds.
double compare(const std::string& name, const Command& measured, const Command& baseline, double target, int rounds);
double compare(const std::string& name, const Trial& measured, const Trial& baseline, double target, int rounds);

/// A number beside its target, with what it is compared with.
void report(const std::string& name, double value, const char* unit, const std::string& baseline, double target);

/// The median time of one call in seconds, of `rounds` batches of `calls`.
double median_of_calls(int rounds, int calls, const std::function<void()>& work);

}  // namespace skilldeck::bench
