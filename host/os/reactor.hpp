// SPDX-License-Identifier: Apache-2.0
// The one event loop: timers, readable descriptors and posted work run on the thread that calls run_until();
// blocking work goes to a small pool. Built on Asio (reactor.cpp); nothing above sees Asio.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

namespace skilldeck {

class Reactor {
public:
    using Work = std::function<void()>;
    using Id = std::uint64_t;

    virtual ~Reactor() = default;

    /// [any thread] Runs `work` on the loop thread, in the order of the posts.
    virtual void post(Work work) = 0;
    /// [loop thread] Runs `work` once after `delay`; `cancel` before that keeps it from running.
    virtual Id after(std::chrono::milliseconds delay, Work work) = 0;
    /// [loop thread] Runs `work` each time `descriptor` is readable or closed, until cancelled. The descriptor stays
    /// the caller's, who cancels before closing it.
    virtual Id when_readable(int descriptor, Work work) = 0;
    virtual Id when_writable(int descriptor, Work work) = 0;
    virtual void cancel(Id id) = 0;
    /// [any thread] Runs blocking work on the pool. It must post() its result.
    virtual void in_pool(Work work) = 0;

    /// Runs the loop on the calling thread until `done` says so; asked after each piece of work.
    virtual void run_until(const std::function<bool()>& done) = 0;
};

/// A loop on Asio with a pool of `threads`.
[[nodiscard]] std::unique_ptr<Reactor> make_reactor(unsigned threads = 4);

}  // namespace skilldeck
