// SPDX-License-Identifier: Apache-2.0
// The only source that sees Asio.
#include "os/reactor.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <fcntl.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace skilldeck {

namespace {

namespace asio = boost::asio;

/// Between two looks at a descriptor that the kernel cannot watch: a regular file, or one watched when descriptors ran
/// out.
constexpr std::chrono::milliseconds kPollPause{1};
constexpr std::chrono::milliseconds kLongestDelay =
    std::chrono::hours(24 * 365);  // "for ever" must not overflow the clock

class AsioReactor final : public Reactor {
public:
    explicit AsioReactor(unsigned threads) : threads_(threads) {}

    void post(Work work) override { asio::post(io_, std::move(work)); }
    void in_pool(Work work) override {
        std::call_once(pool_made_, [this] { pool_.emplace(threads_); });
        asio::post(*pool_, std::move(work));
    }

    Id after(std::chrono::milliseconds delay, Work work) override {
        const auto id = next_++;
        auto& timer = timers_.emplace(id, asio::steady_timer(io_, std::min(delay, kLongestDelay))).first->second;
        timer.async_wait([this, id, work = std::move(work)](const boost::system::error_code&) {
            if (timers_.erase(id) != 0) work();
        });
        return id;
    }

    Id when_readable(int descriptor, Work work) override { return watch(descriptor, Wait::wait_read, std::move(work)); }
    Id when_writable(int descriptor, Work work) override {
        return watch(descriptor, Wait::wait_write, std::move(work));
    }

    void cancel(Id id) override {
        timers_.erase(id);
        watches_.erase(id);
    }

    void run_until(const std::function<bool()>& done) override {
        while (!done()) io_.run_one();
    }

private:
    using Wait = asio::posix::stream_descriptor::wait_type;

    struct Watch {
        std::optional<asio::posix::stream_descriptor>
            stream;  ///< of a duplicate, so that both directions can be watched
        asio::steady_timer poll;
        int descriptor;
        Wait direction;
        std::shared_ptr<const Work> work;
    };

    Id watch(int descriptor, Wait direction, Work work) {
        const auto id = next_++;
        auto shared = std::make_shared<const Work>(std::move(work));
        Watch added{{}, asio::steady_timer(io_), descriptor, direction, std::move(shared)};
        const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
        if (copy >= 0) {
            boost::system::error_code failed;
            added.stream.emplace(io_);
            added.stream->assign(copy, failed);
            if (failed) {
                added.stream.reset();
                ::close(copy);
            }
        }
        wait(id, watches_.emplace(id, std::move(added)).first->second);
        return id;
    }

    void wait(Id id, Watch& watched) {
        if (!watched.stream) {
            watched.poll.expires_after(kPollPause);
            watched.poll.async_wait([this, id](const boost::system::error_code&) { ready(id); });
            return;
        }
        // Asio makes the descriptor non-blocking although it only waits. The flag belongs to the open file, which
        // others share (a terminal is also this process's standard output): it is put back.
        const int flags = ::fcntl(watched.descriptor, F_GETFL);
        watched.stream->async_wait(watched.direction, [this, id](const boost::system::error_code& error) {
            if (error == asio::error::operation_not_supported) return unwatchable(id);
            if (error != asio::error::operation_aborted) ready(id);
        });
        if (flags >= 0 && (flags & O_NONBLOCK) == 0) ::fcntl(watched.descriptor, F_SETFL, flags);
    }

    void unwatchable(Id id) {
        const auto found = watches_.find(id);
        if (found == watches_.end()) return;
        found->second.stream.reset();
        wait(id, found->second);
    }

    void ready(Id id) {
        const auto found = watches_.find(id);
        if (found == watches_.end()) return;
        const auto work = found->second.work;  // it may cancel its own watch
        (*work)();
        if (const auto still = watches_.find(id); still != watches_.end()) wait(id, still->second);
    }

    asio::io_context io_;
    asio::executor_work_guard<asio::io_context::executor_type> guard_{io_.get_executor()};
    std::map<Id, asio::steady_timer> timers_;
    std::map<Id, Watch> watches_;
    Id next_ = 1;
    unsigned threads_;
    std::once_flag pool_made_;
    /// Made on first use: most commands need no thread but their own. Last: its threads post to io_ until they are
    /// joined.
    std::optional<asio::thread_pool> pool_;
};

}  // namespace

std::unique_ptr<Reactor> make_reactor(unsigned threads) {
    return std::make_unique<AsioReactor>(threads);
}

}  // namespace skilldeck
