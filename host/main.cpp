// SPDX-License-Identifier: Apache-2.0
// Builds the world, runs one command or the session, says how it went.
#include "app/program.hpp"
#include "base/clock.hpp"
#include "os/file_system.hpp"
#include "os/process.hpp"
#include "os/reactor.hpp"
#include "os/standard_streams.hpp"
#include "os/stop_signals.hpp"
#include "os/this_process.hpp"

#include <string>
#include <vector>

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    // The version costs nothing but itself.
    if (const auto answered = skilldeck::answer_version(words)) return static_cast<int>(*answered);

    skilldeck::take_memory_in_large_steps();
    skilldeck::hold_standard_streams();
    skilldeck::refuse_exit();
    skilldeck::FileSystem files;
    skilldeck::SystemClock clock;
    const auto reactor = skilldeck::make_reactor();
    const auto processes = skilldeck::make_process_runner(*reactor);
    skilldeck::StopSignals stop_signals(*reactor);
    const int status = skilldeck::run_program(words, files, clock, *reactor, *processes, stop_signals);
    // A native plugin that hangs keeps its thread; it must not keep the program.
    skilldeck::leave(status);
}
