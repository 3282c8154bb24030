// SPDX-License-Identifier: Apache-2.0
#include "native/serial_thread.hpp"

#include "native/codes.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace skilldeck {

struct SerialThread::Queue {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::function<void()>> work;
    bool closed = false;

    /// The next piece of work; an empty function when there will be no more.
    std::function<void()> next() {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return closed || !work.empty(); });
        if (work.empty()) return {};
        auto first = std::move(work.front());
        work.pop_front();
        return first;
    }
};

SerialThread::SerialThread(std::shared_ptr<Queue> queue) : queue_(std::move(queue)) {}

SerialThread::~SerialThread() {
    close();
}

Result<std::unique_ptr<SerialThread>> SerialThread::start() {
    auto queue = std::make_shared<Queue>();
    try {
        std::thread([queue] {
            while (const auto work = queue->next()) work();
        }).detach();
    } catch (const std::system_error& error) {
        return make_error(code::native_start_failed, "", {"the plugin's thread", error.code().message()});
    }
    return std::unique_ptr<SerialThread>(new SerialThread(std::move(queue)));
}

void SerialThread::run(std::function<void()> work) {
    {
        const std::lock_guard lock(queue_->mutex);
        if (!queue_->closed) queue_->work.push_back(std::move(work));
    }
    queue_->changed.notify_one();
}

void SerialThread::close() {
    {
        const std::lock_guard lock(queue_->mutex);
        queue_->closed = true;
    }
    queue_->changed.notify_one();
}

}  // namespace skilldeck
