// SPDX-License-Identifier: Apache-2.0
// A running native plugin as the host sees it. Every call is asynchronous: it has a deadline, may be cancelled and
// answers once, with owned values, on the loop thread. In process, isolated and a misbehaving double stand behind this
// one interface.
#pragma once

#include "base/cancel.hpp"
#include "base/diagnostic.hpp"
#include "base/result.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace skilldeck {

enum class PluginMethod : std::uint8_t {
    check_availability,
    configure,
    list_skills,
    skill_enabled,
    render_skill,
    read_skill_file,
    run_hook,
    list_mcp_servers,
};

/// What a plugin can be asked for, each a table of its own.
enum class PluginInterface : std::uint8_t { availability, skills, hooks, mcp_servers };

struct PluginCall {
    PluginMethod method{};
    std::string subject;  ///< the skill or handler
    std::string path;     ///< read_skill_file: the file
    std::string payload;  ///< the JSON in: request, event or configuration
    std::chrono::milliseconds timeout{5'000};
};

enum class PluginOutcome : std::uint8_t {
    ok,
    unsupported,  ///< the plugin has no such interface or slot
    denied,       ///< SKD_ERR_DENIED: a hook's exit status 2
    unavailable,  ///< SKD_ERR_UNAVAILABLE
    failed,       ///< any other status, ill-formed output, or an exception at the barrier
    timed_out,
    cancelled,
    dead,  ///< the instance is gone or quarantined
};

struct PluginReply {
    PluginOutcome outcome = PluginOutcome::failed;
    std::string output;   ///< what was written to the sink; UTF-8 unless read_skill_file
    std::string message;  ///< what `fail` said, or the host's own words
    Diagnostics diagnostics;
};

class PluginInstance {
public:
    virtual ~PluginInstance() = default;
    /// [loop thread] `done` runs exactly once, on the loop thread, whatever the plugin does.
    virtual void call(PluginCall call, CancelToken cancel, std::function<void(PluginReply)> done) = 0;
    /// [loop thread] deactivate and destroy after the call under way; later calls answer `dead`. `done` runs once, also
    /// when the plugin hangs.
    virtual void shut_down(std::function<void()> done) = 0;
    /// [loop thread] A call that was given up has not come back: until it does every other answers `failed` at once.
    [[nodiscard]] virtual std::optional<Diagnostic> stuck() const { return std::nullopt; }
    /// What the plugin said since the last time: log lines at warning and above, misuse of the ABI.
    [[nodiscard]] virtual Diagnostics take_diagnostics() = 0;
};

}  // namespace skilldeck
