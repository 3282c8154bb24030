// SPDX-License-Identifier: Apache-2.0
// A handler may do next to nothing: it writes the signal's number into a pipe, and the loop reads it there.
#include "os/stop_signals.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <utility>
#include <vector>

namespace skilldeck {

namespace {

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

/// All that the handler knows.
std::atomic<int> wake_descriptor{-1};
std::atomic<int> unseen{0};
static_assert(std::atomic<int>::is_always_lock_free);
constexpr int kPatience = 3;

extern "C" void pass_on(int signal) {
    const int error = errno;
    const auto number = static_cast<unsigned char>(signal);
    // A full pipe holds more than the loop needs to know.
    [[maybe_unused]] const auto written = ::write(wake_descriptor.load(), &number, sizeof number);
    // A terminal that goes may send HUP several times at once; nobody repeats it to insist.
    if (signal != SIGHUP && unseen.fetch_add(1) + 1 >= kPatience) {
        ::signal(signal, SIG_DFL);
        ::raise(signal);
    }
    errno = error;
}

}  // namespace

struct StopSignals::Actions {
    std::vector<std::pair<int, struct sigaction>> taken;
};

StopSignals::StopSignals(Reactor& reactor) : reactor_(reactor) {}

StopSignals::~StopSignals() {
    if (!before_) return;
    for (const auto& [signal, action] : before_->taken) ::sigaction(signal, &action, nullptr);
    wake_descriptor = -1;
    reactor_.cancel(watch_);
}

void StopSignals::watch() {
    if (before_) return;
    int ends[2];
    // Without a pipe the signals end the process as before, which is no reason to refuse the work.
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return;
    read_ = Descriptor(ends[0]);
    write_ = Descriptor(ends[1]);
    wake_descriptor = write_.get();
    watch_ = reactor_.when_readable(read_.get(), [this] { take(); });
    before_ = std::make_unique<Actions>();
    for (const int signal : kSignals) {
        struct sigaction before {};
        if (::sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
        before_->taken.emplace_back(signal, before);
        struct sigaction action {};
        action.sa_handler = pass_on;
        action.sa_flags = SA_RESTART;
        ::sigaction(signal, &action, nullptr);
    }
}

void StopSignals::begin_last_work() {
    begin_work();
    last_ = true;
}

std::optional<int> StopSignals::ending() {
    if (before_) take();  // the loop may not have come to it
    return ending_;
}

void StopSignals::take() {
    std::array<unsigned char, 64> numbers{};
    unseen = 0;
    const auto count = ::read(read_.get(), numbers.data(), numbers.size());
    for (std::size_t i = 0; count > 0 && i < static_cast<std::size_t>(count); ++i) received(numbers[i]);
}

void StopSignals::received(int signal) {
    const bool interrupt = signal == SIGINT;
    if (!ending_ && (!interrupt || interrupt_ends_)) ending_ = signal;
    if (interrupt || !last_) work_.cancel();
}

}  // namespace skilldeck
