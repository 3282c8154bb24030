// SPDX-License-Identifier: Apache-2.0
// Everything outside the program, handed down from main(): files, clock, loop, processes, signals, environment.
// References outlive every user. [loop thread] unless a member says otherwise.
#pragma once

#include "base/clock.hpp"
#include "base/log.hpp"
#include "os/file_system.hpp"
#include "os/process.hpp"
#include "os/reactor.hpp"
#include "os/stop_signals.hpp"

#include <string>
#include <vector>

namespace skilldeck {

struct World {
    FileSystem& files;
    Clock& clock;
    Reactor& reactor;
    ProcessRunner& processes;
    StopSignals& stop_signals;
    Logger& log;
    Environment environment;
    Path working_directory;

    [[nodiscard]] std::string variable(const std::string& name) const {
        const auto found = environment.find(name);
        return found == environment.end() ? std::string() : found->second;
    }
};

}  // namespace skilldeck
