// SPDX-License-Identifier: Apache-2.0
// A child process for one call: spawned into a session of its own, fed its input, drained, held to a deadline.
// The whole group gets TERM at the deadline or on cancel, and KILL one second later, with descendants that left it.
// After a normal end a descendant that still holds the pipes is killed, one that let go of them lives on. POSIX in
// process_posix.cpp.
#pragma once

#include "base/cancel.hpp"
#include "os/file_system.hpp"
#include "os/reactor.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace skilldeck {

using Environment = std::map<std::string, std::string>;

struct ProcessSpec {
    std::vector<std::string> argv;  ///< argv[0] is looked up on PATH when it holds no slash; never a shell string
    Path working_directory;
    Environment environment;  ///< complete: nothing is inherited; the runner adds SKILLDECK_CALL, its mark
    std::string input;        ///< written to standard input, which is then closed
    std::chrono::milliseconds timeout{30'000};
    std::size_t output_limit = 1024 * 1024;  ///< bytes kept of each stream; the rest is read and thrown away
};

struct ProcessOutcome {
    enum class End { exited, signalled, timed_out, cancelled, not_started } end = End::not_started;
    int exit_code = 0;  ///< when exited
    int signal = 0;     ///< when signalled, or the one that ended it after the deadline
    std::string output, errors;
    bool output_cut = false, errors_cut = false;
    std::vector<int> survivors;  ///< after the deadline or a cancel: descendants that could not be ended
    std::string reason;          ///< when not_started: the system's reason
    std::chrono::milliseconds elapsed{0};
};

class ProcessRunner {
public:
    virtual ~ProcessRunner() = default;
    /// [loop thread] `done` is called once, on the loop thread.
    virtual void run(ProcessSpec spec, CancelToken cancel, std::function<void(ProcessOutcome)> done) = 0;
    /// [loop thread] Cancels every call; `done` is called on the loop thread when each has had its answer.
    virtual void end_all(std::function<void()> done) = 0;
};

/// [loop thread] What still runs when the runner is destroyed is killed with its group, without an answer.
[[nodiscard]] std::unique_ptr<ProcessRunner> make_process_runner(Reactor& reactor);

/// The environment of this process without Skilldeck's own secrets and model keys: what children start from.
[[nodiscard]] Environment child_environment();

}  // namespace skilldeck
