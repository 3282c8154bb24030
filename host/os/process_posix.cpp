// SPDX-License-Identifier: Apache-2.0
// The life of a child after it was spawned, as a state machine on the loop thread. The child stays unreaped until its
// group has been dealt with: as long as its zombie holds the process id, no signal to the group can hit a stranger.
#include "os/process.hpp"

#include "os/process_tree.hpp"
#include "os/spawn.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <optional>
#include <set>
#include <utility>

namespace skilldeck {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kTermPatience{1'000};  // between TERM and KILL
constexpr milliseconds kReapPatience{1'000};  // after KILL, for a child the kernel cannot end
constexpr milliseconds kExitGrace{250};       // after the child's exit, for descendants that still write
constexpr milliseconds kExitPoll{10};         // where there is no pidfd
constexpr std::size_t kPieceBytes = 64 * 1024;
constexpr int kPiecesAtOnce = 16;  // one child must not keep the loop from the others
constexpr int kKillRounds = 3;     // a descendant may have forked while the list was made

/// write(2) that answers EPIPE and delivers no SIGPIPE, whatever this process does with that signal.
ssize_t write_quietly(int descriptor, std::string_view bytes) {
    sigset_t pipe_signal, before, pending;
    ::sigemptyset(&pipe_signal);
    ::sigaddset(&pipe_signal, SIGPIPE);
    ::sigpending(&pending);
    const bool was_pending = ::sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    const auto count = ::write(descriptor, bytes.data(), bytes.size());
    const int error = errno;
    if (count < 0 && error == EPIPE && !was_pending) {
        const timespec now{};
        while (::sigtimedwait(&pipe_signal, nullptr, &now) < 0 && errno == EINTR) {
        }
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    return count;
}

/// One of the child's output streams.
struct Drain {
    Descriptor pipe;
    Reactor::Id watch = 0;
    std::string* text = nullptr;
    bool* cut = nullptr;
};

class ProcessCall;

/// The calls that may still hold a process.
struct Calls {
    std::set<std::shared_ptr<ProcessCall>> all;
    std::size_t unanswered = 0;
    std::vector<std::function<void()>> when_answered;  ///< run once every call has had its answer

    void answered() {
        if (--unanswered != 0) return;
        for (const auto& done : std::exchange(when_answered, {})) done();
    }
};

class ProcessCall : public std::enable_shared_from_this<ProcessCall> {
public:
    using Done = std::function<void(ProcessOutcome)>;

    ProcessCall(Reactor& reactor, Calls& calls, ProcessSpec spec, std::string mark, Done done)
        : reactor_(reactor), calls_(calls), spec_(std::move(spec)), mark_(std::move(mark)), done_(std::move(done)) {}

    void start(const CancelToken& cancel) {
        started_ = steady_clock::now();
        auto spawned = spawn(spec_, mark_);
        if (spawned.process < 0) {
            outcome_.reason = std::move(spawned.reason);
            reactor_.post([weak = weak_from_this()] {
                const auto self = weak.lock();
                if (!self) return;
                self->calls_.all.erase(self);
                self->report();
            });
            return;
        }
        process_ = spawned.process;
        input_ = std::move(spawned.input);
        drain_from(output_, std::move(spawned.output), outcome_.output, outcome_.output_cut);
        drain_from(errors_, std::move(spawned.errors), outcome_.errors, outcome_.errors_cut);
        watch_exit();
        deadline_ = reactor_.after(spec_.timeout, [this] { stop(ProcessOutcome::End::timed_out); });
        feed();
        cancelling_ = cancel.on_cancel([weak = weak_from_this(), &reactor = reactor_] {
            reactor.post([weak] {
                if (const auto self = weak.lock()) self->cancel();
            });
        });
    }

    void cancel() { stop(ProcessOutcome::End::cancelled); }

    /// The runner goes: end the child without an answer.
    void abandon() {
        done_ = nullptr;
        let_go();
        reactor_.cancel(exit_watch_);
        if (process_ < 0) return;
        kill_group();
        kill_marked();
        pollfd exit{exit_descriptor_.get(), POLLIN, 0};
        if (exit_descriptor_.open()) ::poll(&exit, 1, static_cast<int>(kReapPatience.count()));
        ::waitpid(process_, nullptr, exit_descriptor_.open() ? WNOHANG : 0);
        process_ = -1;
    }

private:
    void drain_from(Drain& stream, Descriptor pipe, std::string& text, bool& cut) {
        stream.pipe = std::move(pipe);
        stream.text = &text;
        stream.cut = &cut;
        stream.watch = reactor_.when_readable(stream.pipe.get(), [this, &stream] {
            drain(stream);
            settle();
        });
    }

    void drain(Drain& stream) {
        std::array<char, kPieceBytes> piece;
        for (int i = 0; i < kPiecesAtOnce && stream.pipe.open(); ++i) {
            const auto count = ::read(stream.pipe.get(), piece.data(), piece.size());
            if (count < 0 && errno == EINTR) continue;
            if (count < 0 && errno == EAGAIN) return;
            if (count <= 0) return close(stream);
            const auto room = spec_.output_limit - stream.text->size();
            const auto got = static_cast<std::size_t>(count);
            stream.text->append(piece.data(), std::min(room, got));
            if (got > room) *stream.cut = true;
        }
    }

    void close(Drain& stream) {
        reactor_.cancel(std::exchange(stream.watch, 0));
        stream.pipe.close();
    }

    /// Writes what fits; the rest when there is room. A child that does not read its input is no error.
    void feed() {
        while (fed_ < spec_.input.size()) {
            const auto count = write_quietly(input_.get(), std::string_view(spec_.input).substr(fed_));
            if (count < 0 && errno == EINTR) continue;
            if (count < 0 && errno == EAGAIN) {
                if (input_watch_ == 0) input_watch_ = reactor_.when_writable(input_.get(), [this] { feed(); });
                return;
            }
            if (count < 0) break;
            fed_ += static_cast<std::size_t>(count);
        }
        close_input();
    }

    void close_input() {
        reactor_.cancel(std::exchange(input_watch_, 0));
        input_.close();
    }

    void watch_exit() {
        exit_descriptor_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, process_, 0)));
        if (exit_descriptor_.open()) {
            exit_watch_ = reactor_.when_readable(exit_descriptor_.get(), [this] { exited(); });
        } else {
            poll_exit();
        }
    }

    void poll_exit() {
        siginfo_t info{};
        const int failed = ::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT);
        if (failed != 0 || info.si_pid != 0) return exited();
        exit_watch_ = reactor_.after(kExitPoll, [this] { poll_exit(); });
    }

    void exited() {
        reactor_.cancel(std::exchange(exit_watch_, 0));
        exited_ = true;
        if (reported_) return reap();
        drain(output_);
        drain(errors_);
        settle();
    }

    void stop(ProcessOutcome::End end) {
        if (stopping_ || reported_ || process_ < 0) return;
        stopping_ = true;
        outcome_.end = end;
        ::kill(-process_, SIGTERM);
        ::kill(-process_, SIGCONT);  // a stopped process takes no TERM
        kill_timer_ = reactor_.after(kTermPatience, [this] { kill_all(); });
        settle();
    }

    void kill_all() {
        killed_ = true;
        kill_group();
        kill_marked();
        if (exited_) return finish();
        kill_timer_ = reactor_.after(kReapPatience, [this] {
            outcome_.survivors.push_back(process_);
            finish();
        });
    }

    void kill_group() const { ::kill(-process_, SIGKILL); }

    void kill_marked() {
        for (int round = 0; round < kKillRounds; ++round) {
            std::vector<int> left;
            bool any = false;
            for (const int process : processes_marked(mark_)) {
                if (process == process_) continue;
                any = true;
                if (::kill(process, SIGKILL) != 0 && errno == EPERM) left.push_back(process);
            }
            outcome_.survivors = std::move(left);
            if (!any) return;
        }
    }

    /// Decides after every event whether the call is over.
    void settle() {
        if (!exited_ || reported_) return;
        if (stopping_) {
            if (killed_ || !group_has_others(process_)) finish();
            return;
        }
        if (!output_.pipe.open() && !errors_.pipe.open()) return finish();
        reactor_.cancel(std::exchange(deadline_, 0));  // the child kept it
        if (grace_ == 0) grace_ = reactor_.after(kExitGrace, [this] { finish(); });
    }

    void finish() {
        if (stopping_ && !killed_) kill_marked();
        if (stopping_ || output_.pipe.open() || errors_.pipe.open()) kill_group();
        const auto self = shared_from_this();
        let_go();
        if (exited_) reap();
        report();
    }

    /// Lets go of everything but the exit, which a child that cannot be ended keeps.
    void let_go() {
        cancelling_ = {};
        close_input();
        close(output_);
        close(errors_);
        for (auto* timer : {&deadline_, &kill_timer_, &grace_}) reactor_.cancel(std::exchange(*timer, 0));
    }

    void reap() {
        int status = 0;
        pid_t reaped = -1;
        do {
            reaped = ::waitpid(process_, &status, 0);
        } while (reaped < 0 && errno == EINTR);
        process_ = -1;
        if (reaped >= 0 && WIFSIGNALED(status)) outcome_.signal = WTERMSIG(status);
        if (reaped >= 0 && WIFEXITED(status)) outcome_.exit_code = WEXITSTATUS(status);
        if (!stopping_)
            outcome_.end = outcome_.signal != 0 ? ProcessOutcome::End::signalled : ProcessOutcome::End::exited;
        calls_.all.erase(shared_from_this());
    }

    void report() {
        reported_ = true;
        outcome_.elapsed = std::chrono::duration_cast<milliseconds>(steady_clock::now() - started_);
        if (const auto done = std::exchange(done_, nullptr)) done(std::move(outcome_));
        calls_.answered();
    }

    Reactor& reactor_;
    Calls& calls_;
    ProcessSpec spec_;
    std::string mark_;
    Done done_;
    ProcessOutcome outcome_;
    steady_clock::time_point started_;

    int process_ = -1;
    Descriptor input_, exit_descriptor_;
    Drain output_, errors_;
    std::size_t fed_ = 0;
    Reactor::Id input_watch_ = 0, exit_watch_ = 0, deadline_ = 0, kill_timer_ = 0, grace_ = 0;
    CancelSubscription cancelling_;
    bool exited_ = false, stopping_ = false, killed_ = false, reported_ = false;
};

class PosixProcessRunner final : public ProcessRunner {
public:
    explicit PosixProcessRunner(Reactor& reactor) : reactor_(reactor) {}

    ~PosixProcessRunner() override {
        const auto left = std::exchange(calls_.all, {});
        for (const auto& call : left) call->abandon();
    }

    void run(ProcessSpec spec, CancelToken cancel, std::function<void(ProcessOutcome)> done) override {
        if (cancel.cancelled()) {
            reactor_.post([done = std::move(done)] {
                ProcessOutcome outcome;
                outcome.end = ProcessOutcome::End::cancelled;
                done(std::move(outcome));
            });
            return;
        }
        auto mark = std::to_string(::getpid()) + "-" + std::to_string(started_.time_since_epoch().count()) + "-" +
                    std::to_string(++count_);
        const auto call =
            std::make_shared<ProcessCall>(reactor_, calls_, std::move(spec), std::move(mark), std::move(done));
        calls_.all.insert(call);
        ++calls_.unanswered;
        call->start(cancel);
    }

    void end_all(std::function<void()> done) override {
        if (calls_.unanswered == 0) return reactor_.post(std::move(done));
        calls_.when_answered.push_back(std::move(done));
        const auto running = calls_.all;  // a call may end at once
        for (const auto& call : running) call->cancel();
    }

private:
    Reactor& reactor_;
    Calls calls_;
    std::uint64_t count_ = 0;
    steady_clock::time_point started_ =
        steady_clock::now();  ///< tells the marks of two runners with one process id apart
};

}  // namespace

std::unique_ptr<ProcessRunner> make_process_runner(Reactor& reactor) {
    struct sigaction child_signal {};
    // Inherited as ignored, it would make the kernel throw exit codes away.
    if (::sigaction(SIGCHLD, nullptr, &child_signal) == 0 && child_signal.sa_handler == SIG_IGN)
        ::signal(SIGCHLD, SIG_DFL);
    return std::make_unique<PosixProcessRunner>(reactor);
}

}  // namespace skilldeck
