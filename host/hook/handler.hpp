// SPDX-License-Identifier: Apache-2.0
// Running one handler of one event, by kind: `command` as a child process, `native` in its plugin's module. What comes
// back is raw; what it means is answer.hpp. [loop thread] throughout.
#pragma once

#include "base/cancel.hpp"
#include "base/diagnostic.hpp"
#include "hook/event.hpp"
#include "os/process.hpp"
#include "plugin/contributions.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace skilldeck {

/// How a handler ended, whatever its kind.
struct HandlerRun {
    enum class End : std::uint8_t {
        exited,     ///< with `exit_code`; a native handler that answers exits with 0, one that denies with 2
        signalled,  ///< by `signal`
        failed,     ///< could not be started, or broke down: `reason`
        timed_out,
        cancelled,
        no_runner,  ///< this host has nothing that runs the kind
        unusable,   ///< it was not run, as its entry cannot be used or waits for something: `reason`
    } end = End::failed;
    int exit_code = 0;
    int signal = 0;
    std::string output;       ///< standard output, or what a module wrote
    bool output_cut = false;  ///< it was more than is kept; the diagnostics say so
    std::string errors;       ///< standard error, or what a module said when it denied
    std::string reason;
    std::string hint;  ///< the way out of a failure, where that is known
    std::chrono::milliseconds elapsed{0};
    Diagnostics diagnostics;
};

class HandlerRunner {
public:
    virtual ~HandlerRunner() = default;
    using Done = std::function<void(HandlerRun)>;
    /// `done` runs once, on the loop thread, later or before this returns.
    virtual void run(const HookConfig& hook, const HookEvent& event, CancelToken cancel, Done done) = 0;
};

/// Where commands run and what they start from.
struct CommandPlaces {
    Path working_directory;   ///< used when the event's `cwd` is gone
    Path project_dir;         ///< exported as CLAUDE_PROJECT_DIR and SKILLDECK_PROJECT_DIR
    Environment environment;  ///< child_environment()
};

class CommandHandler final : public HandlerRunner {
public:
    CommandHandler(ProcessRunner& processes, const FileReader& reader, FileWriter& writer, CommandPlaces places)
        : processes_(processes), reader_(reader), writer_(writer), places_(std::move(places)) {}

    void run(const HookConfig& hook, const HookEvent& event, CancelToken cancel, Done done) override;

private:
    [[nodiscard]] Path directory_for(const HookEvent& event) const;
    [[nodiscard]] ProcessSpec process_for(const HookConfig& hook, const HookEvent& event) const;

    ProcessRunner& processes_;
    const FileReader& reader_;
    FileWriter& writer_;
    CommandPlaces places_;
};

class NativeHandler final : public HandlerRunner {
public:
    void run(const HookConfig& hook, const HookEvent& event, CancelToken cancel, Done done) override;
};

/// `sh check.sh (PreToolUse[0].hooks[1])`: how messages name a handler.
[[nodiscard]] std::string handler_name(const HookConfig& hook);

/// A diagnostic of the handler's file and plugin; its name is the first argument.
[[nodiscard]] Diagnostic handler_diagnostic(Code code, const HookConfig& hook,
                                            std::initializer_list<std::string_view> arguments = {});

}  // namespace skilldeck
