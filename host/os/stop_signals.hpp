// SPDX-License-Identifier: Apache-2.0
// INT, TERM and HUP as cancelled work. Until watch() they end the process, as the system does it; afterwards they
// cancel the work at hand and say that the program ends, so that its children are ended and its terminal restored. It
// decides nothing else: who works asks token(), who goes on asks ending(). One a process. [loop thread]. POSIX in
// stop_signals_posix.cpp.
#pragma once

#include "base/cancel.hpp"
#include "os/descriptor.hpp"
#include "os/reactor.hpp"

#include <memory>
#include <optional>

namespace skilldeck {

/// A process that a signal ended has this exit status plus the signal's number.
inline constexpr int kSignalStatus = 128;

class StopSignals {
public:
    explicit StopSignals(Reactor& reactor);
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;
    ~StopSignals();  ///< the signals do again what they did before

    /// Once is enough. A signal that the program was started with as ignored (nohup) stays so. The third one that the
    /// loop has not seen ends the process: a loop that hangs must not make it immortal.
    void watch();
    /// INT cancels the work at hand and the program goes on: a session on a terminal.
    void keep_running_on_interrupt() { interrupt_ends_ = false; }

    /// Of the work at hand.
    [[nodiscard]] CancelToken token() const { return work_.token(); }
    [[nodiscard]] bool cancelled() const { return token().cancelled(); }
    /// What comes now has not been cancelled.
    void begin_work() { work_ = CancelSource(); }
    /// The same, and the program ends with it: INT alone cancels it, whatever ends the program anyway gives it its
    /// time.
    void begin_last_work();
    /// The first signal after which the program is to end.
    [[nodiscard]] std::optional<int> ending();

private:
    struct Actions;  ///< what the signals did before
    void take();
    void received(int signal);

    Reactor& reactor_;
    std::unique_ptr<Actions> before_;  ///< null: not watching
    Descriptor read_, write_;
    Reactor::Id watch_ = 0;
    CancelSource work_;
    std::optional<int> ending_;
    bool interrupt_ends_ = true, last_ = false;
};

}  // namespace skilldeck
