// SPDX-License-Identifier: Apache-2.0
// From the words of the command line to the exit status: parses, opens the host, runs the command or the session.
// [loop thread]
#pragma once

#include "app/exit_status.hpp"
#include "base/clock.hpp"
#include "os/file_system.hpp"
#include "os/process.hpp"
#include "os/reactor.hpp"
#include "os/stop_signals.hpp"

#include <optional>
#include <span>
#include <string>

namespace skilldeck {

/// `--version` alone, answered before anything is built; nothing for all other words.
[[nodiscard]] std::optional<ExitStatus> answer_version(std::span<const std::string> words);

/// The exit status of the process: an ExitStatus, or 128 and the signal that ended the work.
[[nodiscard]] int run_program(std::span<const std::string> words, FileSystem& files, Clock& clock, Reactor& reactor,
                              ProcessRunner& processes, StopSignals& stop_signals);

}  // namespace skilldeck
