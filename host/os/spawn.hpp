// SPDX-License-Identifier: Apache-2.0
// Starting a child with pipes on its three standard streams: posix_spawn, never fork. What happens to it afterwards is
// process_posix.cpp. Safe from any thread.
#pragma once

#include "os/descriptor.hpp"
#include "os/process.hpp"

#include <string>

namespace skilldeck {

struct Spawned {
    int process = -1;                  ///< also its group and session; -1 when it did not start
    Descriptor input, output, errors;  ///< this side of the pipes, non-blocking
    std::string reason;                ///< the system's reason when it did not start
};

[[nodiscard]] Spawned spawn(const ProcessSpec& spec, const std::string& mark);

}  // namespace skilldeck
