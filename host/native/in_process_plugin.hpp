// SPDX-License-Identifier: Apache-2.0
// Native plugins in the host's own process. Each has a thread of its own, on which every call into it is serial, so
// that a slow or hung one stalls only itself. Exceptions stop at a barrier on both sides of the ABI; a crash is the
// host's crash. [loop thread]; opener and instances must be gone before the reactor.
#pragma once

#include "native/plugin_opener.hpp"
#include "os/reactor.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace skilldeck {

struct HostIdentity {
    std::string name = "skilldeck";
    std::string version;
};

/// What each step of a plugin's life may take. A call has the timeout it came with.
struct PluginBudgets {
    std::chrono::milliseconds init{2'000};  ///< with the library's own constructors
    std::chrono::milliseconds create{2'000};
    std::chrono::milliseconds activate{5'000};
    std::chrono::milliseconds shut_down{2'000};  ///< deactivate, destroy and deinit together
};

[[nodiscard]] std::unique_ptr<PluginOpener> make_in_process_opener(Reactor& reactor, const FileReader& files,
                                                                   HostIdentity host, PluginBudgets budgets = {});

/// Whether a thread is inside the code of a plugin: true after shut_down() means that one hangs there. Such a thread
/// may hold locks of the loader, so a program must then end by std::_Exit, with its output flushed before. [any thread]
[[nodiscard]] bool plugin_code_is_running();

}  // namespace skilldeck
